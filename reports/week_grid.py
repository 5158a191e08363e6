"""A training plan as a grid: one row a week, one column a weekday. Reads the plan as plain JSON."""

from typing import Any, NamedTuple

Json = dict[str, Any]
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
COLUMNS = ("week", "starts", "phase", "km", "min", *map(str.capitalize, DAYS))
LEGEND = "Paces: E easy, M marathon, T threshold, I interval, R repetition. A cutback is a lighter week."


class PlanWords(NamedTuple):
    """A string of the plan that the athlete reads, and where it stands."""

    where: str
    text: str


def grid(plan: Json) -> list[tuple[str, ...]]:
    """Rows under `COLUMNS`, unescaped. A day without sessions is a rest day."""
    return [_week(week) for week in plan.get("weeks") or ()]


def words(plan: Json) -> list[PlanWords]:
    """Every string of the plan that is shown: notes, the focus of each week, the text of each session."""
    found = [
        PlanWords("note", note["text"] if isinstance(note, dict) else str(note)) for note in plan.get("notes") or ()
    ]
    for week in plan.get("weeks") or ():
        found.append(PlanWords(f"week {week.get('index')}", str(week.get("focus", ""))))
        for day in week.get("days") or ():
            found += [PlanWords(str(day.get("date")), str(item.get("text", ""))) for item in day.get("sessions") or ()]
    return found


def _week(week: Json) -> tuple[str, ...]:
    days = {str(day.get("weekday")): day for day in week.get("days") or ()}
    phase = str(week.get("phase", "")) + (" (cutback)" if week.get("is_cutback") else "")
    head = (str(week.get("index", "")), str(week.get("start_date", "")), phase)
    return (*head, _amount(week.get("km")), _whole(week.get("minutes")), *(_day(days.get(name)) for name in DAYS))


def _day(day: Json | None) -> str:
    if day is None:
        return "missing"
    return "; ".join(_session(item) for item in day.get("sessions") or ()) or "rest"


def _session(item: Json) -> str:
    parts = [str(item.get("purpose", item.get("type", ""))).replace("_", " ")]
    if item.get("km") is not None:
        parts.append(f"{_amount(item['km'])} km")
    parts.append(f"{_whole(item.get('duration_min'))} min")
    if item.get("zone"):
        parts.append(str(item["zone"]))
    if pace := item.get("pace_s_per_km"):
        parts.append(f"{_pace(pace[0])}-{_pace(pace[-1])}/km")
    return " ".join(parts)


def _amount(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else "?"


def _whole(value: Any) -> str:
    return f"{value:.0f}" if isinstance(value, int | float) else "?"


def _pace(seconds: Any) -> str:
    if not isinstance(seconds, int | float):
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
