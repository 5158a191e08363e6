"""What the words of a plan say: notes that are owed, body weight, heart rates."""

from typing import Any

import pytest

from coach.plan.validation.body_weight import loss_rates, speaks_of_weight, weight_numbers

CONTRAINDICATIONS = "safety_contraindications"


@pytest.mark.parametrize(
    ("contraindication", "note", "severity"),
    [
        ("carry_reliever", "You do not need to carry the inhaler.", "error"),
        ("carry_reliever", "Your inhaler is not needed here.", "error"),
        ("carry_reliever", "Have your reliever inhaler with you on every run.", None),
        ("carry_reliever", "Never set off without your inhaler in your pocket.", None),
        ("carry_fast_carbohydrate", "No sugar or gels needed on any run.", "error"),
        ("carry_fast_carbohydrate", "No gels, sweets or juice to carry.", "error"),
        ("carry_fast_carbohydrate", "Carbs are great for breakfast.", "error"),
        ("carry_fast_carbohydrate", "Carry glucose tablets and check your glucose before and after.", None),
        ("no_unaccompanied_sessions", "Leave your phone at home and run alone.", "error"),
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


@pytest.mark.parametrize(
    "text",
    [
        "Aim: five kilos lighter by June", "Drop 5kg by race day", "Lose a stone in eight weeks", "Target weight: 58",
        "From 61 to 55 kilograms", "two pounds a week off", "Eat 1500 cals a day", "Get down to 12 % fat",
        "BMI of 20 is the aim", "half a kilo weekly", "Keep 500 kcal under what you burn",
    ],
)  # fmt: skip
def test_a_number_to_weigh_or_to_eat_is_one(text: str) -> None:
    assert any(weight_numbers(text))


@pytest.mark.parametrize(
    "text",
    ["Count your macros and log every meal", "Stay in a calorie deficit", "Step on the scale on Mondays"],
)
def test_words_about_tracking_are_found_without_numbers(text: str) -> None:
    assert speaks_of_weight(text)


@pytest.mark.parametrize(
    "text",
    [
        "Use a 10 kg dumbbell in each hand", "Squats with 20 kg", "Carry 2 pounds of water on the long run",
        "Goblet squat, 12 kg kettlebell", "Lunges holding 8 kg", "Strength stays with body weight and bands.",
        "A lighter week, 30 km after 40 km.", "Shift your weight forward for 10 s.",
    ],
)  # fmt: skip
def test_what_is_lifted_or_carried_is_no_body_weight(text: str) -> None:
    assert not speaks_of_weight(text)


@pytest.mark.parametrize(
    ("text", "kg_a_week"),
    [
        ("2kg weekly", 2.0), ("Lose 2 kg per week", 2.0), ("4 lb a week", 1.8), ("5 kg in 2 weeks", 2.5),
        ("1.5 kg every single week", 1.5), ("three pounds per week", 1.4), ("Each week, lose 2 kilos", 2.0),
        ("half a kilo weekly", 0.5), ("3 kg in a month", 0.7),
    ],
)  # fmt: skip
def test_a_rate_of_loss_is_read_in_kg_a_week(text: str, kg_a_week: float) -> None:
    assert [round(rate, 1) for rate in loss_rates(text)] == [kg_a_week]
