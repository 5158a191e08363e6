"""The command that plants faults: what it prints, and what it exits with."""

import re

import pytest

from coach.errors import InputError
from evals.commands import faults
from evals.faults.fault import Fault
from evals.faults.matrix import Row, Shown

ONE = ["--seeds", "1", "--workers", "1"]


def test_a_fault_that_its_owner_catches_is_a_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert faults.run(["--only", "athlete_contradicts_the_truth", *ONE]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"persona_fidelity: healthy_10k, seed 0, turn \d+: contradicts: age_years 32", printed)
    assert "all as listed" in printed


def test_a_pattern_that_fits_no_fault_names_those_that_there_are() -> None:
    with pytest.raises(InputError, match="leaks_author_plain"):
        faults.run(["--only", "nothing_like_it"])


def test_a_survivor_an_unlisted_scorer_and_one_that_did_not_follow_are_each_said() -> None:
    fault = Fault(id="f", owner="a", personas=("p",), because="x is wrong", follows={"b": "y"})
    shown = {"c": (Shown("p", 0, 2, "what"),)}
    assert faults.wrong_with(Row(fault, shown, 1)) == [
        "f: SURVIVED, a did not see it (x is wrong)",
        "f: b is listed and did not fire",
        "f: c fired unlisted (p, seed 0, turn 2: what)",
    ]
