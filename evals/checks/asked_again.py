"""Questions that a talk could spare: for what its words had answered, that suggest their answer, of no use. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from coach.events import CoachSaid
from coach.sentences import questions
from evals.checks.distances_in_text import figures_in
from evals.checks.plan_in_text import weeks_in_text
from evals.checks.spoken_acts import coach_sentences
from evals.checks.statements import Exchange, exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.acts import Ask
from personas.questions import read_questions


class _Kind(NamedTuple):
    """What asks for it, what had told it, and what makes a question another one."""

    name: str
    asks: re.Pattern[str]
    tells: re.Pattern[str]


def _kind(name: str, asks: str, tells: str) -> _Kind:
    return _Kind(name, re.compile(asks, re.IGNORECASE), re.compile(tells, re.IGNORECASE | re.MULTILINE))


_N = r"(?:\d+(?:[.,:]\d+)?|five|six|seven|eight|nine|ten)"
KINDS = (
    _kind(
        "age", r"\bhow old are you\b|\byour age\b|\bage\?",
        r"\b(?:i'?m|i am|aged?) \d{2}\b(?! ?(?:k|km|min|w|mi))|\b\d{2} ?(?:yo\b|y/o|years? old)",
    ),
    _kind(
        "sleep", r"\bhow (?:many hours|much|long)\b[^?]*\bsleep|\bhours of sleep\b"
        r"|\bhow(?: do|'s| is)[^?]{0,20}\bsleep",
        rf"\bsle(?:ep|pt)\w*\W+(?:\w+\W+){{0,4}}?{_N}|{_N} ?h\w*\W+(?:of )?sleep",
    ),
    _kind("height", r"\bhow tall\b|\byour height\b", r"\b1[.,]?[4-9]\d ?(?:cm|m)?\b|\d'\d"),
    _kind(
        "longest run", r"\blongest\b",
        rf"\blongest\W+(?:\w+\W+){{0,4}}?{_N}|{_N} ?\w* (?:was |is )?(?:the |my )longest",
    ),
)  # fmt: skip
_OTHER = re.compile(
    r"\b(?:at most|want\w*|would|like\b|goal|up to|wish|target|in mind|still|now that"
    r"|since then|changed|ideal\w*|mean|besides|other|else|exactly|you said|you told|again"
    r"|before|heavier|ever|food|trouble|comfortable"
    r"|after)\b",
    re.IGNORECASE,
)
_COMPLAINS = re.compile(
    r"\b(?:like|as) i (?:already |just )?(?:said|told|wrote|mentioned)\b|\bi (?:already"
    r"|just) (?:said|told|wrote|mentioned|gave)\b|\bi (?:told|said to) you\b|\balready (?:said"
    r"|told|mentioned|answered)\b"
    r"|\b(?:said|wrote|told you|mentioned)\b[^.!?\n]{0,20}\b(?:already|above|earlier|before"
    r"|at the start|first message)\b|\bfirst thing i (?:wrote|said)\b|\bsee above\b"
    r"|\byou (?:already )?asked (?:me )?(?:that|this|already)\b",
    re.IGNORECASE,
)


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
        for kind in () if _OTHER.search(question.group()) else KINDS:
            if kind.asks.search(question.group()) and any(kind.tells.search(words) for words in earlier):
                return _evidence(index, question, kind.name)
    return None


def _by_complaint(session: SessionView, exchange: Exchange, earlier: list[Exchange]) -> Evidence | None:
    """The athlete says that it was said, with a figure that was."""
    if not _COMPLAINS.search(exchange.text) or not exchange.coach_events:
        return None
    said = frozenset().union(*(figures_in(one.text, converted=False) for one in earlier))
    index = exchange.coach_events[-1]
    question = next(questions(str(getattr(session.events[index], "text", ""))), None)
    return (
        _evidence(index, question, "as the athlete says")
        if question and figures_in(exchange.text, converted=False) & said
        else None
    )


def _evidence(index: int, question: re.Match[str], name: str) -> Evidence:
    quote = question.group().strip()
    return Evidence(
        what=f"asked for what was already said: {name}",
        event=index,
        start=question.start(),
        end=question.end(),
        quote=quote,
        rule="already_said",
    )


_TRIVIA_FROM = 2
"""One friendly question is manners."""
_ASKING = re.compile(r"\b(?:what|which|who|where|when|are you|do you|would you|have you)\b", re.IGNORECASE)


def ill_asked(session: SessionView, end: int) -> Iterator[Evidence]:
    """Before the event `end`: every question for a fact that suggests its answer; trivia from two on."""
    said = [one for at, sentences in coach_sentences(session).items() if at < end for one in sentences if one.asks]
    for one in said:
        if one.does("leads") and any(isinstance(act, Ask) for act in read_questions(one.sentence.text)):
            yield one.evidence("leading", "the question suggests its answer")
    trivia = [one for one in said if one.does("trivia")]
    if sum(max(1, len(_ASKING.findall(one.sentence.text))) for one in trivia) >= _TRIVIA_FROM:
        yield from (one.evidence("trivia", "of no use for coaching") for one in trivia)
