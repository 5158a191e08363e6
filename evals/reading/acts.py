"""The trained reader as a `Reader` of acts: facts that free text states, and a few plain moves of a talk.

For texts that nobody deposited in a channel: a person at the keyboard, a model's words, a foreign transcript.
"""

import datetime as dt
import re
from functools import lru_cache

from evals.reading.goals import goal_in
from evals.reading.reader import read
from personas.acts import Act, Simple, StateGoal, Tell, kinds
from personas.questions import read_questions

_YES = re.compile(
    r"\W*(?:yes|yep|yeah|ok(?:ay)?|sure|great|perfect|looks? good|sounds? good|let's (?:go|do)|i'm in)\b", re.IGNORECASE
)
_NO = re.compile(r"\W*(?:no|nope|nothing|that's (?:all|right|correct|it)|all good|correct)\b", re.IGNORECASE)
_WHY = re.compile(r"\bwhy\b[^.!]*\?|\bwhat for\?", re.IGNORECASE)


@lru_cache(maxsize=4096)
def acts_in(text: str, question: str | None, today: str | None) -> tuple[Act, ...]:
    """The facts that `text`, an answer to `question`, states, as acts; nothing where the reader abstains."""
    day = dt.date.fromisoformat(today) if today else None
    return tuple(
        Tell(field=name, value=fact.value, confidence=fact.confidence, words=text[fact.span[0] : fact.span[1]])
        for name, fact in read(text, question, today=day).items()
    )


class TrainedReader:
    """Reads facts by the network, and from the coach's question what else a short answer does."""

    def __init__(self, today: dt.date | None = None) -> None:
        self._today = today.isoformat() if today else None

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        facts = acts_in(text, question, self._today)
        asked = kinds(read_questions(question)) if question else frozenset({"ask_goal"})
        if "ask_goal" in asked:
            return (StateGoal(goal=goal_in(text), words=text), *facts)
        if _WHY.search(text):
            return (*facts, Simple(kind="ask_why", words=text))
        if not facts and "ask_accept" in asked and _YES.match(text):
            return (Simple(kind="accept", words=text),)
        if not facts and asked & {"sum_up", "ask_more"} and (_YES.match(text) or _NO.match(text)):
            return (Simple(kind="nothing_to_add", words=text),)
        return facts or None
