"""Was a failed tool call made good by a later one? Knows the tools' names and inputs; judges no session.

Made good means that the same purpose was reached: a fact is recorded, by whichever of the two recording tools; a
request is made again; of tools with one purpose, any later call that works.
"""

import re
from typing import Any

from coach.events import AthleteSaid, FactRecorded, GoalChanged, HealthWordsQueried, NoteRecorded, ToolCalled
from evals.checks.view import SessionView

Item = dict[str, Any]

_RECORDING = frozenset({"collect_data", "correct_data"})
_PURPOSE = {"refine_plan": "request", "change_goal": "words"}
"""The argument of a tool that says what the athlete wants of it."""
_OPENED = "parq_yes"
"""The question that an unclear note opens again."""
_PARTLY = "Recorded "
"""How the error begins where only the items that it names were refused."""

_REFUSED = re.compile(r"^items\.(\d+)\b", re.MULTILINE)


def is_recovered(session: SessionView, index: int) -> bool:
    """Whether the failed call at `index` was recovered later in the session.

    Of a recording call every refused item: its field was recorded, or another field from the same words, or it fell
    with the goal that it belonged to, or it was kept as an unclear note and the question that this opens was answered.
    Where the items cannot be read, any fact recorded later; so too of a call that was refused for words on health that
    no record held.
    """
    failed: ToolCalled = session.events[index]  # type: ignore[assignment]
    if failed.tool in _RECORDING:
        return _is_recorded(session, index, failed)
    later = ((at, call) for at, call in session.of(ToolCalled) if at > index and call.tool == failed.tool)
    worked = [(at, call) for at, call in later if call.error is None]
    if any(isinstance(event, HealthWordsQueried | NoteRecorded) for event in session.events[index + 1 : index + 2]):
        return bool(worked) or any(at > index for at, _ in session.of(FactRecorded))
    key = _PURPOSE.get(failed.tool)
    if key is None:
        return bool(worked)
    turn_ends = next((at for at, _ in session.of(AthleteSaid) if at > index), len(session.events))
    return any(at < turn_ends or call.input.get(key) == failed.input.get(key) for at, call in worked)


def _is_recorded(session: SessionView, index: int, failed: ToolCalled) -> bool:
    later = [call for at, call in session.of(ToolCalled) if at > index and call.tool in _RECORDING]
    recorded = [item for call in later for item in _sorted_out(call)[0]]
    dropped = {name for at, event in session.of(GoalChanged) if at > index for name in event.dropped}
    asked = any(item["field"] == _OPENED for item in recorded)
    settled = dropped | ({event.name for at, event in session.of(NoteRecorded) if at > index} if asked else set())
    refused = _sorted_out(failed)[1]
    if not refused:
        return bool(recorded)
    return all(item["field"] in settled or any(_is_same(item, other) for other in recorded) for item in refused)


def _is_same(item: Item, other: Item) -> bool:
    words = item.get("raw")
    return other["field"] == item["field"] or bool(words and other.get("raw") == words)


def _sorted_out(call: ToolCalled) -> tuple[list[Item], list[Item]]:
    """The items that were recorded and those that were refused: without an error none, else the named ones or all.

    Items without the name of a field have no purpose that could be known, and are left out.
    """
    given = call.input.get("items")
    items = [item if isinstance(item, dict) else {} for item in given] if isinstance(given, list | tuple) else []
    error = call.error or ""
    named = {int(number) for number in _REFUSED.findall(error)} if error.startswith(_PARTLY) else set(range(len(items)))
    recorded: list[Item] = []
    refused: list[Item] = []
    for number, item in enumerate(items):
        if isinstance(item.get("field"), str):
            (refused if call.error is not None and number in named else recorded).append(item)
    return recorded, refused
