"""The command that plants faults: what it prints, and what it exits with."""

import io
import re

import pytest
from coach_eval import coach_eval
from rich.console import Console

from evals.commands import faults
from evals.faults import registry
from evals.faults.fault import Fault
from evals.faults.matrix import Problem, ProblemKind

ONE = ["--seeds", "1", "--workers", "1"]


def test_a_fault_that_its_owner_catches_is_a_success() -> None:
    printed = coach_eval("faults", "--only", "athlete_contradicts_the_truth", *ONE).out
    assert re.search(r"persona_fidelity: healthy_10k, seed 0, turn \d+: contradicts: age_years 32", printed)
    assert printed.startswith("PASSED: all as expected (1 fault in 2 sessions, 2 clean sessions)")


def test_the_verdict_comes_first_and_then_the_problems_the_worst_first() -> None:
    console = Console(file=io.StringIO(), width=100)
    faults.show_verdict(console, [Problem(ProblemKind.ABSENT, "f: b"), Problem(ProblemKind.BROKEN, "g: p")], "2 faults")
    assert console.file.getvalue().splitlines() == [  # type: ignore[attr-defined]
        "FAILED: 2 not as expected (2 faults)",
        "",
        "The harness broke: these sessions say nothing about any scorer (1)",
        "  g: p",
        "",
        "A scorer was expected to fail a session and did not (1)",
        "  f: b",
        "",
    ]


def test_a_fault_that_its_owner_cannot_see_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    invisible = Fault(id="invisible", owner="cost", personas=("healthy_10k",), because="nothing is changed")
    monkeypatch.setitem(registry.FAULTS, "invisible", invisible)
    coach_eval("faults", "--only", "invisible", *ONE, code=1)
