"""The plan as Markdown: the arc, every week as a table, the notes. Words of the plan cannot become markup."""

import re
from collections.abc import Iterator

from coach.export.file import File
from coach.export.wording import one_line, size, steps_text
from coach.plan.present import PHASES, long_date, pace_of, plan_title, title
from coach.records.block import TrainingBlock, TrainingSession, Week

MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~!])")


def page(plan: TrainingBlock) -> tuple[File, ...]:
    """`plan.md`."""
    first, last = plan.weeks[0].days[0].date, plan.weeks[-1].days[-1].date
    race = f" Race: {plan.race_date}, {plan.race_km:g} km." if plan.race_date and plan.race_km else ""
    head = f"{len(plan.weeks)} weeks, {long_date(first)} to {long_date(last)}.{race}"
    parts = [f"# {plan_title(plan)}", f"Your goal: {plain(plan.goal)}", head, *(_week(week) for week in plan.weeks)]
    if plan.notes:
        parts.append("\n".join(["## Good to know", "", *(f"- {plain(note)}" for note in plan.note_texts)]))
    return (File("plan.md", ("\n\n".join(parts) + "\n").encode()),)


def _week(week: Week) -> str:
    light = ", lighter" if week.is_cutback else ""
    head = f"## Week {week.index}: {PHASES[week.phase]}{light}, {week.km:g} km{_counted(week)}, {week.minutes:.0f} min"
    rows = list(_rows(week))
    return "\n".join(
        [head, "", plain(week.focus), "", "| day | session | size | pace | details |", "|---|---|---|---|---|", *rows]
    )


def _counted(week: Week) -> str:
    """That walks between are not counted, where there are any."""
    walks = any(session.purpose == "walk_run" for day in week.days for session in day.sessions)
    return " of running" if walks else ""


def _rows(week: Week) -> Iterator[str]:
    """A line for each session or rest day; instructions stand where the week first has them."""
    shown = set[str]()
    for day in week.days:
        name = f"{day.date:%a} {day.date.day} {day.date:%b}"
        if not day.sessions:
            yield f"| {name} | rest | | | |"
        for session in day.sessions:
            text = "" if session.text in shown else session.text
            shown.add(session.text)
            yield f"| {name} | {_cells(session, text)} |"


def _cells(session: TrainingSession, text: str) -> str:
    steps = steps_text(session) if len(session.steps) > 1 else ""
    details = ". ".join(part.removesuffix(".") for part in (plain(text), plain(steps)) if part)
    return f"{title(session)} | {size(session)} | {pace_of(session)} | {details}"


def plain(text: str) -> str:
    """`text` as one line in which nothing is markup."""
    return MARKUP.sub(r"\\\1", one_line(text))
