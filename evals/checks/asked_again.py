"""Questions that a talk could spare: for what its words had answered, that suggest their answer, of no use. Pure."""

import re
from collections.abc import Iterator

from coach.events import CoachSaid
from coach.sentences import questions
from evals.checks.distances_in_text import figures_in
from evals.checks.plan_in_text import weeks_in_text
from evals.checks.spoken_acts import coach_sentences
from evals.checks.statements import Exchange, exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns
from personas.acts import Ask
from personas.questions import read_questions

KINDS = {
    name: patterns("asked_again", f"{name} asks", f"{name} tells") for name in ("age", "sleep", "height", "longest run")
}
"""What can be asked for: what asks for it, what had told it."""
_OTHER, _COMPLAINS, _ASKING = patterns("asked_again", "other", "complains", "asking")


def end_of_intake(session: SessionView) -> int:
    """The event at which a talk without states is done with asking: a week is told."""
    told = (index for index, event in session.of(CoachSaid) if weeks_in_text(event.text))
    return next(told, len(session.events))


def asked_again(session: SessionView, end: int) -> Iterator[Evidence]:
    """Each question up to `end` for what the athlete had told in a figure."""
    talk = [exchange for exchange in exchanges(session) if exchange.event < end]
    for index, event in session.of(CoachSaid):
        found = _by_kind(index, event.text, [each.text for each in talk if each.event < index]) if index < end else None
        if found is not None:
            yield found
    for at, exchange in enumerate(talk):
        found = _by_complaint(session, exchange, talk[:at])
        if found is not None:
            yield found


def _by_kind(index: int, text: str, earlier: list[str]) -> Evidence | None:
    for question in questions(text):
        for name, (asks_for, tells) in () if _OTHER.search(question.group()) else KINDS.items():
            if asks_for.search(question.group()) and any(map(tells.search, earlier)):
                return _evidence(index, question, name)
    return None


def _by_complaint(session: SessionView, exchange: Exchange, earlier: list[Exchange]) -> Evidence | None:
    """The athlete says that it was said, with a figure that was."""
    if not _COMPLAINS.search(exchange.text) or not exchange.coach_events:
        return None
    said = frozenset().union(*(figures_in(one.text, converted=False) for one in earlier))
    index = exchange.coach_events[-1]
    question = next(questions(str(getattr(session.events[index], "text", ""))), None)
    repeated = question and figures_in(exchange.text, converted=False) & said
    return _evidence(index, question, "as the athlete says") if question and repeated else None


def _evidence(index: int, question: re.Match[str], name: str) -> Evidence:
    text, what = question.string, f"asked for what was already said: {name}"
    found = Evidence.at(index, text, question.span(), what=what, rule="already_said")
    return found.model_copy(update={"quote": question.group().strip()})


_TRIVIA_FROM = 2
"""One friendly question is manners."""


def ill_asked(session: SessionView, end: int) -> Iterator[Evidence]:
    """Before the event `end`: every question for a fact that suggests its answer; trivia from two on."""
    said = [one for at, sentences in coach_sentences(session).items() if at < end for one in sentences if one.asks]
    for one in said:
        if one.does("leads") and any(isinstance(act, Ask) for act in read_questions(one.sentence.text)):
            yield one.evidence("leading", "the question suggests its answer")
    trivia = [one for one in said if one.does("trivia")]
    if sum(max(1, len(_ASKING.findall(one.sentence.text))) for one in trivia) >= _TRIVIA_FROM:
        yield from (one.evidence("trivia", "of no use for coaching") for one in trivia)
