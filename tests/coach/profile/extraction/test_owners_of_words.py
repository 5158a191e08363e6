"""A word or number goes to the thing it is said of: sounds are no races, a walk is no session, an echo is no fact."""

import pytest
from both_readers import read_twice
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.records.fact import Value

WEEK = frozenset({"mon", "tue", "wed", "thu", "fri", "sat", "sun"})


def asking(*fields: str) -> str:
    table = catalogue()
    return " ".join(dict.fromkeys(table.questions[table.fields[name].question].text for name in fields))


def read(text: str, *fields: str) -> dict[str, Value]:
    found = extract(text, question=asking(*fields) if fields else None).facts
    return {name: fact.value for name, fact in found.items()}


@given(st.sampled_from(["Hm, ", "Hmm, ", "hm... ", "HM. ", "Well, hm, ", "Hm "]))
def test_a_sound_of_thinking_is_no_half_marathon(sound: str) -> None:
    assert "race_distance_km" not in read(f"{sound}that's a pity, but fine.", "race_distance_km")


@pytest.mark.parametrize("text", ["my next HM is in May", "HM next spring", "training for a HM", "race: HM in spring"])
def test_the_short_form_of_half_marathon_is_a_race_where_it_is_one(text: str) -> None:
    assert read_twice(text, question=asking("race_distance_km"))["race_distance_km"] == 21.0975


@pytest.mark.parametrize("before", ["my second", "1:45:00 and a", "the other", "my first", "& a", "this"])
def test_a_half_marathon_is_never_the_marathon_whatever_stands_before_it(before: str) -> None:
    told = read(f"I'm aiming for {before} half marathon race.", "race_distance_km")
    assert told["race_distance_km"] == 21.0975


def test_the_second_half_of_something_is_no_race() -> None:
    assert "race_distance_km" not in read("I was fine in the second half.", "known_conditions")


def test_a_stent_is_a_condition_and_no_date_of_an_operation() -> None:
    told = read("A stent, two years ago.", "known_conditions")
    assert told["known_conditions"] == ("coronary_artery_disease",)
    assert "weeks_since_surgery" not in told


def test_a_body_temperature_beside_a_denied_heat_is_no_weather() -> None:
    told = read("Temperature 36.8 °C, no heat to speak of.", "temp_c", "expected_wbgt_c")
    assert told["temp_c"] == 36.8
    assert told.get("expected_wbgt_c") is None


def test_a_temperature_of_the_weather_is_still_read() -> None:
    assert read("Up to 31 degrees in the summer sun.", "expected_wbgt_c")["expected_wbgt_c"] == 31


def test_a_race_time_is_no_amount_of_weekly_sport() -> None:
    asked = asking("recent_race_time_s", "recent_race_distance_km", "weekly_sport_hours")
    told = read_twice("My last race time was 5 minutes 4 for the mile. 7 hours with school sport.", question=asked)
    assert told["weekly_sport_hours"] == 7
    assert told["recent_race_time_s"] == 304


def test_the_name_of_a_medicine_in_the_question_is_not_a_new_medicine_in_the_answer() -> None:
    told = read("I need the reliever inhaler 2 times a week.", "reliever_uses_per_week")
    assert told == {"reliever_uses_per_week": 2}
    assert read("The blue inhaler, 3 times a week", "reliever_uses_per_week")["medications"] == ("reliever_inhaler",)


def test_bleeding_in_answer_to_the_pregnancy_is_no_pelvic_symptom() -> None:
    told = read("A little bleeding after the walk on Sunday.", "pregnancy_contraindications", "clearances")
    assert told["pregnancy_contraindications"] == ("vaginal_bleeding",)
    assert "pelvic_symptoms" not in told


def test_months_without_a_period_are_not_the_time_until_the_race() -> None:
    told = read(
        "16 weeks is the time I have. Actually, my periods stopped, four months now.", "weeks_available", "symptoms"
    )
    assert told["weeks_available"] == 16


