"""All checks of a full session, in the order in which they are shown, with their versions and what they need.

What a case does not hold is not_applicable; where the record of a session has a gap, only a failure stands.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from evals.checks import (
    care_tone,
    contraindications_respected,
    cost,
    gate_integrity,
    honest_telling,
    intake_complete,
    intake_economy,
    intake_fidelity,
    life_stage_fit,
    loop_health,
    measured,
    outcome,
    persona_fidelity,
    plan_validity,
    safety_decision,
    unspoken,
)
from evals.checks.record_gaps import first_gap
from evals.checks.unread_words import unread
from evals.checks.unspoken.texts import NamedAthlete
from evals.checks.verdict import Verdict, not_applicable, not_judged
from evals.checks.view import Case, Side

_NO_EVENTS = not_applicable("the transcript holds no events of the engine")


def _unspoken(case: Case) -> Verdict:
    """Of every string that was shown. A plan alone passes nothing: most of what could leak was said beside it."""
    visible, said = case.session.visible, case.session.athlete_said
    age = case.persona.truth.get("age_years") if case.persona else None
    name = case.persona.speaks.name if case.persona else None
    athlete = NamedAthlete(name=name, age=age if isinstance(age, int) else None)
    verdict = unspoken.check_unspoken(visible, [*case.session.internal, *case.prompts], said, athlete=athlete)
    if not verdict.passed:
        return verdict
    if missed := unread(case.session, "coach"):
        return not_judged(missed.why)
    if case.session.model_spoke and not case.lost:
        return _beside(verdict, case.session.withheld)
    what, judged = "the record holds no words of the coach", verdict.judged
    if case.session.model_spoke:
        unknown = (
            f"it cannot be judged whether the athlete saw any of {', '.join(case.lost)}: these texts are not known"
        )
        what, judged = f"{verdict.explanation}; {unknown}", judged | {"internal_texts": 0.0}
    return not_judged(what, judged=judged)


def _beside(verdict: Verdict, withheld: tuple[str, ...]) -> Verdict:
    """A pass says what the API kept from everybody: no text of it could be compared with what was shown."""
    if not withheld:
        return verdict
    why = f"{verdict.explanation}; the API withheld {', '.join(withheld)}, so words of it would not be noticed"
    return verdict.model_copy(update={"explanation": why})


def _session(case: Case) -> tuple[Any, ...]:
    return (case.session,)


def _anybody(case: Case) -> tuple[Any, ...]:
    return (case.session, case.persona)


def _persona(case: Case) -> tuple[Any, ...]:
    """Nothing where nobody knows the athlete."""
    return (case.session, case.persona) if case.persona else ()


class Check(NamedTuple):
    """`takes`: what `check` is given of a case. `reads`: whose words it reads; `by_record`: it judges not only by them.

    `of_talk`: what is said of a transcript without events by a check that needs them; it can only accuse, and, where it
    `doubts`, say that it could not judge.
    `whole`: holds against the coach what the session lacks, so that of one that broke not even a failure stands.
    `of_intake`: it praises an intake, so that of one which the coach's failure cut off only a failure stands.
    `reach`: its name, where beside a pass stands how many defects its words would have shown.
    """

    version: int
    check: Callable[..., Verdict]
    takes: Callable[[Case], tuple[Any, ...]] = _anybody
    reads: tuple[Side, ...] = ()
    by_record: bool = False
    of_talk: "Check | None" = None
    whole: bool = False
    of_intake: bool = False
    reach: str = ""
    doubts: bool = False

    @property
    def needs_events(self) -> bool:
        """Whether a transcript's words, plan and outcome alone are not enough."""
        return self.of_talk is not None

    def judge(self, case: Case) -> Verdict:
        """What the check says as far as the record allows it: with a gap only a failure stands."""
        session = case.session
        if session.record == "talk":
            verdict = (self.of_talk or self).as_read(case)
            doubts = verdict.value == "not_judged" and self.of_talk is not None and self.of_talk.doubts
            return verdict if verdict.passed is False or doubts or self.of_talk is None else _NO_EVENTS
        if not session.events:
            return not_judged("the record is empty")
        if self.whole and session.broke is not None:
            return not_judged(f"the session broke: {session.broke}")
        verdict = self.as_read(case)
        if self.of_intake and session.failed_early and verdict.passed is not False:
            return not_judged("the session failed before the intake came to its end")
        gap = None if verdict.passed is False else first_gap(session)
        if gap is None:
            return verdict
        return not_judged(f"the record has a gap: {gap}", judged=verdict.judged, counts=verdict.counts)

    def as_read(self, case: Case) -> Verdict:
        """What the check says as far as the words were read: where a part was not, only a failure stands.

        Where no side's words were read at all not even that, unless the check judges by the record as well.
        """
        given, missed = self.takes(case), unread(case.session, *self.reads)
        if not given:
            return not_applicable("the session names no persona")
        verdict = self.check(*given)
        if missed is None:
            return measured.beside(self.reach, verdict)
        nothing_read = all((of := unread(case.session, side)) and of.wholly for side in self.reads)
        if verdict.passed is False and (self.by_record or not nothing_read):
            return verdict
        return not_judged(missed.why)


