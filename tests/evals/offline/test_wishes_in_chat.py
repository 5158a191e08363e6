"""What people who type ask of their plan, or tell of their goal: all of it is taken, or they hear that it is not."""

import datetime as dt

import pytest
from typed_talks import typed

from coach.session import Session
from evals.offline.short_clauses import clause
from evals.reading.acts import TrainedReader
from personas.channel import Channel

TODAY = dt.date(2026, 11, 29)
GOAL = "I want to run a 10k in 12 weeks, in under 50 minutes"
RUNNING = "30 km a week, longest run 11 km, running for 5 years, last race 10k in 52:00"
WEEK = "4 days a week, any day is fine, 36 km in my biggest week"
HEALTHY = ("35, female, 168 cm, 60 kg", "yes", "8 hours", *["no"] * 7, "all correct")


def talk(*lines: str, goal: str = GOAL, running: str = RUNNING, week: str = WEEK) -> tuple[Session, str]:
    """The session of a healthy woman of 35 with a plan after `lines`, and the coach's last answer."""
    coach, answers = typed(*lines, before=(goal, running, week, *HEALTHY), today=TODAY)
    return coach.session, answers[-1]


@pytest.mark.parametrize(
    ("goal", "lines", "day"),
    [
        ("10k on wednesday 10 march 2027, in under 50 minutes", (), "2027-03-10"),
        ("a 10k on 17 february, in under 50 minutes", (), "2027-02-17"),
        ("10k in 25 days, in under 50 minutes", (), "2026-12-24"),
        (GOAL, ("my race is 24 february",), "2027-02-24"),
        (GOAL, ("the race is on saturday february 13 not sunday",), "2027-02-13"),
        (GOAL, ("when is my race? its on wednesday the 23rd",), "2026-12-23"),
        (GOAL, ("the race is on 9 december",), "2026-12-09"),
        (GOAL, ("the race is on 5 december",), "2026-12-05"),
        (GOAL, ("my race is 24 february", "the race is on 20 february"), "2027-02-20"),
    ],
)  # fmt: skip
def test_the_race_is_on_the_day_that_was_told(goal: str, lines: tuple[str, ...], day: str) -> None:
    session, _ = talk(*lines, goal=goal)
    assert session.plan is not None
    assert str(session.plan.race_date) == day
    assert not any("You gave me weeks" in note for note in session.plan.note_texts)


def test_where_only_weeks_were_told_the_plan_asks_for_the_day() -> None:
    session, answer = talk()
    assert session.plan is not None
    assert str(session.plan.race_date) == "2027-02-20"
    assert (
        "no date, so I've put the race on Saturday 20 February, the last day of that stretch. Which day is it?"
        in answer
    )


def test_a_race_that_is_moved_too_near_goes_to_the_gate() -> None:
    session, _ = talk("the race is on 5 december", goal="a marathon in 20 weeks, in under 5 hours")
    assert session.told["weeks_available"] == 1
    assert session.gate is not None
    assert session.gate.result.status == "blocked"


def test_a_race_tomorrow_is_no_plan_of_weeks_to_ask_for() -> None:
    session, _ = talk(goal="I have a 10k race tomorrow, in under 50 minutes")
    assert session.told["weeks_available"] == 0


@pytest.mark.parametrize(
    ("wish", "start"),
    [("please start on the 7th of december", "2026-12-07"), ("please start on 2 december", "2026-11-30")],
)
def test_a_first_day_is_no_race_day(wish: str, start: str) -> None:
    session, _ = talk(wish)
    assert session.plan is not None
    assert (str(session.plan.start_date), session.told["weeks_available"]) == (start, 12)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("swap wednesday and thursday",), {}),
        (("no long run on sunday please",), {}),
        (("move the long run to saturday",), {}),
        (("less distance please, 25 km a week",), {"target_weekly_volume_km": 25}),
        (("no more than 25 km a week",), {"target_weekly_volume_km": 25}),
        (("only weekends and wednesday",), {"available_days": ("sat", "sun", "wed")}),
        (("only weekends and wednesday", "no running on saturdays please"), {"available_days": ("sun", "wed")}),
        (("i can't train on mondays",), {"available_days": ("fri", "sat", "sun", "thu", "tue", "wed")}),
        (("i said sundays max 2 hours",), {"available_minutes": {"sun": 120}}),
        (("sundays max 2 hours", "weekdays at most 45 minutes"), {"available_minutes": {
            "sun": 120, "mon": 45, "tue": 45, "wed": 45, "thu": 45, "fri": 45,
        }}),
    ],
)  # fmt: skip
def test_a_wish_changes_what_it_names_and_nothing_else(lines: tuple[str, ...], told: dict[str, object]) -> None:
    before, after = talk()[0].told, talk(*lines)[0].told
    assert {name: after[name] for name in after if before.get(name) != after[name]} == told


@pytest.mark.parametrize(
    "question", ["why only one hard session", "why only 5 days", "how fast should my easy runs be", "is thursday hard"]
)
def test_a_question_about_the_plan_changes_nothing(question: str) -> None:
    before, (after, answer) = talk()[0], talk(question)
    assert (after.told, after.plan) == (before.told, before.plan)
    assert "notes" not in answer


