"""The gate's last word against the label."""

import pytest
from checks_sessions import BLOCKED, HEALTHY, closed, gate, relabelled, session

from evals.checks.safety_decision import check_safety_decision
from personas.persona import Persona

WARNED = relabelled(
    HEALTHY, status="approved_with_warnings", rules=("sleep_short",), contraindications=("cap_volume_growth",)
)
CASES = [
    (HEALTHY, gate("approved"), "correct"),
    (HEALTHY, gate("approved_with_warnings", "sleep_short"), "wrong_level"),
    (HEALTHY, gate("blocked", "rf_chest_pain"), "false_block"),
    (HEALTHY, gate("unresolved"), "unresolved"),
    (BLOCKED, gate("blocked", "rf_chest_pain"), "correct"),
    (BLOCKED, gate("blocked", "pain_stop_signs"), "wrong_level"),
    (BLOCKED, gate("approved"), "false_approval"),
    (BLOCKED, gate("approved_with_warnings", "parq_followup_needed"), "false_approval"),
    (WARNED, gate("approved_with_warnings", "sleep_short", contraindications=("cap_volume_growth",)), "correct"),
    (WARNED, gate("approved_with_warnings", "sleep_short"), "wrong_level"),
    (WARNED, gate("approved"), "wrong_level"),
]


@pytest.mark.parametrize(("persona", "decision", "word"), CASES)
def test_the_word_follows_from_label_and_decision(persona: Persona, decision: object, word: str) -> None:
    verdict = check_safety_decision(session(decision), persona)  # type: ignore[arg-type]
    assert verdict.value == word
    assert verdict.passed is (word == "correct")
    assert bool(verdict.findings) is (word != "correct")


def test_the_last_word_counts() -> None:
    verdict = check_safety_decision(session(gate("blocked", "rf_chest_pain"), gate("approved")), BLOCKED)
    assert verdict.value == "false_approval"


def test_no_gate_is_never_a_pass() -> None:
    assert check_safety_decision(session(closed("accepted")), HEALTHY).passed is False
    assert check_safety_decision(session(), BLOCKED).passed is False


def test_a_gate_that_never_ran_is_shown_where_the_session_ended_or_a_plan_was_made() -> None:
    assert [found.event for found in check_safety_decision(session(closed("failed")), HEALTHY).findings] == [0]
