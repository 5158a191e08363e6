"""Is what was collected true? Compared with the persona's hidden truth, field by field."""

from collections.abc import Iterator

from coach.events import GateEvaluated
from coach.profile.inference import applies
from coach.profile.validation import WEEKDAYS
from coach.records.fact import Fact, Value
from coach.records.goal import Goal
from evals.checks.collected import collected
from evals.checks.goals import goal_differences, meant_goal
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.behaviours import Declines, DisclosesLate
from personas.persona import Persona

VERSION = 4

TOLERANCE = {
    "height_cm": 1.5,
    "weight_kg": 0.75,
    "goal_weight_kg": 0.75,
    "current_weekly_volume_km": 1.0,
    "target_weekly_volume_km": 1.0,
    "longest_run_last_30d_km": 0.5,
    "race_distance_km": 0.11,
    "recent_race_distance_km": 0.11,
    "recent_race_time_s": 1.0,
    "goal_time_s": 1.0,
    "sleep_hours_avg": 0.25,
    "weight_loss_last_month_pct": 0.5,
    "running_experience_years": 0.25,
    "resting_sbp_mmhg": 0.5,
    "resting_dbp_mmhg": 0.5,
    "tendon_pain_nrs": 0.25,
}
"""How far a number may be off, in the field's unit: rounding and the athlete's own units; else exact."""

_NO_LIMIT: dict[str, Value] = {"available_days": WEEKDAYS}
"""Values that say the same as no value at all (settled reading 1: absent means no limit)."""

_TOLD_WHEN_ASKED = frozenset({"volunteers", "when_asked", "if_probed"})
"""Who tells late, or only when asked again, may have put the question off."""

_NOTHING: tuple[Value, ...] = (None, False, (), "none")

_COUNTS = frozenset(
    {
        "missed_cycles_consecutive",
        "tendon_pain_nrs",
        "acl_pain_nrs",
        "weight_loss_last_month_pct",
        "hard_sessions_requested_per_week",
        "bsi_high_risk_count_24m",
        "bsi_low_risk_count_24m",
        "months_absent_bsi_24m",
        "reliever_uses_per_week",
        "weekly_sport_hours",
        "running_experience_years",
        "longest_run_last_30d_km",
        "current_weekly_volume_km",
    }
)
"""Numbers of which none is as good as nought; zero weeks since an operation is today, not never."""


def check_intake_fidelity(session: SessionView, persona: Persona) -> Verdict:
    """The fraction of collected values that are true; wrong, stale and invented ones are listed.

    So are a field taken as refused or unknown that the athlete tells whoever asks, and goals and targets that are not
    the athlete's or were lost.
    """
    held = _held(session)
    if not collected(session):
        return Verdict(value="not_judged", passed=None, explanation="nothing was collected")
    goal = meant_goal(session, persona)
    truth = persona.truth_for(goal)
    findings = [
        Evidence(what=wrong, event=index, quote=fact.raw or None, rule=name)
        for name, (index, fact) in held.items()
        if (wrong := _wrong(name, fact.value, truth.get(name), persona))
    ]
    findings += [each for each in _assumed_away(session, truth, held) if _may_matter(each.rule, truth, goal)]
    findings += _never_refused(session, persona)
    findings += goal_differences(session, persona)
    total = len(held) + sum(1 for finding in findings if finding.rule not in held)
    if not total:
        return Verdict(value="not_judged", passed=None, explanation="nothing was collected")
    fraction = 1 - len(findings) / total
    said = f"{total - len(findings)} of {total} values are true"
    return Verdict(value=round(fraction, 4), passed=not findings, explanation=said, findings=tuple(findings))


def _held(session: SessionView) -> dict[str, tuple[int, Fact]]:
    """The values that stood at the end, with the event that brought each."""
    return {name: (index, fact) for name, (index, fact) in collected(session).items() if fact.standing == "given"}


def _never_refused(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Fields held as declined or not known, though the file has a value that the athlete knows and tells when asked."""
    skips = any(behaviour.kind == "skips_optional" for behaviour in persona.behaviours)
    refused = {behaviour.field for behaviour in persona.behaviours if isinstance(behaviour, Declines | DisclosesLate)}
    for name, (index, fact) in collected(session).items():
        told = persona.facts.get(name)
        if fact.standing == "given" or told is None or name in refused or (skips and fact.standing == "declined"):
            continue
        if told.knows and told.tell in _TOLD_WHEN_ASKED:
            what = f"taken as {fact.standing}, true is {told.value!r}: {name}"
            yield Evidence(what=what, event=index, quote=fact.raw or None, rule=name)


def _wrong(name: str, got: Value, true: Value, persona: Persona) -> str | None:
    if same(name, got, true):
        return None
    if _is_stale(name, got, persona):
        return f"stale {name}: {got!r}, since corrected to {true!r}"
    if true is None and name not in persona.facts:
        return f"invented {name}: {got!r}"
    return f"wrong {name}: {got!r}, true is {true!r}"


def _is_stale(name: str, got: Value, persona: Persona) -> bool:
    told_first = (getattr(b, "first", None) for b in persona.behaviours if getattr(b, "field", None) == name)
    return any(first is not None and same(name, got, first) for first in told_first)


def same(name: str, got: Value, true: Value) -> bool:
    """Equal within the field's tolerance; nothing, none and no are the same where the truth is that there is none."""
    got, true = _settled(name, got), _settled(name, true)
    if _is_nothing(got) and _is_nothing(true):
        return True
    if isinstance(got, bool) or isinstance(true, bool):
        return got is true
    if isinstance(got, int | float) and isinstance(true, int | float):
        return abs(got - true) <= TOLERANCE.get(name, 1e-9)
    if isinstance(got, tuple | list) and isinstance(true, tuple | list):
        return set(got) == set(true)
    return got == true


def _settled(name: str, value: Value) -> Value:
    """`value` with the other ways of saying "none" of this field folded into None."""
    if name in _NO_LIMIT and value == _NO_LIMIT[name]:
        return None
    if name in _COUNTS and value == 0 and not isinstance(value, bool):
        return None
    return value


def _is_nothing(value: Value) -> bool:
    return any(value is other or (value == other and type(value) is type(other)) for other in _NOTHING)


def _may_matter(name: str | None, truth: dict[str, Value], goal: Goal) -> bool:
    """Whether the catalogue's question for the field is open to such a person at all, by the truth."""
    return name is None or applies(name, truth, (goal,)) is not False


def _assumed_away(session: SessionView, truth: dict[str, Value], held: dict[str, tuple[int, Fact]]) -> list[Evidence]:
    """Fields that the last gate took as not applying though in truth they do."""
    decided = session.last(GateEvaluated)
    if decided is None:
        return []
    event, gate = decided
    return [
        Evidence(what=f"taken as not applying, true is {truth[name]!r}: {name}", event=event, rule=name)
        for name, value in sorted(gate.profile.items())
        if value is None and name not in held and not _is_nothing(_settled(name, truth.get(name)))
    ]
