"""The three shapes that the first weeks of a block may have, read from its sessions without any code of `coach.plan`.

The first weeks are the first four, or those before the taper where it comes sooner. Sources of the criteria:
- easy share of running time 0.75 or more: the warning level of the reference data (festa_2020, rosenblat_2019);
  most kilometres easy is also what elites do (Seiler 2010, Int J Sports Physiol Perform 5:276-291);
- from present volume: Nielsen 2014 (J Orthop Sports Phys Ther 44:739-747); 1.10 or 3 km is the reference data's step;
- strength in every ordinary week: two days a week for adults (Garber et al., ACSM 2011, Med Sci Sports Exerc
  43:1334-1359);
- one demanding kind of work at a time: concentrated loads (Issurin 2010, Sports Med 40:189-206).
What is house opinion is marked so.
"""

from collections.abc import Callable, Iterator, Mapping

from coach.records.block import Session, TrainingBlock, Week
from coach.records.fact import Value
from evals.checks.plan_look import ABOVE_EASY, HARD_PURPOSES, in_week, is_hard, minutes_in, number, runs, week_km

_WEEKS = 4
_EASY_SHARE = 0.75
_KEEPS = 0.80  # house: the engine is not built on much less than what is run already
_STEP, _STEP_KM = 1.10, 3.0
_GENTLE_STRENGTH = frozenset({"strength", "mobility"})
_AEROBIC = frozenset({"run", "race", "cross"})

Shape = Callable[[tuple[Week, ...], Mapping[str, Value]], Iterator[str]]


def first_weeks(plan: TrainingBlock) -> tuple[Week, ...]:
    """The weeks that the shape is read from; at least one."""
    early = [week for week in plan.weeks[:_WEEKS] if week.phase not in {"taper", "race"}]
    return tuple(early) or plan.weeks[:1]


def _mostly_easy(weeks: tuple[Week, ...]) -> Iterator[str]:
    for week in weeks:
        run = [at.session for at in in_week(week) if at.session.type == "run"]
        whole = sum(session.duration_min for session in run)
        brisk = sum(min(minutes_in(session, ABOVE_EASY), session.duration_min) for session in run)
        if whole and 1 - brisk / whole < _EASY_SHARE:
            yield f"week {week.index}: {100 * (1 - brisk / whole):.0f} % of the running is easy, at least 75 %"


def builds_engine(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Iterator[str]:
    """Straight into training: from week 1 on most of the days there are, on present volume, mostly easy, growing."""
    days, present = number(truth.get("training_days_per_week")), number(truth.get("current_weekly_volume_km"))
    first = weeks[0]
    trained = sum(any(session.type in _AEROBIC for session in day.sessions) for day in first.days)
    if days is not None and trained < min(days, 3.0):
        yield f"week 1 has {trained} days of running or other endurance work, of {days:g} there are"
    full = [week for week in weeks if not week.is_cutback]
    if present and full and week_km(full[0]) < _KEEPS * present:
        yield f"week {full[0].index} has {week_km(full[0]):.1f} km, {present:g} are run now"
    if len(full) > 1 and max(map(week_km, full)) <= week_km(full[0]) and not _holds(truth, present):
        yield f"no week goes beyond the {week_km(full[0]):.1f} km of the first"
    yield from _mostly_easy(weeks)


def _holds(truth: Mapping[str, Value], present: float | None) -> bool:
    """Whether the athlete does not want more than now."""
    target = number(truth.get("target_weekly_volume_km"))
    return target is not None and present is not None and target <= present * 1.05  # house: that is the same


def one_focus(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Iterator[str]:
    """One kind of demanding work a week, everything else easy: the one thing that this stretch is about."""
    for week in weeks:
        kinds = sorted(
            {at.session.purpose for at in in_week(week) if is_hard(at.session) or at.session.purpose in HARD_PURPOSES}
        )
        if len(kinds) > 1:
            yield f"week {week.index} has {len(kinds)} kinds of demanding work: {', '.join(kinds)}"
    yield from _mostly_easy(weeks)


def baselines_first(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Iterator[str]:
    """From where the athlete is: no step up at the start, no more than a small one later, strength every week."""
    done = [present] if (present := number(truth.get("current_weekly_volume_km"))) is not None else []
    for week in weeks:
        km = week_km(week)
        if done and km > max(_STEP * max(done), max(done) + _STEP_KM) + 1e-6:
            yield f"week {week.index} has {km:.1f} km after {max(done):.1f} km"
        done.append(km)
        if any(map(runs, _sessions(week))) and not any(s.type in _GENTLE_STRENGTH for s in _sessions(week)):
            yield f"week {week.index} has no strength or mobility"
    yield from _mostly_easy(weeks)


def _sessions(week: Week) -> list[Session]:
    return [at.session for at in in_week(week)]


SHAPES: dict[str, Shape] = {
    "builds_engine": builds_engine,
    "one_focus": one_focus,
    "baselines_first": baselines_first,
}
