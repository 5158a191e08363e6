"""What stands around a name: is a thinker cited, a title written, or only a shoe laced?

Knows the lexicon's contexts; does not search for names.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from evals.checks.unspoken.lexicon import Needs, any_of, lexicon
from evals.checks.unspoken.normalize import fold
from evals.checks.unspoken.texts import NamedAthlete

_NEAR = 60
_SPELT = 3
_CITED_BEFORE = r"(?:^|[^a-z]){}(?: the| author| professor| prof\.?| dr\.?| great| late)*(?: [a-z]\.?){0,2} [\"']?$"
_VERB = r"^['\"]?(?: (?:himself|once|also|would|might|has|had|always|often|famously|really|rightly|so))* {}\b"
_NOUN = r"^['\"]?s?['\"]? ?(?:[\w'\"-]+ ){0,2}?{}\b"
_STRONG = r"^['\"]?s?['\"]?,?(?: [\w'-]+){0,2}? ?{}\b"
_UNIT = r"^\"?[ -]?(?:(?:easy|more|short|extra|hard|steady|total|gentle|quick|or so|full|light) ?)*{}\b"
_AHEAD = r"\b{} [\"']?$"
_LETTERS_APART = re.compile(r"[^\W_][\d*$@|!+][^\W_]|[^\W_](?:[ ._*-][^\W_]){3}")
_SURNAME = re.compile(r" [A-Z][a-z]+")
_CAPITALIZED_BEFORE = re.compile(r"(?:^|\W)([^\W\d_][\w'\u2019-]*)[ \t]+$")
_NOT_THE_SHOE = re.compile(r" ?\([^)]{0,30}not the shoe")
_STRANGE_DIGITS = re.compile(r"[^\W\d_]\d|[^\x00-\x7f]\W*\w")
_SPACES = re.compile(r"[\s*_~]+")
_WORDS = re.compile(r"[^\W\d_]+")
_QUOTES = "\"'*_~`\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e"


@dataclass(frozen=True)
class NameContext:
    """A name found at `start` to `end` of `folded`, `first` to `last` of `original`."""

    original: str
    folded: str
    start: int
    end: int
    first: int
    last: int
    athlete: NamedAthlete | None = None

    @cached_property
    def before(self) -> str:
        return _SPACES.sub(" ", self.folded[max(0, self.start - _NEAR) : self.start])

    @cached_property
    def after(self) -> str:
        return _SPACES.sub(" ", self.folded[self.end : self.end + _NEAR])

    @property
    def written(self) -> str:
        return self.original[self.first : self.last]


def holds(needs: Needs, context: NameContext) -> bool:
    """Whether the context gives what the name needs to be a leak."""
    return _NEEDS[needs](context)


def cited(context: NameContext) -> bool:
    """A thinker is quoted or their work is named, and it is neither another person nor a shoe."""
    if _is_athlete(context) or any_of("persons", _AHEAD).search(context.before):
        return _strongly(context)
    if _another_person(context):
        return False
    verb = bool(any_of("citing_verbs", _VERB).search(context.after))
    if verb and any_of("introducing", _AHEAD).search(context.before):
        return True
    if beside_shoes(context):
        return _strongly(context) or bool(_NOT_THE_SHOE.match(context.after))
    before = bool(any_of("citing", _CITED_BEFORE).search(context.before))
    return before or verb or bool(any_of("works", _NOUN).search(context.after))


def beside_shoes(context: NameContext) -> bool:
    """Whether the sentence speaks of running gear."""
    sentence = re.split(r"[.!?] ", context.before)[-1] + " " + re.split(r"[.!?](?: |$)", context.after)[0]
    return bool(any_of("shoes").search(sentence))


def measures(context: NameContext) -> bool:
    """Whether numbers count something: minutes, lengths, people."""
    return bool(any_of("units", _UNIT).search(context.after))


def disguised(written: str) -> bool:
    """Whether a word mixes letters with what only looks like letters, or hides some between."""
    strange = any(not c.isascii() and (c.isalpha() or not c.isprintable()) for c in written)
    plain = any(c.isascii() and c.isalpha() for c in written)
    return (strange and plain) or bool(_LETTERS_APART.search(written))


def _strongly(context: NameContext) -> bool:
    return bool(any_of("strong", _STRONG).search(context.after))


def _nothing(context: NameContext) -> bool:
    return not _is_athlete(context) or _strongly(context)


def _surname(context: NameContext) -> bool:
    """Any mention, unless it is plainly another person, a place or a shoe."""
    if _is_athlete(context):
        return _strongly(context)
    if disguised(context.written) or cited(context):
        return True
    spoken_to = context.before.endswith(", ") and context.after[:1] in {"!", "?"}
    first_name = _SURNAME.match(context.original, context.last)
    if not context.written[:1].isupper() or spoken_to or first_name or _another_person(context):
        return False
    if any_of("places", r"^ {}\b").search(context.after) or any_of("belongings", r"^'s? {}").search(context.after):
        return False
    gear = any_of("shoes").search(f"{context.before} {context.after}")
    return not gear or bool(_NOT_THE_SHOE.match(context.after))


def _initial(context: NameContext) -> bool:
    """An initial or a shortened name counts as written: with capitals."""
    if _is_athlete(context) or any_of("shoes").search(context.after):
        return False
    words = _WORDS.findall(context.written)
    stands_alone = len(words[0]) > 1 or context.written[len(words[0])] == "."
    return all(word[0].isupper() for word in words) and stands_alone


def _title(context: NameContext) -> bool:
    if _glued(context) or _quoted(context) or _capitals(context) or disguised(context.written):
        return True
    around = f"{context.before[-40:]} | {context.after[:40]}"
    idiom = any_of("idioms", r"\b{}(?: \w+)? [\"']?(?:from )?$").search(context.before)
    return bool(any_of("books").search(around)) and not idiom


def _numbers(context: NameContext) -> bool:
    if measures(context):
        return False
    if _quoted(context) or _capitals(context) or _STRANGE_DIGITS.search(context.written):
        return True
    behind = any_of("bookish", r"^['\" ,:(-]*(?:the )?{}\b").search(context.after)
    return bool(behind or any_of("books_of_numbers", _AHEAD).search(context.before))


def _identifier(context: NameContext) -> bool:
    return "_" in context.written.strip("_") or bool(re.fullmatch(r"\w*[a-z][A-Z]\w*", context.written))


def _in_capitals(context: NameContext) -> bool:
    return context.written.isupper() and bool(
        any_of("moving", r"\b{}:?(?: [a-z]+){0,3} [\"']?$").search(context.before)
    )


def _masked(context: NameContext) -> bool:
    return bool(re.search(r"\w[*#\u2022\u2013\u2014-]+\w", context.written))


def _plain_word(context: NameContext) -> bool:
    """The word as it stands, without spaces inside."""
    return not _SPACES.search(context.written)


_NEEDS: dict[Needs, Callable[[NameContext], bool]] = {
    "nothing": _nothing,
    "title": _title,
    "numbers": _numbers,
    "citation": cited,
    "surname": _surname,
    "initial": _initial,
    "identifier": _identifier,
    "capitals": _in_capitals,
    "masked": _masked,
    "word": _plain_word,
}


def _is_athlete(context: NameContext) -> bool:
    if context.athlete is None or not context.athlete.name:
        return False
    words = set(re.findall(r"\w+", context.folded[context.start : context.end]))
    return bool(words) and words <= set(re.findall(r"\w+", fold(context.athlete.name).text))


def _another_person(context: NameContext) -> bool:
    if any_of("persons", _AHEAD).search(context.before):
        return True
    found = _CAPITALIZED_BEFORE.search(context.original[max(0, context.first - 30) : context.first])
    if not found or not found[1][0].isupper() or (found[1].isupper() and len(found[1]) > 1):
        return False
    if found[1][-2:] in {"'s", "\u2019s"}:
        return False  # "The method's McKeown": a verb, not a first name
    return fold(found[1]).text not in lexicon().contexts["before_surnames"]


def _glued(context: NameContext) -> bool:
    """Words joined by anything but plain spaces, by nothing, or spelt letter by letter."""
    words = re.findall(r"[^\W_]+", context.written)
    spelt = len(words) > _SPELT and max(map(len, words)) == 1
    return spelt or len(words) == 1 or bool(re.search(r"[^\W_][-._/]+[^\W_]", context.written))


def _quoted(context: NameContext) -> bool:
    ahead = context.original[max(0, context.first - 1) : context.first]
    behind = context.original[context.last : context.last + 2].lstrip(".,:;!?")[:1]
    return bool(ahead) and ahead in _QUOTES and bool(behind) and behind in _QUOTES


def _capitals(context: NameContext) -> bool:
    """Title case: at least two words with a capital, where the sentence around is not all capitals."""
    words = _WORDS.findall(context.written)
    ahead = context.original[max(0, context.first - 30) : context.first]
    shouting = any(c.isalpha() for c in ahead) and not any(c.islower() for c in ahead)
    return sum(word[0].isupper() for word in words) >= 2 and not shouting  # noqa: PLR2004 (two make a title)
