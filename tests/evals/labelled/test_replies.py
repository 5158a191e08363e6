"""`coach-eval labelled replies --write`: what the test split measures is kept, and stands beside the verdicts on it."""

from pathlib import Path

import pytest
from checks_sessions import HEALTHY, session

from coach import events as e
from coach.errors import InputError
from evals.checks import fact_source
from evals.checks.intake_economy import check_intake_economy
from evals.checks.persona_fidelity import check_persona_fidelity
from evals.commands.labelled import run
from evals.labelled.replies import SET
from evals.offline import hearing

ANSWERED = session(
    e.CoachSaid(state="INTAKE", text="How old are you?"),  # type: ignore[arg-type]
    e.AthleteSaid(turn=1, text="I'm 28."),
    e.CoachSaid(state="INTAKE", text="How many days a week would you like to train?"),  # type: ignore[arg-type]
)


def test_only_the_test_split_is_kept() -> None:
    with pytest.raises(InputError, match="test split"):
        run(["replies", "--split", "dev", "--no-show", "--write"])


def test_what_was_measured_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = SET.cases("test")[:5]
    path = tmp_path / "few.jsonl"
    path.write_text("\n".join(case.model_dump_json() for case in few), encoding="utf-8")
    monkeypatch.setattr(fact_source, "PATH", tmp_path / "reader.json")
    monkeypatch.setattr(hearing, "PATH", tmp_path / "hearing.json")
    assert run(["replies", "--file", str(path), "--split", "test", "--no-show", "--write"]) == 0
    kept = fact_source.Reader.model_validate_json((tmp_path / "reader.json").read_bytes())
    assert kept.right + kept.missed + kept.wrong == sum(len(case.facts) for case in few)
    assert "5 replies" in kept.source
    rates = hearing.Rates.model_validate_json((tmp_path / "hearing.json").read_bytes())
    assert (rates.source, rates.overall.n) == (kept.source, kept.right + kept.missed + kept.wrong)


def test_the_rates_of_hearing_as_shipped_are_of_the_whole_test_split() -> None:
    rates = hearing.Rates.model_validate_json(hearing.PATH.read_bytes())
    assert rates.source == fact_source.reader().source
    assert rates.fields


def test_the_shipped_numbers_are_of_the_test_split_and_stand_beside_each_verdict() -> None:
    known = fact_source.reader()
    assert known.source.startswith("test split")
    assert 0 < known.recall < 1
    for verdict in (check_intake_economy(ANSWERED, HEALTHY), check_persona_fidelity(ANSWERED, HEALTHY)):
        assert verdict.judged == {"reader recall": round(known.recall, 3)}
        assert f"{known.recall:.0%}" in verdict.explanation


def test_of_no_facts_nothing_is_known() -> None:
    assert fact_source.Reader(source="none", right=0, missed=0, wrong=0, invented=3).recall == 0.0


def test_a_split_without_replies_is_refused() -> None:
    with pytest.raises(InputError, match="no case is in the split 'none'"):
        SET.cases("none")


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_every_split_has_replies(split: str) -> None:
    assert {case.split for case in SET.cases(split)} == {split}
