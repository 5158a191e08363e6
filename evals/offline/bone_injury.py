"""A bone injury that a person spoke of themselves: asked about as healed or not, since a no to "ever" says neither."""

from coach.profile.stated import is_mere_no, is_mere_yes, not_never
from evals.offline.phrases import phrase
from evals.offline.request_view import RequestView
from personas.acts import Ask, Tell

_HEALED, _CURRENT = "healed", "current"


def spoken_of(seen: RequestView) -> frozenset[str]:
    """The fields whose `none`, never, a person's own words contradict."""
    theirs = [text for turn in seen.turns if turn.role == "user" for text in turn.texts] if seen.is_free else []
    return not_never(theirs)


def bone_healed(name: str, seen: RequestView, seed: int) -> Ask:
    """The question whether the injury of the field `name` has healed, in words."""
    return Ask(field=name, values=(_HEALED,), words=phrase("bone_healed", seed, len(seen.coach_texts)))


def healed_or_not(words: str, seen: RequestView) -> tuple[Tell, ...]:
    """What a plain yes or no to that question tells."""
    value = _HEALED if is_mere_yes(words) else _CURRENT if is_mere_no(words) else None
    asked = [name for name in spoken_of(seen) if seen.asked.get(name) == (_HEALED,)] if value else []
    return tuple(Tell(field=name, value=value, words=words) for name in asked)
