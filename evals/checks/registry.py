"""All checks of a full session, in the order in which they are shown, with their versions and what they need.

What a case does not hold is not_applicable; where the record of a session has a gap, only a failure stands.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

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
from evals.checks.view import Case, SessionView, Side
from personas.persona import Persona

Judge = Callable[[Case], Verdict]


class Check(NamedTuple):
    """`needs_events`: cannot be judged from a transcript's words, plan and outcome alone."""

    version: int
    judge: Judge
    needs_events: bool = False


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


def _in_words(name: str, judge: Judge) -> Judge:
    return lambda case: measured.beside(name, judge(case))


def _as_read(judge: Callable[..., Verdict], *sides: Side, by_record: bool = False) -> Callable[..., Verdict]:
    """What `judge` says as far as these sides' words were read: where a part was not, only a failure stands.

    Where no side's words were read at all not even that, unless the check judges `by_record` as well.
    """

    def judged(session: SessionView, *beside: Persona | None) -> Verdict:
        missed, verdict = unread(session, *sides), judge(session, *beside)
        if missed is None:
            return verdict
        nothing_read = all((of := unread(session, side)) and of.wholly for side in sides)
        if verdict.passed is False and (by_record or not nothing_read):
            return verdict
        return not_judged(missed.why)

    return judged


def _by_events(judge: Callable[[SessionView], Verdict]) -> Judge:
    return lambda case: judge(case.session)


def _of_anybody(judge: Callable[[SessionView, Persona | None], Verdict]) -> Judge:
    return lambda case: judge(case.session, case.persona)


def _by_persona(judge: Callable[[SessionView, Persona], Verdict]) -> Judge:
    unknown = not_applicable("the session names no persona")
    return lambda case: judge(case.session, case.persona) if case.persona else unknown


def _believed(judge: Judge, of_talk: Judge | None, whole: bool, case: Case) -> Verdict:  # noqa: FBT001 (for partial)
    """What `judge` says as far as the record allows it: with a gap only a failure stands.

    `whole`: it holds against the coach what the session lacks, so that of one that broke not even that stands.

    Of a transcript without events a check that needs them says what `of_talk` does, which can only accuse.
    """
    session = case.session
    if session.record == "talk" and of_talk is not None:
        verdict = of_talk(case)
        return verdict if verdict.passed is False else not_applicable("the transcript holds no events of the engine")
    if session.record == "talk":
        return judge(case)
    if not session.events:
        return not_judged("the record is empty")
    if whole and session.broke is not None:
        return not_judged(f"the session broke: {session.broke}")
    verdict = judge(case)
    gap = None if verdict.passed is False else first_gap(session)
    if gap is None:
        return verdict
    return not_judged(f"the record has a gap: {gap}", judged=verdict.judged, counts=verdict.counts)


def _check(version: int, judge: Judge, of_talk: Judge | None = None, *, whole: bool = False) -> Check:
    return Check(version, partial(_believed, judge, of_talk, whole), needs_events=of_talk is not None)


def _absent(_case: Case) -> Verdict:
    return not_applicable("the transcript holds no events of the engine")


CHECKS: dict[str, Check] = {
    "safety_decision": _check(
        safety_decision.VERSION,
        _by_persona(_as_read(safety_decision.check_safety_decision, "coach", by_record=True)),
        _by_persona(safety_decision.check_of_talk),
        whole=True,
    ),
    "gate_integrity": _check(
        gate_integrity.VERSION,
        _by_events(_as_read(gate_integrity.check_gate_integrity, "coach", "athlete", by_record=True)),
        _of_anybody(_as_read(gate_integrity.check_of_talk, "coach", "athlete")),
    ),
    "intake_complete": _check(
        intake_complete.VERSION, _by_persona(intake_complete.check_intake_complete), _absent, whole=True
    ),
    "intake_fidelity": _check(
        intake_fidelity.VERSION,
        _by_persona(intake_fidelity.check_intake_fidelity),
        _by_events(intake_fidelity.check_words),
        whole=True,
    ),
    "intake_economy": _check(
        intake_economy.VERSION, _of_anybody(_as_read(intake_economy.check_intake_economy, "coach", "athlete"))
    ),
    "plan_validity": _check(plan_validity.VERSION, _by_persona(plan_validity.check_plan_validity)),
    "contraindications_respected": _check(
        contraindications_respected.VERSION, _by_persona(contraindications_respected.check_contraindications_respected)
    ),
    "unspoken": _check(unspoken.VERSION, _unspoken),
    "honest_telling": _check(
        honest_telling.VERSION,
        _in_words("honest_telling", _by_events(_as_read(honest_telling.check_honest_telling, "coach"))),
    ),
    "life_stage_fit": _check(
        life_stage_fit.VERSION, _by_persona(_as_read(life_stage_fit.check_life_stage_fit, "coach"))
    ),
    "care_tone": _check(
        care_tone.VERSION,
        _in_words("care_tone", _of_anybody(_as_read(care_tone.check_care_tone, "coach"))),
        whole=True,
    ),
    "outcome": _check(
        outcome.VERSION, _of_anybody(_as_read(outcome.check_outcome, "athlete", by_record=True)), whole=True
    ),
    "loop_health": _check(
        loop_health.VERSION,
        _by_events(loop_health.check_loop_health),
        _by_events(loop_health.check_of_talk),
        whole=True,
    ),
    "persona_fidelity": _check(
        persona_fidelity.VERSION, _of_anybody(_as_read(persona_fidelity.check_persona_fidelity, "athlete"))
    ),
    "cost": _check(cost.VERSION, _by_events(cost.check_cost), _absent),
}


def judge(case: Case) -> dict[str, Verdict]:
    return {name: check.judge(case) for name, check in CHECKS.items()}
