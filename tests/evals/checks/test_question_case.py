"""The counts of labelled questions are what they say."""

import json
from pathlib import Path

from evals.checks.question_case import QuestionCase, check_question, measure, readings

CASES = [
    QuestionCase(id="1", text="How old are you?", asks=frozenset({"age_years"}), kind="question"),
    QuestionCase(id="2", text="How tall are you?", asks=frozenset({"age_years"}), kind="question"),
    QuestionCase(id="3", text="Nice weather.", asks=frozenset(), kind="other"),
    QuestionCase(id="4", text="How heavy are you?", asks=frozenset(), kind="off_catalogue"),
]


def test_fields_are_right_missed_or_invented() -> None:
    assert [list(readings(case)) for case in CASES] == [
        [("age_years", "right")],
        [("age_years", "missed"), ("height_cm", "invented")],
        [],
        [("weight_kg", "invented")],
    ]


def test_a_line_passes_where_all_is_right() -> None:
    verdicts = [check_question(case) for case in CASES]
    assert [verdict.value for verdict in verdicts] == ["pass", "fail", "pass", "fail"]
    assert verdicts[1].explanation == "missed age_years; invented height_cm"
    assert verdicts[1].counts == {"missed": 1.0, "invented": 1.0}


def test_the_lines_of_a_file_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(case.model_dump(mode="json")) for case in CASES), encoding="utf-8")
    assert measure(file) == {
        "asking": 2, "whole": 1, "exact": 1, "right": 1, "missed": 1, "invented": 1, "not_asking": 2, "quiet": 1,
    }  # fmt: skip
