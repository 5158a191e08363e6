"""Turns of a conversation as messages of a page, with what was found in them, in words."""

from collections.abc import Callable

from reports.blocks import Bubble, Piece
from reports.marked_talk import Talk, Turn
from reports.wording import plain, value

_WITH_WORDS = {"athlete", "coach", "gate_evaluated", "session_closed"}
_BETWEEN = {
    "gate_evaluated": "safety gate",
    "session_closed": "end",
    "plan_shown": "the plan is shown",
    "plan_withdrawn": "the plan is withdrawn",
    "athlete_left": "the athlete leaves",
    "bound_reached": "a limit of calls is reached",
    "session_started": "start",
    "moved": "next step",
    "model_called": "answer of the model",
    "tool_called": "tool call",
    "fact_recorded": "fact recorded",
    "plan_proposed": "draft of the plan",
}


def label(who: str) -> str:
    """Who speaks, or what happens between the words: an event by its kind."""
    return _BETWEEN.get(who, value(who))


def bubble(turn: Turn, heard: Talk, in_words: Callable[[str], str] = plain) -> Bubble:
    """`heard`: the conversation that the turn is of. `in_words`: puts words in place of identifiers."""
    pieces = [Piece(one.text, one.finding is not None or one.echo) for one in turn.pieces]
    found = (heard.findings[at] for at in turn.findings)
    notes = tuple(f"{value(one.scorer).capitalize()}: {in_words(one.what)}" for one in found)
    return Bubble(label(turn.who), tuple(pieces) if turn.who in _WITH_WORDS else (), notes)
