"""Questions that suggest their answer, and those of no use for coaching. Reads words, judges no session."""

import re
from collections.abc import Iterator

from evals.checks.spoken_acts import coach_sentences
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.acts import Ask
from personas.questions import read_questions

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
