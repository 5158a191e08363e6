from typing import Any

import pytest

from evals.offline.intake import new_items
from evals.offline.present import _act
from evals.offline.seen import Seen, Turn

HEALTH = "Do you have any medical conditions, and do you take any medicines?"


def _items(known: dict[str, Any], said: str, asked: str = HEALTH) -> dict[str, Any]:
    seen = Seen({"known": known}, (Turn("assistant", (asked,), (), ()), Turn("user", (said,), (), ())), frozenset())
    return {item["field"]: item.get("value") for item in new_items(seen, said)}


def test_a_list_grows_by_what_is_told_later() -> None:
    assert _items({"known_conditions": ["asthma"]}, "I have osteoporosis too.") == {
        "known_conditions": ["asthma", "osteoporosis"]
    }


def test_a_later_no_takes_nothing_out_of_a_list() -> None:
    assert "known_conditions" not in _items({"known_conditions": ["asthma"]}, "No, none of that.")


def test_a_correction_replaces_a_list() -> None:
    said = "I have to correct myself: I take a statin."
    assert _items({"medications": ["beta_blocker"]}, said)["medications"] == ["statin"]


@pytest.mark.parametrize(
    "said",
    ["Perfect, I'll follow this plan.", "Yes, I accept the plan, let's start. Is that okay?", "Great plan, I'm in."],
)
def test_a_yes_to_the_plan_is_heard(said: str) -> None:
    call = _act(said)
    assert call is not None
    assert call.tool == "accept_plan"


@pytest.mark.parametrize("said", ["I don't want this plan.", "Sounds good, but what is the long run for?"])
def test_a_no_or_an_open_question_is_no_yes(said: str) -> None:
    assert _act(said) is None
