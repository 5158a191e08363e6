"""What must hold of the gate for whole profiles: healthy ones with fields at, just below and above thresholds."""

import re
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from coach.profile.catalogue import Field, catalogue
from coach.profile.profile import Profile
from coach.records.fact import Value
from coach.records.intake import SafetyFlag
from coach.records.safety import SafetyResult
from coach.safety.derived import inputs_of
from coach.safety.gate import blocked_by, decide, evaluate
from coach.safety.outcome import _alone
from coach.safety.rules import fields_read, healthy_profile, rules

NUMBER = re.compile(r"(\w+) [<>=]+ (\d+(?:\.\d+)?)")


@cache
def thresholds() -> dict[str, set[float]]:
    found: dict[str, set[float]] = {}
    for compiled in rules():
        for name, number in NUMBER.findall(compiled.rule.condition):
            found.setdefault(name, set()).add(float(number))
    return found


def near_thresholds(name: str, field: Field) -> st.SearchStrategy[Value]:
    low, high = field.range or (0, 100)
    around = thresholds().get(name, {low, (low + min(high, 100)) / 2, min(high, 60)})
    near = sorted({min(max(value + step, low), high) for value in around for step in (-1, -0.1, 0, 0.1, 1)})
    return st.sampled_from([int(value) for value in near] if field.type == "int" else near)


@cache
def values_of(name: str) -> st.SearchStrategy[Value]:
    field = catalogue().fields[name]
    known: st.SearchStrategy[Value] = near_thresholds(name, field)
    if field.type == "bool":
        known = st.booleans()
    elif field.type == "enum":
        known = st.sampled_from(sorted(field.values))
    elif field.type == "list":
        known = st.lists(st.sampled_from(sorted(field.values)), unique=True, max_size=3).map(tuple)
    return known if field.screening else st.one_of(st.none(), known)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    """A profile with every field that a rule reads, healthy but for a few of them."""
    names = draw(st.lists(st.sampled_from(sorted(fields_read())), unique=True, max_size=12))
    return {**healthy_profile(), **{name: draw(values_of(name)) for name in names}}


@st.composite
def partial_profiles(draw: st.DrawFn) -> Profile:
    profile = draw(profiles())
    absent = draw(st.sets(st.sampled_from(sorted(profile)), max_size=12))
    return {name: value for name, value in profile.items() if name not in absent}


LESS = settings(max_examples=examples(20))
RANK = {"approved": 0, "approved_with_warnings": 1, "unresolved": 2, "blocked": 3}
RISKS = ("symptoms", "known_conditions", "pain_signs", "parq_yes", "cv_risk_factors", "pregnancy_contraindications")
UNITS = {"_km": 1.609344, "_kg": 0.45359237, "_cm": 2.54, "_mmol_l": 1 / 18.0182, "_s": 60.0, "_c": 5 / 9}
FLAGS = st.builds(
    SafetyFlag,
    id=st.sampled_from(["late_nights", "seven_day_week"]),
    condition=st.sampled_from(["sleep_hours_avg < 8", "bmi > 25", "age_years > 30", "pregnant == true"]),
    action=st.sampled_from(["block", "warn", "flag_for_review"]),
    hint=st.just("Let's look at this together."),
)


def rank(result: SafetyResult) -> int:
    return RANK[result.status]


@LESS
@given(profiles())
def test_a_profile_with_every_field_is_always_decided(profile: Profile) -> None:
    result = evaluate(profile)
    assert result.unresolved == ()
    assert result.status != "unresolved"


@LESS
@given(st.one_of(profiles(), partial_profiles()), st.sampled_from(RISKS), st.data())
def test_adding_a_symptom_condition_or_risk_never_lowers_the_status(
    profile: Profile, field: str, data: st.DataObject
) -> None:
    before = {**profile, "clearances": ()}  # a clearance may say otherwise
    told = before.get(field) or ()
    assert isinstance(told, tuple)
    more = data.draw(st.sampled_from(sorted(set(catalogue().fields[field].values) - set(told))))
    before[field] = told
    assert rank(evaluate({**before, field: (*told, more)})) >= rank(evaluate(before))


@LESS
@given(partial_profiles())
def test_the_order_of_facts_does_not_matter(profile: Profile) -> None:
    names = sorted(profile, reverse=True)
    turned = {name: profile[name] for name in names}
    lists = {name: tuple(reversed(value)) for name, value in turned.items() if isinstance(value, tuple)}
    first, second = evaluate(profile), evaluate({**turned, **lists})
    assert first.model_copy(update={"verdicts": ()}) == second.model_copy(update={"verdicts": ()})
    assert [each.verdict for each in first.verdicts] == [each.verdict for each in second.verdicts]


@LESS
@given(st.one_of(profiles(), partial_profiles()))
def test_a_unit_change_of_the_input_does_not_change_the_result(profile: Profile) -> None:
    changed = dict(profile)
    for name, value in profile.items():
        factor = next((factor for unit, factor in UNITS.items() if name.endswith(unit)), None)
        if factor is not None and isinstance(value, int | float) and not isinstance(value, bool):
            changed[name] = (value / factor) * factor
    assert evaluate(changed) == evaluate(profile)


@LESS
@given(st.one_of(profiles(), partial_profiles()), st.data())
def test_removing_a_fact_never_turns_a_non_approval_into_an_approval(profile: Profile, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(profile)))
    fewer = {key: value for key, value in profile.items() if key != name}
    before, after = evaluate(profile), evaluate(fewer)
    if before.status in {"blocked", "unresolved"}:
        assert after.status in {"blocked", "unresolved"}
    elif before.status == "approved_with_warnings":
        assert after.status != "approved"


