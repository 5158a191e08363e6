"""Which notes a plan owes its runner, and whether it gives them. Knows no rule."""

import re
from typing import NamedTuple

from coach.records.block import Note, NoteTopic, TrainingBlock, TrainingSession
from coach.sentences import clauses, is_denied

SPOKEN_WORDS = 4
"""A note that names its topic says something about it in at least so many words."""


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{text})\b", re.IGNORECASE)


class Topic(NamedTuple):
    """What a note must speak of; `beside`: in the same clause as well."""

    about: re.Pattern[str]
    beside: re.Pattern[str] = re.compile("")


_WITH_YOU = _words(
    r"carr(?:y|ies|ied|ying)|tak(?:e|ing)|bring(?:ing)?|have|having|keep(?:ing)?|pack(?:ed|ing)?|pockets?|belt|handy|"
    r"with you|on you|within reach|along"
)
TOPICS: dict[NoteTopic, Topic] = {
    "company": Topic(
        _words(
            r"company|phone|mobile|cell|someone|somebody|partner|friends?|mates?|wife|husband|together|accompanied|"
            r"buddy|group|club"
        )
    ),
    "carbohydrate": Topic(_words(r"carb\w*|glucose|gels?|dextrose|sugar\w*|sweets|juice"), _WITH_YOU),
    "reliever": Topic(_words(r"reliever|inhaler"), _WITH_YOU),
    "alternative": Topic(
        _words(
            r"alternative\w*|instead|another date|next block|first (?:target|race|step|goal)|safer first|"
            r"(?:later|shorter|nearer|smaller) (?:one|date|race|goal|target|distance|blocks?|year|season|spring|summer|"
            r"autumn|fall|winter)|come later|wait until|stepping[- ]stone|in stages|"
            r"two blocks|intermediate"
        )
    ),
    "months_off": Topic(
        _words(
            r"off[- ]season|(?:months?|weeks) (?:a year )?(?:off|away|of other)|break from running|other sports?|"
            r"months? of (?:the|each|every) year off"
        )
    ),
}


def note_on(plan: TrainingBlock, topic: NoteTopic) -> bool:
    """Does any note of the plan name `topic` as its own, or speak of it?"""
    return any(_answers(note, topic) for note in plan.notes)


def session_speaks_of(session: TrainingSession, topic: NoteTopic) -> bool:
    return _speaks_of(session.text, topic)


def _answers(note: str | Note, topic: NoteTopic) -> bool:
    if isinstance(note, str):
        return _speaks_of(note, topic)
    named = note.topic == topic and len(note.text.split()) >= SPOKEN_WORDS
    return _speaks_of(note.text, topic) or (named and not TOPICS[topic].about.search(note.text))


def _speaks_of(text: str, topic: NoteTopic) -> bool:
    about, beside = TOPICS[topic]
    return any(
        beside.search(clause) and any(not is_denied(clause, found) for found in about.finditer(clause))
        for clause in clauses(text)
    )
