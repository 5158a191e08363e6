"""FIT workouts, read back by another library: repeats and pace targets are whole."""

from typing import Any

import fitdecode
import pytest

from coach.export.fit import fit
from coach.plan.reading import placed
from coach.records.block import Step


def messages(data: bytes) -> list[tuple[str, dict[str, Any]]]:
    with fitdecode.FitReader(data, check_crc=fitdecode.CrcCheck.RAISE) as reader:
        frames = [frame for frame in reader if isinstance(frame, fitdecode.FitDataMessage)]
    return [(frame.name, {field.name: field.value for field in frame.fields}) for frame in frames]


def steps(data: bytes) -> list[dict[str, Any]]:
    return [values for name, values in messages(data) if name == "workout_step"]


def only(plan: Any) -> list[dict[str, Any]]:
    (file,) = fit(plan)
    return steps(file.data)


def test_every_session_is_a_workout_file_of_its_own(plan: Any) -> None:
    files = fit(plan)
    assert len({file.name for file in files}) == len(files) == len(list(placed(plan)))
    for file in files:
        found = dict(messages(file.data))
        assert found["file_id"]["type"] == "workout"
        assert found["workout"]["num_valid_steps"] == len(steps(file.data))


def test_five_runs_and_five_walks_are_five_times_both(single: Any) -> None:
    found = only(
        single(Step(kind="run", repeat=5, duration_min=3), Step(kind="walk", repeat=5, duration_min=1)),
    )
    assert [(step.get("duration_type"), step.get("duration_time")) for step in found[:2]] == [
        ("time", 180),
        ("time", 60),
    ]
    assert found[2]["duration_type"] == "repeat_until_steps_cmplt"
    assert (found[2]["duration_step"], found[2]["repeat_steps"]) == (0, 5)


def test_a_pace_is_a_range_of_speeds_from_slow_to_fast(single: Any) -> None:
    (found,) = only(single(Step(kind="work", km=1.0, pace_s_per_km=(250, 260)), purpose="interval"))
    assert found["target_type"] == "speed"
    assert (found["custom_target_speed_low"], found["custom_target_speed_high"]) == (
        pytest.approx(1000 / 260, abs=1e-3),
        pytest.approx(1000 / 250, abs=1e-3),
    )
    assert (found["duration_type"], found["duration_distance"]) == ("distance", 1000)


def test_a_heart_rate_is_the_target_where_no_pace_is(single: Any) -> None:
    warm, run = only(single(Step(kind="warmup", duration_min=10), Step(kind="run", duration_min=20), hr_bpm=(130, 145)))
    assert (run["custom_target_heart_rate_low"], run["custom_target_heart_rate_high"]) == (230, 245)
    assert warm["target_type"] == "open"


def test_a_planned_quality_session_keeps_its_order(plan: Any) -> None:
    name = next(f"{at.day.date}-interval.fit" for at in placed(plan) if at.session.purpose == "interval")
    found = steps(next(file.data for file in fit(plan) if file.name == name))
    kinds = [step.get("intensity") or step["duration_type"] for step in found]
    assert kinds == ["warmup", "active", "recovery", "repeat_until_steps_cmplt", "cooldown"]
    assert [step["message_index"] for step in found] == list(range(5))


def test_a_session_without_steps_is_one_step(single: Any) -> None:
    (found,) = only(single(km=7.0, duration_min=41.3, purpose="easy"))
    assert (found["duration_type"], found["duration_distance"]) == ("distance", 7000)
