"""Which fields of the catalogue a coach's message asks for, whatever its wording. Knows no athlete and no session."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from coach.profile.asking import passages
from coach.profile.catalogue import Question, catalogue
from coach.profile.question_words import Found, Named, find, question_words

_STRAIGHT = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2010": "-", "\u2011": "-", "\u00a0": " "})


class Asked(NamedTuple):
    """A field that the message asks for, at its first mention (half-open offsets).

    `values`: the values it names. `specific`: asks for this very thing, by name or by a value; a question about a
    whole topic ("any health issues?") yields every field of the topic with `specific` false and no values.
    """

    field: str
    start: int
    end: int
    specific: bool
    values: tuple[str, ...] = ()


class _Claim(NamedTuple):
    start: int
    end: int
    named: Named


def fields_asked(text: str) -> tuple[Asked, ...]:
    """What `text` asks for, in the order of its words; statements ask nothing."""
    folded = _fold(text)
    claims: list[_Claim] = []
    for start, end, name in _catalogue_questions(folded):
        claims += _claims_of_question(name, folded[start:end], start)
    folded = _blanked(folded)
    for passage in passages(folded):
        claims += _claims(folded[passage.start : passage.end], passage.start)
    return _merged(claims)


def own_questions(text: str) -> tuple[tuple[tuple[int, str], ...], str]:
    """The catalogue's own questions in `text`, each with its place and name, and what `text` is without them."""
    folded = _fold(text)
    return tuple((start, name) for start, _, name in _catalogue_questions(folded)), _blanked(folded)


def _fold(text: str) -> str:
    straight = text.translate(_STRAIGHT)
    folded = straight.lower()
    if len(folded) == len(text):
        return folded
    # a letter whose lower case is longer would shift the offsets
    return "".join(letter if len(letter.lower()) > 1 else letter.lower() for letter in straight)


def _blanked(folded: str) -> str:
    for start, end, _ in _catalogue_questions(folded):
        folded = folded[:start] + " " * (end - start) + folded[end:]
    return folded


def _claims(words: str, offset: int, asked: frozenset[str] = frozenset()) -> list[_Claim]:
    """What the `words` of a passage name; the fields of `asked` are known to be asked in it."""
    kept = _longest(find(words))
    claims = [_Claim(found.start, found.end, named) for found in kept for named in found.named]
    sounding = asked | {claim.named.field for claim in claims if not claim.named.values}
    claims = _uncontested([claim for claim in claims if not _is_quiet(claim.named, sounding)], asked)
    return [claim._replace(start=claim.start + offset, end=claim.end + offset) for claim in claims]


def _longest(found: Iterable[Found]) -> list[Found]:
    """Without the phrases that lie inside a longer one: "weight" in "goal weight" is not asked."""
    kept: list[Found] = []
    for phrase in sorted(found, key=lambda phrase: (phrase.start, -phrase.end, not phrase.exact)):
        if not any(_inside(phrase, other) for other in kept):
            kept.append(phrase)
    return kept


def _inside(inner: Found, outer: Found) -> bool:
    same = (inner.start, inner.end) == (outer.start, outer.end) and inner.exact == outer.exact
    covered = not same and outer.start <= inner.start and inner.end <= outer.end
    return covered and not _all_quiet(outer) and not _spells_out(inner, outer)


def _spells_out(inner: Found, outer: Found) -> bool:
    """ "light" in "light, moderate or hard": the outer phrase asks for the field, the inner one names a value."""
    plain = {named.field for named in outer.named if not named.values}
    return all(named.values and named.field in plain for named in inner.named)


def _all_quiet(found: Found) -> bool:
    """A phrase that may turn out to mean nothing hides no other phrase."""
    return bool(found.named) and all(named.values and named.field in question_words().quiet for named in found.named)


def _is_quiet(named: Named, sounding: frozenset[str]) -> bool:
    """A value such as "hard" or "your doctor" counts only where its field is asked by other words."""
    return bool(named.values) and named.field in question_words().quiet and named.field not in sounding


def _uncontested(claims: list[_Claim], asked: frozenset[str]) -> list[_Claim]:
    """Where one phrase could mean several fields, a field's own word goes before a value of another field."""
    rivals: dict[tuple[int, int], list[Named]] = {}
    for claim in claims:
        rivals.setdefault((claim.start, claim.end), []).append(claim.named)
    clear = {claim.named.field for claim in claims if not _contested(rivals[claim.start, claim.end])} | asked
    return [claim for claim in claims if claim.named.field in _owners(rivals[claim.start, claim.end], clear)]


def _contested(rivals: list[Named]) -> bool:
    return any(named.values for named in rivals) and len({named.field for named in rivals}) > 1


def _owners(rivals: list[Named], clear: set[str]) -> set[str]:
    """The fields that a phrase speaks of: of several values, the one the sentence asks for anyway has it."""
    everybody = {named.field for named in rivals}
    if not _contested(rivals):
        return everybody
    own = {named.field for named in rivals if not named.values and not named.general}
    screening = everybody & set(catalogue().screening)
    return own or everybody & clear or screening or {min(everybody)}


def _merged(claims: list[_Claim]) -> tuple[Asked, ...]:
    asked: dict[str, Asked] = {}
    for claim in sorted(claims, key=lambda claim: (claim.start, -claim.end, claim.named)):
        name, specific = claim.named.field, not claim.named.general
        before = asked.get(name, Asked(name, claim.start, claim.end, specific))
        values = tuple(dict.fromkeys((*before.values, *claim.named.values)))
        asked[name] = before._replace(specific=before.specific or specific, values=values)
    return tuple(asked.values())


# The catalogue's own questions are known by heart.


@cache
def _by_heart() -> dict[str, str]:
    return {name: question.text.translate(_STRAIGHT).lower() for name, question in catalogue().questions.items()}


def _catalogue_questions(folded: str) -> list[tuple[int, int, str]]:
    found = []
    for name, words in _by_heart().items():
        start = folded.find(words)
        while start >= 0:
            found.append((start, start + len(words), name))
            start = folded.find(words, start + len(words))
    return sorted(found)


def _claims_of_question(name: str, words: str, offset: int) -> list[_Claim]:
    fields = frozenset(field for field, entry in catalogue().fields.items() if entry.question == name)
    found = [claim for claim in _claims(words, offset, fields) if claim.named.field in fields]
    return found + [_Claim(offset, offset + len(words), Named(field)) for field in fields]


def question_of(name: str) -> Question:
    """The catalogue's question that asks for the field `name`."""
    return catalogue().questions[catalogue().fields[name].question]
