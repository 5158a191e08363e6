"""`coach-eval labelled replies --write`: what the test split measures is kept, and stands beside the verdicts on it."""

import json
from pathlib import Path

import pytest

from coach.errors import InputError
from evals.checks import measured
from evals.cli import main
from evals.labelled.replies import SET
from evals.offline import hearing


def test_what_was_measured_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = SET.cases("test")[:5]
    assert {case.split for case in few} == {"test"}
    path = tmp_path / "few.jsonl"
    path.write_text("\n".join(case.model_dump_json() for case in few), encoding="utf-8")
    shipped = measured.PATH.read_bytes()
    monkeypatch.setattr(measured, "PATH", tmp_path / "measured.json")
    measured.PATH.write_bytes(shipped)
    monkeypatch.setattr(hearing, "PATH", tmp_path / "hearing.json")
    assert main(["labelled", "replies", "--file", str(path), "--split", "test", "--no-show", "--write"]) == 0
    kept, before = json.loads(measured.PATH.read_bytes()), json.loads(shipped)
    reader = kept.pop("reader")
    assert reader["shares"]["facts"]["of"] == sum(len(case.facts) for case in few)
    assert "5 replies" in reader["source"]
    assert kept == {name: each for name, each in before.items() if name != "reader"}
    rates = hearing.Rates.model_validate_json((tmp_path / "hearing.json").read_bytes())
    assert (rates.source, rates.overall.n) == (reader["source"], reader["shares"]["facts"]["of"])


def test_the_rates_of_hearing_as_shipped_are_of_the_whole_test_split() -> None:
    rates = hearing.Rates.model_validate_json(hearing.PATH.read_bytes())
    assert rates.source == measured.measured("reader").source
    assert rates.source.startswith("test split")
    assert 0 < measured.measured("reader").shares["facts"].share < 1
    assert rates.fields


def test_a_split_without_replies_is_refused() -> None:
    with pytest.raises(InputError, match="there is no case in the split 'none'"):
        SET.cases("none")
