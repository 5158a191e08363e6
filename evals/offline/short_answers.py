"""What a person's short answer answers: what the question asked, and nothing that it did not.

A bone injury that they spoke of is asked about as healed or not, since a no to "ever" says neither.
"""

from collections.abc import Mapping

from coach.profile.catalogue import catalogue
from coach.profile.health_words import plain_words
from coach.profile.stated import is_mere_no, is_mere_yes, not_never
from coach.profile.uncatalogued import fields_meant
from coach.profile.wording import listed
from evals.offline.coach_reply import CoachReply
from evals.offline.phrases import phrase, said_before
from evals.offline.request_view import RequestTurn, RequestView
from evals.reading.race_days import WEEKS
from personas.acts import Act, Ask, Correct, Tell

Asked = Mapping[str, tuple[str, ...]]
_MOST_ASKED = 2
_NO = frozenset({"no", "nope", "nah", "nothing", "none", "not"})
_CLOSING = frozenset(
    plain_words(
        "no nope nah nothing none yes yep yeah yup ok okay sure great perfect looks look sounds good fine all thats "
        "that is its right correct it thanks thank you cheers i think so else to add more now done happy with lets go "
        "ahead please everything the this plan accept take agreed do im in really not me for from here very much well "
        "works work cool awesome lovely excellent brilliant super nice"
    )
)
"""Words of which a message that closes a matter consists."""
_NEGATIONS = (False, "none", None, ())


def affirmed(words: str, asked: Asked) -> Tell | None:
    """What a plain yes affirms: the one entry, else the one yes-or-no field, that the question names; else None."""
    fields, lists = catalogue().fields, _lists(asked)
    entries = [(name, (each,)) for name, values in lists.items() for each in values]
    yes_no = [(name, True) for name in asked if name in fields and fields[name].type == "bool"]
    found = [*entries, *yes_no]
    if len(found) != 1 or not is_mere_yes(words):
        return None
    return Tell(field=found[0][0], value=found[0][1], words=words)


def open_yes(seen: RequestView) -> frozenset[str]:
    """The fields of every question that got a plain yes to several entries at once, until one of them is told."""
    open_still: frozenset[str] = frozenset()
    asked: Asked = {}
    for turn in seen.turns:
        if turn.role == "assistant" and turn.texts:
            asked = turn.asks
        elif turn.texts:
            told = turn.acts or ()
            if _affirms_several(turn, asked):
                open_still |= asked.keys()
            elif any(isinstance(each, Tell | Correct) and each.value and each.field in open_still for each in told):
                open_still = frozenset()
    return open_still


def which_of_them(seen: RequestView, seed: int) -> CoachReply | None:
    """The question which entry it is, right after a plain yes to several; None after anything else."""
    if not _affirms_several(seen.last("user"), seen.asked):
        return None
    lists = _lists(seen.asked)
    says = [
        item.say
        for question in catalogue().questions.values()
        for item in question.items
        if any(set(values) & set(lists.get(name, ())) for name, values in item.asks.items())
    ]
    text = phrase("which_of_them", seed, len(seen.turns), items=listed(list(dict.fromkeys(says)), "or"))
    return CoachReply(text, acts=tuple(Ask(field=name, values=each, words=text) for name, each in seen.asked.items()))


def answers_only_what_was_asked(act: Act, turn: RequestTurn, seen: RequestView) -> bool:
    """Whether a negation is about its field: it was asked for, or the words name it; no plain no takes back a yes."""
    if not isinstance(act, Tell) or act.value not in _NEGATIONS or is_weeks(act):
        return True
    words = " ".join(turn.texts)
    if is_mere_no(words) and act.field in open_yes(seen) | spoken_of(seen):
        return False
    asked = act.field in seen.asked or act.field in catalogue().in_parts
    return asked or act.field in fields_meant("", words)


def is_weeks(act: Act) -> bool:
    """Whether the act tells how many weeks there are: none is no negation, the race is that near."""
    return isinstance(act, Tell) and act.field == WEEKS and act.value is not None


def closes(words: str) -> bool:
    """Whether the words only say that all is right, or nothing at all."""
    return _CLOSING.issuperset(plain_words(words))


def agrees(words: str) -> bool:
    """Whether the words are a yes to what was offered, and say no more."""
    said = plain_words(words)
    return bool(said) and closes(words) and _NO.isdisjoint(said) and "?" not in words


def corrects_summary(seen: RequestView) -> bool:
    """Whether a person says more than that the summary is right; the coach asks twice at most what is wrong."""
    asked = sum(said_before("what_is_wrong", text) for text in seen.coach_texts)
    summed_up = "sum_up" in seen.newest_kinds or said_before(
        "what_is_wrong", seen.coach_texts[-1] if seen.coach_texts else ""
    )
    return seen.is_free and summed_up and asked < _MOST_ASKED and not _CLOSING.issuperset(plain_words(seen.newest))


def rejects_summary(seen: RequestView) -> bool:
    """Whether a person's newest message begins with a no to a summary, and goes on."""
    words = plain_words(seen.newest)
    said_no = bool(words) and words[0] in _NO and not _CLOSING.issuperset(words)
    return seen.is_free and said_no and "sum_up" in seen.newest_kinds


def _affirms_several(turn: RequestTurn, asked: Asked) -> bool:
    return is_mere_yes(" ".join(turn.texts)) and sum(map(len, _lists(asked).values())) > 1


def _lists(asked: Asked) -> dict[str, tuple[str, ...]]:
    """The lists on health that a question named entries of, but for the general one beside another or a yes or no."""
    of = {name: catalogue().fields.get(name) for name in asked}
    lists = {name: values for name, values in asked.items() if values and (field := of[name]) and field.type == "list"}
    alone = len(lists) == 1 and not any(field and field.type == "bool" for field in of.values())
    return {name: values for name, values in lists.items() if name != "parq_yes" or alone}


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
    if (_HEALED,) not in seen.asked.values():
        return ()
    value = _HEALED if is_mere_yes(words) else _CURRENT if is_mere_no(words) else None
    asked = [name for name in spoken_of(seen) if seen.asked.get(name) == (_HEALED,)] if value else []
    return tuple(Tell(field=name, value=value, words=words) for name in asked)
