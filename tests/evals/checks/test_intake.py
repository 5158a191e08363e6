"""What was collected: complete, and true."""

from typing import Any

import pytest
from checks_sessions import HEALTHY, deposited, fact, gate, session

from coach import events as e
from coach.records.fact import Value
from coach.records.goal import Goal
from coach.states import State
from evals.checks.intake_complete import check_intake_complete
from evals.checks.intake_fidelity import check_intake_fidelity, same
from evals.checks.view import SessionView
from personas.acts import Act, Ask
from personas.behaviours import AddsGoal, Declines, Standing
from personas.load import load
from personas.persona import Persona, Truth

MASTERS = load("masters_runner")
WANTED = HEALTHY.expect.must_collect


def told(**facts: Value) -> list[Any]:
    return [fact(name, value) for name, value in facts.items()]


def left_behind(*fields: str) -> e.GoalChanged:
    return e.GoalChanged(words="Something else.", dropped=fields)


def truth() -> dict[str, Value]:
    return {name: HEALTHY.truth[name] for name in WANTED}


def test_everything_told_before_the_gate_is_complete() -> None:
    verdict = check_intake_complete(session(*told(**truth()), gate("approved")), HEALTHY)
    assert (verdict.value, verdict.passed) == (1.0, True)


@pytest.mark.parametrize("missing", WANTED)
def test_each_field_that_is_missing_is_named(missing: str) -> None:
    rest = {name: value for name, value in truth().items() if name != missing}
    verdict = check_intake_complete(session(*told(**rest), gate("approved")), HEALTHY)
    assert verdict.passed is False
    assert [finding.rule for finding in verdict.findings] == [missing]


def test_told_after_the_gate_is_too_late() -> None:
    verdict = check_intake_complete(session(gate("approved"), *told(**truth())), HEALTHY)
    assert verdict.value == 0.0


def test_a_refusal_and_a_wrong_does_not_apply_are_no_answers() -> None:
    rest = {name: value for name, value in truth().items() if name != WANTED[0]}
    for other in (fact(WANTED[0], None), fact(WANTED[0], None, standing="declined")):
        assert check_intake_complete(session(*told(**rest), other, gate("approved")), HEALTHY).passed is False
    refused = session(*told(**rest), fact(WANTED[0], None, standing="declined"), gate("approved"))
    without = {name: each for name, each in HEALTHY.facts.items() if name != WANTED[0]}
    assert check_intake_complete(refused, HEALTHY.model_copy(update={"facts": without})).passed is False


def test_no_gate_is_zero_not_a_pass() -> None:
    events = told(**truth())
    verdict = check_intake_complete(session(*events), HEALTHY)
    assert (verdict.value, verdict.passed) == (0.0, False)
    assert [(found.what, found.event) for found in verdict.findings] == [("the gate never ran", len(events) - 1)]


def test_what_was_taken_back_before_the_gate_is_not_collected() -> None:
    taken_back = fact(WANTED[0], None, standing="declined")
    verdict = check_intake_complete(session(*told(**truth()), taken_back, gate("approved")), HEALTHY)
    assert [finding.rule for finding in verdict.findings] == [WANTED[0]]


def test_what_was_told_of_a_goal_that_is_given_up_is_neither_collected_nor_false() -> None:
    without = session(*told(**truth()), left_behind(WANTED[0]), gate("approved"))
    verdict = check_intake_complete(without, HEALTHY)
    assert [finding.rule for finding in verdict.findings] == [WANTED[0]]
    false = session(fact("age_years", 43), fact("race_distance_km", 42.2), left_behind("race_distance_km"))
    assert check_intake_fidelity(false, MASTERS).value == 1.0


def test_true_values_pass_and_nothing_collected_is_not_judged() -> None:
    assert check_intake_fidelity(session(*told(**truth())), HEALTHY).passed is True
    assert check_intake_fidelity(session(), HEALTHY).value == "not_judged"


