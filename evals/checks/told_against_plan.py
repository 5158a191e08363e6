"""The plan in words against the plan that holds: days, distances, kinds, what a week comes to. Pure.

Whatever may be meant counts as right: a day's own distance or that of one of its sessions, a week's total or any of its
runs.
"""

from collections.abc import Iterator, Sequence

from coach.events import CoachSaid, FactRecorded, GoalChanged, PlanShown
from coach.records.block import Day, Session, TrainingBlock, Week
from evals.checks.plan_reading import HARD_PURPOSES, is_hard, runs
from evals.checks.told_days import ToldDay, near, told_days
from evals.checks.told_weeks import ToldWeek, Total, told_totals, told_weeks
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_WEEK_TOLERANCE = 0.05
_LEAST = 0.7


def differences(session: SessionView) -> Iterator[Evidence]:
    """Where what was told differs from the plan then held."""
    for event, plan, week in _last_told(session):
        yield from _week_differs(event, plan, week)
    for event, plan, totals in _totals(session):
        yield from _totals_differ(event, plan, totals)


def never_told(session: SessionView) -> Evidence | None:
    """A plan that was accepted although no word of the coach holds a day, a session or a week of it."""
    shown = session.last(PlanShown)
    accepted = shown is not None and session.last(CoachSaid) is not None and _was_accepted(session)
    if not shown or not accepted or not session.coach_spoke:
        return None
    told = any(
        sum(each.runs for each in told_days(event.text)) or told_totals(event.text)
        for _, event in session.of(CoachSaid)
    )
    what = "never_told: the plan was accepted, and no day, distance or week of it was told"
    return None if told else Evidence(what=what, event=shown[0], rule="never_told")


def has_told(session: SessionView) -> bool:
    """Whether anything was told that can be compared with a plan."""
    return any(session.of(PlanShown)) and any(
        told_weeks(event.text) or told_totals(event.text) for _, event in session.of(CoachSaid)
    )


def _was_accepted(session: SessionView) -> bool:
    return any(event.kind == "plan_accepted" for event in session.events)


def _held(session: SessionView, event: int) -> TrainingBlock | None:
    """The plan of which the coach speaks: the last one shown; of a talk, the only one there is."""
    shown = [(index, each.plan) for index, each in session.of(PlanShown)]
    before = [plan for index, plan in shown if index < event]
    return before[-1] if before else shown[-1][1] if shown and session.record == "talk" else None


def _spoken(session: SessionView) -> Iterator[tuple[int, TrainingBlock, str]]:
    """(event, plan, words) of every message of the coach that a plan stands behind, and that no later fact took back.

    A talk holds the plan that was kept: what was told before a fact that changed it was told of another.
    """
    changed = max((index for index, _ in session.of(FactRecorded, GoalChanged)), default=-1)
    for index, event in session.of(CoachSaid):
        plan = _held(session, index)
        if plan is not None and (session.record == "events" or index > changed):
            yield index, plan, event.text


def _last_told(session: SessionView) -> Iterator[tuple[int, TrainingBlock, ToldWeek]]:
    """Of a talk the last telling of each week; of events every one."""
    found = [(index, plan, week) for index, plan, text in _spoken(session) for week in told_weeks(text)]
    if session.record == "events":
        yield from found
        return
    last = {week.number or 1: (index, plan, week) for index, plan, week in found}
    yield from last.values()


def _week_differs(event: int, plan: TrainingBlock, told: ToldWeek) -> Iterator[Evidence]:
    """The findings of the week that is named; of a week without a name, those of the week that fits best."""
    if told.number is not None and told.number <= len(plan.weeks):
        yield from _compared(event, plan.weeks[told.number - 1], told)
    elif told.number is None:
        yield from min((tuple(_compared(event, week, told)) for week in plan.weeks), key=len)


