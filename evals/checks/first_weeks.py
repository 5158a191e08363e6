"""The three shapes that the first weeks of a block may have, judged by its sessions without any code of `coach.plan`.

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
from typing import NamedTuple

from coach.records.block import TrainingBlock, TrainingSession, Week
from coach.records.fact import Value
from evals.checks.plan_reading import ABOVE_EASY, HARD_PURPOSES, in_week, is_hard, minutes_in, number, runs, week_km

_WEEKS = 4
_EASY_SHARE = 0.75
_KEEPS = 0.80  # house: the engine is not built on much less than what is run already
_STEP, _STEP_KM = 1.10, 3.0
_GENTLE_STRENGTH = frozenset({"strength", "mobility"})
_AEROBIC = frozenset({"run", "race", "cross"})


def first_weeks(plan: TrainingBlock) -> tuple[Week, ...]:
    """The weeks that the shape is read from; at least one."""
    early = [week for week in plan.weeks[:_WEEKS] if week.phase not in {"taper", "race"}]
    return tuple(early) or plan.weeks[:1]


class Result(NamedTuple):
    """A shape or a criterion: what breaks it, and what of it could not be judged; `judged` where anything could."""

    broken: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    judged: bool = True


Criterion = Callable[[tuple[Week, ...], Mapping[str, Value]], Result]


def judge_weeks(shape: str, weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    """Every criterion of the shape, taken together."""
    results = [criterion(weeks, truth) for criterion in SHAPES[shape]]
    return Result(
        tuple(what for each in results for what in each.broken),
        tuple(what for each in results for what in each.unjudged),
        any(each.judged for each in results),
    )


def _unjudged(*what: str) -> Result:
    return Result(unjudged=what, judged=False)


def _each_week(
    what: str,
    weeks: tuple[Week, ...],
    counts: Callable[[TrainingSession], bool],
    breaks: Callable[[Week], Iterator[str]],
) -> Result:
    """`breaks` in every week that holds a session that `counts`; the other weeks show nothing of it."""
    held = [week for week in weeks if any(counts(at.session) for at in in_week(week))]
    broken = tuple(found for week in held for found in breaks(week))
    bare = tuple(f"{what} of week {week.index}" for week in weeks if week not in held)
    return Result(broken, bare, judged=bool(held))


def _mostly_easy(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Result:
    def breaks(week: Week) -> Iterator[str]:
        run = [at.session for at in in_week(week) if at.session.type == "run"]
        whole = sum(session.duration_min for session in run)
        brisk = sum(min(minutes_in(session, ABOVE_EASY), session.duration_min) for session in run)
        if 1 - brisk / whole < _EASY_SHARE:
            yield f"week {week.index}: {100 * (1 - brisk / whole):.0f}% of the running is easy, at least 75%"

    return _each_week("the easy share", weeks, lambda s: s.type == "run" and s.duration_min > 0, breaks)


def _most_days(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    """Most of the days that there are."""
    days = number(truth.get("training_days_per_week"))
    if days is None:
        return _unjudged("training days (available days unknown)")
    trained = sum(any(session.type in _AEROBIC for session in day.sessions) for day in weeks[0].days)
    if trained < min(days, 3.0):
        return Result((f"week 1 has {trained} days of endurance work; {days:g} are available",))
    return Result()


def _keeps_present_volume(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    present, full = number(truth.get("current_weekly_volume_km")), _full(weeks)
    if present is None or not full:
        return _unjudged(f"volume ({'present volume unknown' if full else 'no full week'})")
    if week_km(full[0]) < _KEEPS * present:
        return Result((f"week {full[0].index} has {week_km(full[0]):.1f} km; the athlete runs {present:g} km now",))
    return Result()


def _grows(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    full = _full(weeks)
    if len(full) < 2:  # noqa: PLR2004 (from one to the next)
        return _unjudged("growth (fewer than two full weeks)")
    present = number(truth.get("current_weekly_volume_km"))
    if max(map(week_km, full)) <= week_km(full[0]) and not _holds(truth, present):
        return Result((f"no week exceeds the {week_km(full[0]):.1f} km of the first",))
    return Result()


def _full(weeks: tuple[Week, ...]) -> list[Week]:
    return [week for week in weeks if not week.is_cutback]


def _holds(truth: Mapping[str, Value], present: float | None) -> bool:
    """Whether the athlete does not want more than now."""
    target = number(truth.get("target_weekly_volume_km"))
    return target is not None and present is not None and target <= present * 1.05  # house: that is the same


def _one_demand(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Result:
    """One kind of demanding work a week, the one thing that this stretch is about."""

    def breaks(week: Week) -> Iterator[str]:
        kinds = sorted(
            {at.session.purpose for at in in_week(week) if is_hard(at.session) or at.session.purpose in HARD_PURPOSES}
        )
        if len(kinds) > 1:
            yield f"week {week.index} has {len(kinds)} kinds of demanding work: {', '.join(kinds)}"

    return _each_week("the demanding work", weeks, lambda s: s.type in _AEROBIC, breaks)


def _no_leap(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    """No step up at the start, no more than a small one later."""
    present = number(truth.get("current_weekly_volume_km"))
    unjudged = () if present is not None else ("the first step (present volume unknown)",)
    done, broken = [present] if present is not None else [], []
    for week in weeks:
        km = week_km(week)
        if done and km > max(_STEP * max(done), max(done) + _STEP_KM) + 1e-6:
            broken.append(f"week {week.index} has {km:.1f} km after {max(done):.1f} km")
        done.append(km)
    return Result(tuple(broken), unjudged, judged=len(done) > 1)


def _strength(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Result:
    """In every week with running."""

    def breaks(week: Week) -> Iterator[str]:
        if not any(at.session.type in _GENTLE_STRENGTH for at in in_week(week)):
            yield f"week {week.index} has no strength or mobility"

    return _each_week("the strength work", weeks, runs, breaks)


SHAPES: Mapping[str, tuple[Criterion, ...]] = {
    "builds_engine": (_most_days, _keeps_present_volume, _grows, _mostly_easy),
    "one_focus": (_one_demand, _mostly_easy),
    "baselines_first": (_no_leap, _strength, _mostly_easy),
}
"""builds_engine: straight into training, from week 1 on most of the days there are, on present volume, mostly easy,
growing. one_focus: one kind of demanding work a week, everything else easy. baselines_first: from where the athlete
is, in small steps, with strength every week."""
