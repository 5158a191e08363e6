"""What the words of a plan say, as far as rules ask: patterns over visible strings. Knows no rule."""

import re
from collections.abc import Iterator

from coach.plan.reading import placed
from coach.records.block import Note, NoteTopic, TrainingBlock, TrainingSession

NOTES: dict[NoteTopic, str] = {
    "company": r"\b(compan(y|ion)|phone|someone|partner|friend|together|accompanied|buddy|group)\b",
    "carbohydrate": r"\b(carb\w*|glucose|gels?|dextrose|sugar\w*|sweets|juice)\b",
    "reliever": r"\b(reliever|inhaler)\b",
    "alternative": r"\b(alternative\w*|later|instead|shorter|another date|next block|first target|"
    r"stepping[- ]stone|in stages|two blocks|first step|intermediate|nearer)\b",
    "months_off": r"\b(off[- ]season|(months?|weeks) (a year )?(off|away|of other)|break from running|other sports?)\b",
}
"""What a note must speak of, by what it is owed for, where it does not name its topic itself."""
SPOKEN_WORDS = 4
"""A note that names its topic says something about it in at least so many words."""

WEIGHT_NUMBER = re.compile(
    r"(?i)\b\d+(?:[.,]\d+)?\s*(?:-\s*\d+\s*)?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds?|stone|kcal|calories)\b"
    r"(?!\s*(?:dumb|kettle|bar|plate|weight|medicine|load|in each))|\b\d+\s*%\s*body[- ]?fat"
)
TRACKING = re.compile(
    r"(?i)\b(weigh (?:yourself|in)|weigh-?ins?|weighing|calories?|kcal|(?:bathroom|on the) scales?|body[- ]?fat|"
    r"\bbmi\b|lose weight|weight loss|fat[- ]burn\w*|slimm\w+|leaner)\b"
)
RATE = re.compile(r"(?i)(\d+(?:[.,]\d+)?)\s*(?:kg|kilos?|kilograms?)\s*(?:per|a|/|each|every)\s*week")


def note_on(plan: TrainingBlock, topic: NoteTopic) -> bool:
    """Does any note of the plan name `topic` as its own, or speak of it?"""
    return any(_answers(note, topic) for note in plan.notes)


def _answers(note: str | Note, topic: NoteTopic) -> bool:
    if isinstance(note, Note) and note.topic == topic:
        return len(note.text.split()) >= SPOKEN_WORDS
    text = note if isinstance(note, str) else note.text
    return re.search(NOTES[topic], text, re.IGNORECASE) is not None


def session_speaks_of(session: TrainingSession, topic: NoteTopic) -> bool:
    return bool(re.search(NOTES[topic], session.text, re.IGNORECASE))


def visible(plan: TrainingBlock) -> Iterator[str]:
    """Every string that the athlete sees."""
    yield plan.goal
    yield from plan.note_texts
    yield from (week.focus for week in plan.weeks)
    yield from (at.session.text for at in placed(plan))


def found_in(plan: TrainingBlock, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """Every place where `pattern` stands in what the athlete sees."""
    texts = list(visible(plan))
    found = {text: tuple(pattern.finditer(text)) for text in set(texts)}
    return [match for text in texts for match in found[text]]