def _compared(event: int, week: Week, told: ToldWeek) -> Iterator[Evidence]:
    held = {day.weekday: day for day in week.days}
    for name, days in told.days.items():
        wrong = [_wrong(held[name], each) for each in days]
        if all(wrong):
            yield _evidence(event, days[0], f"week {week.index}: {wrong[0]}")
    running = {name for name, day in held.items() if any(runs(each) for each in day.sessions)}
    laid = [each for each in told.all if each.laid_out]
    missing = sorted(running - set(told.days)) if len(laid) == len(told.all) else []
    if missing:
        yield _evidence(event, told.all[0], f"week {week.index}: the run of {', '.join(missing)} is not told")


def _wrong(day: Day, told: ToldDay) -> str | None:
    """What is wrong with what was told of a day."""
    held = [each for each in day.sessions if runs(each)]
    lengths = _lengths(held)
    if told.rests and held:
        return f"{day.weekday} is told as rest, and holds {_named(held)}"
    if told.runs and not held and (told.kms or "hard" in told.kinds) and "other" not in told.kinds:
        return f"{day.weekday} holds no run"
    if told.kms and held and lengths and not any(near(a, b) for a in told.kms for b in lengths):
        return f"{day.weekday} is told as {told.kms[0]:.1f} km, and holds {_named(held)}"
    if held and "hard" in told.kinds and told.runs and not any(_may_be_hard(each) for each in held):
        return f"{day.weekday} is told as a hard run, and holds {_named(held)}"
    return None


def _lengths(held: Sequence[Session]) -> list[float]:
    """Each distance that the day may be told to have; none where a run has only a length in time."""
    each = [session.km for session in held]
    known = [km for km in each if km is not None]
    return [*known, sum(known)] if known and len(known) == len(each) else []


def _may_be_hard(session: Session) -> bool:
    """Strides and walk breaks are repetitions too."""
    purposes = HARD_PURPOSES | {"strides", "walk_run", "race"}
    return session.purpose in purposes or is_hard(session) or any(step.repeat > 1 for step in session.steps)


def _named(held: Sequence[Session]) -> str:
    return " and ".join(f"{each.km or 0:g} km {each.purpose}" for each in held)


def _totals(session: SessionView) -> Iterator[tuple[int, TrainingBlock, dict[int, list[Total]]]]:
    """(event, plan, week to what it was said to come to); of a talk the last message that speaks of a week."""
    found: dict[int, tuple[int, TrainingBlock, list[Total]]] = {}
    for index, plan, text in _spoken(session):
        weeks: dict[int, list[Total]] = {}
        for each in told_totals(text):
            week = each.week or (1 if each.sure and told_weeks(text) else None)
            if week is not None:
                weeks.setdefault(week, []).append(each)
        if session.record == "events":
            yield index, plan, weeks
        else:
            found |= {week: (index, plan, totals) for week, totals in weeks.items()}
    for week, (index, plan, totals) in found.items():
        yield index, plan, {week: totals}


def _totals_differ(event: int, plan: TrainingBlock, told: dict[int, list[Total]]) -> Iterator[Evidence]:
    weeks = {week.index: week for week in plan.weeks}
    for number, totals in told.items():
        week = weeks.get(number)
        if week is None:
            continue
        for each in totals:
            if not any(_same_week(each.km, km) for km in _of_week(plan, week)):
                what = f"differs: week {number} is told as {each.km:.1f} km, and holds {week.km:g}"
                yield Evidence(what=what, event=event, start=each.start, end=each.end, rule="differs")


def _of_week(plan: TrainingBlock, week: Week) -> list[float]:
    """Everything of the week that a distance beside its number may be."""
    held = [each.km for day in week.days for each in day.sessions if runs(each) and each.km is not None]
    race = sum(each.km or 0 for day in week.days for each in day.sessions if each.type == "race")
    return [
        week.km,
        sum(held),
        week.km - race,
        week.km + (plan.race_km or 0),
        *held,
        *([plan.race_km] if plan.race_km else []),
    ]


def _same_week(a: float, b: float) -> bool:
    return abs(a - b) <= max(_WEEK_TOLERANCE * max(a, b) / 2, _LEAST)


def _evidence(event: int, told: ToldDay, what: str) -> Evidence:
    return Evidence(
        what=f"differs: {what}", event=event, start=told.start, end=told.end, quote=told.quote, rule="differs"
    )
