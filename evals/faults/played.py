"""One session with a planted fault, judged by every scorer. What comes back is small enough to cross processes."""

import asyncio
from dataclasses import dataclass
from typing import Any

from coach import variants
from coach.events import AthleteSaid
from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.checks.case import Case
from evals.checks.registry import judge
from evals.checks.verdict import Verdict
from evals.checks.view import SessionView
from evals.faults.fault import Fault
from evals.session import Seats, Spec, acts_of, live
from personas.channel import Channel
from personas.load import load


@dataclass(frozen=True, slots=True)
class Judged:
    """What one scorer said. `what` and `turn` (the athlete's messages so far) are of its first finding."""

    passed: bool | None
    value: float | str
    findings: int
    what: str
    turn: int | None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One session, by scorer; none where it `broke`, which says nothing about any scorer."""

    fault: str
    persona: str
    seed: int
    by_scorer: dict[str, Judged]
    broke: str | None = None


def lived(fault: Fault, spec: Spec) -> tuple[Recorder, Channel]:
    """The session itself, by the model names of the variant, so that what it would cost can be told."""
    recorder, channel = Recorder(flow=fault.flow), Channel()

    def make(client: Any, variant: Any, kept: Any, models: Any) -> Coach:
        return fault.engine(client, variant, kept, models, policy=fault.policy)

    seats = Seats(fault.coach(spec.session_seed, channel), fault.athlete(spec), None, make, channel)
    return asyncio.run(live(spec, seats, recorder)), channel


def play(fault: Fault, persona: str, seed: int) -> Played:
    """The persona with this seed in front of the faulty coach, or in the faulty athlete's hands."""
    spec = Spec(load(persona), fault.variant(variants.load("baseline")), seed=seed)
    try:
        recorder, channel = lived(fault, spec)
        view = SessionView(tuple(recorder.events), acts=acts_of(recorder, channel))
        verdicts = judge(Case(view, spec.persona, tuple(spec.variant.prompts.values())))
    except Exception as problem:  # noqa: BLE001 (whatever a planted fault or a scorer raises is told apart)
        return Played(fault.id, persona, seed, {}, f"{type(problem).__name__}: {str(problem)[:200]}")
    return Played(fault.id, persona, seed, {name: _judged(each, view) for name, each in verdicts.items()})


def _judged(verdict: Verdict, view: SessionView) -> Judged:
    first = verdict.findings[0] if verdict.findings else None
    what = first.what if first else verdict.explanation
    turn = _turn(view, first.event) if first else None
    rules = tuple(sorted({finding.rule for finding in verdict.findings if finding.rule}))
    return Judged(verdict.passed, verdict.value, len(verdict.findings), what, turn, rules)


def _turn(view: SessionView, event: int | None) -> int | None:
    """How many messages of the athlete there had been by then."""
    if event is None:
        return None
    return sum(isinstance(each, AthleteSaid) for each in view.events[: event + 1])
