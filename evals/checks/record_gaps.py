"""Is a record of a session whole? Knows how events follow from each other; judges no coach.

What is not in the record cannot be judged: with a gap, nothing but a failure stands. Every event has a cause, an
effect or a number, so the loss of any one of them shows.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from coach import events as e
from coach.decisions import ReviewDecided
from evals.checks.replay import EFFECTS_BY_INPUT, FROM_THE_GOAL, OF_TOOLS, TOOL_EFFECTS, Book, replay
from evals.checks.view import SessionView, per_session

_RECORDED = re.compile(r"^Recorded (\d+) of \d+ items")
_REPLACED = "The plan is valid and replaces the one before"
_RECORDS = frozenset({"collect_data", "correct_data"})

_IN_A_STATE = (e.CoachSaid, e.ModelCalled, e.ToolCalled, e.ToolsAnswered, e.ModelFailed)
"""Events that say in which state they happened."""

_ENGINE_SPEAKS = frozenset({"CLOSED", "SAFETY"})
"""States in which all words of the coach are the engine's."""

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
    "spoke_while_held": (e.AthleteSaid,),
    "review_approved": (ReviewDecided,),
    "change_asked": (e.ChangeAsked,),
    "accepted": (e.PlanAccepted,),
    "abandoned": (e.AthleteLeft, e.BoundReached),
    "failed": (e.ModelFailed, e.BoundReached, e.PlanImpossible),
}
"""A move for this reason has one of these before it, since the last move out of the same state."""


def gaps(session: SessionView) -> Iterator[str]:
    """Every place where something is missing from the record, in words."""
    if session.broke is not None:
        yield f"the session broke: {session.broke}"
    if not session.events or not isinstance(session.events[0], e.SessionStarted):
        yield "the beginning is missing"
    if not session.events or not isinstance(session.events[-1], e.SessionClosed):
        yield "the end is missing"
    for index, event, book in replay(session.events):
        for what in _missing_before(book, event):
            yield f"{what} before event {index}"


@per_session
def first_gap(session: SessionView) -> str | None:
    """The first of `gaps`; None where the record is whole."""
    return next(gaps(session), None)


def _missing_before(book: Book, event: e.Event) -> Iterator[str]:
    if book.due is not None and not isinstance(event, book.due[0]):
        yield book.due[1]
    if isinstance(event, _IN_A_STATE) and event.state != book.state:
        yield "a transition is missing"
    if not book.is_effect(event):
        yield from _tool_left_open(book, book.tool) if book.tool else ()
    elif book.tool is None and type(event) in OF_TOOLS:
        yield f"the tool call behind {event.kind} is missing"
    if book.unanswered and isinstance(event, _AFTER_RESULTS):
        yield "tool results are missing"
    if type(event) in _CHECKS:
        yield from _CHECKS[type(event)](book, event)


def _tool_left_open(book: Book, tool: e.ToolCalled) -> Iterator[str]:
    """What is missing of the effects of the last tool call, now that something else happens."""
    effects = book.effects
    if tool.tool in _RECORDS:
        found = _RECORDED.match(tool.error or "")
        wanted = int(found[1]) if found else 0 if tool.error else len(tool.input.get("items", ()))
        if len(effects) < wanted:
            yield f"{wanted - len(effects)} of {wanted} recorded facts are missing"
    elif not tool.error and _lacks(tool, effects):
        yield f"an effect of {tool.tool} is missing"
    elif not tool.error and tool.tool in TOOL_EFFECTS and not {*map(type, effects)} & {*TOOL_EFFECTS[tool.tool]}:
        yield f"the effect of {tool.tool} is missing"


def _lacks(tool: e.ToolCalled, effects: list[e.Event]) -> bool:
    parts = EFFECTS_BY_INPUT.get(tool.tool, {})
    return not {kind for part, kind in parts.items() if tool.input.get(part)} <= {*map(type, effects)}


def _athlete(book: Book, event: e.AthleteSaid) -> Iterator[str]:
    if not event.text.strip():
        yield "the words of the athlete are missing"
    if event.turn != book.turn + 1:
        yield "a message of the athlete is missing"
    if not book.awaiting:
        yield "a message of the coach is missing"


def _coach(book: Book, event: e.CoachSaid) -> Iterator[str]:
    if not event.text.strip():
        yield "the words of the coach are missing"
    if book.due is None and not book.is_effect(event) and book.state not in _ENGINE_SPEAKS:
        yield "the model call behind the coach's words is missing"


def _model(book: Book, _event: e.ModelCalled) -> Iterator[str]:
    if book.awaiting:
        yield "a message of the athlete is missing"


def _tool(book: Book, event: e.ToolCalled) -> Iterator[str]:
    if event.call not in book.calls:
        yield f"the model call behind {event.tool} is missing"


def _answered(book: Book, event: e.ToolsAnswered) -> Iterator[str]:
    if book.calls:
        yield "a tool call is missing"
    if [str(result.get("tool_use_id")) for result in event.results if "tool_use_id" in result] != book.unanswered:
        yield "the answer of the model behind the tool results is missing"
    if e.PlanChanged not in book.seen and any(_REPLACED in str(result) for result in event.results):
        yield "what the plan changed is missing"


def _gate(book: Book, event: e.GateEvaluated) -> Iterator[str]:
    told = {name for name, value in event.profile.items() if value is not None}
    if untold := sorted(told - book.recorded - FROM_THE_GOAL):
        yield f"the record of {untold[0]} is missing"


def _moved(book: Book, event: e.Moved) -> Iterator[str]:
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


def _closed(book: Book, _event: e.SessionClosed) -> Iterator[str]:
    if book.state != "CLOSED":
        yield "the last transition is missing"


_CHECKS: dict[type, Callable[[Book, Any], Iterator[str]]] = {
    e.AthleteSaid: _athlete,
    e.CoachSaid: _coach,
    e.ModelCalled: _model,
    e.ToolCalled: _tool,
    e.ToolsAnswered: _answered,
    e.GateEvaluated: _gate,
    e.Moved: _moved,
    e.SessionClosed: _closed,
}
