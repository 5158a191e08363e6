"""Words of the coach that are broken: cut off, raw data or a placeholder, the same message again. Pure."""

import re
from collections.abc import Iterator

from coach.events import CoachSaid
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_CUT = re.compile(
    r"(?:\b(?:a|an|the|and|or|but|if|to|of|with|for|at|by|from|your|our|my|which|because|per|than)"
    r"|[,(\u2013-]|\d[\u2013-]|\*\*\w+)\s*$",
    re.IGNORECASE,
)
"""How nothing ends that was meant to end there."""
_RAW = re.compile(
    r"\{\s*\"\w+\"\s*:|\{\{|\}\}|</?[a-z]+_[a-z_]+>|\[(?:insert|your|name|athlete|todo|date|goal|placeholder)\b[^\]\n]{0,40}\]"
    r"|\(in their words\)|\b(?:undefined|NaN|NoneType|tool_use|tool_result|Traceback)\b|\bnull\b(?! hypothes)",
)
_LONG = 80


def broken_words(session: SessionView) -> Iterator[Evidence]:
    """Every message of the coach that is broken, with where."""
    before: set[str] = set()
    for index, event in session.of(CoachSaid):
        text = event.text.rstrip()
        if found := _RAW.search(text):
            yield _evidence("raw", index, found, "data or a placeholder is shown")
        if found := _CUT.search(text):
            yield _evidence("cut_off", index, found, "the message stops in the middle of a sentence")
        if len(text) >= _LONG and text in before:
            yield Evidence(what="again: the same message word for word", event=index, quote=text[:_LONG], rule="again")
        before.add(text)


def _evidence(rule: str, index: int, found: re.Match[str], what: str) -> Evidence:
    quote = found.group()
    return Evidence(
        what=f"{rule}: {what}: {quote!r}", event=index, start=found.start(), end=found.end(), quote=quote, rule=rule
    )
