"""A condition that a person takes back by name after it was recorded: "high blood pressure is wrong". Pure."""

import re

from coach.profile.catalogue import catalogue
from coach.profile.health_words import plain_words
from coach.profile.stated import entries_named
from evals.offline.request_view import RequestTurn, RequestView
from personas.acts import Act, Correct, Tell

_CONDITIONS = "known_conditions"
_WRONG = re.compile(
    r"\W*(?:(?:no\W+)?(?:the )?(?P<wrong>[^,.;!?]+?) is (?:wrong|incorrect|not true|a mistake)"
    r"(?:, i(?:'ve)? never had it)?"
    r"|(?:no\W+)?i(?:'ve| have)? never had (?P<never>[^,.;!?]+?)"
    r"|(?:please )?(?:remove|delete) (?P<off>[^,.;!?]+?)(?:,? please)?)[\s.!]*",
    re.IGNORECASE,
)
"""The whole messages that take something back; any word more, and the coach asks."""


def taken_back(turn: RequestTurn, seen: RequestView) -> Correct | None:
    """The list without what the message says is wrong in it; None where it says anything else."""
    words, known = " ".join(turn.texts), seen.get("known", {}).get(_CONDITIONS) or []
    said = _WRONG.fullmatch(words.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    if not (seen.is_free and said):
        return None
    thing = said["wrong"] or said["never"] or said["off"]
    entries = catalogue().fields[_CONDITIONS].values
    named = [
        each
        for each in entries_named(_CONDITIONS, thing)
        if each in known and plain_words(thing) in [plain_words(word) for word in entries[each].words]
    ]
    if not named:
        return None
    return Correct(field=_CONDITIONS, value=tuple(each for each in known if each not in named), words=words)


def is_of_conditions(act: Act) -> bool:
    """Whether the act tells of the list that `taken_back` corrects."""
    return isinstance(act, Tell | Correct) and act.field == _CONDITIONS
