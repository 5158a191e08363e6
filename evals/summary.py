"""What a finished run came to, for the terminal: an outcome per session, a line per scorer. Reads samples as JSON."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from coach.store.stored import upcast
from evals.budget import SPENT
from evals.spending import spending_lines

Json = Mapping[str, Any]

WIDTH = 100
"""Columns that the tables need; where the terminal has fewer it scrolls or wraps them."""

_ATHLETES = "persona_fidelity"
"""The scorer of the athlete; where it fails, the others are not counted, since they speak of the coach."""


@dataclass(frozen=True, slots=True)
class _Session:
    """A sample's ending and scores: scorer to its metadata, with value, passed and reach."""

    name: str
    persona: str
    epoch: int
    labelled: str
    outcome: str
    turns: str
    why: str
    error: str | None
    scores: Mapping[str, Json]

    @property
    def counts(self) -> Mapping[str, float]:
        """What the scorer `cost` counted."""
        return self.scores.get("cost", {}).get("counts") or {}

    @property
    def budget_was_spent(self) -> bool:
        return SPENT in f"{self.why} {self.error}"

    @property
    def off_script(self) -> bool:
        return self.scores.get(_ATHLETES, {}).get("passed") is False


def print_summary(header: Json, samples: Iterable[Json], console: Console | None = None) -> int:
    """Print the tables of an Inspect log's header and samples, both as JSON.

    The number of sessions that broke or that a budget stopped.
    """
    console = console or Console(width=max(WIDTH, Console().width))
    sessions, spec = [_session(sample) for sample in samples], header["eval"]
    meta = spec.get("metadata") or {}
    console.print(_outcomes(sessions))
    console.print(_scores(meta.get("scorer_versions", {}), sessions))
    for line in _reaches(sessions):
        console.print(line, markup=False, highlight=False)
    for line in (*spending_lines(session.counts for session in sessions), *_budget_lines(sessions)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    broken = [session for session in sessions if session.error]
    for session in broken:
        console.print(f"{session.name} broke: {session.error}", markup=False, style="red")
    for session in filter(lambda each: each.off_script, sessions):
        what = "the athlete went off script; this session says nothing about the coach"
        console.print(f"{session.name}: {what}", markup=False)
    players = f"coach {meta.get('coach') or spec['model']}, athlete {meta.get('athlete')}{_heard(meta)}"
    console.print(f"run {meta.get('run')}: {players}, {len(sessions)} sessions", markup=False)
    if spec["model"].startswith("offline/"):
        console.print("Offline players: this proves the engine, the gate and the scorers, not the quality of a coach.")
    return sum(bool(session.error) or session.budget_was_spent for session in sessions)


def _budget_lines(sessions: Sequence[_Session]) -> list[str]:
    """One sentence where a budget ended sessions or kept them from beginning."""
    stopped = [each for each in sessions if each.budget_was_spent]
    if not stopped:
        return []
    begun = [each for each in stopped if not each.error]
    ended = f"{len(sessions) - len(stopped)} of {len(sessions)} sessions were finished"
    return [f"budget: {ended}, {len(begun)} were stopped and {len(stopped) - len(begun)} not begun, since it {SPENT}"]


def _session(sample: Json) -> _Session:
    meta, error = sample["metadata"], sample.get("error")
    outcome, turns, why = _ending(sample)
    return _Session(
        name=str(sample["id"]),
        persona=str(meta.get("persona_id")),
        epoch=meta.get("epoch", 0),
        labelled=str(sample["target"]),
        outcome=outcome,
        turns=turns,
        why=why,
        error=error["message"] if error else None,
        scores={name: score.get("metadata") or {} for name, score in (sample.get("scores") or {}).items()},
    )


def _ending(sample: Json) -> tuple[str, str, str]:
    """Outcome, turns of the athlete, and why the session ended."""
    stored = sample["store"].get("session")
    if not isinstance(stored, Mapping):
        return "broke", "-", sample["error"]["message"] if sample.get("error") else "no session was recorded"
    events = upcast(stored["events"])
    turns = str(sum(event["kind"] == "athlete_said" for event in events))
    closed = [event for event in events if event["kind"] == "session_closed"]
    if not closed:
        return "none", turns, stored.get("error") or "not closed"
    return closed[-1]["outcome"], turns, closed[-1]["why"]


def _outcomes(sessions: Iterable[_Session]) -> Table:
    table = Table("session", "outcome", "labelled", "turns", "why", title="Outcomes", title_justify="left")
    for each in sorted(sessions, key=lambda each: (each.persona, each.epoch)):
        table.add_row(each.name, each.outcome, each.labelled, each.turns, each.why)
    return table


def _heard(meta: Json) -> str:
    """How well the coach heard, where it did not hear everything."""
    hearing = meta.get("hearing", "clean")
    return "" if hearing == "clean" else f", hearing {hearing}"


def _scores(scorers: Iterable[str], sessions: Sequence[_Session]) -> Table:
    table = Table(title="Scores", title_justify="left")
    table.add_column("scorer", no_wrap=True)
    off_script = ["off script"] if any(each.off_script for each in sessions) else []
    for heading in ("passed", "values (n)", "not applicable", "not judged", *off_script, "n"):
        table.add_column(heading)
    for name in scorers:
        kept = [each for each in sessions if name == _ATHLETES or not each.off_script]
        found = [each.scores[name] for each in kept if name in each.scores]
        judged = [each for each in found if each.get("passed") is not None or isinstance(each["value"], int | float)]
        decided = [bool(each["passed"]) for each in judged if each.get("passed") is not None]
        share = f"{sum(decided)}/{len(decided)}" if decided else "-"
        aside = sum(each["value"] == "not_applicable" for each in found)
        unjudged = len(kept) - len(judged) - aside
        apart = [str(len(sessions) - len(kept))] if off_script else []
        table.add_row(name, share, _values(judged), str(aside), str(unjudged), *apart, str(len(sessions)))
    return table


def _reaches(sessions: Iterable[_Session]) -> list[str]:
    """What each scorer says of its own reach, where it says anything: a pass means no more than this."""
    weakest: dict[str, dict[str, float]] = {}
    for session in sessions:
        for name, score in session.scores.items():
            known = weakest.setdefault(name, {})
            for what, rate in (score.get("judged") or {}).items():
                worst = max if what.endswith("not_judged") else min
                known[what] = worst(known.get(what, rate), rate)
    return [_reach(name, known) for name, known in sorted(weakest.items()) if known]


def _reach(name: str, known: dict[str, float]) -> str:
    said = ", ".join(f"{what} {rate:g}" for what, rate in sorted(known.items()))
    return (
        f"unspoken: meaning judged by words only, measured recall: {said}" if name == "unspoken" else f"{name}: {said}"
    )


def _values(judged: Sequence[Json]) -> str:
    numbers = [each["value"] for each in judged if isinstance(each["value"], int | float)]
    words = Counter(each["value"] for each in judged if isinstance(each["value"], str))
    mean = [f"mean {sum(numbers) / len(numbers):.3f} ({len(numbers)})"] if numbers else []
    return ", ".join(mean + [f"{word} ({n})" for word, n in sorted(words.items())]) or "-"