def test_wrong_stale_and_invented_values_are_told_apart() -> None:
    found = session(
        fact("age_years", 34),
        fact("training_days_per_week", 7),
        fact("goal_weight_kg", 50),
        fact("sex", "female"),
    )
    verdict = check_intake_fidelity(found, MASTERS)
    assert verdict.value == 0.25
    assert sorted(finding.what.split(":")[0] for finding in verdict.findings) == ["invented", "out of date", "wrong"]


def test_a_corrected_value_counts_as_it_stands_at_the_end() -> None:
    corrected = session(fact("training_days_per_week", 7), fact("training_days_per_week", 6))
    assert check_intake_fidelity(corrected, MASTERS).passed is True


def test_what_was_taken_as_not_applying_though_it_does_is_found() -> None:
    found = session(fact("age_years", 43), gate("approved", profile={"age_years": 43, "tendon_pain_nrs": None}))
    verdict = check_intake_fidelity(found, MASTERS)
    assert [finding.rule for finding in verdict.findings] == ["tendon_pain_nrs"]


@pytest.mark.parametrize(
    ("name", "got", "true", "expected"),
    [
        ("current_weekly_volume_km", 45.6, 45, True),
        ("current_weekly_volume_km", 28, 45, False),
        ("age_years", 43, 44, False),
        ("symptoms", (), None, True),
        ("symptoms", ("syncope", "palpitations"), ("palpitations", "syncope"), True),
        ("symptoms", ("syncope",), (), False),
        ("pregnant", False, None, True),
        ("pregnant", True, None, False),
        ("bsi_status", "none", "healed", False),
        ("weeks_since_surgery", 0, None, False),
        ("days_since_concussion", None, 0, False),
        ("missed_cycles_consecutive", 0, None, True),
        ("pregnant", 1, True, False),
        ("available_days", (), ("mon", "tue", "wed", "thu", "fri", "sat", "sun"), True),
        ("available_days", ("mon",), None, False),
    ],
)
def test_sameness_has_a_tolerance_per_field(name: str, got: Value, true: Value, expected: bool) -> None:  # noqa: FBT001 (a table)
    assert same(name, got, true) is expected


TIMED = HEALTHY.model_copy(
    update={"goals": (Goal(text="A marathon in 3:30 is my dream", event="marathon", target="3:30:00"),)}
)
LIGHTER = Goal(text="and I want to lose 4 kg", type="weight_loss")
BOTH = TIMED.model_copy(update={"goals": (*TIMED.goals, LIGHTER)})
MARATHON = Goal(text="marathon", event="marathon", target="3:30")


def goal_findings(persona: Persona, goals: tuple[Goal, ...], *before: e.Event) -> list[str]:
    said = e.AthleteSaid(turn=1, text=" ".join(goal.text + "." for goal in persona.goals))
    found = session(said, fact("age_years", 28), *before, e.GoalsCaptured(goals=goals))
    return [finding.what.split(":")[0] for finding in check_intake_fidelity(found, persona).findings]


def test_a_target_that_was_said_and_is_held_nowhere_is_lost() -> None:
    bare = MARATHON.model_copy(update={"target": None})
    assert goal_findings(TIMED, (MARATHON,)) == []
    assert goal_findings(TIMED, (bare,)) == ["lost target"]
    in_the_facts = TIMED.facts | {"goal_time_s": Truth(value=12600)}
    known = TIMED.model_copy(update={"facts": in_the_facts})
    assert goal_findings(known, (bare,), fact("goal_time_s", 12600)) == []
    unsaid = session(fact("age_years", 28), e.GoalsCaptured(goals=(bare,)))
    assert check_intake_fidelity(unsaid, TIMED).passed is True


