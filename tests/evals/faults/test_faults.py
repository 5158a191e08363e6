"""The list of faults itself, and a sample of them played to the end; `make faults` plays them all."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from pydantic import ValidationError

from coach.flow import FLOW
from evals.bulk import played
from evals.checks.persona_script import script_of
from evals.checks.registry import CHECKS
from evals.faults.athlete import Aside, athlete_says
from evals.faults.athlete import table as asides
from evals.faults.fault import CLEAN
from evals.faults.leaks import leaks, table
from evals.faults.matrix import row
from evals.faults.played import ScoredSession, job, summary
from evals.faults.registry import FAULTS
from evals.offline import OfflineCoach
from personas.files import names
from personas.load import load

SAMPLE = {
    "leaks_book_look_alike": "healthy_10k",
    "swaps_miles_km": "healthy_10k",
    "ignores_tool_error": "plan_now",
    "plan_jumps_thirty_percent": "teen_miler",
    "downgrades_warning": "masters_runner",
    "loses_tool_results": "teen_miler",
    "calls_a_complaint_nothing_new": "half_and_a_kneecap",
    "athlete_drops_its_role": "chest_pain_hidden",
    "athlete_tells_leaking_at_once": "new_mother",
    "athlete_wants_a_triathlon_instead": "healthy_10k",
}
"""One of each kind, on one persona and one seed."""

GUARD_TESTS = Path(__file__).with_name("test_guards.py")


def test_a_fault_names_known_scorers_and_personas_and_a_reason_for_all_that_follows() -> None:
    for name, fault in FAULTS.items():
        assert fault.id == name, name
        assert fault.because, name
        assert fault.owner in CHECKS, name
        assert fault.owner not in fault.follows, name
        assert set(fault.follows) <= set(CHECKS), name
        assert all(fault.follows.values()), name
        assert 1 <= len(fault.personas) <= 4, name
        assert set(fault.personas) <= set(names()), name


def test_there_are_enough_faults_of_each_side() -> None:
    sides = Counter(fault.side for fault in FAULTS.values())
    assert sides["coach"] >= 40
    assert sides["athlete"] >= 10


def test_every_scorer_owns_at_least_two_faults() -> None:
    owned = Counter(fault.owner for fault in FAULTS.values())
    assert {scorer: owned[scorer] for scorer in CHECKS if owned[scorer] < 2} == {}


def test_what_an_athlete_does_wrong_is_the_business_of_persona_fidelity() -> None:
    assert {fault.owner for fault in FAULTS.values() if fault.side == "athlete"} == {"persona_fidelity"}


def test_every_leak_category_is_planted_in_several_disguises_and_places() -> None:
    categories = Counter(leak.category for leak in table().values())
    assert len(categories) == 7
    assert min(categories.values()) >= 3
    for category in categories:
        places = {leak.place for leak in table().values() if leak.category == category}
        assert {"question", "warning", "plan_note"} <= places, category
    assert len(leaks()) == sum(categories.values())


def test_the_sentences_of_athletes_tell_facts_that_are_hidden_at_several_levels_and_change_goals() -> None:
    told = [(load(name), aside.say_of) for aside in asides().values() for name in aside.personas if aside.say_of]
    assert all(script_of(persona).hides(field) and persona.facts[field].say for persona, field in told)
    assert {persona.facts[field].tell for persona, field in told} >= {"if_probed", "reluctant", "late"}
    assert sum("goal" in aside.because for aside in asides().values()) >= 4
    assert len(athlete_says()) == len(asides())


@pytest.mark.parametrize("given", [{}, {"says": "Hello.", "say_of": "symptoms"}])
def test_a_row_of_the_athletes_sentences_has_one_sentence(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="give `says` or `say_of`"):
        Aside(because="x", personas=("healthy_10k",), at_turn=1, **given)  # type: ignore[arg-type]


def test_every_guard_that_is_switched_off_has_its_companion_test() -> None:
    tree = ast.parse(GUARD_TESTS.read_text(encoding="utf-8"))
    tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    named = {test for fault in FAULTS.values() for test in fault.guards.values()}
    assert named - tests == set()


def test_a_fault_that_changes_the_engine_as_well_as_the_coach_or_the_table_of_moves_names_the_guard() -> None:
    both = [f for f in FAULTS.values() if f.coach is not OfflineCoach and f.guarded != f]
    moves = [f for f in FAULTS.values() if f.flow.table is not FLOW.table]
    assert both
    assert moves
    assert [fault.id for fault in both + moves if not fault.guards] == []


@cache
def play(fault: str, persona: str) -> ScoredSession:
    return summary(played(job(fault, persona, 0)))


@pytest.mark.parametrize(("name", "persona"), SAMPLE.items())
def test_a_fault_sets_off_its_owner_and_nothing_that_is_not_listed(name: str, persona: str) -> None:
    fault = FAULTS[name]
    clean = {(persona, 0): play(CLEAN.id, persona)}
    found = row(fault, [play(name, persona)], clean)
    assert found.broken == ()
    assert fault.owner in found.shown
    assert set(found.shown) <= fault.expected


@pytest.mark.parametrize(("persona", "seed"), [("top_of_the_heat", 3), ("type1_marathoner", 2)])
def test_a_denial_with_a_typo_that_is_told_again_keeps_nobody_from_a_plan(persona: str, seed: int) -> None:
    verdicts = played(job(CLEAN.id, persona, seed)).verdicts
    assert [name for name, verdict in verdicts.items() if verdict.passed is False] == []
    assert verdicts["outcome"].passed
