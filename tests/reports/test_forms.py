"""JSON and JUnit forms: as published, read back by libraries, inert, the same bytes each time."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from junitparser import JUnitXml

from reports import comparison_json, junit
from reports.compare import compare
from reports.comparison import Comparison
from reports.forms import FORMS, Compared, write_forms
from reports.logs import Run
from reports.policy import read_policy

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "datasets" / "schema" / comparison_json.SCHEMA_NAME
POLICY = ROOT / "evals" / "gate.toml"
HOSTILE = "</testcase><script>x</script> ]]> & \x00 \x1b[31m \u202e =1+1"


@pytest.fixture
def runs(logs: Any) -> tuple[Run, Run]:
    base = logs.build({("a", 1): {"outcome": "pass", "unspoken": "pass"}, ("b", 1): {"outcome": "pass"}})
    failing = {"value": "fail", "explanation": HOSTILE, "metadata": {"version": 1, "passed": False}}
    scores = {("a", 1): {"outcome": failing, "unspoken": "not_judged"}, ("b", 1): {"outcome": "pass"}}
    return base, logs.but(run="cand", errors={("b", 1): HOSTILE}).build(scores)


@pytest.fixture
def comparison(runs: tuple[Run, Run]) -> Comparison:
    return compare(*runs, read_policy(POLICY))


def test_the_published_schema_is_the_one_that_the_code_makes() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == comparison_json.schema_text()


def test_the_json_form_keeps_to_its_schema_and_says_the_verdict(comparison: Comparison) -> None:
    found = json.loads(comparison_json.render(comparison))
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(found)
    assert (found["standing"], found["exit_code"]) == (comparison.standing, comparison.exit_code)
    assert found["comparison"]["new_failures"][0]["explanation"] == HOSTILE
    assert "prompt_texts" not in found["comparison"]["base"]


def test_junit_has_a_case_for_every_persona_and_scorer_and_every_gate_line(
    comparison: Comparison, runs: tuple[Run, Run]
) -> None:
    xml = JUnitXml.fromstring(junit.render(comparison, runs[1]).encode())
    cases = {(suite.name, case.name): [type(it).__name__ for it in case.result] for suite in xml for case in suite}
    assert {key: came for key, came in cases.items() if key[0] != "gate"} == {
        ("outcome", "a"): ["Failure"],
        ("outcome", "b"): ["Error"],
        ("unspoken", "a"): ["Skipped"],
        ("unspoken", "b"): ["Error"],
    }
    assert {name for suite, name in cases if suite == "gate"} == {line.name for line in comparison.gate}
    assert [suite.failures for suite in xml if suite.name == "outcome"] == [1]


def test_hostile_words_stay_words_in_junit(comparison: Comparison, runs: tuple[Run, Run]) -> None:
    text = junit.render(comparison, runs[1])
    assert "<script" not in text
    assert not {"\x00", "\x1b", "\u202e"} & set(text)
    (failed,) = [case for suite in JUnitXml.fromstring(text.encode()) if suite.name == "outcome" for case in suite][:1]
    assert "</testcase><script>x</script>" in failed.result[0].text


def test_every_form_is_written_and_the_same_runs_give_the_same_bytes(
    comparison: Comparison, runs: tuple[Run, Run], tmp_path: Path
) -> None:
    compared = Compared(comparison, *runs)
    first, second = (write_forms(compared, tmp_path / name, "x") for name in ("one", "two"))
    assert set(first) == set(FORMS)
    assert [path.read_bytes() for path in first.values()] == [path.read_bytes() for path in second.values()]
