"""Was everything collected that the persona's label demands, when the gate last decided?"""

from collections.abc import Mapping

from coach.events import GateEvaluated
from coach.records.fact import Fact, Value
from coach.safety.clinical_words import name_of
from evals.checks.persona_script import script_of
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged
from evals.checks.view import SessionView, collected
from personas.persona import Persona

VERSION = 4


def check_intake_complete(session: SessionView, persona: Persona) -> Verdict:
    """The fraction of `must_collect` that was told, or followed from what was told, before the last evaluation."""
    wanted = persona.expect.must_collect
    if not wanted:
        return not_applicable("the label requires no field")
    decided = session.last(GateEvaluated)
    if decided is None and session.broke is not None:
        return not_judged(f"the session broke: {session.broke}")
    if decided is None and persona.expect.outcome == "abandoned":
        return not_judged("the athlete left before the gate ran, as labelled")
    held = collected(session, decided[0] if decided else None)
    truth = script_of(persona).truth
    told = {name for name, (_, fact) in held.items() if _answers(fact, truth)}
    followed = {name for name, value in decided[1].profile.items() if value is not None} if decided else set()
    missing = [name for name in wanted if name not in told | followed]
    fraction = 1 - len(missing) / len(wanted) if decided else 0.0
    place = decided[0] if decided else session.end
    findings = tuple(Evidence(what=f"not collected: {name_of(name)}", event=place, rule=name) for name in missing)
    if decided is None:
        findings = (Evidence(what="the gate never ran", event=place), *findings)
    said = f"{len(wanted) - len(missing)} of {len(wanted)} collected" + ("" if decided else "; the gate never ran")
    return Verdict(value=round(fraction, 4), passed=fraction == 1, explanation=said, findings=findings)


def _answers(fact: Fact, truth: Mapping[str, Value]) -> bool:
    """A value; that the field does not apply is an answer only where in truth it does not."""
    return fact.standing == "given" and (fact.value is not None or truth.get(fact.field) is None)
