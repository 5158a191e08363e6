"""Do the questions and the first weeks fit the athlete's stage of life, as a person labelled it?

Not a word about age or stage is read here: what is said of it is the business of `unspoken`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from coach.events import CoachSaid, PlanShown
from coach.sentences import questions
from evals.checks.first_weeks import Result, first_weeks, judge_weeks
from evals.checks.plan_in_text import days_in_text
from evals.checks.plan_reading import in_week, is_empty, is_hard
from evals.checks.statements import asks, fact_source, statements, topic_of
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.words import patterns
from personas.persona import ExpectedApproach, Persona

VERSION = 9

_HARD, _GENTLE = patterns("life_stage_fit", "hard", "gentle")


def check_life_stage_fit(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail; not_applicable without a label, not_judged where the labelled part never came to be.

    A topic that the athlete volunteered before a plan was shown needs no question. What of a shape could not be judged
    is told beside a pass and counted (`judged.criteria_not_judged`); where nothing of it could, it is not judged.
    """
    label = persona.expect.approach
    if label is None or not (label.asks_about or label.first_weeks):
        return not_applicable("the label names no approach")
    shown = session.last(PlanShown)
    silent = bool(label.asks_about) and not session.coach_spoke
    unasked = [topic for topic in label.asks_about if not _is_asked(session, topic)]
    volunteered = [topic for topic in unasked if _is_volunteered(session, topic)]
    findings: list[Evidence] = []
    if not silent and (shown or not label.first_weeks):
        place = max((index for index, _ in session.of(CoachSaid)), default=None)
        missing = (topic for topic in unasked if topic not in volunteered)
        findings += (Evidence(what=f"never asked about {topic}", event=place, rule="asks_about") for topic in missing)
    weeks, result = first_weeks(shown[1].plan) if shown else (), Result()
    if shown and label.first_weeks:
        result = judge_weeks(label.first_weeks, weeks, persona.truth)
        broken = (f"{label.first_weeks}: {what}" for what in result.broken)
        findings += (Evidence(what=what, event=shown[0], rule=label.first_weeks) for what in broken)
    findings += _told_too_hard(session, label.first_weeks) if label.first_weeks == "baselines_first" else ()
    if findings:
        return pass_or_fail(findings)
    if silent or (label.first_weeks and not shown):
        what = "the record holds no words of the coach" if silent else "no plan was shown"
        return not_applicable(what) if session.record == "talk" else not_judged(what)
    if label.first_weeks and is_empty(weeks):
        return not_judged("the first weeks hold no session")
    if label.first_weeks and not result.judged:
        return not_judged(_unjudged(result))
    return _passed(session, label, volunteered, result)


def _told_too_hard(session: SessionView, shape: str) -> Iterator[Evidence]:
    """Hard sessions told for the first weeks where the plan that was shown has none in them."""
    shown = session.last(PlanShown)
    if shown is None or any(is_hard(at.session) for week in first_weeks(shown[1].plan) for at in in_week(week)):
        return
    early = range(1, len(first_weeks(shown[1].plan)) + 1)
    for index, event in session.of(CoachSaid):
        for day in days_in_text(event.text) if index > shown[0] or session.record == "talk" else ():
            if day.week in early and day.laid_out and _HARD.search(day.quote) and not _GENTLE.search(day.quote):
                what = f"{shape}: week {day.week} is told with hard work: {day.quote!r}"
                yield Evidence(what=what, event=index, start=day.start, end=day.end, quote=day.quote, rule=shape)


def _passed(session: SessionView, label: ExpectedApproach, volunteered: list[str], result: Result) -> Verdict:
    asked = [topic for topic in label.asks_about if topic not in volunteered]
    why = f"asked about {', '.join(asked) or 'what was due'}; first weeks: {label.first_weeks or 'any'}"
    judged: dict[str, float] = {}
    if volunteered:
        source = fact_source(session)
        why, judged = source.beside(f"{why}; the athlete volunteered {', '.join(volunteered)}"), dict(source.judged)
    if result.unjudged:
        why, judged["criteria_not_judged"] = f"{why}; {_unjudged(result)}", float(len(result.unjudged))
    return pass_or_fail((), why, judged=judged)


def _unjudged(result: Result) -> str:
    return f"not judged: {'; '.join(result.unjudged)}"


def _is_asked(session: SessionView, topic: str) -> bool:
    """A topic is a field, a topic of the catalogue, or a word that stands in a question; `|` parts alternatives."""
    fields = {ask.field for asked in asks(session).values() for ask in asked}
    return _covers(topic, fields) or any(
        _has_word(topic, question) for _, event in session.of(CoachSaid) for question in _questions(event.text)
    )


def _is_volunteered(session: SessionView, topic: str) -> bool:
    """Whether the athlete stated a fact of the topic before the first plan; a word is one of a field's name."""
    planned = next((index for index, _ in session.of(PlanShown)), len(session.events))
    fields = {fact.field for fact in statements(session).facts if fact.exchange.event < planned}
    return _covers(topic, fields) or any(_has_word(topic, field.replace("_", " ")) for field in fields)


def _covers(topic: str, fields: Iterable[str]) -> bool:
    return any(each in {field, topic_of(field)} for each in topic.split("|") for field in fields)


def _has_word(topic: str, text: str) -> bool:
    words = "|".join(re.escape(each.replace("_", " ").lower()) for each in topic.split("|"))
    return re.search(rf"\b(?:{words})(?:s|e|es|ed|ing)?\b", text) is not None


@lru_cache(8192)
def _questions(text: str) -> tuple[str, ...]:
    return tuple(question.group().lower() for question in questions(text))
