"""What everybody is asked and this athlete put off is asked once more before the talk ends without a plan."""

from typing import Any

import pytest

from coach.profile.catalogue import catalogue
from coach.safety.rules import referrals
from evals.offline.asking_again import wordings
from evals.offline.not_yet import not_yet
from evals.offline.seen import Seen, Turn

NAME = "medications"


def refused(whom: str, *before: str, heard: str = "A stent, two years ago.", told: bool = False) -> str:
    question = catalogue().questions[catalogue().fields[NAME].question].text
    state: dict[str, Any] = {
        "no_plan_yet": {
            "kind": "see_someone_first",
            "say": ["Your doctor first."],
            "way_forward": [referrals()[whom]],
            "told_already": told,
        },
        "still_needed": [NAME, "sex"],
        "intake_fields": [{"name": NAME, "question": question}, {"name": "sex", "question": "Who are you?"}],
    }
    turns = [Turn("assistant", (each.replace("QUESTION", question),), (), ()) for each in before]
    return not_yet(Seen(state, (*turns, Turn("user", (heard,), (), ())), frozenset()), 0, heard).text


def test_what_was_put_off_is_asked_again_instead_of_for_anything_more() -> None:
    last = refused("doctor", "QUESTION").split("\n\n")[-1]
    assert last in wordings(NAME)


@pytest.mark.parametrize("before", [(), ("QUESTION", wordings(NAME)[0])], ids=["never asked", "asked twice"])
def test_nothing_new_is_asked_and_nothing_a_third_time(before: tuple[str, ...]) -> None:
    assert refused("doctor", *before).split("\n\n")[-1] not in wordings(NAME)


def test_where_help_is_needed_now_nothing_more_is_asked() -> None:
    assert refused("crisis_line", "QUESTION").split("\n\n")[-1] not in wordings(NAME)


def test_the_talk_is_not_closed_before_anything_more_was_asked_for() -> None:
    assert refused("doctor", "QUESTION", wordings(NAME)[0], heard="Statins.", told=True).endswith("?")
    assert not refused("doctor", "QUESTION", wordings(NAME)[0], heard="Nothing else to tell.", told=True)
