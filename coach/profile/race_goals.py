"""The race that a goal in free words wishes for. Knows no profile and no session."""

import re

from coach.profile.race_events import find_events, folded, other_distances
from coach.profile.sports import multisport_event, running_events

_WISH = (
    r"(?:(?:^|[.,;:!?] *|\b(?:and|but|so|now) )"
    r"(?:(?:now|so|next|this year),? )*"
    r"(?:(?:i|we)(?: (?:now|really|just|also|still))* (?:want|wanna|hope|plan|aim|wish|intend)"
    r"|(?:i|we)(?:'d| would)(?: (?:really|just|also|now))* (?:like|love)"
    r"|(?:i'm|i am|we're|we are)(?: now)? (?:training|preparing|aiming|hoping|planning)"
    r"|my (?:next |main )?(?:goal|aim|dream) is|please help me))"
)
_VERB = r"(?:run|finish|complete|race|do|train for|prepare for)"
_VERBS = rf"(?: (?:to|for))?(?: (?:be able to|get ready for|{_VERB}))?"
_KIND = (
    r"(?:(?!(?:an?|the|my|after|before|from|to|than|with|since|like|of|off|for|at|near|past|and|no|not|never|without"
    r"|last|ran|did|done|watch\w*|cheer\w*)\b)[\w-]+ ){0,2}"
)
_WHICH = rf" (?:(?:an?|the|my|this|another) )?{_KIND}"
"""What stands between the verb and the distance: "my first", "the Berlin"."""
_WISHED = re.compile(rf"(?:{_WISH}{_VERBS}|^(?:to )?{_VERB}){_WHICH}$")
_BARE = re.compile(rf"^(?:an? |the |my )?{_KIND}$")

_MORE = re.compile(r"\b(?:ultra\w*|miles?|milers?|kms?|k|kilomet(?:re|er)s?|full|double|longer|further|farther)\b")
"""Words that speak of a distance besides the race."""


def wished_event(goal: str) -> str | None:
    """The one race that the goal names, where it names no other distance and wishes for that one; else None."""
    plain = folded(goal.strip())
    places = list(find_events(plain))
    named = {event for event, _, _ in places}
    if len(named) != 1 or _names_more(plain, places) or multisport_event(plain) or named != {*running_events(plain)}:
        return None
    return named.pop() if any(_is_wished(plain, start, end) for _, start, end in places) else None


def _is_wished(plain: str, start: int, end: int) -> bool:
    """Whether a wish leads up to the place in the text, or the text is nothing but what stands there ("a fast 10k")."""
    alone = not plain[end:].strip(" .!")
    return bool(_WISHED.search(plain[:start]) or (alone and _BARE.match(plain[:start])))


def _names_more(plain: str, places: list[tuple[str, int, int]]) -> bool:
    """Whether the text speaks of a distance other than at the places of races."""
    edges = [0, *(edge for _, start, end in places for edge in (start, end)), len(plain)]
    beside = (plain[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    return bool(other_distances(plain)) or any(map(_MORE.search, beside))
