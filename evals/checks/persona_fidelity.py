"""Did the simulated athlete stay on script? A session that fails here says nothing about the coach."""

from collections.abc import Iterable, Iterator

from coach.events import AthleteLeft, BoundReached, CoachSaid, GateEvaluated, PlanShown
from evals.checks.fidelity_facts import contradicts_self, off_script_facts, off_script_goals
from evals.checks.fidelity_words import off_script_words, out_of_role
from evals.checks.jobs import contradicts_own_job, off_script_job
from evals.checks.persona_script import PersonaScript, script_of
from evals.checks.replay import ends_held
from evals.checks.running_history import contradicts_own_history, off_script_history
from evals.checks.statements import exchanges, fact_source, statements
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged
from evals.checks.view import SessionView
from personas.persona import Persona

VERSION = 14

_BESIDE_QUESTIONS = frozenset({"answers_unasked", "tells_hidden", "repeats"})
"""What can be said only of a talk in which the athlete answers words of the coach."""


def check_persona_fidelity(session: SessionView, persona: Persona | None) -> Verdict:
    """pass | fail with every sentence off script; `counts.off_script` is 1 or 0, for reports to set them apart.

    not_judged where no answer to the coach is on record: who was asked nothing can keep to no script, and whether a
    fact was told unasked shows only beside what was asked. Which facts were told the acts say; without them the reader,
    and what it misses cannot be off script (`fact_source`). Of an athlete without a file only the role is judged, and
    whether what they say of themselves agrees; that passes nobody, and without a script nobody is off it.
    """
    if persona is None:
        own = (contradicts_self, contradicts_own_history, contradicts_own_job)
        found = tuple(_once([*out_of_role(session), *(each for part in own for each in part(session))]))
        return _failed(found) if found else not_applicable("the session names no persona")
    talk, script = exchanges(session), script_of(persona)
    findings = tuple(_once(found for part in _PARTS for found in part(session, script)))
    if not any(each.asked.strip() for each in talk):
        findings = tuple(found for found in findings if found.rule not in _BESIDE_QUESTIONS)
    if not session.coach_spoke:
        findings = tuple(found for found in findings if found.rule != "stops_early")
    if not findings and not any(each.asked.strip() and each.text.strip() for each in talk):
        return not_judged("the record holds no answer of the athlete to the coach")
    if not findings and not statements(session).facts:
        return not_judged("the athlete stated nothing that could be compared with the persona's file")
    if findings:
        return _failed(findings, session)
    explanation = "every message fits the persona's file"
    source = fact_source(session)
    why, counts = source.beside(explanation), {"off_script": 0.0}
    return Verdict(value="pass", passed=True, explanation=why, judged=source.judged, counts=counts)


def _failed(findings: tuple[Evidence, ...], session: SessionView | None = None) -> Verdict:
    why, source = "; ".join(finding.what for finding in findings[:3]), fact_source(session) if session else None
    return Verdict(
        value="fail",
        passed=False,
        explanation=source.beside(why) if source else why,
        findings=findings,
        judged=source.judged if source else {},
        counts={"off_script": 1.0} if session else {},
    )


def _once(findings: Iterable[Evidence]) -> Iterator[Evidence]:
    """What two parts found in the same message is one finding."""
    seen: set[tuple[int | None, str]] = set()
    for found in findings:
        if (found.event, found.what) not in seen:
            yield found
        seen.add((found.event, found.what))


def _stops(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Left before anything had come of it: no plan, no word of why there is none, patience not used up."""
    left, patience = session.last(AthleteLeft), script.persona.speaks.patience_turns
    turns = len(session.athlete_said)
    if left is None or "goes_silent" in script.kinds or turns > patience or any(session.of(BoundReached)):
        return
    if any(session.of(PlanShown)) or _was_refused(session) or ends_held(session.events):
        return
    what = f"stops_early: left after {turns} messages, with patience for {patience}"
    yield Evidence(what=what, event=left[0], rule="stops_early")


def _was_refused(session: SessionView) -> bool:
    """The coach has spoken after a gate evaluation that did not approve."""
    gates = [i for i, event in session.of(GateEvaluated) if event.result.status in {"blocked", "unresolved"}]
    return bool(gates) and any(index > gates[0] for index, _ in session.of(CoachSaid))


_PARTS = (off_script_facts, off_script_words, off_script_goals, off_script_history, off_script_job, _stops)
