import shutil
from pathlib import Path

import pytest

from coach.errors import FileError, InputError
from coach.records.goal import Goal
from personas.files import names
from personas.load import load

FILES = Path(__file__).with_name("files")


def test_a_persona_is_found_by_its_name_in_the_folder() -> None:
    assert load("plain_runner", FILES).speaks.name == "Kim"


def test_a_persona_is_read_from_a_path() -> None:
    assert load(FILES / "plain_runner.yaml").id == "plain_runner"


def test_names_are_the_file_names_sorted() -> None:
    assert names(FILES) == ("plain_runner",)


def test_an_unknown_name_lists_the_close_ones() -> None:
    with pytest.raises(InputError, match="no persona 'plain_runer'; did you mean plain_runner"):
        load("plain_runer", FILES)


def test_an_unknown_name_without_a_close_one_says_where_they_are() -> None:
    with pytest.raises(InputError, match="coach-eval list personas"):
        load("zzz", FILES)


def test_a_file_must_be_named_after_its_id(tmp_path: Path) -> None:
    other = tmp_path / "someone_else.yaml"
    shutil.copy(FILES / "plain_runner.yaml", other)
    with pytest.raises(FileError, match=r"someone_else.yaml:1: id: is 'plain_runner'"):
        load(other)


def test_a_bad_value_names_file_line_and_key(tmp_path: Path) -> None:
    bad = tmp_path / "plain_runner.yaml"
    text = (FILES / "plain_runner.yaml").read_text(encoding="utf-8")
    bad.write_text(text.replace("style: neutral", "style: 3"), encoding="utf-8")
    with pytest.raises(FileError, match=r"plain_runner.yaml:4: speaks.style"):
        load(bad)


EXPECT = "expect: {safety: {status: approved}, outcome: accepted"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("must_collect: [age_yaers]", "age_yaers is not a field"),
        ("plan: {forbidden_types: [swimming]}", "forbidden_types"),
        ("plan: {ends_on: race_date}", "weeks_available"),
    ],
)
def test_a_slip_in_what_is_expected_is_refused(more: str, told: str, tmp_path: Path) -> None:
    bad = tmp_path / "plain_runner.yaml"
    text = (FILES / "plain_runner.yaml").read_text(encoding="utf-8").replace("{value: 12, tell", "{value: null, tell")
    assert EXPECT in text
    bad.write_text(text.replace(EXPECT, f"{EXPECT}, {more}"), encoding="utf-8")
    with pytest.raises(FileError, match=told):
        load(bad)


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [
        ("{kind: corrects, field: age_years, first: -3, then: 28}", "first"),
        ("{kind: contradicts, field: age_years, first: 27, then: 99}", "but age_years is"),
    ],
)
def test_what_an_athlete_takes_back_could_be_and_ends_with_the_truth(behaviour: str, told: str, tmp_path: Path) -> None:
    bad = tmp_path / "plain_runner.yaml"
    text = (FILES / "plain_runner.yaml").read_text(encoding="utf-8")
    assert "behaviours:" not in text
    bad.write_text(text.replace(EXPECT, f"behaviours:\n  - {behaviour}\n{EXPECT}"), encoding="utf-8")
    with pytest.raises(FileError, match=told):
        load(bad)


def test_a_missing_screening_field_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "plain_runner.yaml"
    text = (FILES / "plain_runner.yaml").read_text(encoding="utf-8")
    bad.write_text(text.replace("  sleep_hours_avg: {value: 7.5}\n", ""), encoding="utf-8")
    with pytest.raises(FileError, match="sleep_hours_avg"):
        load(bad)


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        load(tmp_path / "nobody.yaml")


def test_what_belongs_to_a_first_goal_is_no_truth_of_one_without_a_race() -> None:
    runner = load("healthy_10k")
    race, calm = runner.goals[0], Goal(text="I just want to run, no clock", type="fitness", sport="running")
    other = race.model_copy(update={"event": "5k", "target": None})
    assert runner.truth_for(race) == runner.truth_for(other) == runner.truth
    changed = {name for name, value in runner.truth_for(calm).items() if value != runner.truth[name]}
    assert changed == {"race_distance_km", "goal_time_s"}
