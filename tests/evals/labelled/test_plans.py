"""The labelled plans: the check, and what the command prints."""

import json
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval
from pydantic import ValidationError

from coach.plan.validation import RULES
from coach.records.block import PlanFinding
from evals.labelled.plans import SET, SOUND, CheckedPlan, ExpectedFindings, PlanCase, ask, check_plan_case, tally

CASES = SET.cases()


@pytest.fixture(scope="module")
def judged() -> list[tuple[PlanCase, CheckedPlan]]:
    return [(case, ask(case)) for case in CASES]


def test_every_plan_is_judged_as_it_is_labelled(judged: list[tuple[PlanCase, CheckedPlan]]) -> None:
    verdicts = {case.id: check_plan_case(answer, case.expect) for case, answer in judged}
    assert {name: verdict.findings for name, verdict in verdicts.items() if not verdict.passed} == {}


@pytest.mark.parametrize(
    "label",
    [{"valid": True, "refused_at": "goal"}, {"valid": "bad_line", "rules_fired": [{"rule": "a", "severity": "error"}]}],
)
def test_a_label_that_says_of_no_refusal_what_it_is_for_is_no_label(label: Any) -> None:
    with pytest.raises(ValidationError, match=r"bad.line"):
        ExpectedFindings.model_validate(label)


def test_every_rule_has_two_faults_and_two_twins(judged: list[tuple[PlanCase, CheckedPlan]]) -> None:
    table = tally((case.kind, case.expect, answer) for case, answer in judged)
    assert len(CASES) == 335
    assert {rule.id for rule in RULES} == {
        rule for rule, row in table.items() if row["caught"] >= 2 and row["quiet"] >= 2
    }


def test_no_sound_plan_has_an_error_that_is_not_labelled(judged: list[tuple[PlanCase, CheckedPlan]]) -> None:
    wrong = {case.id: answer.findings for case, answer in judged if case.kind == "valid" and not answer.valid}
    assert wrong == {}
    assert sum(case.kind in SOUND for case in CASES) == 39


def _found(rule: str, severity: Any = "error", week: int = 1) -> PlanFinding:
    return PlanFinding(rule=rule, severity=severity, week=week, message="m")


A, B = {"rule": "a", "severity": "error"}, {"rule": "b", "severity": "warn"}
LATER = {**A, "week": 2}


@pytest.mark.parametrize(
    ("answer", "expected", "word"),
    [
        (CheckedPlan(valid=True), {"valid": True}, "correct"),
        (CheckedPlan(valid=True, findings=(_found("b", "warn"),)), {"valid": True, "rules_fired": [B]}, "correct"),
        (CheckedPlan(valid=True), {"valid": False, "rules_fired": [A]}, "false_pass"),
        (CheckedPlan(valid=None), {"valid": True}, "false_alarm"),
        (CheckedPlan(valid=True), {"valid": "bad_line"}, "false_pass"),
        (CheckedPlan(error="line 1: no"), {"valid": "bad_line"}, "correct"),
        (CheckedPlan(error="line 1: no"), {"valid": True}, "false_alarm"),
        (
            CheckedPlan(error="line 1: plan.weeks.0.days: 6"),
            {"valid": "bad_line", "refused_at": "weeks.0.days"}, "correct",
        ),
        (CheckedPlan(error="line 1: plan.weeks.0.days: 6"), {"valid": "bad_line", "refused_at": "goal"}, "wrong_rules"),
        (CheckedPlan(error="line 1: plan.weeks.10: no"), {"valid": "bad_line", "refused_at": "weeks.1"}, "wrong_rules"),
        (CheckedPlan(valid=True), {"valid": "bad_line", "refused_at": "goal"}, "false_pass"),
        (CheckedPlan(valid=False, findings=(_found("a"),)), {"valid": True}, "false_alarm"),
        (CheckedPlan(valid=False, findings=(_found("a"),)), {"valid": True, "may_fire": ["a"]}, "correct"),
        (CheckedPlan(valid=False, findings=(_found("c"),)), {"valid": False, "rules_fired": [A]}, "wrong_rules"),
        (
            CheckedPlan(valid=False, findings=(_found("a", week=3),)),
            {"valid": False, "rules_fired": [LATER]}, "wrong_rules",
        ),
        (CheckedPlan(valid=True), {"valid": True, "rules_fired": [B]}, "missed_warning"),
        (
            CheckedPlan(valid=True, findings=(_found("b", "warn"),)),
            {"valid": True, "must_not_fire": ["b"]}, "false_warning",
        ),
    ],
)  # fmt: skip
def test_an_answer_that_differs_from_its_label_has_a_word(answer: CheckedPlan, expected: Any, word: str) -> None:
    verdict = check_plan_case(answer, ExpectedFindings.model_validate(expected))
    assert (verdict.value, verdict.passed) == (word, word == "correct")


def test_nothing_asked_is_nothing_judged() -> None:
    assert check_plan_case(None, CASES[0].expect).passed is None


def test_the_command_names_every_mistake_with_its_reason(tmp_path: Path) -> None:
    chosen = {case.kind: case.id for case in CASES}
    lines = [json.loads(line) for line in SET.path.read_text().splitlines() if line]
    few = tmp_path / "cases.jsonl"
    labelled = [line | {"expect": {"valid": False}} for line in lines if line["id"] in chosen.values()]
    few.write_text("\n".join(map(json.dumps, labelled)))
    out = coach_eval("labelled", "plans", "--file", few, code=1).out
    assert "false_pass" in out
    assert "because:" in out
    assert out.index("false_pass") < out.index("false_alarm")


def test_of_each_sound_plan_the_worst_that_a_rule_says_is_counted_once() -> None:
    both = CheckedPlan(valid=False, findings=(_found("a"), _found("a", "warn"), _found("b", "warn")))
    table = tally([("valid", ExpectedFindings(valid=True), both), ("published", ExpectedFindings(valid=True), both)])
    assert table == {"a": {"error": 2}, "b": {"warn": 2}}