def test_two_days_that_change_places_leave_the_others_as_they_were() -> None:
    before, after = talk()[0].plan, talk("swap wednesday and thursday")[0].plan
    assert before is not None
    assert after is not None
    was, now = ([len(day.sessions) for day in plan.weeks[0].days] for plan in (before, after))
    assert now == [was[0], was[1], was[3], was[2], *was[4:]]


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("can you start a week later?", "We start a week later, as you asked."),
        ("can you move my long run to friday?", "The long run is on Friday now, as you asked."),
        ("make it less", "Less distance each week, as you asked"),
    ],
)
def test_a_wish_put_as_a_question_is_met(wish: str, answer: str) -> None:
    assert answer in talk(wish)[1]


def test_a_swap_with_a_day_that_is_not_free_says_so() -> None:
    _, answer = talk("i can't train on mondays", "swap monday and tuesday")
    assert "Monday is not among the days you gave me" in answer


def test_a_weekly_distance_that_was_asked_for_is_the_most_there_is() -> None:
    plan = talk("less distance please, 25 km a week")[0].plan
    assert plan is not None
    assert max(week.km for week in plan.weeks[:-1]) <= 25


@pytest.mark.parametrize(
    ("week", "told"),
    [
        ("4 days a week, sundays max 2 hours, weekdays 45 minutes, 36 km in my biggest week",
         {"training_days_per_week": 4, "available_minutes": {
             "sun": 120, "mon": 45, "tue": 45, "wed": 45, "thu": 45, "fri": 45,
         }}),
        ("4 days a week but I can only run on saturday, sunday, monday and wednesday",
         {"training_days_per_week": 4, "available_days": ("mon", "sat", "sun", "wed")}),
    ],
)  # fmt: skip
def test_days_and_times_of_a_longer_answer_are_all_taken(week: str, told: dict[str, object]) -> None:
    facts = talk(week=week)[0].told
    assert {name: facts.get(name) for name in told} == told


@pytest.mark.parametrize(
    "words",
    [
        "actually make my goal a half marathon in 14 weeks",
        "actually forget the 10k, i'd rather do a half marathon in 14 weeks",
    ],
)
def test_another_goal_takes_the_place_of_the_first_with_its_time(words: str) -> None:
    session, _ = talk(words)
    assert [goal.event for goal in session.goals] == ["half"]
    assert session.told["weeks_available"] == 14
    assert "goal_time_s" not in session.told


def test_another_goal_is_taken_before_there_is_a_plan() -> None:
    session, _ = talk(goal="first marathon in 20 weeks", running="actually forget it, i'd rather do a 10k in 10 weeks")
    assert [goal.event for goal in session.goals] == ["10k"]
    assert session.told["weeks_available"] == 10


@pytest.mark.parametrize(
    ("goal", "week", "told"),
    [
        ("I'd like to run a half marathon in 12 weeks", "1:50, 4 days a week, any day is fine, 55 km my biggest week",
         {"goal_time_s": 6600, "training_days_per_week": 4, "target_weekly_volume_km": 55}),
        ("I want to race 1500 m in 12 weeks", "4:45, 4 days a week, any day is fine", {"goal_time_s": 285}),
        (GOAL, "36 km", {"current_weekly_volume_km": 30, "target_weekly_volume_km": 36}),
        (GOAL, "4 days a week, male, 180 cm, 75 kg, 8 hours", {"sleep_hours_avg": 8, "weekly_sport_hours": None}),
    ],
)  # fmt: skip
def test_an_amount_alone_answers_what_was_asked(goal: str, week: str, told: dict[str, object]) -> None:
    facts = talk(goal=goal, week=week)[0].told
    assert {name: facts.get(name) for name in told} == told


PRESSURE = "i was told i have high blood pressure"


HELD = ("hypertension",)


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("high blood pressure is wrong, i never had it", ()),
        ("remove high blood pressure please", ()),
        ("no", HELD),
        ("the high blood pressure reading is wrong", HELD),
        ("remove the blood pressure pills", HELD),
        ("I do have high blood pressure, please correct that", HELD),
        ("please don't remove high blood pressure", HELD),
        ("My wife never had high blood pressure, I do", HELD),
        ("I never had high blood pressure until last year", HELD),
        ("it would be wrong to remove high blood pressure", HELD),
    ],
)
def test_only_who_says_that_it_was_misheard_takes_a_condition_off_the_record(words: str, held: tuple[str, ...]) -> None:
    assert talk(PRESSURE)[0].told["known_conditions"] == HELD
    assert talk(PRESSURE, words)[0].told["known_conditions"] == held


@pytest.mark.parametrize(
    ("week", "is_held"),
    [
        ("4 days a week, no heart trouble no high blood pressure, no meds except the pill", False),
        ("4 days a week, no heart trouble but high blood pressure", True),
    ],
)
def test_a_condition_denied_by_name_is_not_recorded(week: str, *, is_held: bool) -> None:
    assert ("hypertension" in talk(week=week)[0].told.get("known_conditions", ())) is is_held


@pytest.mark.parametrize("words", ["yes", "there is more", "yes there is"])
def test_a_yes_to_the_question_for_more_ends_nothing(words: str) -> None:
    reader = TrainedReader(TODAY, Channel())
    acts = reader.read(words, "Have I misunderstood anything, or is there more to it?") or ()
    assert "nothing_to_add" not in {act.kind for act in acts}


def test_that_all_is_right_is_no_answer_of_its_own() -> None:
    session, _ = talk()
    assert "all correct" not in session.also_told.values()


def test_weekdays_are_told_in_their_order_and_races_by_their_names() -> None:
    assert clause("available_days", ("fri", "mon", "sat")) == "days that work for you: Monday, Friday and Saturday"
    assert clause("race_distance_km", 1.6093) == "the race is a mile"
