"""Every value that a reply may state, one for each field, with its chance by the network. Decides nothing."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from coach.profile.catalogue import catalogue
from coach.profile.validation import WEEKDAYS, check_value
from coach.records.fact import Value
from evals.reading.calendar import WEEKDAY_KIND, days_of
from evals.reading.limits import value_words
from evals.reading.network import Reading
from evals.reading.propositions import COUNTED, DAYS, EMPTY, EXCLUDED_DAYS, GIVEN, MINUTES, Said
from evals.reading.records import Span
from evals.reading.values import Valued

LIKELY: Final = 0.5
_CLOSE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value, the words it was read from, its chance, and that of the likeliest other value of the field.

    `inferred`: see `ReadFact.confidence`. `is_named`: the question or the reply has words for the field.
    `is_limited`: its words may hold less than the value. `is_volunteered`: alarms, though nobody asked about health.
    """

    field: str
    value: Value
    span: Span
    chance: float
    inferred: bool = False
    rival: float = 0.0
    is_named: bool = False
    is_limited: bool = False
    is_volunteered: bool = False


@dataclass(frozen=True, slots=True)
class ReplyEvidence:
    """What is known of a reply: its folded text, the network's reading, and the amounts that `reading.owners` are of.

    `asked_days`: the days that the question names.
    """

    folded: str
    reading: Reading
    amounts: tuple[Valued, ...]
    asked_days: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Field:
    """A field with the chances of all that may be said of it."""

    name: str
    chances: Mapping[Said, float]

    @property
    def given(self) -> float:
        return self.chances.get(GIVEN, 0.0)

    @property
    def values(self) -> dict[Said, float]:
        return {said: chance for said, chance in self.chances.items() if said not in (None, GIVEN, EMPTY)}


def candidates(evidence: ReplyEvidence) -> Iterator[Candidate]:
    """The likeliest value of every field that may have one; null is none."""
    by_field: dict[str, dict[Said, float]] = {}
    for (name, said), chance in evidence.reading.chances.items():
        by_field.setdefault(name, {})[said] = chance
    by_type = {"int": _number, "number": _number, "list": _list, "bool": _choice, "enum": _choice}
    for name, chances in by_field.items():
        read = {DAYS: _days, MINUTES: _minutes}.get(name) or by_type[catalogue().fields[name].type]
        found = read(_Field(name, chances), evidence)
        if found is not None and check_value(name, found.value) is None:
            yield found


def _choice(field: _Field, evidence: ReplyEvidence) -> Candidate | None:
    values = field.values
    if not values:
        return None
    said = max(values, key=lambda one: values[one])
    rival = max((chance for other, chance in values.items() if other is not said), default=0.0)
    return Candidate(field.name, said, evidence.reading.places[field.name, said], values[said], rival=rival)


def _list(field: _Field, evidence: ReplyEvidence) -> Candidate | None:
    """All likely values, as likely as the most doubtful of them, in or out; where there is none, the empty list.

    A value that the reply names in the catalogue's words is doubtful at best where the network leaves it out.
    """
    places, values = evidence.reading.places, field.values
    held = tuple(sorted(str(said) for said, chance in values.items() if chance > LIKELY))
    if not held:
        empty = field.chances.get(EMPTY, 0.0)
        return Candidate(field.name, (), places[field.name, EMPTY], empty) if empty else None
    named = {said for said in values if said not in held and value_words(field.name, str(said)).search(evidence.folded)}
    chance = min(
        chance if said in held else 1 - max(chance, LIKELY if said in named else 0.0) for said, chance in values.items()
    )
    surest = max(held, key=lambda said: values[said])
    return Candidate(field.name, held, places[field.name, surest], chance)


def _number(field: _Field, evidence: ReplyEvidence) -> Candidate | None:
    """The likeliest amount, or a number that is said without one: none, "daily", one named bone."""
    found: dict[float, Candidate] = {}
    dates = sum(each.amount.kind == "date" for each in evidence.amounts)
    for each, owners in zip(evidence.amounts, evidence.reading.owners, strict=True):
        if (value := each.values.get(field.name)) is not None:
            amount = each.amount
            chance = _of_a_pressure(owners) if amount.kind == "pressure" else owners.get(field.name, 0.0)
            if amount.kind == "date" and dates == 1:  # of dates the network says only that they are stated
                chance = max(chance, field.given)
            one = Candidate(field.name, value, amount.span, chance, inferred=amount.is_range or amount.kind == "date")
            found[value] = max(one, found.get(value, one), key=lambda each: each.chance)
    for said, chance in field.values.items():
        if isinstance(said, int | float) and (said == 0 or field.name in COUNTED):
            value = next((known for known in found if _is_close(known, said)), said)
            span = evidence.reading.places[field.name, said]
            one = Candidate(field.name, _whole(value), span, chance, inferred=value != 0)
            if value in found or said <= 1:  # several have to be counted in so many words
                found[value] = max(found.get(value, one), one, key=lambda each: each.chance)
    ranked = sorted(found.values(), key=lambda each: each.chance, reverse=True)
    rival = max((each.chance for each in ranked[1:] if not _is_close(each.value, ranked[0].value)), default=0.0)
    return replace(ranked[0], rival=rival) if ranked else None


def _of_a_pressure(owners: Mapping[str, float]) -> float:
    """Both numbers of a pressure are the athlete's, or neither is."""
    return max(owners.get(name, 0.0) for name in ("resting_sbp_mmhg", "resting_dbp_mmhg"))


def _days(field: _Field, evidence: ReplyEvidence) -> Candidate | None:
    """The days named as those that work, without those named as not working; the rest where only these are named."""
    meant, excluded, doubts = set[str](), set[str](), [field.given]
    spans = []
    for each, owners in zip(evidence.amounts, evidence.reading.owners, strict=True):
        if each.amount.kind != WEEKDAY_KIND:
            continue
        yes, no = owners.get(DAYS, 0.0), owners.get(EXCLUDED_DAYS, 0.0)
        doubts.append(max(yes, no) if max(yes, no) > LIKELY else 1 - yes)
        if max(yes, no) > LIKELY:
            (meant if yes >= no else excluded).update(days_of(each.amount))
            spans.append(each.amount.span)
    days = (meant or set(WEEKDAYS)) - excluded
    if not spans or not days:
        return None
    chance = math.sqrt(field.given * min(doubts))
    return Candidate(field.name, tuple(sorted(days)), _over(spans), chance, inferred=not meant)


def _minutes(field: _Field, evidence: ReplyEvidence) -> Candidate | None:
    """One length in a reply that names no day: that of every day, or of the days in the question."""
    pairs = list(zip(evidence.amounts, evidence.reading.owners, strict=True))
    lengths = [(each.amount, owners) for each, owners in pairs if each.amount.kind == "duration"]
    if len(lengths) != 1 or any(each.amount.kind == WEEKDAY_KIND for each, _ in pairs):
        return None
    ((amount, owners),) = lengths
    days = sorted(evidence.asked_days or WEEKDAYS)
    chance = math.sqrt(field.given * owners.get(MINUTES, 0.0))
    minutes = dict.fromkeys(days, _whole(round(amount.middle / 60, 2)))
    return Candidate(field.name, minutes, amount.span, chance, inferred=True)


def _over(spans: list[Span]) -> Span:
    return min(start for start, _ in spans), max(end for _, end in spans)


def _is_close(one: Value, other: Value) -> bool:
    if not isinstance(one, int | float) or not isinstance(other, int | float):
        return False
    return abs(one - other) <= _CLOSE * max(abs(one), abs(other))


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number
