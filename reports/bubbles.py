"""Turns of a conversation as messages of a page, with what was found in them."""

from reports.blocks import Bubble, Piece
from reports.talk import Talk, Turn

_WITH_WORDS = {"athlete", "coach", "gate_evaluated", "session_closed"}


def bubble(turn: Turn, heard: Talk) -> Bubble:
    """`heard`: the conversation that the turn is of."""
    pieces = [Piece(one.text, one.finding is not None or one.echo) for one in turn.pieces]
    notes = tuple(f"{heard.findings[at].scorer}: {heard.findings[at].what}" for at in turn.findings)
    return Bubble(turn.who.replace("_", " "), tuple(pieces) if turn.who in _WITH_WORDS else (), notes)
