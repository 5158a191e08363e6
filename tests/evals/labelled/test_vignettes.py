"""The labelled vignettes: the check, and what the command prints."""

import json
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval
from labelled_rows import VIGNETTES

from coach.errors import FileError
from coach.records.safety import SafetyResult, Unresolved
from coach.safety.rules import rules
from evals.labelled.vignettes import SET, ExpectedGate, check_safety_vignette

CASES = SET.cases()


def test_every_vignette_is_decided_as_it_is_labelled() -> None:
    judged = (SET.judged(each) for each in CASES)
    wrong = {each.case.id: each.verdict for each in judged if not each.verdict.passed}
    assert wrong == {}


def test_the_vignettes_meet_every_rule_and_every_status() -> None:
    assert len(CASES) == 100
    assert {rule for each in CASES for rule in each.expect.fired} == {c.rule.id for c in rules()}
    assert {each.expect.status for each in CASES} == {"approved", "approved_with_warnings", "blocked", "unresolved"}


WARNED = SafetyResult(status="approved_with_warnings", fired=("sleep_short",), contraindications=("rest_day_required",))
OPEN = SafetyResult(status="unresolved", unresolved=(Unresolved(rule="bp_severe", missing=("resting_dbp_mmhg",)),))


@pytest.mark.parametrize(
    ("result", "expected", "word", "findings"),
    [
        (WARNED, {"status": "approved_with_warnings", "fired": ["sleep_short"]}, "correct", []),
        (
            WARNED,
            {"status": "blocked", "fired": ["rf_syncope"]},
            "false_approval",
            ["fired: rf_syncope is labelled and missing", "fired: sleep_short is not labelled"],
        ),
        (WARNED, {"status": "unresolved", "fired": ["sleep_short"]}, "false_approval", []),
        (WARNED, {"status": "approved", "fired": []}, "wrong_level", ["fired: sleep_short is not labelled"]),
        (
            WARNED,
            {"status": "approved_with_warnings", "fired": ["sleep_short"], "contraindications": []},
            "wrong_rules",
            ["contraindications: rest_day_required is not labelled"],
        ),
        (OPEN, {"status": "approved", "fired": []}, "false_refusal", []),
        (OPEN, {"status": "blocked", "fired": []}, "wrong_level", []),
        (OPEN, {"status": "unresolved", "fired": [], "unresolved": ["bp_severe"]}, "correct", []),
        (
            OPEN,
            {"status": "unresolved", "fired": [], "unresolved": ["screening"]},
            "wrong_rules",
            ["unresolved: screening is labelled and missing", "unresolved: bp_severe is not labelled"],
        ),
    ],
)
def test_a_verdict_has_one_word_and_names_each_difference(
    result: SafetyResult, expected: dict[str, Any], word: str, findings: list[str]
) -> None:
    verdict = check_safety_vignette(result, ExpectedGate.model_validate_json(json.dumps(expected)))
    assert (verdict.value, [finding.what for finding in verdict.findings]) == (word, findings)
    assert verdict.passed == (word == "correct")


def test_a_vignette_that_the_gate_never_saw_is_not_judged() -> None:
    verdict = check_safety_vignette(None, ExpectedGate(status="approved", fired=()))
    assert (verdict.value, verdict.passed) == ("not_judged", None)


FEW = [json.dumps(row) for row in VIGNETTES]


def file_of(folder: Path, *lines: str) -> Path:
    path = folder / "few.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_command_lists_false_approvals_first_and_fails(tmp_path: Path) -> None:
    printed = coach_eval("labelled", "vignettes", "--file", file_of(tmp_path, *FEW), code=1).out
    listed = [line for line in printed.splitlines() if line.partition(": ")[0] in {"false_approval", "false_refusal"}]
    assert [line.split(": ")[1] for line in listed] == ["let_through", "too_careful"]
    assert printed.index("false_approval") < printed.index("Labelled (rows)")
    assert "shoe_size" in printed
    assert "1 of 4 as labelled, 1 false approvals" in printed


@pytest.mark.parametrize(
    ("line", "said"),
    [('{"id": "a"}', r"few\.jsonl:2.*Field required"), ("{", r"few\.jsonl:2.*JSON"), (FEW[0], "as_labelled")],
    ids=["a line without its keys", "a line that is not JSON", "an id that stands twice"],
)
def test_a_line_that_is_no_vignette_is_named(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        SET.cases(path=file_of(tmp_path, FEW[0], line))


def test_a_line_separator_in_a_text_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "separated.jsonl"
    path.write_text(json.dumps({**VIGNETTES[0], "id": "a\u2028b"}, ensure_ascii=False), encoding="utf-8")
    assert [case.id for case in SET.cases(path=path)] == ["a\u2028b"]


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "utf_16.jsonl"
    path.write_text(FEW[0], encoding="utf-16")
    told = coach_eval("labelled", "vignettes", "--file", str(path), code=64)
    assert told.err == f"coach-eval labelled: {path}: cannot be read: it is not UTF-8\n"
