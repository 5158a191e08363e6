"""`coach-eval validate-persona`: a good file passes, a slip is named with its line, a wrong label with the reason."""

from pathlib import Path

import pytest

from evals.cli import main

GOOD = (Path(__file__).parents[3] / "personas" / "template.yaml").read_text(encoding="utf-8")


def judged(folder: Path, old: str, new: str) -> int:
    """The exit code for the template as `kim.yaml`, with `new` where it says `old`."""
    assert old in GOOD
    path = folder / "kim.yaml"
    path.write_text(GOOD.replace("id: NAME  ", "id: kim  ").replace(old, new), encoding="utf-8")
    return main(["validate-persona", str(path)])


def test_a_good_file_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(tmp_path, "name: Kim", "name: Kim") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:4]] == [["ok", part] for part in ("file", "labels", "gate", "session")]
    assert "approved, as labelled" in lines[2]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("age_years: {value: 31", "age_yaers: {value: 31", "no field 'age_yaers'; did you mean age_years?"),
        ("parq_yes: {value: []", "parq_yes: {value: [q2]", "facts.symptoms has nothing that explains it"),
        ("rules: []", "rules: [sleep_shot]", "no rule 'sleep_shot'; did you mean sleep_short?"),
        ("sleep_hours_avg: {value: 7.5", "sleep_hours_avg: {value: 6", "because age_years is 31, sleep_hours_avg is 6"),
        ("rules: []", "rules: [sleep_short]", "rule sleep_short is labelled and does not fire"),
        ("outcome: accepted", "outcome: blocked", "ended accepted after 12 messages; the label says blocked"),
    ],
)
def test_what_is_wrong_is_said_with_a_way_to_mend_it(
    old: str, new: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(tmp_path, old, new) == 1
    said = capsys.readouterr().out
    assert "FAILED" in said
    assert expected in said


def test_a_file_that_is_not_there_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate-persona", "nowhere/kim.yaml"]) == 64
    assert "nowhere/kim.yaml: cannot be read" in capsys.readouterr().err


def test_a_request_that_moves_the_race_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = '[{kind: requests_change, text: "the race is two weeks earlier", at: present}]'
    judged(tmp_path, "behaviours: []", f"behaviours: {wish}")
    assert "moves the race: write it as `corrects` of weeks_available" in capsys.readouterr().out
