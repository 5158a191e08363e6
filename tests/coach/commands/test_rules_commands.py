import json

import pytest

from coach.cli import main
from coach.safety.rules import rules, sources


def test_a_rule_is_explained_with_source_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-rule", "low_energy_high_risk"]) == 0
    said = capsys.readouterr().out
    for part in (
        "bmi = weight / height squared",
        sources()["triad_2014"].citation,
        "weight_kg = 70",
        "weight_kg = 70.4",
    ):
        assert part in said


@pytest.mark.parametrize("compiled", rules(), ids=lambda compiled: compiled.rule.id)
def test_every_rule_can_be_explained(compiled: object, capsys: pytest.CaptureFixture[str]) -> None:
    name = getattr(compiled, "rule").id  # noqa: B009 (parametrised values are objects to the type checker)
    assert main(["explain-rule", name]) == 0
    assert capsys.readouterr().out.startswith(name)


def test_an_unknown_rule_is_answered_with_close_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-rule", "sleep_shot"]) == 64
    assert "close to it: sleep_short" in capsys.readouterr().err


def test_the_table_has_a_row_for_every_rule_with_its_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [compiled.rule.id for compiled in rules()]
    assert all(row.replace("\\|", "").count("|") == 10 for row in rows)


def test_the_json_table_carries_citation_and_verification(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == 60
    assert all(source["verification"] for rule in found for source in rule["sources"])


def test_an_unknown_format_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "xml"]) == 64
    assert "--format md|json|html|pdf" in capsys.readouterr().err
