"""What the coach says to an answer fits it, in the talk of a runner with a murmur and a cardiologist's letter."""

from itertools import pairwise
from pathlib import Path

import pytest

from coach.events import AthleteSaid, CoachSaid
from coach.store.stored import events_of
from evals.bulk import Job, played
from evals.offline.phrases import said_before
from evals.run_specs import specs_of

PERSONA = Path(__file__).with_name("files") / "murmur_with_a_letter.yaml"


@pytest.fixture(scope="module")
def talk() -> list[AthleteSaid | CoachSaid]:
    (spec,) = specs_of(str(PERSONA), "baseline", 1, 0)
    events = events_of((played(Job(spec, model="offline/coach")).stored or {})["events"])
    return [event for event in events if isinstance(event, AthleteSaid | CoachSaid)]


def test_only_what_was_hard_to_say_is_thanked_for(talk: list[AthleteSaid | CoachSaid]) -> None:
    thanked = [
        before.text
        for before, after in pairwise(talk)
        if isinstance(after, CoachSaid) and said_before("acknowledge_pain", after.text)
    ]
    assert len(thanked) == 1
    assert "murmur" in thanked[0]


def test_the_warning_of_a_cleared_rule_is_not_the_one_of_an_open_one(talk: list[AthleteSaid | CoachSaid]) -> None:
    shown = next(event.text for event in talk if isinstance(event, CoachSaid) and "Week 1" in event.text)
    assert "your cardiologist's yes" in shown
    assert "doctor's eyes" not in shown
    assert "gets in the way of that" not in shown
