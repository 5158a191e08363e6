"""The plan as an iCalendar file (RFC 5545): one all-day event a session, the same bytes for the same plan."""

import datetime as dt
import hashlib

from icalendar import Calendar, Event

from coach.export.file import DatedSession, File, entries
from coach.export.wording import one_line, size, steps_text
from coach.plan.present import pace_of, title
from coach.records.block import TrainingBlock

PRODUCT = "-//coach//training plan//EN"


def calendar(plan: TrainingBlock) -> tuple[File, ...]:
    """`plan.ics`. A newer version of the same plan updates its events: they keep their ids."""
    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("x-wr-calname", one_line(plan.goal))
    for entry in entries(plan):
        made.add_component(_event(plan, entry))
    return (File("plan.ics", made.to_ical()),)


def _event(plan: TrainingBlock, entry: DatedSession) -> Event:
    day, session = entry.at.day, entry.at.session
    event = Event()
    event.add("uid", f"{day.date}-{entry.number}-{_plan_id(plan)}@coach")
    event.add("dtstamp", dt.datetime.combine(plan.start_date, dt.time(), dt.UTC))
    event.add("sequence", plan.version - 1)
    event.add("dtstart", day.date)
    event.add("dtend", day.date + dt.timedelta(days=1))
    event.add("summary", f"{title(session)}, {size(session)}")
    event.add("description", _description(entry))
    event.add("categories", [session.type])
    event.add("transp", "TRANSPARENT")
    return event


def _plan_id(plan: TrainingBlock) -> str:
    return hashlib.sha256(f"{plan.goal}|{plan.race_date}".encode()).hexdigest()[:12]


def _description(entry: DatedSession) -> str:
    session = entry.at.session
    heart = f"heart rate {session.hr_bpm[0]}-{session.hr_bpm[1]}" if session.hr_bpm else ""
    effort = f"Effort {session.rpe} of 10"
    lines = [session.text, ", ".join(part for part in (effort, pace_of(session), heart) if part), steps_text(session)]
    return "\n".join(line for line in lines if line)
