"""What is said of a session against what the session is: its type, zone and length; in the plan and in talk. Pure.

Compared is only what is easy as a whole; of a session with parts each may be as it is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from coach.events import CoachSaid, PlanShown
from coach.records.block import TrainingSession
from coach.sentences import SENTENCES
from evals.checks.plan_in_text import days_in_text
from evals.checks.plan_reading import places
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns
from evals.reading.amounts import find_amounts

_ALL_OUT, _NOT_SO, _PARTS, _SHORT, _RECOVERY, _EASY = patterns(
    "session_words", "all_out", "not_so", "parts", "short", "recovery", "easy"
)
_STILL, _STRENUOUS, _RUNS, _ASIDE, _RACED = patterns("session_words", "still", "strenuous", "runs", "aside", "raced")
_LEAST_KM, _OF_LENGTH, _MINUTES, _KM, _NEAR = 2.0, 1.3, 10.0, 1.0, 32
_EASY_PURPOSES = frozenset({"easy", "long", "recovery", "walk_run", "mobility", "cross"})


def sessions_against_themselves(session: SessionView) -> Iterator[Evidence]:
    """Of every plan that was shown, and of every session in the coach's words."""
    for index, event in session.of(PlanShown):
        found = ((place, _text_clash(place.session)) for place in places(event.plan))
        for place, what in islice(((place, what) for place, what in found if what), 1):
            text = place.session.text
            yield Evidence(what=f"clashes: {place.name}: {what}", event=index, quote=text, rule="clashes")
    for index, event in session.of(CoachSaid):
        for start, end, what in clashes(event.text):
            yield Evidence.at(index, event.text, (start, end), what=f"clashes: {what}", rule="clashes")


@lru_cache(4096)
def clashes(text: str) -> tuple[tuple[int, int, str], ...]:
    """(start, end, what) of the sessions of `text` whose words contradict each other: rows of a day, else sentences."""
    if not (_ALL_OUT.search(text) or _STILL.search(text)):
        return ()
    units = {(each.start, each.end) for each in days_in_text(text) if each.laid_out}
    free = (found.span() for found in SENTENCES.finditer(text))
    units |= {(a, b) for a, b in free if not any(start < b and a < end for start, end in units)}
    found = ((start, end, _clash(text[start:end].replace("*", ""))) for start, end in sorted(units))
    return tuple((start, end, what) for start, end, what in found if what)


def _clash(words: str) -> str | None:
    if words.rstrip().endswith("?"):
        return None
    if _goes_all_out(words):
        return "an easy session is told as an all-out one"
    return "a session without running is told with a run in it" if _is_still(words) else None


def _goes_all_out(words: str) -> bool:
    """Named easy or recovery as a whole, and all-out after that: neither in a part of it nor denied."""
    for found in _ALL_OUT.finditer(words):
        lead = words[: found.start()]
        easy, recovery = list(_EASY.finditer(lead)), list(_RECOVERY.finditer(lead))
        as_a_whole = easy and not _PARTS.search(lead, easy[-1].end())
        at_rest = recovery and not _SHORT.search(lead, recovery[-1].end())
        if (as_a_whole or at_rest) and not _NOT_SO.search(lead[-_NEAR:]):
            return True
    return False


def _is_still(words: str) -> bool:
    """Named as one without running, with a run as all that it holds."""
    found = _STILL.search(words)
    behind = words[found.end() : found.end() + 60] if found and not _RUNS.search(words[: found.start()]) else ""
    runs = (each for each in find_amounts(behind) if each.kind == "distance" and each.low >= _LEAST_KM)
    run = next((each for each in runs if _STRENUOUS.search(behind, each.span[1])), None)
    return run is not None and not _ASIDE.search(behind, 0, run.span[0])


@lru_cache(4096)
def _text_clash(session: TrainingSession) -> str | None:
    """What a session's text says against its type, its zone or its length."""
    text = _RACED.sub("race it", session.text)
    if session.purpose in _EASY_PURPOSES and _goes_all_out(f"easy run: {text}"):
        return "an all-out text"
    amounts = find_amounts(text) if re.search(r"\d", text) else ()
    km = max((each.high for each in amounts if each.kind == "distance"), default=0.0)
    minutes = max((each.high / 60 for each in amounts if each.kind == "duration" and "hour" not in text), default=0.0)
    if session.type in {"mobility", "strength"} and km >= _LEAST_KM and _STRENUOUS.search(text):
        return "its text has a run in it"
    if session.km is not None and km > _OF_LENGTH * session.km + _KM:
        return f"its text has more than its {session.km:g} km"
    longest = _OF_LENGTH * session.duration_min + _MINUTES
    return f"its text has more than its {session.duration_min:g} minutes" if minutes > longest else None
