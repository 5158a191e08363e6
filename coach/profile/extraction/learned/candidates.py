"""All that could be a fact of a reply, by the rules or by the network, with the evidence for each. Decides nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Stretch
from coach.profile.extraction.assign import owners
from coach.profile.extraction.learned.amounts import Amount, units
from coach.profile.extraction.learned.network import Reading
from coach.profile.extraction.learned.propositions import GIVEN, NAMED, NOTHING
from coach.profile.extraction.learned.weighing import Evidence, Kind, meaning
from coach.profile.extraction.records import Extracted, Span
from coach.records.fact import Value

_LIKELY: Final = 0.5
_WORTH: Final = 0.3
"""What the network finds less likely is no candidate."""
_SURELY_NOT: Final = 0.02
"""A value that the rules read in a list is left out only where the network finds it less likely."""
_SURELY: Final = 0.8
"""What the network finds so likely completes a list that the rules read, where that makes the list likelier."""
_SAME: Final = 0.01
_NEVER: Final = frozenset({"available_days", "available_minutes"})
"""The network reads no weeks: those of the rules are only weighed."""
_FELT: Final = frozenset({"symptoms", "pain_signs", "pelvic_symptoms"})
"""Lists of what people feel, in words of their own; of names (conditions, medicines) the rules know more."""
_APART: Final = (
    {"syncope", "exertional_presyncope"},
    {"exertional_chest_pain", "rest_chest_pain"},
    {"limping", "pain_changes_gait"},
)
"""Where the rules read one of these, by the words that tell them apart, the network's other one is the same again."""
_BARE: Final = 12
"""A reply of so few characters says yes or no and little else."""
_NOT_THEIRS: Final = frozenset({"other", "hypothetical", "unreal", "question", "evaded"})
_SHORT: Final = 50
"""A reply of so few characters tells of one thing, and the rules hear a bare yes better than the network."""
_LONG: Final = 150
"""A reply of so many characters tells of much."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that a field may have, where it was read, and the evidence; `read`: as the rules have it."""

    field: str
    value: Value
    span: Span
    evidence: Evidence
    read: Extracted | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """The numbers of a reply, what its stretches claim, its sentences with a word of denial, and its length.

    Stretches and denials by places in the text.
    """

    amounts: tuple[Amount, ...]
    stretches: tuple[Stretch, ...]
    denials: tuple[Span, ...]
    length: int


@dataclass(frozen=True, slots=True)
class _Option:
    value: Value
    chance: float
    span: Span


def candidates(
    rules: Mapping[str, Extracted], reading: Reading, reply: Told, asked: Asked, put: frozenset[str] = frozenset()
) -> Iterator[Fact]:
    """Every candidate; several of one field differ in value. `put`: fields that were surely asked for."""
    by_field: dict[str, dict[object, float]] = {}
    for (name, said), chance in reading.chances.items():
        by_field.setdefault(name, {})[_key(said)] = chance
    for name in catalogue().fields:
        field = _Field(name, rules.get(name), by_field.get(name, {}), reading, reply, asked, name in put)
        yield from field.facts()


def _same_again(value: tuple[str, ...]) -> set[str]:
    return {name for pair in _APART if pair & set(value) for name in pair}


def _key(said: object) -> object:
    """True and 1 are one key of a dict, and two things to say."""
    return ("flag", said) if isinstance(said, bool) else said


