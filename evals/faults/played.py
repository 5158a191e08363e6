"""What one session with a planted fault came to, by scorer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from coach import variants
from evals.bulk import Finished, Job
from evals.checks.verdict import Verdict
from evals.session import Spec
from personas.load import load

_persona, _variant = cache(load), cache(variants.load)
LONGEST = 200
"""Characters of an error."""


@dataclass(frozen=True, slots=True)
class ScorerResult:
    """What one scorer said. `what` and `turn` (the athlete's messages so far) are of its first finding."""

    passed: bool | None
    value: float | str
    findings: int
    what: str
    turn: int | None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredSession:
    """One session, by scorer; none where it `broke`, which says nothing about any scorer."""

    fault: str
    persona: str
    seed: int
    by_scorer: dict[str, ScorerResult]
    broke: str | None = None


def summary(done: Finished) -> ScoredSession:
    """What the kill matrix needs of a session, small enough to come back from another process."""
    fault, persona, seed = done.job.fault, done.job.spec.persona.id, done.job.spec.seed
    if done.error is not None or done.stored is None:
        return ScoredSession(fault, persona, seed, {}, (done.error or "nothing was recorded")[:LONGEST])
    events = done.stored["events"]
    return ScoredSession(fault, persona, seed, {name: _judged(each, events) for name, each in done.verdicts.items()})


def job(fault: str, persona: str, seed: int) -> Job:
    """The persona with this seed in front of the faulty coach, or the faulty athlete in front of the clean one."""
    return Job(Spec(_persona(persona), _variant("baseline"), seed=seed), fault)


def _judged(verdict: Verdict, events: Sequence[Mapping[str, Any]]) -> ScorerResult:
    first = verdict.findings[0] if verdict.findings else None
    what = first.what if first else verdict.explanation
    turn = _turn(events, first.event) if first else None
    rules = tuple(sorted({finding.rule for finding in verdict.findings if finding.rule}))
    return ScorerResult(verdict.passed, verdict.value, len(verdict.findings), what, turn, rules)


def _turn(events: Sequence[Mapping[str, Any]], event: int | None) -> int | None:
    """How many messages of the athlete there had been by then."""
    if event is None:
        return None
    return sum(bool(each["kind"] == "athlete_said") for each in events[: event + 1])
