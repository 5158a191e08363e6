"""Repeats that stand beside each other are run in turn."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.export.groups import groups, metres, seconds
from coach.export.wording import size, steps_text
from coach.plan.reading import placed, step_minutes
from coach.records.block import Step, TrainingSession


def session(*steps: Step) -> TrainingSession:
    return TrainingSession(type="run", purpose="interval", duration_min=40, rpe=7, steps=steps, text="t")


RUN, WALK = Step(kind="run", repeat=5, duration_min=3), Step(kind="walk", repeat=5, duration_min=1)
WORK = Step(kind="work", repeat=3, km=1.0, duration_min=4.3, zone="T", pace_s_per_km=(255, 262))
REST = Step(kind="recover", repeat=2, duration_min=2)
END = Step(kind="walk", duration_min=5)
TWO_STRETCHES = (END, Step(kind="run", repeat=2, duration_min=18), Step(kind="walk", repeat=2, duration_min=1), END)


def shape(made: TrainingSession) -> list[tuple[int, list[str]]]:
    return [(group.times, [step.kind for step in group.steps]) for group in groups(made)]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((RUN, WALK), [(5, ["run", "walk"])]),
        ((WORK, REST), [(2, ["work", "recover"]), (1, ["work"])]),
        ((Step(kind="warmup", duration_min=10), RUN, WALK), [(1, ["warmup"]), (5, ["run", "walk"])]),
        ((WORK, Step(kind="cooldown", duration_min=6)), [(3, ["work"]), (1, ["cooldown"])]),
        ((WORK, RUN), [(3, ["work"]), (5, ["run"])]),
        ((), [(1, ["run"])]),
        (TWO_STRETCHES, [(1, ["walk"]), (2, ["run", "walk"]), (1, ["walk"])]),  # seen: the last walk in between
    ],
)
def test_steps_come_in_the_order_in_which_they_are_run(steps: Any, expected: Any) -> None:
    assert shape(session(*steps)) == expected


STEPS = st.builds(
    Step,
    kind=st.sampled_from(["warmup", "work", "recover", "cooldown", "walk", "run"]),
    repeat=st.integers(1, 4),
    duration_min=st.floats(0.2, 60),
)


@given(st.lists(STEPS, min_size=1, max_size=6))
def test_no_minute_is_lost_or_added(steps: list[Step]) -> None:
    made = session(*steps)
    whole = sum(step_minutes(step, made) for step in steps)
    assert sum(group.times * (step.duration_min or 0) for group in groups(made) for step in group.steps) == (
        pytest.approx(whole)
    )


@pytest.mark.parametrize(
    ("step", "length", "time"),
    [
        (Step(kind="work", km=0.4, duration_min=1.5), 400, 90),
        (Step(kind="work", km=1.21, duration_min=4.99), None, 300),
        (Step(kind="warmup", km=2.03, duration_min=12.05), None, 720),
        (Step(kind="run", km=1.21), 1210, 0),
        (Step(kind="walk", duration_min=1.75), None, 105),
    ],
)
def test_a_length_is_a_distance_where_one_was_meant(step: Step, length: int | None, time: int) -> None:
    assert (metres(step), seconds(step)) == (length, time)


def test_all_steps_of_a_planned_session_read_in_one_line(plan: Any) -> None:
    texts = [steps_text(at.session) for at in placed(plan) if at.session.purpose == "interval"]
    assert texts
    assert all(" x (" in text and "warm up" in text and "per km" in text for text in texts)


PACED_RACE = Step(kind="run", km=42.195, duration_min=197.7, pace_s_per_km=(275, 287))


def race(step: Step, **known: Any) -> TrainingSession:
    known = {"km": 42.195, "duration_min": 197.7, **known}
    return TrainingSession(type="race", purpose="race", rpe=9, steps=(step,), text="t", **known)


@pytest.mark.parametrize("steps", [(PACED_RACE,), ()])
def test_a_race_ends_at_its_distance_however_long_it_takes(steps: tuple[Step, ...]) -> None:
    """Seen: "Run 3h17m42s", after which the watch of a slower runner leaves a marathon."""
    made = race(PACED_RACE).model_copy(update={"steps": steps})
    ((step,),) = (group.steps for group in groups(made))
    assert (metres(step), seconds(step)) == (42195, 0)
    assert steps_text(race(PACED_RACE)).startswith("42.195 km run")


def test_only_a_race_at_a_known_pace_has_a_time() -> None:
    assert size(race(PACED_RACE, pace_s_per_km=(275, 287))) == "42.195 km, 198 min"
    assert size(race(PACED_RACE)) == "42.195 km"


def test_of_run_and_walk_only_the_running_is_counted_and_said_to_be() -> None:
    made = TrainingSession(type="run", purpose="walk_run", km=0.8, duration_min=28, rpe=3, text="t")
    assert size(made) == "0.8 km of running, 28 min"
