"""Finds a time to aim at in the words of a plan. Knows no plan."""

import re

from evals.checks.words import patterns

_TARGET_TIME, _LEFT_OUT, _SET_ASIDE, _PUT_OFF = patterns(
    "contraindicated", "target time", "left_out", "set aside", "put off"
)
_BREAK = re.compile(r"[.;!?\n]|[:,](?!\d)")


def target_time(text: str) -> re.Match[str] | None:
    """The first time to aim at that no word of its clause denies, in front of it or in it, nor puts off after it."""
    end = 0
    for found in _TARGET_TIME.finditer(text):
        before, after = _BREAK.split(text[end : found.start()])[-1], _BREAK.split(text[found.end() :])[0]
        parts = _BREAK.split(f"{before}{found[0]}")
        denied = any(said.search(part) for said in (_LEFT_OUT, _SET_ASIDE) for part in (parts[0], parts[-1]))
        if not denied and not _PUT_OFF.search(after):
            return found
        end = found.end()
    return None
