"""The plan as Markdown: the arc, every week as a table, the notes. Words of the plan cannot become markup."""

import re

from coach.export.file import File
from coach.export.wording import one_line, size, steps_text, title
from coach.plan.present import PHASES, long_date, pace_of
from coach.records.block import Day, Session, TrainingBlock, Week

MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~!])")


def page(plan: TrainingBlock) -> tuple[File, ...]:
    """`plan.md`."""
    first, last = plan.weeks[0].days[0].date, plan.weeks[-1].days[-1].date
    race = f" Race: {plan.race_date}, {plan.race_km:g} km." if plan.race_date and plan.race_km else ""
    head = f"{len(plan.weeks)} weeks, {long_date(first)} to {long_date(last)}.{race}"
    parts = [f"# {plain(plan.goal)}", head, *(_week(week) for week in plan.weeks)]
    if plan.notes:
        parts.append("\n".join(["## Good to know", "", *(f"- {plain(note)}" for note in plan.notes)]))
    return (File("plan.md", ("\n\n".join(parts) + "\n").encode()),)


def _week(week: Week) -> str:
    light = ", lighter" if week.is_cutback else ""
    head = f"## Week {week.index}: {PHASES[week.phase]}{light}, {week.km:g} km, {week.minutes:.0f} min"
    rows = [row for day in week.days for row in _rows(day)]
    return "\n".join(
        [head, "", plain(week.focus), "", "| day | session | size | pace | details |", "|---|---|---|---|---|", *rows]
    )


def _rows(day: Day) -> list[str]:
    name = f"{day.date:%a} {day.date.day} {day.date:%b}"
    if not day.sessions:
        return [f"| {name} | rest | | | |"]
    return [f"| {name} | {_cells(session)} |" for session in day.sessions]


def _cells(session: Session) -> str:
    details = ". ".join(part.removesuffix(".") for part in (plain(session.text), plain(steps_text(session))) if part)
    return f"{title(session)} | {size(session)} | {pace_of(session)} | {details}"


def plain(text: str) -> str:
    """`text` as one line in which nothing is markup."""
    return MARKUP.sub(r"\\\1", one_line(text))
