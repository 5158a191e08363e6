"""What stands around a name: is a thinker cited, a title written, or only a shoe laced?

Knows the lexicon's tests of a context; does not search for names.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

from evals.checks.unspoken.lexicon import Needs, compiled, lexicon
from evals.checks.unspoken.normalize import fold
from evals.checks.unspoken.texts import Named

_NEAR = 60
_SPELT = 3
_LETTERS_APART = re.compile(r"[^\W_][\d*$@|!+][^\W_]|[^\W_](?:[ ._*-][^\W_]){3}")
_SURNAME = re.compile(r" [A-Z][a-z]+")
_BOOKISH = re.compile(
    r"['\" ,:(-]*(?:the )?"
    r"(?:book|stuff|thing|title|framework|approach|idea|lens|mindset|playbook|model|says|by|argues)\b"
)
_NOT_THE_SHOE = re.compile(r" ?\([^)]{0,30}not the shoe")
_STRANGE_DIGITS = re.compile(r"[^\W\d_]\d|[^\x00-\x7f]\W*\w")
_SPACES = re.compile(r"[\s*_~]+")
_QUOTES = "\"'*_~`\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e"


@dataclass(frozen=True)
class Context:
    """A name found at `start` to `end` of `folded`, `first` to `last` of `original`."""

    original: str
    folded: str
    start: int
    end: int
    first: int
    last: int
    athlete: Named | None = None

    @property
    def surroundings(self) -> tuple[str, str]:
        """All that a judgement may look at."""
        near = self.original[max(0, self.first - _NEAR) : self.last + _NEAR]
        return near, self.folded[max(0, self.start - _NEAR) : self.end + _NEAR]

    @cached_property
    def before(self) -> str:
        return _SPACES.sub(" ", self.folded[max(0, self.start - _NEAR) : self.start])

    @cached_property
    def after(self) -> str:
        return _SPACES.sub(" ", self.folded[self.end : self.end + _NEAR])

    @property
    def written(self) -> str:
        return self.original[self.first : self.last]

    @property
    def name(self) -> str:
        return self.folded[self.start : self.end]


def holds(needs: Needs, context: Context) -> bool:
    """Whether the context gives what the name needs to be a leak."""
    return _NEEDS[needs](context)


def cited(context: Context) -> bool:
    """A thinker is quoted or their work is named, and it is neither another person nor a shoe."""
    if _is_athlete(context):
        return _finds("strong", context.after)
    if _finds("persons", context.before):
        return _finds("strong", context.after)
    if _another_person(context):
        return False
    before, verb = _finds("before", context.before), _finds("verb", context.after)
    as_verb = verb and bool(re.search(r"\b(?:as|like|what|how|where|why|which|that) [\"']?$", context.before))
    if as_verb:
        return True
    if beside_shoes(context):
        return _finds("strong", context.after) or bool(_NOT_THE_SHOE.match(context.after))
    return before or verb or _finds("noun", context.after)


def beside_shoes(context: Context) -> bool:
    """Whether the sentence speaks of running gear."""
    return _finds("shoes", _sentence_around(context))


def _surname(context: Context) -> bool:
    """Any mention, unless it is plainly another person, a place or a shoe."""
    if _is_athlete(context):
        return _finds("strong", context.after)
    if disguised(context.written) or cited(context):
        return True
    if (
        not context.written[:1].isupper()
        or _addressed(context)
        or _first_name(context)
        or _another_person(context)
        or _finds("places", context.after)
    ):
        return False
    return not _finds("shoes", f"{context.before} {context.after}") or bool(_NOT_THE_SHOE.match(context.after))


def _addressed(context: Context) -> bool:
    """Spoken to: a name between a comma and the end of a lively sentence."""
    return context.before.endswith(", ") and context.after[:1] in {"!", "?"}


def _first_name(context: Context) -> bool:
    """A name with a surname behind it belongs to somebody else."""
    return bool(_SURNAME.match(context.original, context.last))


def _initial(context: Context) -> bool:
    """An initial or a shortened name counts as written: with capitals."""
    if _is_athlete(context) or _finds("shoes", context.after):
        return False
    words = re.findall(r"[^\W\d_]+", context.written)
    stands_alone = len(words[0]) > 1 or context.written[len(words[0])] == "."
    return all(word[0].isupper() for word in words) and stands_alone


def disguised(written: str) -> bool:
    """Whether a word mixes letters with what only looks like letters, or hides some between."""
    strange = any(not c.isascii() and (c.isalpha() or not c.isprintable()) for c in written)
    plain = any(c.isascii() and c.isalpha() for c in written)
    return (strange and plain) or bool(_LETTERS_APART.search(written))


def _title(context: Context) -> bool:
    if _glued(context) or _quoted(context) or _capitals(context) or disguised(context.written):
        return True
    around = f"{context.before[-40:]} | {context.after[:40]}"
    return _finds("titled", around) and not _finds("idiom", context.before)


def measures(context: Context) -> bool:
    """Whether numbers count something: minutes, lengths, people."""
    return _finds("unit", context.after)


def _numbers(context: Context) -> bool:
    if measures(context):
        return False
    if _quoted(context) or _capitals(context) or _STRANGE_DIGITS.search(context.written):
        return True
    behind = _BOOKISH.match(context.after)
    return bool(behind or _finds("of_numbers", context.before))


def _identifier(context: Context) -> bool:
    written = context.written
    return "_" in written.strip("_") or bool(re.fullmatch(r"\w*[a-z][A-Z]\w*", written))


_NEEDS: dict[Needs, Callable[[Context], bool]] = {
    "nothing": lambda context: not (_is_athlete(context) and not _finds("strong", context.after)),
    "title": _title,
    "numbers": _numbers,
    "citation": cited,
    "surname": _surname,
    "initial": _initial,
    "identifier": _identifier,
}


def _finds(test: str, text: str) -> bool:
    return bool(compiled(getattr(lexicon().citing, test)).search(text))


def _sentence_around(context: Context) -> str:
    return re.split(r"[.!?] ", context.before)[-1] + " " + re.split(r"[.!?](?: |$)", context.after)[0]


@cache
def _parts_of(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(name).text))


def _is_athlete(context: Context) -> bool:
    if context.athlete is None or not context.athlete.name:
        return False
    words = frozenset(re.findall(r"\w+", context.name))
    return bool(words) and words <= _parts_of(context.athlete.name)


def _another_person(context: Context) -> bool:
    if _finds("persons", context.before):
        return True
    ahead = context.original[max(0, context.first - 30) : context.first]
    found = re.search(r"(?:^|\s|\W)([^\W\d_][\w'\u2019-]*)[ \t]+$", ahead)
    if not found or not found[1][0].isupper() or (found[1].isupper() and len(found[1]) > 1):
        return False
    if found[1][-2:] in {"'s", "\u2019s"}:
        return False  # "The method's McKeown": a verb, not a first name
    word = fold(found[1]).text
    citing = lexicon().citing
    return word not in citing.own_firsts and word not in citing.sentence_words


def _glued(context: Context) -> bool:
    """Words joined by anything but plain spaces, by nothing, or spelt letter by letter."""
    words = re.findall(r"[^\W_]+", context.written)
    spelt = len(words) > _SPELT and max(map(len, words)) == 1
    return spelt or len(words) == 1 or bool(re.search(r"[^\W_][-._/]+[^\W_]", context.written))


def _quoted(context: Context) -> bool:
    ahead = context.original[max(0, context.first - 1) : context.first]
    behind = context.original[context.last : context.last + 2].lstrip(".,:;!?")[:1]
    return bool(ahead) and ahead in _QUOTES and bool(behind) and behind in _QUOTES


def _capitals(context: Context) -> bool:
    """Title case: at least two words with a capital, where the sentence around is not all capitals."""
    words = re.findall(r"[^\W\d_]+", context.written)
    ahead = context.original[max(0, context.first - 30) : context.first]
    shouting = any(c.isalpha() for c in ahead) and not any(c.islower() for c in ahead)
    return sum(word[0].isupper() for word in words) >= 2 and not shouting  # noqa: PLR2004 (two make a title)
