"""The small language of the lexicon's phrases, read into patterns. Knows words and order, nothing of leaks.

    word        that word                    <class>     any phrase of the lexicon's words of that name
    word*       any ending                   (a|b c)     one of these
    #           a number                     'll         an ending of the word before
    x?          may be missing               ...         up to `GAP` other words of the sentence

Between words a text may have a comma, quotes or a hyphen.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

APOSTROPHE = "'"
GAP = 6
_ENDLESS = 1_000_000
_TOKEN = re.compile(r"<(?P<name>\w+)>|(?P<mark>\.\.\.|[()|?])|(?P<word>[^\s()|?<>]+)|\s+")
_BETWEEN = r"[\"',:]{0,2}(?: [\"'(\[>]{0,2} ?|-|/)\"?"
_OTHER = r"[^\s.!?;/\"',:-](?:[^\s.!?;/\",:-]|[.:](?=\w)){0,30}"
_NUMBER = r"\d{1,4}(?:[.:,]\d{1,3}){0,3}"
_COMMONEST = frozenset(
    re.findall(r"\S+", "a and are as at be for from have i in is it of on or that the this to was we with you your")
)
_COMMON = frozenset(
    re.findall(
        r"\S+",
        """
    a about after again all also always am an and any are as ask at away back be because been before being best
    better big but by can can't come comes could day days did do does doesn't don't down easy eight end enough even
    every far fast feel few find first five for four from get gets give go goes going good got had half hard has
    have he held help her here him his hold how i i'd i'll i'm i've if in into is isn't it it's its just keep keeps
    know last left less let let's like line little long look made make makes many may me might minutes more most
    much must my need needs never next no not note nothing now of off old on once one only open or other our out
    over own part plan pretty put race read ready really rest right run running runs safe said same saturday say
    says second see set she short should show shown shows six so some something start still stop such sunday sure
    take takes tell ten test than thank thanks that that's the their them then there there's these they they're
    thing things think this those three through time times to today together told too training try turn two until
    up us use very wait walk want wants was watch way we we'll we're week weeks well went were what what's when
    where which while who why will with without won't work would write year years yes yet you you'd you'll you're
    you've your
        """,
    )
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A word that stands in a text where a phrase does; `begins`: it may go on."""

    word: str
    begins: bool


Anchors = frozenset[Anchor]


@dataclass(frozen=True, slots=True)
class Word:
    text: str

    @property
    def regex(self) -> str:
        bare = re.escape(self.text.rstrip("*")).replace("\\-", "[ -]").replace("\\#", _NUMBER)
        return f"{bare}[a-z0-9']*" if self.text.endswith("*") else bare

    @property
    def after(self) -> str:
        """The word behind another one; what begins with an apostrophe is joined to it."""
        return self.regex if self.text.startswith("'") else _BETWEEN + self.regex

    def needed(self) -> tuple[Anchors, ...]:
        parts = [part for part in self.text.rstrip("*").split("-") if part.strip("#'") and part[0] != "'"]
        if not parts:
            return ()
        best = max(parts, key=len)
        return (frozenset({Anchor(best, begins=self.text.endswith(f"{best}*"))}),)


@dataclass(frozen=True, slots=True)
class Gap:
    regex: str = ""
    after: str = rf"(?>{_BETWEEN}{_OTHER}){{0,{GAP}}}?"

    def needed(self) -> tuple[Anchors, ...]:
        return ()


@dataclass(frozen=True)
class Choice:
    options: "tuple[Chain, ...]"

    @cached_property
    def regex(self) -> str:
        return f"(?:{'|'.join(option.regex for option in self.options)})"

    @cached_property
    def after(self) -> str:
        if any(option.joined for option in self.options):
            return f"(?:{'|'.join(option.after for option in self.options)})"
        return _BETWEEN + self.regex

    def needed(self) -> tuple[Anchors, ...]:
        """Of each option its best anchors; nothing where one option has none."""
        best = [min(option.needed(), key=cost, default=frozenset()) for option in self.options]
        return (frozenset[Anchor]().union(*best),) if all(best) else ()


