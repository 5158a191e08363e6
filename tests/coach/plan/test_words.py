"""What the words of a plan say: notes that are owed, body weight, heart rates."""

from typing import Any

import pytest

CONTRAINDICATIONS = "safety_contraindications"


@pytest.mark.parametrize(
    ("contraindication", "note", "severity"),
    [
        ("carry_reliever", "You do not need to carry the inhaler.", "error"),
        ("carry_reliever", "Your inhaler is not needed here.", "error"),
        ("carry_reliever", "Have your reliever inhaler with you on every run.", None),
        ("carry_reliever", "Never set off without your inhaler in your pocket.", None),
        ("carry_reliever", "Never head out alone or without your reliever inhaler in your pocket", None),
        ("carry_reliever", "Don't go out and forget to take your inhaler", None),
        ("carry_reliever", "If you wheeze, stop cycling and take your inhaler", None),
        ("carry_reliever", "Don't carry tissues and leave your inhaler at home.", "error"),
        ("carry_reliever", "You can stop keeping your inhaler with you.", "error"),
        ("carry_fast_carbohydrate", "If you feel shaky, stop swimming and take glucose", None),
        ("carry_fast_carbohydrate", "No sugar or gels needed on any run.", "error"),
        ("carry_fast_carbohydrate", "No gels, sweets or juice to carry.", "error"),
        ("carry_fast_carbohydrate", "Do not carry fast carbohydrate and do not check your glucose.", "error"),
        ("carry_fast_carbohydrate", "You can stop carrying fast carbohydrate and checking your glucose.", "error"),
        ("carry_fast_carbohydrate", "Do not skip breakfast and never run without gels in your pocket.", None),
        ("carry_fast_carbohydrate", "Carbs are great for breakfast.", "error"),
        ("carry_fast_carbohydrate", "Carry glucose tablets and check your glucose before and after.", None),
        ("no_unaccompanied_sessions", "Leave your phone at home and run alone.", "error"),
        (
            "no_unaccompanied_sessions",
            "For anything over an hour leave the phone at home and go without a friend.",
            "error",
        ),
        ("no_unaccompanied_sessions", "If you have no phone, go with a friend.", None),
        (
            "no_unaccompanied_sessions",
            "Do the long ones with somebody, or tell your wife the route and take your mobile.",
            None,
        ),
        ("reset_goal_date", "More on that later.", "error"),
        ("reset_goal_date", "A 10k in June would be the safer first race; the half can wait until autumn.", None),
        ("hr_zones_unreliable", "Keep your heart rate between 130 and 140 bpm", "error"),
        ("hr_zones_unreliable", "Run at 75% of your max heart rate.", "error"),
        ("hr_zones_unreliable", "Stop running if your heart rate is over 150 bpm.", "error"),
        ("hr_zones_unreliable", "Do not chase 140 bpm; ignore your heart rate on the 60 min run.", None),
    ],
)
def test_a_note_gives_what_it_affirms(runner: Any, contraindication: str, note: str, severity: str | None) -> None:
    long = runner.case(training_days_per_week=6, current_weekly_volume_km=60, longest_run_last_30d_km=16)
    noted = long.edited(lambda plan: plan.update(notes=[note])).under(contraindication)
    assert noted.severity_of(CONTRAINDICATIONS) == severity


def test_a_note_that_names_its_topic_may_not_deny_it(case: Any) -> None:
    denied = {"topic": "reliever", "text": "You do not need to carry the inhaler."}
    noted = case.edited(lambda plan: plan["notes"].append(denied)).under("carry_reliever")
    assert noted.severity_of(CONTRAINDICATIONS) == "error"
