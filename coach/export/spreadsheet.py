"""The plan as CSV (RFC 4180), one row a session. No cell can be taken for a formula."""

import csv
import io

from coach.export.file import DatedSession, File, entries
from coach.export.wording import one_line, steps_text
from coach.plan.present import is_open_race, pace_text
from coach.records.block import TrainingBlock

COLUMNS = (
    "date", "weekday", "week", "phase", "type", "purpose", "km", "minutes", "zone", "effort", "pace_per_km",
    "heart_rate", "steps", "tags", "text",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may read as the beginning of a formula, full-width forms included."""


def spreadsheet(plan: TrainingBlock) -> tuple[File, ...]:
    """`plan.csv`."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([safe(cell) for cell in _row(entry)] for entry in entries(plan))
    return (File("plan.csv", out.getvalue().encode()),)


def _row(entry: DatedSession) -> list[str]:
    week, day, session = entry.at.week, entry.at.day, entry.at.session
    return [
        day.date.isoformat(), day.weekday, str(week.index), week.phase, session.type, session.purpose,
        f"{session.km:g}" if session.km is not None else "",
        "" if is_open_race(session) else f"{session.duration_min:g}", session.zone or "",
        str(session.rpe), pace_text(session.pace_s_per_km) if session.pace_s_per_km else "",
        f"{session.hr_bpm[0]}-{session.hr_bpm[1]}" if session.hr_bpm else "",
        steps_text(session), " ".join(session.tags), one_line(session.text),
    ]  # fmt: skip


def safe(cell: str) -> str:
    """`cell`, as text for certain where it could be taken for a formula."""
    return f"'{cell}" if cell.lstrip().startswith(FORMULA) or cell.startswith(FORMULA) else cell
