"""Is what the athlete is told what is held? The plan, its changes and sessions in words, and what is read back.

Of the plan in words whatever may be meant counts as right: a day's own distance or that of one of its sessions, a
week's total or any of its runs. What is told without certainty is not compared.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coach.events import CoachSaid, FactRecorded, GoalChanged, PlanShown
from coach.records.block import Day, TrainingBlock, TrainingSession, Week
from evals.checks.claimed_changes import claimed_only, contradictions
from evals.checks.distances_in_text import near
from evals.checks.plan_in_text import DayInText, WeekInText, days_in_text, weeks_in_text
from evals.checks.plan_reading import HARD_PURPOSES, is_hard, runs
from evals.checks.read_back import answered_in_part, left_out, misquoted, reads_back
from evals.checks.session_words import sessions_against_themselves
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.week_totals_in_text import WeekTotalInText, week_totals_in_text

VERSION = 6


def check_honest_telling(session: SessionView) -> Verdict:
    """pass | fail; not_applicable where nothing was told that could be compared."""
    if not session.coach_spoke:
        said_nothing = not_applicable("the coach said nothing")
        return said_nothing if session.record == "talk" else not_judged("no words of the coach")
    findings = tuple(_findings(session))
    if findings:
        return pass_or_fail(findings)
    seen = _compared(session)
    if not seen:
        return not_applicable("nothing was told that could be compared")
    return pass_or_fail((), f"compared: {', '.join(seen)}")


def _findings(session: SessionView) -> Iterator[Evidence]:
    yield from differences(session)
    yield from never_told(session)
    yield from contradictions(session)
    yield from claimed_only(session)
    yield from sessions_against_themselves(session)
    yield from misquoted(session)
    yield from left_out(session)
    yield from answered_in_part(session)


def _compared(session: SessionView) -> list[str]:
    told = [week for _, event in session.of(CoachSaid) for week in weeks_in_text(event.text)]
    numbers = [week.number or 1 for week in told]
    sums = any(each.sums for _, event in session.of(CoachSaid) for each in week_totals_in_text(event.text))
    parts = {
        "the week with itself": len(numbers) > len(set(numbers)) or (bool(told) and sums),
        "what was read back with what was said": reads_back(session),
        "the plan in words and its texts": any(session.of(PlanShown)),
    }
    return [what for what, seen in parts.items() if seen]


_WEEK_TOLERANCE, _LEAST = 0.025, 0.7
_HARD = HARD_PURPOSES | {"strides", "walk_run", "race"}
"""Strides and walk breaks are repetitions too."""


class _PlanInText(NamedTuple):
    """What was told at `event` of a week, with the plan that then held."""

    event: int
    plan: TrainingBlock
    number: int | None
    what: WeekInText | WeekTotalInText


def differences(session: SessionView) -> Iterator[Evidence]:
    """Where what was told differs from the plan then held."""
    for told in _last_told(session):
        weeks = told.plan.weeks if told.number is None else told.plan.weeks[told.number - 1 : told.number]
        compare = _days if isinstance(told.what, WeekInText) else _total
        found = (tuple(compare(told, week)) for week in weeks)
        yield from min(found, key=len, default=())  # a week without a number is the one that fits best


def never_told(session: SessionView) -> Iterator[Evidence]:
    """A plan that was accepted although no word of the coach holds a day, a session or a week of it."""
    shown = session.last(PlanShown)
    accepted = any(event.kind == "plan_accepted" for event in session.events)
    if not shown or not accepted or not session.coach_spoke:
        return
    texts = [event.text for _, event in session.of(CoachSaid)]
    runs_at_all = any(runs(each) for week in shown[1].plan.weeks for day in week.days for each in day.sessions)
    told = any(each.runs or not runs_at_all for text in texts for each in days_in_text(text)) or any(
        not each.sums for text in texts for each in week_totals_in_text(text)
    )
    if not told:
        what = "never_told: the plan was accepted, and no day, distance or week of it was told"
        yield Evidence(what=what, event=shown[0], rule="never_told")


def _last_told(session: SessionView) -> list[_PlanInText]:
    """Of events everything; of a talk, which holds only the plan that was kept, the last message about each week."""
    told = list(_all_told(session))
    last = {(type(each.what), each.number or 1): each.event for each in told}
    kept = session.record == "events"
    return [each for each in told if kept or each.event == last[type(each.what), each.number or 1]]


def _all_told(session: SessionView) -> Iterator[_PlanInText]:
    """Of a talk, what was told before a fact that changed the plan was told of another one."""
    changed = max((index for index, _ in session.of(FactRecorded, GoalChanged)), default=-1)
    for index, event in session.of(CoachSaid):
        plan = _held(session, index)
        if plan is None or (session.record == "talk" and index < changed):
            continue
        weeks = {week.number: week for week in weeks_in_text(event.text)}
        yield from (_PlanInText(index, plan, number, week) for number, week in weeks.items())
        totals = (each for each in week_totals_in_text(event.text) if (each.week in weeks if each.sums else each.week))
        yield from (_PlanInText(index, plan, total.week, total) for total in totals)


def _held(session: SessionView, event: int) -> TrainingBlock | None:
    """The plan of which the coach speaks: the last one shown; of a talk, the only one there is."""
    shown = [(index, each.plan) for index, each in session.of(PlanShown)]
    before = [plan for index, plan in shown if index < event]
    return before[-1] if before else shown[-1][1] if shown and session.record == "talk" else None


def _days(told: _PlanInText, week: Week) -> Iterator[Evidence]:
    held = {day.weekday: day for day in week.days}
    for name, days in told.what.days.items() if isinstance(told.what, WeekInText) else ():
        wrong = [_wrong(held[name], each) for each in days]
        if all(wrong):
            yield _evidence(told.event, days[0], f"week {week.index}: {wrong[0]}")


def _wrong(day: Day, told: DayInText) -> str | None:
    """What is wrong with what was told of a day."""
    held = [each for each in day.sessions if runs(each)]
    lengths = _lengths(held)
    if told.rests and held:
        return f"{day.weekday} is told as rest, and holds {_named(held)}"
    if told.runs and not held and (told.kms or "hard" in told.kinds) and "other" not in told.kinds:
        return f"{day.weekday} holds no run"
    if told.kms and lengths and not any(near(a, b) for a in told.kms for b in lengths):
        return f"{day.weekday} is told as {told.kms[0]:.1f} km, and holds {_named(held)}"
    if held and "hard" in told.kinds and told.runs and not any(_may_be_hard(each) for each in held):
        return f"{day.weekday} is told as a hard run, and holds {_named(held)}"
    return None


def _lengths(held: Sequence[TrainingSession]) -> list[float]:
    """Each distance that the day may be told to have; none where it is also walked, or told in minutes."""
    if not held or any(each.km is None or each.purpose == "walk_run" for each in held):
        return []
    kms = [each.km or 0.0 for each in held]
    return [*kms, sum(kms)]


def _may_be_hard(session: TrainingSession) -> bool:
    return session.purpose in _HARD or is_hard(session) or any(step.repeat > 1 for step in session.steps)


def _named(held: Sequence[TrainingSession]) -> str:
    return " and ".join(f"{each.km or 0:g} km {each.purpose}" for each in held)


def _total(told: _PlanInText, week: Week) -> Iterator[Evidence]:
    """A total that is nothing of which it may be told: the week with or without a race, or a run of it."""
    race_km = told.plan.race_km or 0.0
    sessions = [each for day in week.days for each in day.sessions if runs(each) and each.km is not None]
    kms = [each.km or 0.0 for each in sessions]
    raced = sum(each.km or 0.0 for each in sessions if each.type == "race")
    meant = [week.km, sum(kms), week.km - raced, week.km + race_km, race_km, *kms]
    said = told.what.kms if isinstance(told.what, WeekTotalInText) else ()
    if said and not any(abs(a - b) <= max(_WEEK_TOLERANCE * max(a, b), _LEAST) for a in said for b in meant):
        yield _evidence(told.event, told.what, f"week {week.index} is told as {said[0]:.1f} km, and holds {week.km:g}")


def _evidence(event: int, told: DayInText | WeekInText | WeekTotalInText, what: str) -> Evidence:
    place = told.all[0] if isinstance(told, WeekInText) else told
    return Evidence(what=f"differs: {what}", event=event, start=place.start, end=place.end, rule="differs")