@pytest.mark.parametrize("text", ["That's easy: no limit on time.", "It's easy: three days a week."])
def test_an_easy_answer_is_no_wish_for_easy_running(text: str) -> None:
    assert "desired_intensity" not in read(text, "desired_intensity", "available_minutes")


def test_a_wish_to_get_out_of_breath_is_one_for_hard_running() -> None:
    told = read("I'd like to really run and get out of breath.", "desired_intensity")
    assert told["desired_intensity"] == "vigorous"
    assert "desired_intensity" not in read("I get out of breath.", "desired_intensity")


def test_who_asks_what_a_question_is_good_for_denies_nothing() -> None:
    told = read(
        "I don't see what making up for eating has to do with running. No weight loss.",
        "compensatory_behaviours", "weight_loss_last_month_pct",
    )  # fmt: skip
    assert "compensatory_behaviours" not in told


def test_a_no_to_everything_leaves_an_announced_topic_as_it_was_told() -> None:
    asked = ("missed_cycles_consecutive", "pregnant", "known_conditions")
    told = read("As for my periods, the last two didn't come. All of those are a no.", *asked)
    assert told["missed_cycles_consecutive"] == 2
    told = read("As for my periods, it's a long story. All of those are a no.", *asked)
    assert "missed_cycles_consecutive" not in told


def test_days_and_hours_of_another_activity_are_no_time_for_running() -> None:
    told = read(
        "Yes, an hour of walking four times a week and the pool on Sundays.",
        "training_days_per_week", "available_days", "available_minutes", "regular_exercise_3m",
    )  # fmt: skip
    assert told == {"regular_exercise_3m": True}


def test_no_limit_on_days_is_every_day_and_no_limit_on_time_is_nothing() -> None:
    told = read("All days are possible. No particular limit on time.", "available_days", "available_minutes")
    assert set(told) == {"available_days"}
    assert set(told["available_days"]) == WEEK  # type: ignore[arg-type]


def test_the_week_as_it_is_and_the_biggest_week_keep_their_numbers() -> None:
    told = read(
        "My biggest week should be 25 km. Three lots of six now, so 18 kilometres a week.",
        "current_weekly_volume_km", "target_weekly_volume_km",
    )  # fmt: skip
    assert (told["current_weekly_volume_km"], told["target_weekly_volume_km"]) == (18, 25)


@pytest.mark.parametrize(
    "text",
    [
        "Yes to another long-term condition, and yes, prescribed something for it",
        "Yes to another long-term condition and to being prescribed something for one",
    ],
)
def test_two_standard_questions_affirmed_in_one_sentence_are_both_kept(text: str) -> None:
    assert read(text, "parq_yes")["parq_yes"] == ("q4", "q5")


def test_what_is_called_private_is_declined() -> None:
    found = extract("My time for the weight goal is private.", question=asking("goal_weight_weeks"))
    assert "goal_weight_weeks" in found.declined


def test_what_is_put_off_is_neither_told_nor_declined_so_that_it_is_asked_again() -> None:
    found = extract("Maybe another time, as far as my weight goes.", question=asking("weight_kg"))
    assert "weight_kg" not in {*found.facts, *found.declined, *found.not_known}


def test_a_medicine_before_a_list_of_denials_is_not_denied_itself() -> None:
    told = read(
        "I've got asthma. Salbutamol, no warning signs at all and no heart inflammation ever!",
        "symptoms", "known_conditions", "medications",
    )  # fmt: skip
    assert told["medications"] == ("reliever_inhaler",)


def test_a_denied_illness_of_the_moment_makes_no_bone_injury_current() -> None:
    told = read("I lost 4 months to stress fractures. No illness like that at the moment.", "months_absent_bsi_24m")
    assert told.get("bsi_status") != "current"
    assert read("A stress fracture in the shin, right now.", "bsi_status")["bsi_status"] == "current"
