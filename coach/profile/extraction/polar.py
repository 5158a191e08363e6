"""Yes and no to several things at once: in the order of the question, to all of it, or each behind its own name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.illness import asks_if_over
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.question_words import Found, find
from coach.records.fact import Value

_YES = frozenset({"yes", "yeah", "yep", "yup", "yea", "ja", "sure"})
_KINDS = frozenset({"type1_diabetes", "type2_diabetes", "eib"})
"""Kinds of one thing that a question asks for by one word: a yes to all of it says not which."""
_PAIRED = 2
_LONGEST_ECHO = 5
"""Words that name what a yes or no is said to; a longer run is a sentence of its own."""
_OPENS_IN_NO = re.compile(
    r"\W*(?:(?:well|um|there'?s|there is|there are|i have|i've got|it's|so),? )*"
    r"(?:no|not|never|without|neither|nothing|none|nobody|zero)\b"
    r"(?! (?:only|just|longer|problems?|trouble|issues?|worries|difficult\w*|limits?|doubt|idea|clue|sure|long))"
)
_ENDED = re.compile(
    r"\b(?:gone|over|closed|stopped|finished|no longer|any ?more|used to|ago|was|were|had|sold|lost|lack\w*|miss\w*"
    r"|free of|barely|hardly|almost|nearly|tr(?:y|ying) to|want\w*|need\w*|maybe|perhaps|could|might|should|would|will"
    r"|plan(?:s|ned|ning)? (?:to|on)|refus\w+|her|hers|his|him|their|them)\b"
)
"""What is told of a thing that is over, wished for, hardly there or somebody else's is no yes to it."""
_TOLD_OTHERWISE = frozenset({"other", "hypothetical", "question", "unreal", "uncertain", "past", "negated"})


@dataclass(frozen=True, slots=True)
class _Said:
    """A yes or no to one field, or to some values of it, with its place in the skeleton."""

    field: str
    values: tuple[str, ...]
    yes: bool
    place: tuple[int, int]


def read_polar(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """One candidate for each asked field that a yes or no settles."""
    said = (
        tuple(_in_order(skeleton.text, asked))
        or tuple(_pairs(skeleton.text, asked))
        or (*_by_name(skeleton.text, asked), *_noun_alone(skeleton.text, claims, asked))
    )
    for field in dict.fromkeys(item.field for item in said):
        own = [item for item in said if item.field == field]
        if (settled := _value(field, own, asked)) is not None:
            (value,) = settled
            place = min(item.place[0] for item in own), max(item.place[1] for item in own)
            yield Candidate(field, value, skeleton.original(*place))


def _value(field: str, own: list[_Said], asked: Asked) -> tuple[Value] | None:
    """The one value that was settled; None where nothing was: a yes to a list of which no value was named."""
    entry = catalogue().fields[field]
    if field == "systemic_illness" and asks_if_over(asked.text):
        return (False,) if own[0].yes else None
    if entry.type == "bool":
        return (own[0].yes,)
    affirmed = tuple(dict.fromkeys(value for item in own if item.yes for value in item.values))
    if entry.type == "list":
        denied = {value for item in own for value in item.values}
        whole = field in asked.closed and set(asked.values.get(field, ())) <= denied
        return (affirmed,) if affirmed or (whole and not any(item.yes for item in own)) else None
    return ("none",) if "none" in entry.values and not own[0].yes else None


def _in_order(text: str, asked: Asked) -> Iterator[_Said]:
    """ "yes and no", "yes to the first, no to the rest", "both": read against the question."""
    items = _items(asked)
    if found := saying("polar", "both").search(text):
        yield from (
            _Said(field, values, yes=True, place=found.span()) for field, values in items if not _KINDS & {*values}
        )
    elif found := saying("polar", "first").search(text):
        words = found["a"], found["b"]
        for index, (field, values) in enumerate(items):
            yield _Said(field, values, words[min(index, 1)] in _YES, found.span())
    elif found := saying("polar", "sequence").fullmatch(text):
        tokens = list(saying("polar", "token").finditer(text))
        if len(tokens) == len(items):
            for token, (field, values) in zip(tokens, items, strict=True):
                yield _Said(field, values, token[0] in _YES, token.span())


def _pairs(text: str, asked: Asked) -> Iterator[_Said]:
    """ "gym yes track no": nothing but names with their answers, one behind the other."""
    found = list(saying("polar", "pair").finditer(text))
    if len(found) < _PAIRED or sum(len(match[0]) for match in found) < len(text.strip(" .!")):
        return
    for match in found:
        if match["word"] in _YES or saying("polar", "token").fullmatch(match["word"]):
            for field, values in _named(match["echo"], asked):
                yield _Said(field, values, match["word"] in _YES, match.span())


def _items(asked: Asked) -> list[tuple[str, tuple[str, ...]]]:
    """What can be answered by yes or no, as the question orders it; each value of a list is one thing."""
    items: list[tuple[str, tuple[str, ...]]] = []
    for field in (name for name in asked.fields if name not in asked.loose):
        kind = catalogue().fields[field].type
        if kind == "list" and asked.values.get(field):
            items += [(field, (value,)) for value in asked.values[field]]
        elif field in asked.closed:
            items.append((field, ()))
    return items


def _by_name(text: str, asked: Asked) -> Iterator[_Said]:
    """ "the track yes, the weights no": the name stands before its answer; "yes to the gym" behind it."""
    for match in saying("polar", "named").finditer(text):
        echo = match["echo"] or match["behind"]
        word = match["word"] or match["lead"]
        if len(echo.split()) > _LONGEST_ECHO:
            continue
        for field, values in _named(echo, asked):
            yield _Said(field, values, word in _YES, match.span())


def _noun_alone(text: str, claims: Assertions, asked: Asked) -> Iterator[_Said]:
    """ "a gym" says that there is one, "no written plan" that there is none; any other denial is not for a noun."""
    found = saying("polar", "noun").fullmatch(text)
    if found is None or len(found["echo"].split()) > _LONGEST_ECHO:
        return
    denied = _OPENS_IN_NO.match(text) is not None
    standings = claims.standings(0, len(text)) - ({"negated", "other"} if denied else set())
    if standings & _TOLD_OTHERWISE or (
        not denied and (_ENDED.search(text) or saying("denials", "negator").search(text))
    ):
        return
    for field, values in _named(found["echo"], asked):
        if catalogue().fields[field].type == "bool":
            yield _Said(field, values, yes=not denied, place=found.span("echo"))


def _is_part(phrase: Found, field: str, other: Found) -> bool:
    """Whether `phrase` is only part of a longer name of the same field: a heat stroke is no stroke."""
    inside = other.start <= phrase.start and phrase.end <= other.end and phrase[:2] != other[:2]
    return inside and any(named.field == field for named in other.named)


def _named(echo: str, asked: Asked) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The asked fields that `echo` names; a value's own word goes before the field's."""
    phrases = list(find(echo))
    told = {
        named
        for phrase in phrases
        for named in phrase.named
        if named.field in asked.fields and not any(_is_part(phrase, named.field, other) for other in phrases)
    }
    for field in sorted({named.field for named in told if not named.general}):
        named_by = [named.values for named in told if named.field == field and named.values]
        plainest = [values for values in named_by if len(values) == 1] or named_by
        values = tuple(dict.fromkeys(value for group in plainest for value in group))
        if values or catalogue().fields[field].type == "bool":
            yield field, values
