"""A plan as text a person reads: this week first, then the arc, then what to know. Adds no fact to the plan."""

import datetime as dt

from coach.plan.plan_brief import Brief, brief_week
from coach.profile.wording import listed
from coach.records.block import Step, TrainingBlock, TrainingSession, Week

PHASES = {
    "base": "base", "build": "build", "peak": "peak", "taper": "freshening up", "race": "race week",
    "recovery": "recovery",
}  # fmt: skip
TYPES = {"strength": "Strength", "mobility": "Mobility", "cross": "Cross-training", "race": "Race"}
PURPOSES = {
    "easy": "Easy run", "long": "Long run", "recovery": "Recovery run", "threshold": "Steady strong run",
    "interval": "Intervals", "repetition": "Short fast repeats", "race_pace": "Race-pace run", "hills": "Hills",
    "strides": "Easy run with strides", "walk_run": "Run and walk",
}  # fmt: skip


_GROWN = 1.05


def plan_text(plan: TrainingBlock) -> str:
    """The first week day by day, then one line a week, then the notes."""
    parts = [plan_title(plan), f"Your goal: {plan.goal}", _span(plan), week_text(plan.weeks[0]), _arc(plan)]
    if plan.notes:
        parts.append("Good to know\n" + "\n".join(f"- {note}" for note in plan.note_texts))
    return "\n\n".join(parts)


def plan_title(plan: TrainingBlock) -> str:
    """`16 weeks to 1500 m on Sunday 26 April`; without a race `12 weeks of training from Monday 5 January`."""
    weeks = f"{len(plan.weeks)} week{'s' if len(plan.weeks) > 1 else ''}"
    if plan.race_date is None or plan.race_km is None:
        return f"{weeks} of training from {long_date(plan.weeks[0].days[0].date)}"
    return f"{weeks} to {race_name(plan.race_km)} on {long_date(plan.race_date)}"


def _span(plan: TrainingBlock) -> str:
    text = f"{len(plan.weeks)} week{'s' if len(plan.weeks) > 1 else ''}, from {long_date(plan.weeks[0].days[0].date)}"
    if plan.race_date is None:
        return f"{text} to {long_date(plan.weeks[-1].days[-1].date)}."
    return f"{text}, with your race on {long_date(plan.race_date)}."


def week_text(week: Week) -> str:
    """One week, one line a day."""
    head = f"Week {week.index}, {PHASES[week.phase]}: {_amount(week)}. {week.focus}"
    lines, shown_on = [head], dict[str, str]()
    for day in week.days:
        sessions = (_shortened(session_text(session), session, shown_on) for session in day.sessions)
        lines.append(f"  {day.date:%a} {day.date.day} {day.date:%b}  {' Then: '.join(sessions) or 'Rest'}")
        shown_on |= {s.text: f"{day.date:%A}" for s in reversed(day.sessions) if s.text not in shown_on}
    return "\n".join(lines)


def _shortened(text: str, session: TrainingSession, shown_on: dict[str, str]) -> str:
    """Instructions that stand on an earlier day of the week (text: weekday) become a reference to it."""
    if session.text not in shown_on:
        return text
    head = text.removesuffix(session.text).rstrip()
    return f"{head.removesuffix('.')}, as on {shown_on[session.text]}."


def _amount(week: Week) -> str:
    return f"{km_text(week.km)} km" if week.km else f"{clock_minutes(week.minutes)} in all"


def session_text(session: TrainingSession) -> str:
    """What it is, how far, how long, how fast, and the coach's words."""
    size = [f"{km_text(session.km)} km"] if session.km and session.purpose != "walk_run" else []
    if not is_open_race(session):
        size.append(clock_minutes(session.duration_min))
    if session.pace_s_per_km:
        size.append(pace_of(session))
    faster = ", ".join(pace_of(step) for step in session.steps if step.kind == "work" and step.pace_s_per_km)
    return f"{title(session)}, {', '.join(size)}{f' (fast parts at {faster})' if faster else ''}. {session.text}"


def title(session: TrainingSession) -> str:
    """`Intervals`, `Long run`, `Strength`."""
    return TYPES.get(session.type) or PURPOSES.get(session.purpose) or "Session"


def is_open_race(session: TrainingSession) -> bool:
    """A race at no known pace: how long it will take nobody can say."""
    return session.type == "race" and bool(session.km) and not session.pace_s_per_km


def km_text(km: float) -> str:
    """`8`, `8.5`."""
    return f"{round(km, 1):g}"


def pace_of(part: TrainingSession | Step) -> str:
    """`4:15-4:28 per km`; empty where the plan gives no pace."""
    return f"{pace_text(part.pace_s_per_km)} per km" if part.pace_s_per_km else ""


def pace_text(pace: tuple[float, float]) -> str:
    """`4:15-4:28`."""
    fast, slow = map(pace_clock, pace)
    return fast if fast == slow else f"{fast}-{slow}"


def pace_clock(seconds: float) -> str:
    """`4:15`."""
    return f"{round(seconds) // 60}:{round(seconds) % 60:02}"


def clock_minutes(minutes: float) -> str:
    """`45 min`, `1 h 25`."""
    whole = round(minutes)
    hours, rest = divmod(whole, 60)
    if not hours:
        return f"{whole} min"
    return f"{hours} h {rest:02}" if rest else f"{hours} h"


def long_date(day: dt.date) -> str:
    """`Monday 5 January`."""
    return f"{day:%A} {day.day} {day:%B}"


_NAMED_RACES = {21.1: "half marathon", 42.2: "marathon"}


def race_name(km: float) -> str:
    """`800 m`, `5 km`, `a half marathon`."""
    if named := _NAMED_RACES.get(round(km, 1)):
        return f"a {named}"
    return f"{1000 * km:g} m" if km < 5 else f"{km:g} km"  # noqa: PLR2004 (shorter races are named in metres)


def arc_sentence(plan: Brief) -> str:
    """How the weeks go on after the first, in one sentence."""
    most, week = max(plan.weeks.items(), key=lambda each: each[1].training_km)
    grown = week.training_km > _GROWN * plan.weeks[min(plan.weeks)].training_km
    goes = (
        f"grows in small steps to {km_text(week.training_km)} km in week {int(most)}"
        if grown
        else "stays close to that"
    )
    lighter = [f"week {int(number)}" for number, each in plan.weeks.items() if each.lighter]
    rests = f", with {listed(lighter)} lighter" if lighter else ""
    end = (
        f"your race is on {long_date(plan.race_date)}"
        if plan.race_date
        else f"the last day is {long_date(plan.end_date)}"
    )
    return f"From there your week {goes}{rests}, and {end}." if len(plan.weeks) > 1 else f"That is all of it: {end}."


def _arc(plan: TrainingBlock) -> str:
    return "\n".join(["The weeks", *(f"  {_arc_line(week)}" for week in plan.weeks)])


def _arc_line(week: Week) -> str:
    brief = brief_week(week)
    longest, amount = brief.longest_km, _amount(week)
    if brief.race_km:
        amount = f"{km_text(brief.training_km)} km and the race"
    extra = ", lighter" if week.is_cutback else ""
    long = f", longest run {km_text(longest)} km" if longest >= 1 else ""
    start = f"{week.start_date.day} {week.start_date:%b}"
    return f"{week.index:>2}  from {start:>6}  {PHASES[week.phase]}{extra}: {amount}{long}"
