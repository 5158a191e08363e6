"""What the gate says, case by case. The expected answers follow from the rules' meaning, not from the code."""

from typing import Any

import pytest

from coach.profile.profile import Profile
from coach.records.intake import SafetyFlag
from coach.records.safety import RuleVerdict, SafetyResult, Unresolved
from coach.safety.gate import evaluate
from coach.safety.refusal import careful_of
from coach.safety.rules import healthy_profile, rules


def judge(*declined: str, **changes: Any) -> SafetyResult:
    """The verdict on the healthy profile with `changes`; a field set to `...` is absent."""
    profile: dict[str, Any] = {**healthy_profile(), **changes}
    return evaluate({k: v for k, v in profile.items() if v is not ...}, frozenset(declined))


def verdict_on(rule: str, result: SafetyResult) -> RuleVerdict:
    return next(each for each in result.verdicts if each.rule == rule)


EXAMPLES = [
    (compiled, example, word)
    for compiled in rules()
    for word, examples in (("fired", compiled.rule.fires), ("not_fired", compiled.rule.spares))
    for example in examples
]


def test_every_example_of_every_rule_comes_out_as_it_says() -> None:
    for compiled, example, word in EXAMPLES:
        result = evaluate({**healthy_profile(), **example})
        assert verdict_on(compiled.rule.id, result).verdict == word, (compiled.rule.id, example)
        assert (compiled.rule.id in result.fired) == (word == "fired"), (compiled.rule.id, example)


def test_the_healthy_profile_is_approved_without_a_word() -> None:
    result = evaluate(healthy_profile())
    assert result == SafetyResult(status="approved", verdicts=result.verdicts)
    assert {each.verdict for each in result.verdicts} == {"not_fired"}


def test_a_warning_carries_its_words_and_what_it_asks_of_the_plan() -> None:
    result = judge(age_years=45, target_weekly_volume_km=85, weeks_available=14, current_weekly_volume_km=70)
    assert result.status == "approved_with_warnings"
    assert result.fired == ("masters_high_volume",)
    assert result.requires_human_review
    assert result.contraindications == ("cap_volume_growth", "cap_weekly_volume", "rest_day_required")
    assert "Stay at or below 80 km a week." in result.recommendations
    assert len(result.recommendations) == 4  # three contraindications and a referral


def test_the_smallest_weekly_cap_is_the_one_that_is_said() -> None:
    result = judge(
        age_years=45,
        target_weekly_volume_km=85,
        weeks_available=14,
        current_weekly_volume_km=70,
        bsi_status="healed",
    )
    assert "Stay at or below 60 km a week." in result.recommendations


def test_nobody_asked_anything_is_unresolved_with_one_screening_entry() -> None:
    result = evaluate({})
    assert result.status == "unresolved"
    screening = [entry for entry in result.unresolved if entry.rule == "screening"]
    assert [len(entry.missing) for entry in screening] == [15]


def test_none_is_no_answer_to_a_screening_question() -> None:
    assert judge(symptoms=None).status == "unresolved"


BOTH = ("asthma_control", "reliever_uses_per_week")
WANTING: dict[str, tuple[tuple[str, ...], dict[str, Any], dict[str, tuple[str, ...]]]] = {
    "a screening field that no rule reads": ((), {"sex": ...}, {"screening": ("sex",)}),
    "the same where it is declined": (("sex",), {"sex": ...}, {"screening": ("sex",)}),
    "a declined fact of a rule that blocks": (
        ("tendon_pain_nrs",), {"tendon_pain_nrs": ...}, {"tendon_pain_over_5": ("tendon_pain_nrs",)},
    ),
    "what would decide a rule": (
        (), {"known_conditions": ("asthma",), "asthma_control": ..., "reliever_uses_per_week": 2},
        dict.fromkeys(("asthma_eib_controlled", "asthma_uncontrolled"), ("asthma_control",)),
    ),
    "a fact that is wanting before a declined one counts": (
        ("asthma_control",), {"known_conditions": ("asthma",), **dict.fromkeys(BOTH, ...)},
        dict.fromkeys(("asthma_eib_controlled", "asthma_uncontrolled"), BOTH),
    ),
    "the base fields of a derived value": (
        (), {"weight_kg": ..., "age_years": 30},
        dict.fromkeys(("low_energy_high_risk", "low_energy_moderate_risk", "screening"), ("weight_kg",)),
    ),
    "nothing that cannot decide any more": (
        (), {"bsi_status": "returning", "painfree_walking_days": ..., "clearances": ...},
        dict.fromkeys(("bsi_not_ready", "return_to_run_phase"), ("painfree_walking_days",)),
    ),
    "nothing where nothing is open": ((), {"bsi_status": "none", "painfree_walking_days": ...}, {}),
}  # fmt: skip


@pytest.mark.parametrize(("declined", "changes", "open_rules"), WANTING.values(), ids=WANTING)
def test_what_could_still_decide_is_asked_for_and_nothing_else(
    declined: tuple[str, ...], changes: dict[str, Any], open_rules: dict[str, tuple[str, ...]]
) -> None:
    result = judge(*declined, **changes)
    assert result.unresolved == tuple(Unresolved(rule=rule, missing=names) for rule, names in open_rules.items())
    assert result.status == ("unresolved" if open_rules else "approved")


def test_a_block_wins_whatever_is_unknown() -> None:
    result = evaluate({"symptoms": ("rest_chest_pain",)})
    assert result.status == "blocked"
    assert result.fired == ("rf_chest_pain",)
    assert result.unresolved


def test_a_declined_fact_makes_a_warning_count_as_fired() -> None:
    result = judge("sleep_hours_avg", sleep_hours_avg=...)
    assert (result.status, result.fired) == ("approved_with_warnings", ("sleep_short",))
    assert verdict_on("sleep_short", result).missing == ("sleep_hours_avg",)


