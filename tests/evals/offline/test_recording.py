"""What the athlete's acts become in the record: facts, corrections, refusals, another goal."""

from typing import Any

import pytest
from scenes import ALL_TOOLS, athlete, misunderstood, scene

from coach.records.goal import Goal
from evals.offline.recording import calls_for
from personas.acts import Act, ChangeGoal, Correct, Decline, DontKnow, PutOff, Tell


def recorded(*acts: Act, tools: frozenset[str] = ALL_TOOLS, **known: Any) -> list[tuple[str, dict[str, Any]]]:
    """The calls after a message with these acts, from a coach who knows so much."""
    seen = scene(athlete("words", *acts), tools=tools, known=known)
    return [(call.tool, call.input) for call in calls_for(seen, seen.turns)]


def items(calls: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    return {item["field"]: item.get("value", item.get("standing")) for _, given in calls for item in given["items"]}


def test_what_is_told_is_recorded_in_its_words() -> None:
    assert recorded(Tell(field="age_years", value=43, words="I'm 43.")) == [
        ("collect_data", {"items": [{"field": "age_years", "raw": "I'm 43.", "value": 43, "confidence": "explicit"}]})
    ]


def test_what_is_known_already_is_not_recorded_again() -> None:
    assert recorded(Tell(field="age_years", value=43), age_years=43) == []


def test_a_correction_and_a_contradiction_both_replace_what_was_known() -> None:
    for act in (Correct(field="training_days_per_week", value=6), Tell(field="training_days_per_week", value=6)):
        ((tool, given),) = recorded(act, training_days_per_week=7)
        assert (tool, given["items"][0]["value"]) == ("correct_data", 6)


def test_a_list_grows_by_what_is_told_later() -> None:
    calls = recorded(Tell(field="known_conditions", value=("osteoporosis",)), known_conditions=["asthma"])
    assert items(calls) == {"known_conditions": ["asthma", "osteoporosis"]}


@pytest.mark.parametrize(("field", "known", "no"), [("known_conditions", ["asthma"], ()), ("pregnant", True, False)])
def test_a_no_in_passing_takes_nothing_back_and_a_correction_does(field: str, known: Any, no: Any) -> None:
    assert recorded(Tell(field=field, value=no), **{field: known}) == []
    assert items(recorded(Correct(field=field, value=no), **{field: known})) == {
        field: list(no) if isinstance(no, tuple) else no
    }


def test_a_refusal_and_not_knowing_are_facts_too_and_putting_off_is_none() -> None:
    calls = recorded(Decline(field="weight_kg"), DontKnow(field="resting_sbp_mmhg"), PutOff(field="symptoms"))
    assert items(calls) == {"weight_kg": "declined", "resting_sbp_mmhg": "not_known"}


def test_a_message_that_was_not_understood_records_nothing() -> None:
    seen = scene(misunderstood("Ich verstehe nicht"))
    assert calls_for(seen, seen.turns) == ()


HALF = Goal(text="I'd rather run a half", event="half")


def test_a_new_goal_comes_before_the_facts_and_drops_what_was_told_of_the_old_one() -> None:
    calls = recorded(
        Tell(field="goal_time_s", value=None), Tell(field="age_years", value=33), ChangeGoal(goal=HALF),
        Tell(field="weeks_available", value=12),
    )  # fmt: skip
    assert calls[0] == ("change_goal", {"words": HALF.text, "keeps_current": False})
    assert items(calls[1:]) == {"age_years": 33, "weeks_available": 12}


def test_a_goal_on_top_drops_nothing() -> None:
    calls = recorded(Tell(field="goal_time_s", value=3180), ChangeGoal(goal=HALF, keeps=True))
    assert calls[0][1]["keeps_current"] is True
    assert items(calls[1:]) == {"goal_time_s": 3180}


def test_with_a_plan_on_the_table_everything_new_is_a_correction() -> None:
    tools = frozenset({"correct_data", "refine_plan"})
    ((tool, _),) = recorded(Tell(field="symptoms", value=("syncope",)), tools=tools)
    assert tool == "correct_data"