@dataclass(frozen=True, slots=True)
class Maybe:
    item: "Item"

    @property
    def regex(self) -> str:
        return f"(?:{self.item.regex})?"

    @property
    def after(self) -> str:
        return f"(?:{self.item.after})?"

    def needed(self) -> tuple[Anchors, ...]:
        return ()


Item = Word | Gap | Choice | Maybe


@dataclass(frozen=True)
class Chain:
    """Items one after another."""

    items: tuple[Item, ...]

    @cached_property
    def regex(self) -> str:
        first, *rest = self.items
        behind = "".join(item.after for item in rest)
        if isinstance(first, Maybe) and rest:
            return f"(?:{first.item.regex}{behind}|{Chain(tuple(rest)).regex})"
        return first.regex + behind

    @property
    def after(self) -> str:
        first, *rest = self.items
        return first.after + "".join(item.after for item in rest)

    @property
    def joined(self) -> bool:
        first = self.items[0]
        return isinstance(first, Word) and first.text.startswith("'")

    def needed(self) -> tuple[Anchors, ...]:
        return tuple(anchors for item in self.items for anchors in item.needed())


def cost(anchors: Anchors) -> int:
    """About how often one of the words turns up, in no unit; short ones turn up inside of others too."""
    return sum(_cost(anchor.word) for anchor in anchors) if anchors else _ENDLESS


def _cost(word: str) -> int:
    if word in _COMMONEST or len(word) <= 2:  # noqa: PLR2004 (two letters stand inside every other word)
        return 300
    return 30 if word in _COMMON else 1 + 8 // len(word)


def bounded(chain: Chain) -> re.Pattern[str]:
    """The chain as whole words."""
    return re.compile(rf"(?<![\w'])(?:{chain.regex})(?![\w])")


class Reader:
    """Reads phrases with the words they may refer to."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._words = words
        self._read: dict[str, Choice] = {}

    def read(self, phrase: str) -> Chain:
        """Parse one phrase; raise `ValueError` on an open bracket or an unknown class."""
        tokens = [token for token in _TOKEN.finditer(phrase) if token[0].strip()]
        chain, rest = self._chain(tokens, phrase)
        if rest:
            raise ValueError(f"{phrase!r}: unexpected {rest[0][0]!r}")
        return chain

    def _chain(self, tokens: list[re.Match[str]], phrase: str) -> tuple[Chain, list[re.Match[str]]]:
        items: list[Item] = []
        while tokens and tokens[0][0] not in {"|", ")"}:
            token, *tokens = tokens
            if token[0] == "?":
                items[-1] = Maybe(items[-1])
            elif token[0] == "(":
                choice, tokens = self._choice(tokens, phrase)
                items.append(choice)
            else:
                items.append(self._item(token, phrase))
        if not items:
            raise ValueError(f"{phrase!r}: something is empty")
        return Chain(tuple(items)), tokens

    def _choice(self, tokens: list[re.Match[str]], phrase: str) -> tuple[Choice, list[re.Match[str]]]:
        options = []
        while True:
            option, tokens = self._chain(tokens, phrase)
            options.append(option)
            if not tokens:
                raise ValueError(f"{phrase!r}: a bracket stays open")
            token, *tokens = tokens
            if token[0] == ")":
                return Choice(tuple(options)), tokens

    def _item(self, token: re.Match[str], phrase: str) -> Item:
        if token[0] == "...":
            return Gap()
        if token["word"]:
            return Word(token["word"])
        name = token["name"]
        if name not in self._words:
            raise ValueError(f"{phrase!r}: no words named {name!r}")
        if name not in self._read:
            self._read[name] = Choice(tuple(self.read(each) for each in self._words[name]))
        return self._read[name]
