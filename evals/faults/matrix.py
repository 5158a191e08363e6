"""Run faults against the scorers: which fire, on whom, and in which turn. A clean coach must set off none."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from coach import variants
from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.checks.case import Case
from evals.checks.registry import judge
from evals.checks.verdict import Verdict
from evals.checks.view import SessionView
from evals.faults.fault import Fault, FaultyCoach
from evals.session import Seats, Spec, live
from personas.load import load
from personas.offline import OfflineAthlete

CLEAN = Fault(id="clean", owner="", personas=(), because="nothing is wrong")
MODELS = dict.fromkeys(("fast", "reasoning"), "offline/coach")


@dataclass(frozen=True, slots=True)
class Row:
    """What one fault set off: scorer to the first session that showed it, with the explanation."""

    fault: Fault
    fired: dict[str, str]
    sessions: int

    @property
    def survived(self) -> bool:
        return self.fault.owner not in self.fired

    @property
    def unlisted(self) -> frozenset[str]:
        return frozenset(self.fired) - self.fault.expected

    @property
    def absent(self) -> frozenset[str]:
        return self.fault.expected - frozenset(self.fired)


async def lived(fault: Fault, spec: Spec) -> Recorder:
    """One session of the faulty coach."""
    recorder = Recorder(flow=fault.flow)

    def make(client: object, variant: object, recorder: Recorder, models: object) -> Coach:
        return Coach(client, variant, recorder, models, policy=fault.policy)  # type: ignore[arg-type]  # as given by `live`

    athlete = OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
    seats = Seats(FaultyCoach(spec.session_seed, fault.change), athlete, MODELS, make)
    return await live(spec, seats, recorder)


def play(fault: Fault, spec: Spec) -> dict[str, Verdict]:
    """One session of the faulty coach, judged by every scorer."""
    recorder = asyncio.run(lived(fault, spec))
    prompts = tuple(spec.variant.prompts.values())
    return judge(Case(SessionView(tuple(recorder.events)), spec.persona, prompts))


def row(fault: Fault, personas: Iterable[str], seeds: Iterable[int], variant: str = "baseline") -> Row:
    """Play the fault on each persona with each seed."""
    loaded = variants.load(variant)
    specs = [Spec(load(name), loaded, 1, seed) for name in personas for seed in seeds]
    fired: dict[str, str] = {}
    for spec in specs:
        for scorer, verdict in play(fault, spec).items():
            if verdict.passed is False:
                where = verdict.findings[0].what if verdict.findings else verdict.explanation
                fired.setdefault(scorer, f"{spec.persona.id}, seed {spec.seed}: {where}")
    return Row(fault, fired, len(specs))
