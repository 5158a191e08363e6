import shutil
from pathlib import Path

import pytest

from coach.errors import FileError
from coach.records.goal import Goal
from personas.files import names
from personas.load import load

FILES = Path(__file__).with_name("files")


def test_a_persona_is_found_by_its_name_in_the_folder_and_by_its_path() -> None:
    assert names(FILES) == ("plain_runner",)
    assert load("plain_runner", FILES) == load(FILES / "plain_runner.yaml")
    assert load("plain_runner", FILES).speaks.name == "Kim"


def test_a_file_must_be_named_after_its_id(tmp_path: Path) -> None:
    other = tmp_path / "someone_else.yaml"
    shutil.copy(FILES / "plain_runner.yaml", other)
    with pytest.raises(FileError, match=r"someone_else.yaml:1: id: is 'plain_runner'"):
        load(other)


EXPECT = "expect: {safety: {status: approved}, outcome: accepted"
NEVER_YOUNGER = "behaviours:\n  - {kind: corrects, field: age_years, first: -3, then: 28}\n"
ANOTHER_END = "behaviours:\n  - {kind: contradicts, field: age_years, first: 27, then: 99}\n"
SLIPS = {
    "a value of the wrong kind": ({"style: neutral": "style: 3"}, r"plain_runner.yaml:4: speaks.style"),
    "no field of the catalogue to collect": ({EXPECT: f"{EXPECT}, must_collect: [age_yaers]"}, "age_yaers is not a"),
    "a type of session that there is not": (
        {EXPECT: f"{EXPECT}, plan: {{forbidden_types: [swimming]}}"},
        "forbidden_types",
    ),
    "a race day that nobody knows": (
        {EXPECT: f"{EXPECT}, plan: {{ends_on: race_date}}", "{value: 12, tell": "{value: null, tell"},
        "weeks_available",
    ),
    "a first answer that could not be": ({EXPECT: f"{NEVER_YOUNGER}{EXPECT}"}, "first"),
    "a last answer that is not the truth": ({EXPECT: f"{ANOTHER_END}{EXPECT}"}, "but age_years is"),
    "no answer to a question of the screening": ({"  sleep_hours_avg: {value: 7.5}\n": ""}, "sleep_hours_avg"),
}


@pytest.mark.parametrize(("edits", "told"), SLIPS.values(), ids=SLIPS)
def test_a_slip_in_a_file_is_refused_with_its_place(edits: dict[str, str], told: str, tmp_path: Path) -> None:
    text = (FILES / "plain_runner.yaml").read_text(encoding="utf-8")
    for was, now in edits.items():
        assert text.count(was) == 1
        text = text.replace(was, now)
    (tmp_path / "plain_runner.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=told):
        load(tmp_path / "plain_runner.yaml")


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
