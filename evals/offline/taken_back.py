"""A condition that a person takes back by name after it was recorded: "high blood pressure is wrong". Pure."""

import re

from coach.profile.catalogue import catalogue
from coach.profile.health_words import health_phrases, plain_words
from coach.profile.stated import entries_named
from evals.offline.request_view import RequestTurn, RequestView
from personas.acts import Act, Correct, Tell

__all__ = ["is_of_conditions", "taken_back"]

_CONDITIONS = "known_conditions"
_WRONG = re.compile(
    r"\b(?:is(?: all)? (?:wrong|incorrect|not true|a mistake)|(?:please )?correct that|remove|delete|never had)\b",
    re.IGNORECASE,
)
_OF_A_READING = re.compile(r"\d|\b(?:reading|number|value|machine|cuff)s?\b", re.IGNORECASE)


def taken_back(turn: RequestTurn, seen: RequestView) -> Correct | None:
    """The list without what the message says is wrong in it; None where it speaks of anything else of health."""
    words, known = " ".join(turn.texts), seen.get("known", {}).get(_CONDITIONS) or []
    named = [each for each in entries_named(_CONDITIONS, words) if each in known]
    if not (seen.is_free and named and _WRONG.search(words)) or "?" in words or _OF_A_READING.search(words):
        return None
    said = [
        " ".join(plain_words(word)) for name in named for word in catalogue().fields[_CONDITIONS].values[name].words
    ]
    if any(not any(phrase.words in each for each in said) for phrase in health_phrases(words)):
        return None
    return Correct(field=_CONDITIONS, value=tuple(each for each in known if each not in named), words=words)


def is_of_conditions(act: Act) -> bool:
    """Whether the act tells of the list that `taken_back` corrects."""
    return isinstance(act, Tell | Correct) and act.field == _CONDITIONS
