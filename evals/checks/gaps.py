"""Is a record of a session whole? Knows how events follow from each other; judges no coach.

What is not in the record cannot be judged: with a gap, nothing but a failure stands. Every event has a cause, an
effect or a number, so the loss of any one of them shows.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from coach import events as e
from evals.checks.view import SessionView

_SPEAKS = frozenset({"GOAL_CAPTURE", "INTAKE", "PRESENT"})
_RECORDED = re.compile(r"^Recorded (\d+) of \d+ items")
_FROM_THE_GOAL = frozenset({"race_distance_km", "goal_time_s"})

_EFFECTS: dict[str, tuple[type, ...]] = {
    "capture_goal": (e.GoalsCaptured, e.CoachSaid),
    "analyze_goal": (e.SchemaAccepted, e.RevisitAsked),
    "intake_complete": (e.IntakeClaimed,),
    "change_goal": (e.GoalChanged,),
    "generate_plan": (e.PlanProposed, e.PlanImpossible),
    "refine_plan": (e.ChangeAsked,),
    "accept_plan": (e.PlanAccepted,),
    "review_profile": (e.ProfileReviewed,),
}
"""What a tool that worked leaves behind; the tools that record facts are counted instead."""

_RECORDS = frozenset({"collect_data", "correct_data"})
_OF_TOOLS = (e.FactRecorded, e.NoteRecorded, *{kind for kinds in _EFFECTS.values() for kind in kinds} - {e.CoachSaid})

_AFTER_RESULTS = (e.Moved, e.ModelCalled, e.AthleteSaid, e.SessionClosed, e.AthleteLeft)
"""By then every tool call has had its answer."""

_REASONS: dict[str, tuple[type, ...]] = {
    "goal_stated": (e.GoalsCaptured,),
    "schema_accepted": (e.SchemaAccepted,),
    "revisit_goal": (e.RevisitAsked,),
    "intake_complete": (e.IntakeClaimed,),
    "red_flag": (e.RedFlagSeen,),
    "goal_changed": (e.GoalChanged,),
    "plan_valid": (e.PlanProposed,),
    "change_asked": (e.ChangeAsked,),
    "accepted": (e.PlanAccepted,),
    "abandoned": (e.AthleteLeft, e.BoundReached),
    "failed": (e.ModelFailed, e.BoundReached, e.PlanImpossible),
}
"""A move for this reason has one of these before it, since the last move out of the same state."""


@dataclass
class _Book:
    """What the events so far say."""

    state: str = "GOAL_CAPTURE"
    turn: int = 0
    awaiting: bool = True
    calls: list[str] = field(default_factory=list)  # tool calls of the newest answer that have no event yet
    unanswered: list[str] = field(default_factory=list)  # those whose results have not gone back
    tool: e.ToolCalled | None = None
    effects: list[e.Event] = field(default_factory=list)  # of `tool`
    seen: set[type] = field(default_factory=set)  # kinds since the last move
    facts: dict[str, Any] = field(default_factory=dict)
    stale: bool = True
    on_show: bool = False
    due: tuple[type, str] | None = None  # the event that must come next


def gaps(session: SessionView) -> Iterator[str]:
    """Every place where something is missing from the record, in words."""
    if session.broke is not None:
        yield f"the session broke: {session.broke}"
    if not session.events or not isinstance(session.events[0], e.SessionStarted):
        yield "the beginning is missing"
    if not session.events or not isinstance(session.events[-1], e.SessionClosed):
        yield "the end is missing"
    book = _Book()
    for index, event in enumerate(session.events):
        for what in _missing_before(book, event):
            yield f"{what} before event {index}"
        _note(book, event)


def _missing_before(book: _Book, event: e.Event) -> Iterator[str]:
    if book.due is not None and not isinstance(event, book.due[0]):
        yield book.due[1]
    if getattr(event, "state", book.state) != book.state:
        yield "a transition is missing"
    if not isinstance(event, _OF_TOOLS) and not (isinstance(event, e.CoachSaid) and _called(book, event)):
        yield from _tool_left_open(book)
    elif book.tool is None and isinstance(event, _OF_TOOLS):
        yield f"the tool call behind {event.kind} is missing"
    if book.unanswered and isinstance(event, _AFTER_RESULTS):
        yield "tool results are missing"
    if type(event) in _CHECKS:
        yield from _CHECKS[type(event)](book, event)


def _called(book: _Book, event: e.CoachSaid) -> bool:
    return book.tool is not None and event.text in book.tool.input.values()


def _tool_left_open(book: _Book) -> Iterator[str]:
    """The effects of the last tool call, now that something else happens."""
    tool, effects = book.tool, book.effects
    if tool is None:
        return
    if tool.tool in _RECORDS:
        found = _RECORDED.match(tool.error or "")
        wanted = int(found[1]) if found else 0 if tool.error else len(tool.input.get("items", ()))
        if len(effects) < wanted:
            yield f"{wanted - len(effects)} of {wanted} recorded facts are missing"
    elif tool.error is None and tool.tool in _EFFECTS and not any(isinstance(x, _EFFECTS[tool.tool]) for x in effects):
        yield f"what {tool.tool} brought about is missing"


def _athlete(book: _Book, event: e.AthleteSaid) -> Iterator[str]:
    if not event.text.strip():
        yield "the words of the athlete are missing"
    if event.turn != book.turn + 1:
        yield "a message of the athlete is missing"
    if not book.awaiting:
        yield "a message of the coach is missing"


def _coach(book: _Book, event: e.CoachSaid) -> Iterator[str]:
    if not event.text.strip():
        yield "the words of the coach are missing"
    if book.due is None and not _called(book, event) and book.state != "CLOSED":
        yield "the model call behind the coach's words is missing"


def _model(book: _Book, _event: e.ModelCalled) -> Iterator[str]:
    if book.awaiting:
        yield "a message of the athlete is missing"


def _tool(book: _Book, event: e.ToolCalled) -> Iterator[str]:
    if event.call not in book.calls:
        yield f"the model call behind {event.tool} is missing"


def _answered(book: _Book, event: e.ToolsAnswered) -> Iterator[str]:
    if book.calls:
        yield "a tool call is missing"
    if [str(result.get("tool_use_id")) for result in event.results if "tool_use_id" in result] != book.unanswered:
        yield "the answer of the model behind the tool results is missing"


def _gate(book: _Book, event: e.GateEvaluated) -> Iterator[str]:
    told = {name for name, value in event.profile.items() if value is not None}
    if untold := sorted(told - set(book.facts) - _FROM_THE_GOAL):
        yield f"the record of {untold[0]} is missing"


def _moved(book: _Book, event: e.Moved) -> Iterator[str]:
    if event.source != book.state:
        yield "a transition is missing"
    if event.reason in _REASONS and not book.seen & set(_REASONS[event.reason]):
        yield f"the cause of {event.reason} is missing"
    if event.source == "SAFETY" and event.target != "CLOSED" and book.stale:
        yield "the gate's evaluation is missing"
    if event.reason == "nothing_to_add" and book.stale:
        yield "the gate's evaluation is missing"
    if event.reason == "fact_changed" and not book.stale:
        yield "the changed fact is missing"


def _closed(book: _Book, _event: e.SessionClosed) -> Iterator[str]:
    if book.state != "CLOSED":
        yield "the last transition is missing"


_CHECKS: dict[type, Callable[[_Book, Any], Iterator[str]]] = {
    e.AthleteSaid: _athlete,
    e.CoachSaid: _coach,
    e.ModelCalled: _model,
    e.ToolCalled: _tool,
    e.ToolsAnswered: _answered,
    e.GateEvaluated: _gate,
    e.Moved: _moved,
    e.SessionClosed: _closed,
}


def _note(book: _Book, event: e.Event) -> None:
    book.due = None
    if isinstance(event, _OF_TOOLS) or (isinstance(event, e.CoachSaid) and _called(book, event)):
        book.effects.append(event)
    elif not isinstance(event, e.CoachSaid):
        book.tool, book.effects = None, []
    book.seen.add(type(event))
    if type(event) in _NOTES:
        _NOTES[type(event)](book, event)


def _note_athlete(book: _Book, event: e.AthleteSaid) -> None:
    book.turn, book.awaiting = event.turn, False


def _note_coach(book: _Book, event: e.CoachSaid) -> None:
    book.awaiting = event.ends_turn


def _note_model(book: _Book, event: e.ModelCalled) -> None:
    book.calls = [str(block.get("id")) for block in event.content if block.get("type") == "tool_use"]
    book.unanswered = list(book.calls)
    spoke = any(block.get("type") == "text" and str(block.get("text", "")).strip() for block in event.content)
    if spoke and event.state in _SPEAKS:
        book.due = (e.CoachSaid, "the words of the coach are missing")
    elif not book.calls and event.state not in _SPEAKS:
        book.due = (e.ToolsAnswered, "the nudge to the model is missing")


def _note_tool(book: _Book, event: e.ToolCalled) -> None:
    book.calls = [call for call in book.calls if call != event.call]
    book.tool, book.effects = event, []


def _note_answered(book: _Book, _event: e.ToolsAnswered) -> None:
    book.unanswered = []


def _note_fact(book: _Book, event: e.FactRecorded) -> None:
    told = (event.fact.value, event.fact.standing)
    book.stale = book.stale or book.facts.get(event.fact.field) != told
    book.facts[event.fact.field] = told


def _note_note(book: _Book, event: e.NoteRecorded) -> None:
    if event.unclear:
        book.stale = True


def _note_goal(book: _Book, _event: e.Event) -> None:
    book.stale = True


def _note_gate(book: _Book, _event: e.GateEvaluated) -> None:
    book.stale = False


def _note_moved(book: _Book, event: e.Moved) -> None:
    told_already = e.PlanImpossible in book.seen
    book.state, book.seen = event.target, {e.Moved}
    if event.target in {"INTAKE", "GOAL_CAPTURE"} and book.on_show:
        book.due, book.on_show = (e.PlanWithdrawn, "the withdrawal of the plan is missing"), False
    elif event.target == "PRESENT":
        if event.reason == "plan_valid":
            book.due, book.on_show = (e.PlanShown, "the plan that was shown is missing"), True
    elif event.reason == "revisit_goal":
        book.due = (e.CoachSaid, "the question about the goal is missing")
    elif event.reason in {"accepted", "nothing_to_add"} or (event.reason == "failed" and not told_already):
        book.due = (e.CoachSaid, "the last words of the coach are missing")


_NOTES: dict[type, Callable[[_Book, Any], None]] = {
    e.AthleteSaid: _note_athlete,
    e.CoachSaid: _note_coach,
    e.ModelCalled: _note_model,
    e.ToolCalled: _note_tool,
    e.ToolsAnswered: _note_answered,
    e.FactRecorded: _note_fact,
    e.NoteRecorded: _note_note,
    e.GoalsCaptured: _note_goal,
    e.GoalChanged: _note_goal,
    e.GateEvaluated: _note_gate,
    e.Moved: _note_moved,
}