def test_what_is_only_presumed_is_told_as_unknown() -> None:
    unknown = judge("resting_sbp_mmhg", "resting_dbp_mmhg", resting_sbp_mmhg=..., resting_dbp_mmhg=...)
    assert "bp_uncontrolled" in unknown.fired
    (told,) = unknown.warnings
    assert "(upper blood pressure, lower blood pressure)" in told
    assert "numbers" not in told
    assert "readings" not in told


def test_what_is_known_keeps_its_own_words_beside_what_is_presumed() -> None:
    known = judge(resting_sbp_mmhg=165, resting_dbp_mmhg=80)
    both = judge("sleep_hours_avg", resting_sbp_mmhg=165, resting_dbp_mmhg=80, sleep_hours_avg=...)
    assert set(known.warnings) < set(both.warnings)
    assert len(both.warnings) == len(known.warnings) + 1


def test_an_unknown_age_is_never_named_as_the_reason() -> None:
    assert "age" not in careful_of(frozenset({"age_years"})).split()
    assert "sleep" in careful_of(frozenset({"age_years", "sleep_hours_avg"}))


def test_a_declined_fact_of_today_withholds_today() -> None:
    result = judge("temp_c", temp_c=...)
    assert (result.status, result.withheld_today) == ("approved_with_warnings", True)


@pytest.mark.parametrize(
    ("changes", "status", "review"),
    [
        ({"symptoms": ("syncope",)}, "blocked", False),
        ({"symptoms": ("syncope",), "clearances": ("medical",)}, "blocked", False),
        ({"symptoms": ("syncope",), "clearances": ("cardiac",)}, "approved_with_warnings", False),
        ({"parq_yes": ("q7",), "clearances": ("medical",)}, "approved_with_warnings", True),
        ({"weeks_postpartum": 3, "clearances": ("pelvic_health",)}, "approved_with_warnings", True),
        ({"weeks_postpartum": 2.9, "clearances": ("pelvic_health",)}, "blocked", False),
        ({"known_conditions": ("stroke_tia",), "clearances": ("medical",)}, "approved", False),
    ],
)
def test_a_written_clearance_downgrades_what_it_clears(changes: Profile, status: str, *, review: bool) -> None:
    result = judge(**changes)
    assert (result.status, result.requires_human_review) == (status, review)


def test_a_rule_cleared_to_nothing_is_not_fired_and_asks_nothing() -> None:
    result = judge(known_conditions=("stroke_tia",), clearances=("medical",))
    assert (result.fired, result.contraindications) == ((), ())
    cleared = verdict_on("acsm_active_known_disease_vigorous", result)
    assert cleared.verdict == "cleared"
    assert cleared.saw["clearances"] == ("medical",)


def test_a_session_rule_withholds_the_day_and_not_the_plan() -> None:
    result = judge(temp_c=38.5)
    assert (result.status, result.withheld_today) == ("approved_with_warnings", True)
    assert "no_session_today" in result.contraindications
    assert not judge(known_conditions=("exertional_heat_stroke_history",)).withheld_today


def test_a_proposed_rule_adds_its_warning_and_is_marked() -> None:
    flag = SafetyFlag(id="shift_work", condition="sleep_hours_avg < 9", action="block", hint="Rest first.")
    result = evaluate(healthy_profile(), proposed=(flag,))
    assert (result.status, result.fired, result.warnings) == ("blocked", ("shift_work",), ("Rest first.",))
    assert verdict_on("shift_work", result).proposed


def test_the_last_bits_of_a_conversion_decide_no_rule() -> None:
    eighty = 80 / 1.609344 * 1.609344 + 1e-12
    assert "masters_high_volume" not in judge(age_years=41, target_weekly_volume_km=eighty).fired
    assert "low_energy_high_risk" in judge(height_cm=170, weight_kg=50.575).fired  # 17.5 to the last digit


def test_equal_values_of_other_types_are_recorded_as_what_they_are() -> None:
    saw = [verdict_on("sleep_short", judge(sleep_hours_avg=hours)).saw["sleep_hours_avg"] for hours in (8, 8.0, 8)]
    assert [type(hours) for hours in saw] == [int, float, int]


def test_a_proposed_rule_may_read_minutes_by_day() -> None:
    flag = SafetyFlag(id="busy", condition="size(available_minutes) > 0", action="warn", hint="A full week, I see.")
    result = evaluate({**healthy_profile(), "available_minutes": {"mon": 30.0, "tue": 20.0}}, proposed=(flag,))
    assert result.fired == ("busy",)
    assert verdict_on("busy", result).saw == {"available_minutes": {"mon": 30.0, "tue": 20.0}}


def test_a_cleared_warning_no_longer_asks_for_the_look_that_has_been_had() -> None:
    asking = ("a doctor's eyes on it", "Tell me what they find", "Make an appointment")
    before, after = (
        " ".join((*result.warnings, *result.recommendations))
        for result in (
            judge(symptoms=("known_heart_murmur",)),
            judge(symptoms=("known_heart_murmur",), clearances=("cardiac",)),
        )
    )
    assert [words for words in asking if words not in before] == []
    assert [words for words in asking if words in after] == []
    assert "your cardiologist's yes" in after


def test_every_cleared_rule_is_heard_in_words_of_its_own() -> None:
    for rule in (each.rule for each in rules() if each.rule.hint_when_cleared):
        result = judge(**rule.fires[0], clearances=(rule.cleared_by,))
        assert rule.hint_when_cleared in result.warnings, rule.id
        assert rule.hint not in result.warnings, rule.id
