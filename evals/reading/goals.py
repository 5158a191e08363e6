"""A goal out of free words: the first race that is named, and a time; the words themselves are the goal's text."""

import re

from coach.profile.race_events import find_events
from coach.records.goal import Goal

_TIME = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b|(?<=under )\d{2}\b")


def goal_in(text: str) -> Goal:
    """A performance goal where a race is named, else one of fitness."""
    event = next((event for event, _, _ in find_events(text)), None)
    time = _TIME.search(text) if event else None
    return Goal(
        text=text, type="performance" if event else "fitness", event=event, target=time.group() if time else None
    )
