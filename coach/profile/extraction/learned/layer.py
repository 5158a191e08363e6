"""The trained layer over what the rules found in a reply: what it doubts goes, what it is sure of comes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import read_question
from coach.profile.extraction.assertions import Stretch, assess
from coach.profile.extraction.folding import fold, hide_quotations
from coach.profile.extraction.learned.amounts import amounts
from coach.profile.extraction.learned.candidates import Fact, Told, candidates, kind_of
from coach.profile.extraction.learned.network import NETWORKS, Reading, read
from coach.profile.extraction.learned.weighing import Hearer, best, chance, meaning, weights
from coach.profile.extraction.on_behalf import OF_A_BIRTH, as_the_athlete, of_a_partner
from coach.profile.extraction.records import Extracted, Extraction, Span
from coach.profile.extraction.skeleton import Skeleton, build
from coach.profile.extraction.typos import mend
from coach.profile.validation import check_value
from coach.records.fact import Value

_MANY: Final = 256
_EVENLY: Final = 0.01
"""Two numbers of one field that the network finds so nearly alike are both said, and it cannot tell which is meant."""
_EVEN: Final = 0.5
"""A number that is less likely than this a field's goes to a likelier field that it was given to as well."""
_TWINS: Final = (
    {"goal_time_s", "recent_race_time_s"},
    {"race_distance_km", "recent_race_distance_km"},
    {"current_weekly_volume_km", "target_weekly_volume_km"},
    {"weight_kg", "goal_weight_kg"},
)
"""What is wished for and what is: the same number in other words."""
_CONDITIONS: Final = "known_conditions"
_STOPS: Final = ".!?;,\n"
_ASKING: Final = re.compile(r"[^.!?\n]+\?")
_FILLER: Final = re.compile(
    r"\beasy[- ]peasy\b(?! (?:please|thanks|runs?|running))"
    r"|\b(?:that|it|this)['\u2019]?s (?:an )?easy(?: one)?(?=\s*[:,!.])",
    re.IGNORECASE,
)
"""Words about answering, not about running."""
_SENTENCE: Final = re.compile(r"[^.!?;\n]+")
_DENIAL: Final = re.compile(
    r"n't\b|\b(?:no|not|never|nor|none|nothing|neither|without|gone|free of|cleared|healed|stopped|dont|isnt|didnt)\b"
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with what was asked before it; `fields`, `put` and `hearer` as in `extract`."""

    text: str
    question: str | None = None
    fields: tuple[str, ...] | None = None
    today: date | None = None
    put: tuple[str, ...] = ()
    hearer: Hearer = "anyone"


def weighed(reply: Reply, found: Extraction) -> Extraction:
    """`found` without what is not believed and with what only the network reads, where it is sure."""
    if not reply.text.strip():
        return found
    facts = dict(_facts(reply, found))
    kept = {name: facts[name] for name in (*found.facts, *facts) if name in facts}
    return replace(found, facts=kept, doubted=_doubted(found, kept))


def _doubted(found: Extraction, kept: Mapping[str, Extracted]) -> dict[str, Value]:
    """Counts of harm that the rules heard and the network doubts."""
    doubted = {name: fact.value for name, fact in found.facts.items() if name not in kept and name not in found.unsure}
    return {name: value for name, value in doubted.items() if _counts_harm(name, value)}


def _counts_harm(name: str, value: Value) -> bool:
    return kind_of(value) == "number" and meaning(name, value) == "alarming"


def _facts(reply: Reply, found: Extraction) -> Iterator[tuple[str, Extracted]]:
    known = weights()
    by_field: dict[str, list[Fact]] = {}
    for fact in considered(reply, found.facts):
        by_field.setdefault(fact.field, []).append(fact)
    shut = {*found.declined, *found.not_known, *found.unsure} - found.facts.keys()
    shut |= OF_A_BIRTH - found.facts.keys() if of_a_partner(reply.text) else set()
    chosen: dict[str, Fact] = {}
    for name, facts in by_field.items():
        at = best([(fact.evidence, chance(fact.evidence, known)) for fact in facts], reply.hearer)
        if at is not None and name not in shut and (reply.fields is None or name in reply.fields):
            chosen[name] = facts[at]
    if "parq_yes" in found.facts and (named := chosen.get(_CONDITIONS)) and not named.evidence.by_rules:
        del chosen[_CONDITIONS]  # "yes, a heart condition or high blood pressure" repeats the question
    numbers = [fact for fact in chosen.values() if fact.evidence.kind == "number"]
    taken = [fact for fact in numbers if fact.evidence.by_rules]
    for name, fact in chosen.items():
        if fact.evidence.by_rules:
            lost = any(_gives_way(fact, other, known) for other in taken)
        else:
            lost = any(_shares(fact, other) for other in taken) or any(_is_likelier(other, fact) for other in numbers)
            lost = lost or any(_disputes(fact, other, known) for others in by_field.values() for other in others)
            lost = lost or any(_equals(other, fact) for other in by_field[name]) or _swaps(fact, found)
        if not lost:
            yield name, _extracted(fact, reply.text)


def _is_likelier(other: Fact, fact: Fact) -> bool:
    """Whether the network told one amount of two fields, and more surely of the other's; asked for, both may hold."""
    if other.field == fact.field or other.evidence.by_rules or fact.evidence.asked or fact.value != other.value:
        return False
    again = fact.evidence.kind == "number" and _unit(fact) == _unit(other)
    return again and (fact.evidence.support, fact.field) < (other.evidence.support, other.field)


def _equals(other: Fact, fact: Fact) -> bool:
    """Whether the rules read another number of the field, which the network finds as likely: then neither is sure."""
    if not other.evidence.by_rules or fact.evidence.kind != "number" or other.evidence.kind != "number":
        return False
    return other.value != fact.value and other.evidence.support >= fact.evidence.support - _EVENLY


def _gives_way(fact: Fact, other: Fact, known: Mapping[str, float]) -> bool:
    """Whether a number that the rules gave to two fields is hardly this one's, and likelier the other's."""
    if fact.field == other.field or fact.evidence.kind != "number" or fact.span != other.span:
        return False
    own = chance(fact.evidence, known)
    return own < _EVEN and own < chance(other.evidence, known)


def _shares(fact: Fact, other: Fact) -> bool:
    """Whether a number is one that the rules gave to another field, or, where nobody asked for it, that one again."""
    if fact.evidence.kind != "number":
        return False
    again = not fact.evidence.asked and fact.value == other.value and _unit(fact) == _unit(other)
    return again or (fact.span[0] < other.span[1] and other.span[0] < fact.span[1])


def _disputes(fact: Fact, other: Fact, known: Mapping[str, float]) -> bool:
    """Whether the rules gave that very number to the twin of its field, though they were not believed either."""
    twins = {fact.field, other.field} in _TWINS and other.evidence.by_rules and fact.span == other.span
    return twins and chance(other.evidence, known) >= _EVEN


def _swaps(fact: Fact, found: Extraction) -> bool:
    """Whether the rules read its field in another place, and in this one that field's twin."""
    own = found.facts.get(fact.field)
    pairs = (names - {fact.field} for names in _TWINS if fact.field in names)
    twins = [found.facts[name] for names in pairs for name in names if name in found.facts]
    return own is not None and own.span != fact.span and any(twin.span == fact.span for twin in twins)


def _unit(fact: Fact) -> str | None:
    return catalogue().fields[fact.field].unit


def considered(reply: Reply, rules: Mapping[str, Extracted], networks: tuple[str, ...] = NETWORKS) -> list[Fact]:
    """Every fact that the reply may state, as the networks of these names read it."""
    question = _asking(reply.question) or _question_of(reply.fields)
    reading, told = _read(reply.text, question, reply.today, networks)
    asked = read_question(reply.question, reply.fields)
    surely = asked.by_heart.union(reply.put if reply.question else (*reply.put, *(reply.fields or ())))
    return [
        fact
        for fact in candidates(rules, reading, told, asked, surely)
        if fact.read is not None or check_value(fact.field, fact.value) is None
    ]


def _asking(question: str | None) -> str | None:
    """What a message asks, without the words around it."""
    asking = _ASKING.findall(question or "")
    return " ".join(each.strip() for each in asking) or question


def _question_of(fields: tuple[str, ...] | None) -> str | None:
    """The catalogue's own words for fields that were asked for by name."""
    known = catalogue()
    keys = {field.question: None for name in fields or () if (field := known.fields.get(name)) and field.question}
    return " ".join(known.questions[key].text for key in keys) if 0 < len(keys) <= 1 else None


@lru_cache(maxsize=_MANY)
def _read(text: str, question: str | None, today: date | None, networks: tuple[str, ...]) -> tuple[Reading, Told]:
    folded = hide_quotations(mend(fold(text)))
    skeleton = build(folded, today)
    found = amounts(folded, skeleton, question)
    return read(question, _FILLER.sub(lambda words: " " * len(words[0]), text), found, networks), Told(
        found, tuple(_stretches(skeleton, question)), tuple(_denials(folded)), len(text)
    )


def _denials(folded: str) -> Iterator[Span]:
    """The sentences with a word of denial."""
    return (found.span() for found in _SENTENCE.finditer(folded) if _DENIAL.search(found[0]))


def _stretches(skeleton: Skeleton, question: str | None) -> Iterator[Stretch]:
    """Who and when the reply speaks of, by places in the text."""
    claims = as_the_athlete(assess(skeleton.text), skeleton.text, (question or "").lower())
    for stretch in claims.stretches:
        if stretch.start < stretch.end:
            yield Stretch(stretch.standing, *skeleton.original(stretch.start, stretch.end))


def _extracted(fact: Fact, text: str) -> Extracted:
    if fact.read is not None:
        return fact.read
    span = fact.span if fact.evidence.kind == "number" else _clause(text, fact.span)
    return Extracted(fact.value, catalogue().fields[fact.field].unit, span, "inferred")


def _clause(text: str, span: Span) -> Span:
    """The words between two stops that `span` stands in, else the whole text."""
    start, end = span
    while start > 0 and text[start - 1] not in _STOPS:
        start -= 1
    while end < len(text) and text[end] not in _STOPS:
        end += 1
    for low, high in ((start, end), (0, len(text))):
        if words := text[low:high].strip():
            begin = text.index(words, low)
            return begin, begin + len(words)
    raise ValueError(f"no words in {text!r}")
