"""What a plain yes or no settles: a no closes what the question named, a yes answers the one thing that was asked."""

import re
from collections.abc import Iterator, Mapping

from coach.profile.catalogue import catalogue
from coach.profile.extraction import replies
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.denials import speaks_of
from coach.profile.extraction.illness import asks_if_over
from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.question_words import find
from coach.records.fact import Value

_SENTENCE = re.compile(r"[^.!?;]+[.!?;]*")
_PUTS_OFF = re.compile(
    r"\bwhy (?:do|does|is|are|would|did|should|all)\b|\b(?:come|get) back to\b|\b(?:skip|leave|not start with)\b"
    r"|\bdo we (?:really )?(?:need|have)\b|\bbefore (?:the |my |all )?\w+ing\b|\btalk about the training\b"
)
_EXCEPTED = re.compile(
    r"(?: \w+){0,2},? (?:apart from|except(?: for)?|other than|besides|bar|aside from)\b(?! (?:that|what) i)"
)
"""A no with an exception that nobody understood closes no list: it may be one of the values."""
_GIVEN = {"missed_cycles_consecutive": "amenorrhoea_explained"}
"""Who asks for the reason takes the thing itself as given."""
_NOUGHT = frozenset({"hard_sessions_requested_per_week"})
"""A no to these is the number nought."""
_CYCLES = "missed_cycles_consecutive"
_MISSED = re.compile(r"\b(?:miss(?:ed|ing)?|skip\w*)\b")
_REGULAR = re.compile(r"\b(?:regular\w*|normal\w*|on time|every month|monthly|as usual)\b")
_HAD_ONE = re.compile(r"(?<!never )(?<!n't )(?<!not )\b(?:had|have|did have|got) (?:one|two|a couple|some)\b")
"""A no that is taken back: "nope. Well, had one at school"."""


def read_whole_answer(
    skeleton: Skeleton, claims: Assertions, asked: Asked, found: Mapping[str, Candidate]
) -> Iterator[Candidate]:
    """A plain no closes what the question named; a plain yes answers the one thing that was asked."""
    for echo, place in replies.denied_echoes(skeleton.text):
        echoed = {named.field for phrase in find(echo) for named in phrase.named if not named.values}
        for name in echoed.intersection(asked.closed):
            yield Candidate(name, _negative(name), skeleton.original(*place))
    noes = list(replies.plain_noes(skeleton.text))
    if not noes or replies.refusal(skeleton.text) is not None:
        yield from _affirmed(skeleton, claims, asked, found)
        return
    for no in noes:
        if len(asked.closed) > 1 and _introduces(no, skeleton, claims, found):
            continue
        yield from _closed_by(no, skeleton, claims, asked, found)
        if _swept(asked.closed, skeleton.text[no[0] : no[1]]) == asked.closed:
            return


def _closed_by(
    no: tuple[int, int], skeleton: Skeleton, claims: Assertions, asked: Asked, found: Mapping[str, Candidate]
) -> Iterator[Candidate]:
    """What the no at this place closes."""
    span = skeleton.original(*no)
    open_still = _put_off(skeleton.text, asked)
    understood = any(isinstance(item.value, tuple) and item.value for item in found.values())
    excepted = not understood and _EXCEPTED.match(skeleton.text, no[1]) is not None
    for name in _swept(asked.closed, skeleton.text[no[0] : no[1]]):
        if (
            name in open_still
            or _GIVEN.get(name) in asked.fields
            or _turned(name, asked)
            or (_is_number(name) and _HAD_ONE.search(skeleton.text, no[1]))
            or (excepted and catalogue().fields[name].type == "list")
        ):
            continue
        if not _belongs_elsewhere(name, no, skeleton.text, found) and not speaks_of(name, skeleton, claims):
            value = 0 if _is_nought(name, asked) else _negative(name)
            yield Candidate(name, value, span, "inferred" if name in asked.narrow else "explicit")