@dataclass(frozen=True, slots=True)
class _Field:
    """What is known of one field in one reply."""

    name: str
    rule: Extracted | None
    chances: Mapping[object, float]
    reading: Reading
    reply: Told
    asked: Asked
    put: bool

    def facts(self) -> Iterator[Fact]:
        options = list(self._options())
        best = max(options, key=lambda one: one.chance, default=None)
        rule = self.rule
        for rule in self._ruled_facts():
            agreed = best is not None and best.chance >= _WORTH and same(best.value, rule.value)
            fact = self._fact(
                _Option(rule.value, self.support(rule.value, rule.span), rule.span), options, best, agreed
            )
            yield replace(fact, read=rule)
        for one in options:
            worth = one.chance >= _WORTH and (one is best or isinstance(one.value, tuple))
            if worth and not (rule is not None and (same(one.value, rule.value) or self._other_unit(one, rule))):
                yield self._fact(one, options, best, None)

    def _ruled_facts(self) -> Iterator[Extracted]:
        """What the rules read; a list also with what the network surely reads beside, but for denials and others."""
        rule = self.rule
        if rule is None:
            return
        yield rule
        if self.name not in _FELT or not isinstance(rule.value, tuple) or not rule.value:
            return
        voids = self._voids(rule.value)
        void = [(each.start, each.end) for each in self.reply.stretches if each.standing in voids]
        added = {
            str(said)
            for said, chance in self.chances.items()
            if said not in (None, GIVEN, NOTHING, *rule.value, *_same_again(rule.value))
            and chance >= _SURELY
            and not self._inside(said, void)
        }
        if added:
            yield replace(rule, value=tuple(sorted({*rule.value, *added})), confidence="inferred")

    def _inside(self, said: object, void: list[Span]) -> bool:
        place = self._place(said)
        return any(place[0] < end and start < place[1] for start, end in void)

    def _other_unit(self, one: _Option, rule: Extracted) -> bool:
        """Whether `one` is the amount that the rules read, taken for another unit: of units the rules know more."""
        amount = self.name in units() and rule.value is not None
        return amount and one.span[0] < rule.span[1] and rule.span[0] < one.span[1]

    def _fact(self, one: _Option, options: list[_Option], best: _Option | None, agreed: bool | None) -> Fact:  # noqa: FBT001
        by_rules = agreed is not None
        others = [other.chance for other in options if not same(other.value, one.value)]
        asked = self.name in self.asked.fields
        evidence = Evidence(
            field=self.name,
            kind=kind_of(one.value),
            value=one.value,
            by_rules=by_rules,
            by_network=bool(agreed) if by_rules else True,
            support=max(one.chance, best.chance) if agreed and best else one.chance,
            rival=max(others, default=0.0),
            told=max(self.chances.values(), default=0.0),
            taken=self._taken(one.value),
            put=self.put,
            asked=asked and self.name not in self.asked.loose,
            loose=asked and self.name in self.asked.loose,
            inferred=self.rule is not None and by_rules and self.rule.confidence == "inferred",
            clash=self.rule is not None and not by_rules,
            long=self.reply.length > _LONG,
            short=self.reply.length <= _SHORT,
            void=any(one.span[0] < end and start < one.span[1] for start, end in self._void(one.value)),
            elsewhere=any(
                one.span[0] < each.end and each.start < one.span[1]
                for each in self.reply.stretches
                if each.standing in _NOT_THEIRS
            ),
        )
        return Fact(self.name, one.value, one.span, evidence)

    def _options(self) -> Iterator[_Option]:
        """The values that the network could read, each with its chance."""
        if self.name in _NEVER:
            return
        if None in self.chances:
            yield self._at(None, None)
        if self.name in units():
            yield from self._numbers()
        elif catalogue().fields[self.name].type == "list":
            yield from self._lists()
        else:
            yield from (self._at(_plain(said), said) for said in self.chances if said is not None)

    def _at(self, value: Value, said: object) -> _Option:
        return _Option(value, self.chances[said], self._place(said))

    def _place(self, said: object) -> Span:
        key: Any = said[1] if isinstance(said, tuple) else said
        return self.reading.places.get((self.name, key), (0, 0))

    def _numbers(self) -> Iterator[_Option]:
        found: dict[float, _Option] = {}
        for amount, own in zip(self.reply.amounts, self.reading.owners, strict=True):
            value = amount.values.get(self.name)
            chance = own.get(self.name, 0.0)
            if value is not None and chance > (found[value].chance if value in found else 0.0):
                found[value] = _Option(value, chance, amount.span)
        for said, chance in self.chances.items():
            if isinstance(said, int | float) and (said == 0 or self.name in NAMED):
                value = next((known for known in found if same(known, said)), None)
                if value is None and said > 1:
                    continue  # several have to be counted in so many words
                value = _whole(said) if value is None else value
                if value not in found or found[value].chance < chance:
                    found[value] = _Option(value, chance, self._place(said))
        yield from found.values()

    def _lists(self) -> Iterator[_Option]:
        """The likely values; with those of the rules that are not surely none, where that is another list."""
        items = {said: chance for said, chance in self.chances.items() if said not in (None, GIVEN, NOTHING)}
        likely = {str(said) for said, chance in items.items() if chance > _LIKELY}
        kept = {one for one in self._ruled() if items.get(one, _LIKELY) >= _SURELY_NOT and self.name not in _NEVER}
        sets = {tuple(sorted(likely | kept)), *((tuple(sorted(likely)),) if kept <= likely else ())}
        sets |= {tuple(sorted(kept))} if kept else set()
        for values in sorted(sets - {()}):
            surest = max(values, key=lambda one: items.get(one, 0.0))
            yield _Option(values, self.support(values, (0, 0)), self._place(surest))
        if NOTHING in self.chances and not self._ruled():
            yield self._at((), NOTHING)

    def _ruled(self) -> tuple[str, ...]:
        return self.rule.value if self.rule is not None and isinstance(self.rule.value, tuple) else ()

    def support(self, value: Value, span: Span) -> float:
        """The chance of a value by the network, for lists that of its weakest part."""
        if value is None or isinstance(value, str):
            return self.chances.get(value, 0.0)
        if isinstance(value, bool):
            return self.chances.get(_key(value), 0.0)
        if isinstance(value, dict):
            return self.chances.get(GIVEN, 0.0)
        if isinstance(value, int | float):
            return self._of_number(float(value), span)
        if not value:
            return self.chances.get(NOTHING, 0.0)
        given = self.chances.get(GIVEN, 0.0)
        inside = [self.chances.get(one, given) for one in value]
        outside = [
            1 - chance
            for said, chance in self.chances.items()
            if said not in (None, GIVEN, NOTHING) and said not in value
        ]
        return min(*inside, *outside, 1.0)

    def _of_number(self, value: float, span: Span) -> float:
        named = [chance for said, chance in self.chances.items() if isinstance(said, int | float) and same(said, value)]
        pairs = list(zip(self.reply.amounts, self.reading.owners, strict=True))
        fitting = [
            owners.get(self.name, 0.0)
            for amount, owners in pairs
            if self.name in amount.values and same(amount.values[self.name], value)
        ]
        under = [
            owners.get(self.name, 0.0)
            for amount, owners in pairs
            if amount.span[0] < span[1] and span[0] < amount.span[1]
        ]
        return max([*named, *(fitting or under)], default=self.chances.get(GIVEN, 0.0) * (1 if value else _LIKELY))

    def _void(self, value: Value) -> Iterator[Span]:
        """Where the words do not say `value`. The network knows little of denials: harm is never read beside one, and
        what a bare no clears is for the rules to say.
        """
        if meaning(self.name, value) == "alarming":
            yield from self.reply.denials
        elif meaning(self.name, value) == "reassuring" and self.reply.length <= _BARE:
            yield 0, self.reply.length
        voids = self._voids(value)
        yield from ((each.start, each.end) for each in self.reply.stretches if each.standing in voids)

    def _voids(self, value: Value) -> frozenset[str]:
        """The standings in which words do not say `value` of the athlete as they are."""
        if kind_of(value) == "number":
            return _NOT_THEIRS | ({"past"} if self.name in _present() else set())
        if value is True or (value and isinstance(value, tuple)):
            return _NOT_THEIRS | {"negated", "past"}
        return _NOT_THEIRS

    def _taken(self, value: Value) -> float:
        """How likely the number that was said is another field's."""
        if kind_of(value) != "number":
            return 0.0
        others = [
            max((chance for name, chance in owners.items() if name != self.name), default=0.0)
            for amount, owners in zip(self.reply.amounts, self.reading.owners, strict=True)
            if self.name in amount.values and same(amount.values[self.name], value)
        ]
        return min(others, default=0.0)


@cache
def _present() -> frozenset[str]:
    """Fields whose number is that of today."""
    return frozenset(owner.field for owner in owners() if "past" not in owner.free)


def _plain(said: object) -> Value:
    value: Value = said[1] if isinstance(said, tuple) else said  # type: ignore[assignment]
    return value


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def same(one: Value, other: Value) -> bool:
    """Equal values: lists as sets, numbers within one per cent."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= _SAME * max(abs(one), abs(other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return set(one) == set(other)
    return one == other


def kind_of(value: Value) -> Kind:
    """What sort of value it is, as far as the evidence for it differs."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, str):
        return "choice"
    if isinstance(value, dict):
        return "week"
    if isinstance(value, int | float):
        return "number" if value else "zero"
    return "list" if value else "empty"