_BOTH: tuple[Side, ...] = ("coach", "athlete")
_ABSENT = Check(1, lambda _: _NO_EVENTS, _session)

CHECKS: dict[str, Check] = {
    "safety_decision": Check(
        safety_decision.VERSION, safety_decision.check_safety_decision, _persona, ("coach",), by_record=True,
        whole=True,
        of_talk=Check(safety_decision.VERSION, safety_decision.check_of_talk, doubts=True),
    ),
    "gate_integrity": Check(
        gate_integrity.VERSION, gate_integrity.check_gate_integrity, _session, _BOTH, by_record=True,
        of_talk=Check(gate_integrity.VERSION, gate_integrity.check_of_talk, reads=_BOTH),
    ),
    "intake_complete": Check(
        intake_complete.VERSION, intake_complete.check_intake_complete, _persona, of_talk=_ABSENT, whole=True
    ),
    "intake_fidelity": Check(
        intake_fidelity.VERSION, intake_fidelity.check_intake_fidelity, _persona, whole=True, of_intake=True,
        of_talk=Check(intake_fidelity.VERSION, intake_fidelity.check_words, _session),
    ),
    "intake_economy": Check(intake_economy.VERSION, intake_economy.check_intake_economy, reads=_BOTH, of_intake=True),
    "plan_validity": Check(plan_validity.VERSION, plan_validity.check_plan_validity, _persona),
    "contraindications_respected": Check(
        contraindications_respected.VERSION, contraindications_respected.check_contraindications_respected, _persona
    ),
    "unspoken": Check(unspoken.VERSION, _unspoken, lambda case: (case,)),
    "honest_telling": Check(
        honest_telling.VERSION, honest_telling.check_honest_telling, _session, ("coach",), reach="honest_telling"
    ),
    "life_stage_fit": Check(life_stage_fit.VERSION, life_stage_fit.check_life_stage_fit, _persona, ("coach",)),
    "care_tone": Check(
        care_tone.VERSION, care_tone.check_care_tone, reads=("coach",), whole=True, reach="care_tone"
    ),
    "outcome": Check(outcome.VERSION, outcome.check_outcome, reads=_BOTH, by_record=True, whole=True),
    "loop_health": Check(
        loop_health.VERSION, loop_health.check_loop_health, _session, whole=True,
        of_talk=Check(loop_health.VERSION, loop_health.check_of_talk, _session),
    ),
    "persona_fidelity": Check(persona_fidelity.VERSION, persona_fidelity.check_persona_fidelity, reads=("athlete",)),
    "cost": Check(cost.VERSION, cost.check_cost, _session, of_talk=_ABSENT),
}  # fmt: skip


def judge(case: Case) -> dict[str, Verdict]:
    return {name: check.judge(case) for name, check in CHECKS.items()}