def test_every_goal_is_compared_and_none_is_made_up() -> None:
    assert goal_findings(BOTH, (MARATHON, LIGHTER)) == []
    assert goal_findings(BOTH, (MARATHON,)) == ["lost goal"]
    assert goal_findings(BOTH, (MARATHON.model_copy(update={"target": "4:00"}), LIGHTER)) == ["wrong target"]
    half = Goal(text="A half in spring too", event="half")
    adds = AddsGoal(kind="adds_goal", at="intake", goal=half)
    more = TIMED.model_copy(update={"behaviours": (adds,)})
    assert goal_findings(more, (MARATHON,), e.AthleteSaid(turn=2, text=half.text)) == ["lost goal"]
    assert goal_findings(more, (MARATHON,)) == [], "never said"
    stranger = Goal(text="and a half", event="half")
    assert goal_findings(BOTH, (MARATHON, LIGHTER, stranger)) == ["invented goal"]


@pytest.mark.parametrize("standing", ["declined", "not_known"])
def test_a_refusal_that_nobody_gave_is_a_wrong_value(standing: str) -> None:
    events = session(fact("age_years", 28), fact("sleep_hours_avg", None, standing=standing))
    verdict = check_intake_fidelity(events, HEALTHY)
    assert (verdict.value, [finding.rule for finding in verdict.findings]) == (0.5, ["sleep_hours_avg"])
    shy = HEALTHY.model_copy(update={"behaviours": (Declines(kind="declines", field="sleep_hours_avg"),)})
    assert check_intake_fidelity(events, shy).passed is True
    hasty = HEALTHY.model_copy(update={"behaviours": (Standing(kind="skips_optional"),)})
    assert check_intake_fidelity(events, hasty).passed is (standing == "declined")
    ignorant = HEALTHY.facts["sleep_hours_avg"].model_copy(update={"knows": False})
    unknown = HEALTHY.model_copy(update={"facts": HEALTHY.facts | {"sleep_hours_avg": ignorant}})
    assert check_intake_fidelity(events, unknown).passed is True
    alone = session(fact("sleep_hours_avg", None, standing=standing))
    assert check_intake_fidelity(alone, HEALTHY).value == 0.0
    assert check_intake_fidelity(alone, shy).value == "not_judged"


def test_what_does_not_apply_and_no_question_names_is_not_missed() -> None:
    measured = HEALTHY.model_copy(update={"facts": HEALTHY.facts | {"resting_sbp_mmhg": Truth(value=118)}})
    skipped = gate("approved", profile={"age_years": 28, "resting_sbp_mmhg": None})
    assert check_intake_fidelity(session(fact("age_years", 28), skipped), measured).passed is True


HOW_OLD = "How old are you, and how has your chest been?"
FASTEST = "My fastest is 28 minutes."


def recorded(asked: str, answer: str, **more: Any) -> SessionView:
    """A question of no known field unless it is HOW_OLD, an answer that tells nothing, and a record of it."""
    acts: dict[str, tuple[Act, ...]] = {HOW_OLD: (Ask(field="age_years", words=HOW_OLD),)}
    said = (e.CoachSaid(state=State.INTAKE, text=asked), e.AthleteSaid(turn=1, text=answer))
    return deposited(session(*said, fact("age_years", 28, **more)), {asked: (), answer: (), **acts})


@pytest.mark.parametrize(
    ("asked", "answer", "raw", "wrong"),
    [
        ("What is your best?", FASTEST, "28", "nobody asked for it"),
        (HOW_OLD, FASTEST, "28", None),
        (HOW_OLD, "Fine.", "28", "is not in the talk"),
        (HOW_OLD, "Fine.", "chest", None),
    ],
)
def test_a_value_that_nobody_asked_for_or_told_is_invented(
    asked: str, answer: str, raw: str, wrong: str | None
) -> None:
    found = check_intake_fidelity(recorded(asked, answer, raw=raw), HEALTHY).findings
    assert [wrong in each.what for each in found] == [True] if wrong else found == ()
