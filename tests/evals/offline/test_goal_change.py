"""Changes of goal in words of one's own: none is invented."""

import pytest

from evals.offline.goal_change import goal_change
from evals.offline.seen import Seen

TOOLS = frozenset({"change_goal"})


def test_a_result_told_in_the_same_breath_is_not_the_new_goal() -> None:
    said = (
        "As for my recent times, 50:00 over 10 km. No, wait. The half clashes with a wedding. Instead the mile in May."
    )
    held = {"event": "half", "type": "performance"}
    call = goal_change(Seen({"goals": [held]}, (), TOOLS), said)
    assert call is not None
    assert (call.input["words"], call.input["keeps_current"]) == ("Instead the mile in May", False)


@pytest.mark.parametrize(
    "said",
    [
        "My sister ran the half, I watched.",
        "One day maybe a marathon.",
        "I'd rather run in the mornings.",
        "The 10k it is, as I said.",
        "I also swim on Mondays.",
        "They were full, so I ran the half instead.",
    ],
)
def test_nobody_is_given_a_goal_that_they_did_not_name(said: str) -> None:
    assert goal_change(Seen({"goals": [{"event": "10k", "type": "performance"}]}, (), TOOLS), said) is None


def test_what_comes_on_top_gives_nothing_up() -> None:
    said = "I'm not dropping the 10k. On top of it I want to run the mile."
    call = goal_change(Seen({"goals": [{"event": "10k", "type": "performance"}]}, (), TOOLS), said)
    assert call is not None
    assert call.input["keeps_current"] is True


def test_without_the_tool_nothing_is_changed() -> None:
    assert goal_change(Seen({"goals": []}, (), frozenset()), "Scrap the 10k, I want to run the mile.") is None
