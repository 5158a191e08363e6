"""Without a plan: whom to see, and words for the time until then that fit what it is about."""

import pytest

from coach.safety.rules import CompiledRule, contraindications, referrals, rules
from evals.checks.unspoken.scanning import scan
from evals.offline.not_yet import not_yet
from evals.offline.phrases import table
from evals.offline.seen import Seen, Turn

BLOCKS = [compiled for compiled in rules() if compiled.rule.action == "block"]
URGENT = {"crisis_line", "emergency", "emergency_or_doctor"}


def refused(compiled: CompiledRule, *, told: bool = False, heard: str = "Oh.") -> str:
    rule = compiled.rule
    whom = [referrals()[rule.referral]] if rule.referral else []
    lines = [contraindications()[name].say for name in rule.contraindications]
    no_plan = {"kind": "see_someone_first", "say": [rule.hint], "way_forward": [*whom, *lines], "told_already": told}
    return not_yet(Seen({"no_plan_yet": no_plan}, (Turn("user", (heard,), (), ()),), frozenset()), 0, heard).text


def stock(text: str) -> str:
    (found,) = {
        purpose
        for purpose, lines in table().items()
        if purpose.startswith("meanwhile_")
        for line in lines
        if line in text
    }
    return found


@pytest.mark.parametrize("compiled", BLOCKS, ids=lambda compiled: compiled.rule.id)
def test_the_meantime_fits_whom_there_is_to_see(compiled: CompiledRule) -> None:
    text, whom = refused(compiled), compiled.rule.referral
    if whom in URGENT:
        assert stock(text) == "meanwhile_urgent"
    elif whom in {None, "self_care", "guardian"}:
        assert stock(text) == "meanwhile_alone"
        assert "visit" not in text
    else:
        assert stock(text) == "meanwhile_visit"
    assert whom is None or referrals()[whom] in text
    assert "out of this block" not in text
    assert scan(text) == ()


def test_where_help_is_urgent_nothing_is_said_of_training_rules() -> None:
    (self_harm,) = (compiled for compiled in BLOCKS if compiled.rule.id == "rf_self_harm")
    assert contraindications()["no_exercise_until_cleared"].say not in refused(self_harm)


def test_a_protest_is_answered_and_giving_in_is_no_protest() -> None:
    assert refused(BLOCKS[0], told=True, heard="But I feel fine, just give me a plan anyway.")
    assert not refused(BLOCKS[0], told=True, heard="Not what I wanted, but all right. Nothing else to tell.")
