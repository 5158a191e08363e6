"""Is a record of a session whole? Knows how events follow from each other; judges no coach.

What is not in the record cannot be judged: with a gap, nothing but a failure stands. Every event has a cause, an
effect or a number, so the loss of any one of them shows.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
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
        for is_missing, what in _rows(type(event)):
            if found := is_missing(book, event):
                yield f"{what.format(event=event, found=found)} before event {index}"


@per_session
def first_gap(session: SessionView) -> str | None:
    """The first of `gaps`; None where the record is whole."""
    return next(gaps(session), None)


def _left_open(book: Book, event: e.Event) -> str:
    """What is missing of the effects of the last tool call where something else happens; empty where nothing is."""
    tool = book.tool
    if tool is None or book.is_effect(event):
        return ""
    if tool.tool in _RECORDS:
        found = _RECORDED.match(tool.error or "")
        wanted = int(found[1]) if found else 0 if tool.error else len(tool.input.get("items", ()))
        lacking = wanted - len(book.effects)
        return f"{lacking} of {wanted} recorded facts are missing" if lacking > 0 else ""
    if tool.error:
        return ""
    parts, kinds = EFFECTS_BY_INPUT.get(tool.tool, {}), {*map(type, book.effects)}
    if not {kind for part, kind in parts.items() if tool.input.get(part)} <= kinds:
        return f"an effect of {tool.tool} is missing"
    without = tool.tool in TOOL_EFFECTS and kinds.isdisjoint(TOOL_EFFECTS[tool.tool])
    return f"the effect of {tool.tool} is missing" if without else ""


def _has_no_tool(book: Book, event: e.Event) -> bool:
    return book.tool is None and book.is_effect(event)


def _untold(book: Book, event: e.GateEvaluated) -> str:
    """A field with a value that nothing recorded."""
    known = {name for name, value in event.profile.items() if value is not None}
    return min(known - book.recorded - FROM_THE_GOAL, default="")


def _answers_others(book: Book, event: e.ToolsAnswered) -> bool:
    return [str(each["tool_use_id"]) for each in event.results if "tool_use_id" in each] != book.unanswered


def _hides_a_change(book: Book, event: e.ToolsAnswered) -> bool:
    return e.PlanChanged not in book.seen and any(_REPLACED in str(result) for result in event.results)


def _speaks_alone(book: Book, event: e.CoachSaid) -> bool:
    return book.due is None and not book.is_effect(event) and book.state not in _ENGINE_SPEAKS


def _lacks_its_cause(book: Book, event: e.Moved) -> bool:
    return event.reason in _REASONS and book.seen.isdisjoint(_REASONS[event.reason])


def _passes_the_gate(book: Book, event: e.Moved) -> bool:
    left = event.source == "SAFETY" and event.target != "CLOSED"
    return bool(book.stale) and (left or event.reason == "nothing_to_add")


_IsMissing = Callable[[Book, Any], Any]
_WHOLE: tuple[tuple[type | tuple[type, ...], _IsMissing, str], ...] = (
    (object, lambda book, event: book.due and not isinstance(event, book.due[0]) and book.due[1], "{found}"),
    (_IN_A_STATE, lambda book, event: event.state != book.state, "a transition is missing"),
    (object, _left_open, "{found}"),
    (tuple(OF_TOOLS), _has_no_tool, "the tool call behind {event.kind} is missing"),
    (_AFTER_RESULTS, lambda book, _: book.unanswered, "tool results are missing"),
    (e.AthleteSaid, lambda _, event: not event.text.strip(), "the words of the athlete are missing"),
    (e.AthleteSaid, lambda book, event: event.turn != book.turn + 1, "a message of the athlete is missing"),
    (e.AthleteSaid, lambda book, _: not book.awaiting, "a message of the coach is missing"),
    (e.CoachSaid, lambda _, event: not event.text.strip(), "the words of the coach are missing"),
    (e.CoachSaid, _speaks_alone, "the model call behind the coach's words is missing"),
    (e.ModelCalled, lambda book, _: book.awaiting, "a message of the athlete is missing"),
    (e.ToolCalled, lambda book, event: event.call not in book.calls, "the model call behind {event.tool} is missing"),
    (e.ToolsAnswered, lambda book, _: book.calls, "a tool call is missing"),
    (e.ToolsAnswered, _answers_others, "the answer of the model behind the tool results is missing"),
    (e.ToolsAnswered, _hides_a_change, "what the plan changed is missing"),
    (e.GateEvaluated, _untold, "the record of {found} is missing"),
    (e.Moved, lambda book, event: event.source != book.state, "a transition is missing"),
    (e.Moved, _lacks_its_cause, "the cause of {event.reason} is missing"),
    (e.Moved, _passes_the_gate, "the gate's evaluation is missing"),
    (e.Moved, lambda book, event: event.reason == "fact_changed" and not book.stale, "the changed fact is missing"),
    (e.SessionClosed, lambda book, _: book.state != "CLOSED", "the last transition is missing"),
)
"""(events, what must not hold of the book before one of them, what is missing then); its value is `{found}`."""


@cache
def _rows(kind: type) -> tuple[tuple[_IsMissing, str], ...]:
    """What must not hold before an event of this type, and what is missing then."""
    return tuple((is_missing, what) for kinds, is_missing, what in _WHOLE if issubclass(kind, kinds))
