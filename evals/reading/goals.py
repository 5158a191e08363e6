"""A goal out of free words: the first race to run that is named, and a time; the words themselves are its text."""

import re

from coach.profile.sports import multisport_event, running_events
from coach.records.goal import Goal

_TIME = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b|(?<=under )\d{2}\b")


def goal_in(text: str) -> Goal:
    """A performance goal where a race is named, else one of fitness; of several sports, their run."""
    of_several = multisport_event(text)
    event = next(running_events(text), of_several[0] if of_several else None)
    time = _TIME.search(text) if event else None
    return Goal(
        text=text, type="performance" if event else "fitness", event=event, target=time.group() if time else None
    )
