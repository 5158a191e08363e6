"""Do the questions and the first weeks fit the athlete's stage of life, as a person labelled it?

Not a word about age or stage is read here: what is said of it is the business of `unspoken`.
"""

import re
from collections.abc import Iterator

from coach.events import CoachSaid, PlanShown
from evals.checks.first_weeks import Look, first_weeks, look
from evals.checks.plan_reading import is_empty
from evals.checks.statements import asks, topic_of
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.persona import ExpectedApproach, Persona

VERSION = 4

_ASKING = re.compile(r"[^.!?\n]*\?")


def check_life_stage_fit(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail; not_applicable without a label, not_judged where the labelled part never came to be.

    What of a shape could not be looked at is told beside a pass and counted (`judged.criteria_not_judged`); where
    nothing of it could, it is not judged.
    """
    label = persona.expect.approach
    if label is None or not (label.asks_about or label.first_weeks):
        return Verdict(value="not_applicable", passed=None, explanation="nobody labelled an approach")
    shown = session.last(PlanShown)
    silent = bool(label.asks_about) and not session.coach_spoke
    findings = tuple(_unasked(session, label)) if not silent and (shown or not label.first_weeks) else ()
    weeks = first_weeks(shown[1].plan) if shown else ()
    seen = look(label.first_weeks, weeks, persona.truth) if label.first_weeks and shown else Look()
    findings += tuple(
        Evidence(what=f"{label.first_weeks}: {what}", event=shown[0] if shown else None, rule=label.first_weeks)
        for what in seen.broken
    )
    if findings:
        return Verdict(value="fail", passed=False, explanation=findings[0].what, findings=findings)
    if silent or (label.first_weeks and not shown):
        word = "not_applicable" if session.record == "talk" else "not_judged"
        what = "no words of the coach are on record" if silent else "no plan was shown whose first weeks could be read"
        return Verdict(value=word, passed=None, explanation=what)
    unseen = f"not seen: {'; '.join(seen.unseen)}"
    if label.first_weeks and (is_empty(weeks) or not seen.seen):
        why = "the first weeks hold no session" if is_empty(weeks) else unseen
        return Verdict(value="not_judged", passed=None, explanation=why)
    said = f"asked about {', '.join(label.asks_about) or 'what was due'}; first weeks: {label.first_weeks or 'any'}"
    if not seen.unseen:
        return Verdict(value="pass", passed=True, explanation=said)
    judged = {"criteria_not_judged": float(len(seen.unseen))}
    return Verdict(value="pass", passed=True, explanation=f"{said}; {unseen}", judged=judged)


def _unasked(session: SessionView, label: ExpectedApproach) -> Iterator[Evidence]:
    """A topic is a field, a topic of the catalogue, or a word that stands in a question."""
    texts = [(index, event.text) for index, event in session.of(CoachSaid)]
    fields = {ask.field for asked in asks(session).values() for ask in asked}
    named = fields | {topic_of(name) for name in fields}
    words = " ".join(found.lower() for _, text in texts for found in _ASKING.findall(text))
    for topic in label.asks_about:
        plain = re.escape(topic.replace("_", " ").lower())
        if topic not in named and not re.search(rf"\b{plain}", words):
            place = texts[-1][0] if texts else None
            yield Evidence(what=f"never asked about {topic}", event=place, rule="asks_about")
