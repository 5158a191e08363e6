"""`coach-eval validate-persona`: a good file passes, a slip is named with its line, a wrong label with the reason."""

from pathlib import Path

import pytest
from coach_eval import coach_eval

GOOD = (Path(__file__).parents[3] / "personas" / "template.yaml").read_text(encoding="utf-8")


def judged(folder: Path, old: str, new: str, code: int) -> str:
    """What is printed of the template as `kim.yaml`, with `new` where it says `old`."""
    assert old in GOOD
    path = folder / "kim.yaml"
    path.write_text(GOOD.replace("id: NAME  ", "id: kim  ").replace(old, new), encoding="utf-8")
    return coach_eval("validate-persona", path, code=code).out


def test_a_good_file_passes(tmp_path: Path) -> None:
    lines = judged(tmp_path, "name: Kim", "name: Kim", 0).splitlines()
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
def test_what_is_wrong_is_said_with_a_way_to_mend_it(old: str, new: str, expected: str, tmp_path: Path) -> None:
    said = judged(tmp_path, old, new, 1)
    assert "FAILED" in said
    assert expected in said


def test_a_request_that_moves_the_race_is_noted(tmp_path: Path) -> None:
    wish = '[{kind: requests_change, text: "the race is two weeks earlier", at: present}]'
    said = judged(tmp_path, "behaviours: []", f"behaviours: {wish}", 1)
    assert "moves the race: write it as `corrects` of weeks_available" in said