@settings(max_examples=6)  # judges each of the sixty rules alone
@given(st.one_of(profiles(), partial_profiles()))
def test_a_verdict_rests_on_the_facts_it_lists_and_no_others(profile: Profile) -> None:
    for verdict in evaluate(profile).verdicts:
        bases = {base for name in verdict.saw for base in inputs_of(name)}
        alone = evaluate({name: value for name, value in profile.items() if name in bases})
        (again,) = (each for each in alone.verdicts if each.rule == verdict.rule)
        assert (again.verdict, again.action, again.saw) == (verdict.verdict, verdict.action, verdict.saw)


@LESS
@given(partial_profiles())
def test_what_is_missing_is_unknown_and_filling_it_decides(profile: Profile) -> None:
    result = evaluate(profile)
    missing = {name for entry in result.unresolved for name in entry.missing}
    assert missing.isdisjoint(profile)
    assert missing <= fields_read() | set(catalogue().screening)
    filled = {**profile, **{name: healthy_profile()[name] for name in missing}}
    assert evaluate(filled).unresolved == ()


@LESS
@given(profiles(), st.sets(st.sampled_from(sorted(fields_read())), min_size=1, max_size=5))
def test_declining_never_does_better_than_answering(profile: Profile, declined: set[str]) -> None:
    fewer = {name: value for name, value in profile.items() if name not in declined}
    answered, silent = evaluate(profile), evaluate(fewer, frozenset(declined))
    assert silent.status != "approved" or answered.status == "approved"
    if answered.status == "blocked":
        assert silent.status in {"blocked", "unresolved"}


@LESS
@given(st.one_of(profiles(), partial_profiles()), st.lists(FLAGS, max_size=2).map(tuple))
def test_rules_proposed_for_a_session_only_add_or_raise(profile: Profile, proposed: tuple[SafetyFlag, ...]) -> None:
    plain, more = evaluate(profile), evaluate(profile, proposed=proposed)
    assert rank(more) >= rank(plain)
    assert set(plain.fired) <= set(more.fired)
    assert set(plain.contraindications) <= set(more.contraindications)
    assert [each for each in more.verdicts if not each.proposed] == list(plain.verdicts)
    assert sum(each.proposed for each in more.verdicts) == len(proposed)
    assert evaluate(profile, proposed=proposed[::-1]).fired == more.fired


@LESS
@given(partial_profiles())
def test_every_rule_has_a_verdict_and_every_list_is_sorted(profile: Profile) -> None:
    result = evaluate(profile)
    assert [each.rule for each in result.verdicts] == [compiled.rule.id for compiled in rules()]
    for found in (result.fired, result.warnings, result.contraindications, result.recommendations):
        assert list(found) == sorted(set(found))
    assert [each.rule for each in result.unresolved] == sorted(each.rule for each in result.unresolved)
    assert all(list(each.missing) == sorted(each.missing) for each in result.unresolved)


@LESS
@given(st.one_of(profiles(), partial_profiles()), st.lists(FLAGS, max_size=1).map(tuple))
def test_the_quick_answer_is_the_same_answer(profile: Profile, proposed: tuple[SafetyFlag, ...]) -> None:
    whole = evaluate(profile, proposed=proposed)
    assert decide(profile, proposed=proposed) == whole.model_copy(update={"verdicts": ()})


@LESS
@given(
    st.one_of(profiles(), partial_profiles()),
    st.frozensets(st.sampled_from(sorted(catalogue().fields))),
    st.lists(FLAGS, max_size=1).map(tuple),
)
def test_what_blocks_is_what_the_whole_answer_says(
    profile: Profile, declined: frozenset[str], proposed: tuple[SafetyFlag, ...]
) -> None:
    whole = evaluate(profile, declined, proposed=proposed)
    blocked = whole.fired if whole.status == "blocked" else ()
    assert blocked_by(profile, declined, proposed=proposed) == blocked
    fired = tuple(each for each in whole.verdicts if each.verdict == "fired")
    only_fired = evaluate(profile, declined, proposed=proposed, only_fired=True)
    assert only_fired == whole.model_copy(update={"verdicts": fired})


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[Profile, frozenset[str], tuple[SafetyFlag, ...]]]:
    """Profiles of one gate, one after the other: each differs from the one before by a few fields, or in full."""
    names = st.lists(st.sampled_from(sorted(fields_read())), unique=True, max_size=4)
    profile = draw(partial_profiles())
    history = []
    for _ in range(draw(st.integers(2, 6))):
        profile = draw(st.one_of(partial_profiles(), changes(profile, draw(names))))
        declined = frozenset(draw(names)) - profile.keys()
        history.append((profile, declined, tuple(draw(st.lists(FLAGS, max_size=1)))))
    return history


def changes(profile: Profile, names: list[str]) -> st.SearchStrategy[Profile]:
    """`profile` with other values in the fields `names`, or none."""
    values = st.fixed_dictionaries({name: values_of(name) | st.just("absent") for name in names})
    whole = values.map(lambda new: {**profile, **new})
    return whole.map(lambda found: {name: value for name, value in found.items() if value != "absent"})


@LESS
@given(histories())
def test_a_gate_that_judged_others_before_says_what_a_new_one_says(
    history: list[tuple[Profile, frozenset[str], tuple[SafetyFlag, ...]]],
) -> None:
    for profile, declined, proposed in history:
        said = [judge(profile, declined, proposed=proposed) for judge in (decide, evaluate)]
        _alone.cache_clear()
        assert [judge(profile, declined, proposed=proposed) for judge in (decide, evaluate)] == said
