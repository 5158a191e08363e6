"""What whole sessions cost: in bulk on one core, through the command, by their length, and on disk.

    python tests/bench/sessions.py [--json FILE]

Commands are whole processes, measured by the operating system; in-process figures are processor time. Each is repeated
and the median stands, with the smallest and the largest. No test looks at a clock; this is for people.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
from overhead import MODELS, VARIANT, WORDS, Stub
from rich.console import Console
from rich.table import Table

from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.bulk import Job, played
from evals.run_specs import specs_of

ROUNDS = 5
TURNS = (10, 160)
FEW, MORE = 1, 9


def repeated(work: Callable[[], float], rounds: int = ROUNDS) -> dict[str, float]:
    """The median of some rounds, with the smallest and the largest."""
    found = sorted(work() for _ in range(rounds))
    return {"median": statistics.median(found), "least": found[0], "most": found[-1], "n": rounds}


def command(*words: str) -> dict[str, float]:
    """Processor seconds, wall seconds and peak megabytes of a command; of its workers too."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        given = [sys.executable, "-m", *words, *(["--log-dir", folder] if "eval" in words else [])]
        before = os.times()
        subprocess.run(given, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 (fixed words)
        after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"cpu_s": cpu, "wall_s": time.perf_counter() - began}


def evaluating(persona: str, epochs: int, *more: str) -> dict[str, float]:
    return command("evals.cli", "eval", "--persona", persona, "--epochs", str(epochs), *more)


def bulk() -> list[dict[str, object]]:
    """Playing and judging the library in this process, after a first round that fills what is kept for a process."""
    specs = [spec for epoch in (1, 2) for spec in specs_of("all", "baseline", epoch, 0)][-77:]
    sizes: list[int] = []

    def library() -> float:
        began = time.process_time()
        for spec in specs:
            done = played(Job(spec, model="offline/coach"))
            sizes.append(len(orjson.dumps((done.stored or {}).get("events"))))
        return (time.process_time() - began) * 1000 / len(specs)

    library()
    sizes.clear()
    found = repeated(library)
    size = {"median": statistics.median(sizes) / 1000, "least": min(sizes) / 1000, "most": max(sizes) / 1000}
    rate = {"median": 1000 / found["median"], "least": 1000 / found["most"], "most": 1000 / found["least"]}
    return [
        {"what": "a session in bulk, all scorers", "unit": "ms", **found},
        {"what": "sessions in bulk, one core", "unit": "a second", **rate, "n": ROUNDS},
        {"what": "events of a session", "unit": "kB", **size, "n": len(sizes)},
    ]


def growth() -> list[dict[str, object]]:
    """The engine's cost of a turn, with a model that answers at once, by how long the talk is."""
    costs = {turns: repeated(lambda turns=turns: _turns(turns)) for turns in TURNS}  # type: ignore[misc]
    return [{"what": f"engine, a turn of {turns}", "unit": "ms", **found} for turns, found in costs.items()]


def _turns(turns: int) -> float:
    limits = VARIANT.settings.limits.model_copy(
        update={"turns": 1000, "calls_a_session": 1000, "history_tokens": 10**9}
    )
    variant = type(VARIANT)("long", VARIANT.settings.model_copy(update={"limits": limits}), VARIANT.prompts)

    async def talk() -> None:
        coach = Coach(Stub(), variant, Recorder(), MODELS)
        coach.start(session="s", athlete="a", today="2026-01-05", review="go_on")
        for _ in range(turns):
            await coach.hear(WORDS)

    began = time.process_time()
    asyncio.run(talk())
    return (time.process_time() - began) * 1000 / turns


def commands() -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    first = [evaluating("masters_runner", 1) for _ in range(ROUNDS)]
    rows.append({"what": "first session, whole command (CPU)", "unit": "s", **_of(first, "cpu_s")})
    wrong = [evaluating("masters_runer", 1) for _ in range(ROUNDS)]
    rows.append({"what": "a wrong persona is answered", "unit": "s", **_of(wrong, "wall_s")})
    wrong = [evaluating("masters_runner", 1, "--model", "nobody/x") for _ in range(ROUNDS)]
    rows.append({"what": "a wrong model is answered", "unit": "s", **_of(wrong, "wall_s")})
    few = [evaluating("masters_runner", FEW, "--workers", "1")["cpu_s"] for _ in range(3)]
    more = [evaluating("masters_runner", MORE, "--workers", "1")["cpu_s"] for _ in range(3)]
    marginal = sorted(1000 * (b - a) / (MORE - FEW) for a, b in zip(few, more, strict=True))
    rows.append({"what": "a further session of the command", "unit": "ms", **_spread(marginal)})
    library = [evaluating("all", 4) for _ in range(2)]
    rows.append({"what": "the library, 81 personas x 4 (wall)", "unit": "s", **_of(library, "wall_s")})
    return rows


def _of(found: list[dict[str, float]], key: str) -> dict[str, float]:
    return _spread(sorted(each[key] for each in found))


def _spread(found: list[float]) -> dict[str, float]:
    return {"median": statistics.median(found), "least": found[0], "most": found[-1], "n": len(found)}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    rows: list[dict[str, Any]] = [*bulk(), *growth(), *commands()]
    table = Table("what", "median", "least", "most", "unit", "n", title="Whole sessions of the offline players")
    for row in rows:
        table.add_row(
            row["what"], *(f"{row[key]:.4g}" for key in ("median", "least", "most")), row["unit"], str(row["n"])
        )
    Console(width=110).print(table)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
