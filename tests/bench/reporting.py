"""What a regression report costs: all forms of `coach-eval compare`, of logs with 600 sessions, of tables with 100,000.

The runs are made up: 14 scorers, 24 messages a session, about one session in 60 newly failing. Each report is a process
of its own, set against a process that only imports polars.
"""

import json
import random
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
from measuring import Row, bench, process

from reports.header import Header
from reports.logs import SCORES, SESSIONS, LoggedRun
from reports.stored import write_stored

EPOCHS = 8
LARGE = 10_000
"""From this many sessions on a run is stored tables, as a baseline is; below it is a log with its conversations."""
SCORERS = (
    "safety_decision", "gate_integrity", "intake_complete", "intake_fidelity", "intake_economy", "plan_validity",
    "contraindications_respected", "unspoken", "life_stage_fit", "care_tone", "outcome", "loop_health",
    "persona_fidelity", "cost",
)  # fmt: skip
NUMBERS = {"intake_complete": 1.0, "intake_fidelity": 0.97, "intake_economy": 8.0, "loop_health": 0.0, "cost": 0.3}
FAILS = 1 / 800
Json = dict[str, Any]


def score(scorer: str, draw: random.Random, *, worse: bool) -> Json:
    """A score as the log holds it."""
    fails = worse and draw.random() < FAILS
    value: Any = "fail" if fails else "pass"
    if scorer in NUMBERS:
        value = NUMBERS[scorer] * (1 + draw.choice((0.0, 0.0, 0.01)))
    finding = {"what": "a name", "event": 2, "start": 0, "end": 5, "quote": "Sure,", "rule": "pattern"}
    metadata = {"version": 1, "passed": not fails, "findings": [finding] if fails else [], "judged": {}}
    explanation = f"{scorer}: every one of the 24 messages was read, nothing to complain of"
    return {"value": value, "explanation": explanation, "metadata": metadata}


def header(run: str, personas: list[str], epochs: int) -> Json:
    return {
        "run": run, "variant": run, "variant_digest": "d", "coach": "offline/coach", "athlete": "offline/athlete",
        "seed": 0, "epochs": epochs, "personas": personas, "prompts": {"intake.md": run}, "models": {},
    }  # fmt: skip


def events() -> list[Json]:
    words = "Sure, and how many days a week could you run without anything else in your life having to give way for it?"
    said = [{"kind": ("athlete_said", "coach_said")[n % 2], "turn": n // 2, "text": f"{words} {n}"} for n in range(24)]
    facts = [{"kind": "fact_recorded", "fact": {"field": f"f{n}", "value": n, "raw": words}} for n in range(25)]
    day = {"sessions": [{"purpose": "easy", "km": 8, "duration_min": 48, "text": words}]}
    days = [{"weekday": name, **day} for name in ("mon", "wed", "fri", "sun")]
    weeks = [{"index": n, "phase": "base", "km": 32, "minutes": 192, "days": days} for n in range(1, 13)]
    moved = {"kind": "moved", "source": "INTAKE", "target": "CLOSED", "reason": "accepted"}
    return [*said, *facts, {"kind": "plan_shown", "plan": {"weeks": weeks}}, moved, {"kind": "session_closed"}]


def write_log(folder: Path, run: str, sessions: int, *, worse: bool) -> Path:
    """A log in the layout of Inspect."""
    draw, path = random.Random(run), folder / f"{run}.eval"
    personas = [f"persona_number_{number:05}" for number in range(-(-sessions // EPOCHS))]
    started = {"eval": {"created": "2026-01-05T10:00:00+00:00", "metadata": header(run, personas, EPOCHS)}}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(sessions):
            persona, epoch = personas[number // EPOCHS], number % EPOCHS + 1
            who = {"persona_id": persona, "cluster": persona, "tags": ["adult", "10k"], "epoch": epoch, "seed": number}
            scores = {name: score(name, draw, worse=worse) for name in SCORERS}
            stored = {"session": {"events": events(), "hashes": [], "head": "", "error": None}}
            sample = {"id": f"{persona}/{epoch}", "metadata": who, "scores": scores, "store": stored}
            archive.writestr(f"samples/{persona}/{epoch}_epoch_1.json", json.dumps(sample))
        archive.writestr("header.json", json.dumps({**started, "status": "success"}))
    return path


def write_tables(folder: Path, run: str, sessions: int, *, worse: bool) -> Path:
    """The tables of a run, as `coach-eval baseline` stores them: 100 sessions a persona."""
    epochs = 100
    personas = [f"persona_number_{number:05}" for number in range(-(-sessions // epochs))]
    number = pl.int_range(sessions, dtype=pl.Int64)
    who = pl.select(
        persona=pl.lit("persona_number_") + (number // epochs).cast(pl.String).str.zfill(5), epoch=number % epochs + 1
    ).with_columns(
        session=pl.format("{}/{}", "persona", "epoch"), cluster="persona", tags=pl.lit(["adult", "10k"]),
        seed=number.cast(pl.Int128), run=pl.lit(run), error=pl.lit(None, pl.String),
        seconds=pl.lit(None, pl.Float64),
    )  # fmt: skip
    kinds = pl.DataFrame({"scorer": SCORERS, "number": [NUMBERS.get(name) for name in SCORERS]})
    drawn = pl.int_range(sessions * len(SCORERS), dtype=pl.Int64).hash(seed=len(run)) % 10_000
    scores = who.join(kinds, how="cross").with_columns(
        version=pl.lit(1, pl.Int64),
        passed=drawn > (10_000 * FAILS if worse else 0),
        number=pl.col("number") * (1 + (drawn % 3) / 100),
        rules=pl.lit([], pl.List(pl.String)), quotes=pl.lit([], pl.List(pl.String)), judged=pl.lit("{}"),
        explanation=pl.col("scorer") + ": every one of the 24 messages was read, nothing to complain of",
    ).with_columns(
        value=pl.coalesce(
            pl.col("number").cast(pl.String), pl.when("passed").then(pl.lit("pass")).otherwise(pl.lit("fail"))
        )
    )  # fmt: skip
    found = Header.model_validate(
        {**header(run, personas, epochs), "path": "", "status": "success", "created": "2026-01-05T10:00:00+00:00"}
    )
    write_stored(LoggedRun(found, scores.select(*SCORES), who.select(*SESSIONS)), folder / run)
    return folder / run


def report(folder: Path, sessions: int) -> dict[str, float]:
    """`coach-eval compare` of two runs with so many sessions each."""
    write = write_log if sessions < LARGE else write_tables
    sides = [write(folder, f"{name}-{sessions}", sessions, worse=name == "cand") for name in ("base", "cand")]
    named = [word for side, path in zip(("--base", "--cand"), sides, strict=True) for word in (side, str(path))]
    command = [sys.executable, "-m", "evals.cli", "compare", *named, "--out", str(folder / "out")]
    return process(command, ends=(0, 1, 2))


@bench("reporting", "Regression reports, all forms")
def reports(quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    found = {"import polars": process([sys.executable, "-c", "import polars"])}
    with tempfile.TemporaryDirectory() as folder:
        for sessions in (600,) if quick else (600, 100_000):
            found[f"report of {sessions} sessions a run"] = report(Path(folder), sessions)
    least = found["import polars"]["cpu_s"]
    return [{"what": what, **each, "times": each["cpu_s"] / least} for what, each in found.items()]
