"""What a finished run came to, for the terminal: an outcome per session, a line per scorer."""

from collections import Counter
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from rich.console import Console
from rich.table import Table

from coach.events import SessionClosed
from evals.checks.view import view
from evals.scorers.adapter import KEY

WIDTH = 100
"""Columns that the tables need; where the terminal has fewer it scrolls or wraps them."""


_ATHLETES = "persona_fidelity"
"""The scorer of the athlete; where it fails, the others are not counted, since they speak of the coach."""


def print_summary(path: Path, console: Console | None = None) -> int:
    """Print the tables; the number of sessions that broke."""
    log = read_eval_log(str(path))
    console = console or Console(width=max(WIDTH, Console().width))
    samples, meta = log.samples or [], log.eval.metadata or {}
    console.print(_outcomes(samples))
    console.print(_scores(log, samples))
    for line in _reaches(samples):
        console.print(line, markup=False, highlight=False)
    broken = [sample for sample in samples if sample.error]
    for sample in broken:
        console.print(f"{sample.id} broke: {sample.error.message if sample.error else ''}", markup=False, style="red")
    for name in _off_script(samples):
        console.print(f"{name}: the athlete went off script; this session says nothing about the coach", markup=False)
    console.print(
        f"run {meta.get('run')}: coach {log.eval.model}, athlete {meta.get('athlete')}, {len(samples)} sessions",
        markup=False,
    )
    if log.eval.model.startswith("offline/"):
        console.print("Offline players: this proves the engine, the gate and the scorers, not the quality of a coach.")
    return len(broken)


def _outcomes(samples: list[EvalSample]) -> Table:
    table = Table("session", "outcome", "labelled", "turns", "why", title="Outcomes", title_justify="left")
    for sample in sorted(samples, key=lambda s: (str(s.metadata.get("persona_id")), s.metadata.get("epoch", 0))):
        outcome, turns, why = _ending(sample)
        table.add_row(str(sample.id), outcome, str(sample.target), turns, why)
    return table


def _off_script(samples: list[EvalSample]) -> list[str]:
    scored = ((sample, (sample.scores or {}).get(_ATHLETES)) for sample in samples)
    return [str(sample.id) for sample, score in scored if score and (score.metadata or {}).get("passed") is False]


def _ending(sample: EvalSample) -> tuple[str, str, str]:
    stored = sample.store.get(KEY)
    if not stored:
        return "broke", "-", sample.error.message if sample.error else "no session was recorded"
    session = view(stored)
    closed = session.last(SessionClosed)
    turns = str(len(session.athlete_said))
    return (closed[1].outcome, turns, closed[1].why) if closed else ("none", turns, stored.get("error") or "not closed")


def _scores(log: EvalLog, samples: list[EvalSample]) -> Table:
    table = Table(title="Scores", title_justify="left")
    table.add_column("scorer", no_wrap=True)
    off_script = set(_off_script(samples))
    for heading in (
        "passed",
        "values (n)",
        "not applicable",
        "not judged",
        *(["off script"] if off_script else []),
        "n",
    ):
        table.add_column(heading)
    for name in (log.eval.metadata or {}).get("scorer_versions", {}):
        kept = [sample for sample in samples if name == _ATHLETES or str(sample.id) not in off_script]
        found = [sample.scores[name].metadata or {} for sample in kept if sample.scores and name in sample.scores]
        judged = [each for each in found if each.get("passed") is not None or isinstance(each["value"], int | float)]
        decided = [bool(each["passed"]) for each in judged if each.get("passed") is not None]
        share = f"{sum(decided)}/{len(decided)}" if decided else "-"
        aside = sum(each["value"] == "not_applicable" for each in found)
        unjudged = len(kept) - len(judged) - aside
        apart = [str(len(samples) - len(kept))] if off_script else []
        table.add_row(name, share, _values(judged), str(aside), str(unjudged), *apart, str(len(samples)))
    return table


def _reaches(samples: list[EvalSample]) -> list[str]:
    """What each scorer says of its own reach, where it says anything: a pass means no more than this."""
    weakest: dict[str, dict[str, float]] = {}
    for sample in samples:
        for name, score in (sample.scores or {}).items():
            held = (score.metadata or {}).get("judged") or {}
            known = weakest.setdefault(name, {})
            for what, rate in held.items():
                worst = max if what.endswith("not_judged") else min
                known[what] = worst(known.get(what, rate), rate)
    return [_reach(name, known) for name, known in sorted(weakest.items()) if known]


def _reach(name: str, known: dict[str, float]) -> str:
    said = ", ".join(f"{what} {rate:g}" for what, rate in sorted(known.items()))
    return (
        f"unspoken: meaning judged by words only, measured recall: {said}" if name == "unspoken" else f"{name}: {said}"
    )


def _values(judged: list[dict[str, Any]]) -> str:
    numbers = [each["value"] for each in judged if isinstance(each["value"], int | float)]
    words = Counter(each["value"] for each in judged if isinstance(each["value"], str))
    mean = [f"mean {sum(numbers) / len(numbers):.3f} ({len(numbers)})"] if numbers else []
    return ", ".join(mean + [f"{word} ({n})" for word, n in sorted(words.items())]) or "-"
