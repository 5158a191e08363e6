"""A gate evaluation judged again: by the same rules, by others, and where it cannot be."""

from dataclasses import replace
from typing import Any

import pytest

from coach.events import Moved, ProfileReviewed, SchemaAccepted
from coach.records.intake import GoalAnalysis, IntakeSchema, SafetyFlag
from coach.records.safety import Concern
from coach.safety import gating
from coach.safety.gating import Inputs, evaluated, result_of
from coach.safety.rules import healthy_profile
from coach.states import Reason, State
from evals.rejudging import rejudged

FLAG = SafetyFlag(id="of_the_day", condition="age_years > 10", action="warn", hint="take it gently today")
CONCERN = Concern(id="worry", action="warn", hint="sleep comes first this week", fields=("age_years",))
TIRED = {**healthy_profile(), "sleep_hours_avg": 5.0}


def events(inputs: Inputs, **changes: Any) -> list[dict[str, Any]]:
    intake = IntakeSchema(
        goal_analysis=GoalAnalysis(type="fitness", sport="running"), fields=(), safety_flags=inputs.flags
    )
    happened = (
        SchemaAccepted(intake=intake),
        Moved(source=State.INTAKE, target=State.SAFETY, reason=Reason.INTAKE_COMPLETE),
        ProfileReviewed(concerns=inputs.concerns),
        evaluated(inputs).model_copy(update=changes),
    )
    return [event.model_dump(mode="json") for event in happened]


@pytest.mark.parametrize(
    "inputs",
    [
        Inputs(healthy_profile(), frozenset()),
        Inputs(TIRED, frozenset()),
        Inputs(TIRED, frozenset({"weight_kg"}), (FLAG,), (CONCERN,)),
    ],
    ids=["healthy", "tired", "with rules of the session"],
)
def test_every_verdict_comes_back_though_only_those_that_fired_were_kept(inputs: Inputs) -> None:
    recorded, whole = evaluated(inputs), result_of(inputs)
    assert len(recorded.result.verdicts) < 5 < len(whole.verdicts)
    again = rejudged(events(inputs))[-1]
    assert again["rejudged"] == {"rules": "same", "inputs": "same", "status": whole.status}
    assert again["result"] == whole.model_dump(mode="json")


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        ({"rules": "0" * 64}, {"rules": "changed", "inputs": "same", "status": "approved_with_warnings"}),
        ({"profile": healthy_profile()}, {"rules": "same", "inputs": "changed", "status": "approved"}),
    ],
    ids=["rules that changed since", "inputs that are not those that were judged"],
)
def test_what_is_not_as_it_was_judged_is_named(edit: dict[str, Any], found: dict[str, str]) -> None:
    assert rejudged(events(Inputs(TIRED, frozenset()), **edit))[-1]["rejudged"] == found


def test_an_evaluation_that_cannot_be_repeated_keeps_its_record() -> None:
    (*_, gate) = events(Inputs(TIRED, frozenset()))
    broken = {**gate, "profile": {"age_years": {"no": "value"}}}
    assert rejudged([broken])[-1] == {**broken, "rejudged": {"rules": "unknown", "inputs": "unknown", "status": None}}


def test_the_digest_of_the_inputs_tells_every_one_of_them_apart() -> None:
    plain = Inputs(TIRED, frozenset())
    others = (
        Inputs(healthy_profile(), frozenset()),
        replace(plain, declined=frozenset({"sex"})),
        replace(plain, flags=(FLAG,)),
        replace(plain, concerns=(CONCERN,)),
    )
    assert len({each.digest for each in (plain, *others)}) == 5


def test_the_digest_of_the_rules_follows_a_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gating.rules_digest()
    first, *rest = gating.rules()
    changed = replace(first, rule=first.rule.model_copy(update={"condition": "age_years > 99"}))
    monkeypatch.setattr(gating, "rules", lambda: (changed, *rest))
    gating.rules_digest.cache_clear()
    try:
        assert gating.rules_digest() != before
    finally:
        gating.rules_digest.cache_clear()
