"""What a reply says of one thing is not also told of another."""

from both_readers import read_twice

from coach.profile.extraction import extract

GOALS = (
    "Is there a race, and how many weeks away is it? Is there a weight you'd like to reach, and in how many weeks? "
    "And have you raced lately, over what distance?"
)
CONDITIONS = (
    "Has a doctor told you of high blood pressure, diabetes or a heart problem? Do you take any medicines? Have you "
    "been told of a heart condition or high blood pressure, or been diagnosed with another long-term condition?"
)


def test_weeks_are_the_races_where_there_is_no_weight_to_reach() -> None:
    told = read_twice("I've nine weeks left and no weight goal.", GOALS)
    assert told["weeks_available"] == 9
    assert told.get("goal_weight_weeks") is None


def test_a_number_that_answers_is_not_told_of_what_nobody_asked() -> None:
    told = read_twice("right now I'm 26 and I take nothing", "Do you use insulin? How old are you?")
    assert told["age_years"] == 26
    assert "pre_session_glucose_mmol_l" not in told


def test_nothing_said_of_medicines_denies_no_condition_that_was_just_affirmed() -> None:
    said = "Diagnosed with high blood pressure, yes to the heart condition or high blood pressure question."
    told = read_twice(f"{said} Nothing, I take no tablets.", CONDITIONS)
    assert told.get("known_conditions") != ()


def test_a_list_that_is_denied_as_a_whole_is_denied_to_its_end() -> None:
    asked = "Do you smoke, have high cholesterol, or early heart disease in the family?"
    told = read_twice("None of smoking, cholesterol or early heart disease in the family.", asked)
    assert not told.get("cv_risk_factors")
    assert read_twice("No smoking, but my dad had a heart attack at 49.", asked)["cv_risk_factors"]


def test_another_sex_is_an_answer() -> None:
    asked = "Are you female, male or other?"
    assert [read_twice(text, asked).get("sex") for text in ("Other.", "I'd put down other", "other please")] == [
        "other"
    ] * 3
    assert "sex" not in read_twice("The other day I ran with my club.", asked)


def test_the_network_gives_no_second_field_to_a_number_of_the_rules() -> None:
    said = "Well, I said so before, up to 26km a week at the peak and 4 days a week."
    told = extract(said, question="What should your peak week look like, in kilometres?").facts
    assert told["target_weekly_volume_km"].value == 26
    assert "current_weekly_volume_km" not in told