def _affirmed(
    skeleton: Skeleton, claims: Assertions, asked: Asked, found: Mapping[str, Candidate]
) -> Iterator[Candidate]:
    """A plain yes: the one named value of a list, or the one flag that was asked."""
    table = catalogue().fields
    yes = replies.plain_yes(skeleton.text)
    named = asked.values.get(asked.fields[0], ()) if len(asked.fields) == 1 else ()
    if yes and len(named) == 1 and table[asked.fields[0]].type == "list":
        yield Candidate(asked.fields[0], named, skeleton.original(*yes))
        return
    wanted = [name for name in asked.fields if name not in asked.loose] or list(asked.fields)
    if yes and wanted == [_CYCLES] and _REGULAR.search(asked.text) and _turned(_CYCLES, asked) and not found:
        yield Candidate(_CYCLES, 0, skeleton.original(*yes))
    flags = [name for name in wanted if table[name].type == "bool"]
    alone = len(wanted) == 1 or (len(flags) == 1 and _is_one_polar_question(asked.text))
    if (
        yes
        and len(flags) == 1
        and (alone or _says_yes(yes, skeleton, claims, found))
        and flags[0] not in found
        and (alone or len(wanted) - len(found) <= 1)
    ):
        yield Candidate(flags[0], value=not _turned(flags[0], asked), span=skeleton.original(*yes))


def _turned(name: str, asked: Asked) -> bool:
    """Whether a yes means that there is none ("over the flu?", "are they regular?")."""
    if name == _CYCLES:
        return not _MISSED.search(asked.text)
    return name == "systemic_illness" and asks_if_over(asked.text)


def _is_nought(name: str, asked: Asked) -> bool:
    """Whether a no is the number nought: none missed, no pain; without a reconstruction its pain does not apply."""
    if name == "acl_pain_nrs":
        return "weeks_since_acl_reconstruction" not in asked.fields
    return name in (_CYCLES, "tendon_pain_nrs")


def _is_number(name: str) -> bool:
    return catalogue().fields[name].type in ("int", "number")


def _is_one_polar_question(question: str) -> bool:
    """Whether all that was asked can be answered by one yes: "are you active three days a week?"."""
    return question.count("?") == 1 and saying("replies", "polar_question").search(question) is not None


def _put_off(text: str, asked: Asked) -> frozenset[str]:
    """The asked fields that a sentence of the athlete's questions or puts off: no earlier no is meant for them."""
    sentences = [match[0] for match in _SENTENCE.finditer(text) if _PUTS_OFF.search(match[0])]
    named = {item.field for sentence in sentences for found in find(f"{sentence}?") for item in found.named}
    table = catalogue().fields
    kin = {table[name].question for name in named.intersection(asked.fields)}
    if sentences and not kin:
        return frozenset(asked.fields)
    return frozenset(name for name in asked.fields if table[name].question in kin)


def _swept(closed: tuple[str, ...], no: str) -> tuple[str, ...]:
    """What a no closes: all that was named, or only the symptoms where it says "none of those symptoms"."""
    return tuple(name for name in closed if "symptoms" in name) if "symptoms" in no else closed


def _says_yes(word: tuple[int, int], skeleton: Skeleton, claims: Assertions, found: Mapping[str, Candidate]) -> bool:
    """Whether a yes to several things can be the answer to the last open one: no "sure", and nothing it leads up to."""
    plain = replies.has_yes(skeleton.text[word[0] : word[1]])
    return plain and not _introduces(word, skeleton, claims, found)


def _introduces(word: tuple[int, int], skeleton: Skeleton, claims: Assertions, found: Mapping[str, Candidate]) -> bool:
    """Whether a bare yes or no only leads up to what its sentence goes on to say ("No, not pregnant")."""
    _, high = claims.sentence(word[0])
    if not replies.leads_on(skeleton.text[word[0] : high]):
        return False
    start, end = skeleton.original(word[0], max(high, word[1]))
    return any(start <= candidate.span[0] < end for candidate in found.values())


def _belongs_elsewhere(name: str, no: Span, text: str, found: Mapping[str, Candidate]) -> bool:
    """Whether the no may well answer something else: a yes stands beside it, or what `name` goes with was told."""
    table = catalogue().fields
    if table[name].type == "bool":
        return replies.has_yes(text)
    opens = not any(char.isalpha() for char in text[: no[0]])
    if opens or table[name].type == "list":
        return False
    question = table[name].question
    return any(candidate.value for field, candidate in found.items() if table[field].question == question)


def _negative(name: str) -> Value:
    field = catalogue().fields[name]
    if field.type == "bool":
        return False
    if field.type == "list":
        return ()
    if name in _NOUGHT:
        return 0
    return "none" if "none" in field.values else None
