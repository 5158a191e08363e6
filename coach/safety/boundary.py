"""Profiles on the boundary of a rule: one that just fires it and one that just does not, found by search.

The search starts at the examples of the rule and asks the gate at every step, so what it finds is what the gate does.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.records.fact import Value, is_number
from coach.records.safety import SafetyResult
from coach.safety.gate import decide
from coach.safety.rules import CompiledRule, Example, healthy_profile

_MOST = 4


@dataclass(frozen=True, slots=True)
class Boundary:
    """Changes to the healthy profile that differ in `field` alone, and what the gate makes of either profile."""

    field: str
    fires: Profile
    spares: Profile
    when_fired: SafetyResult
    when_spared: SafetyResult


def boundaries(compiled: CompiledRule) -> tuple[Boundary, ...]:
    """A boundary for each number that decides the rule, at most `_MOST`; without one, where another answer decides."""
    found: dict[tuple[str, Value], Boundary] = {}
    for example in compiled.rule.fires:
        for each in _telling(compiled, example, [*_of_example(compiled, example)]):
            found.setdefault((each.field, str(each.fires[each.field])), each)
    numeric = [each for each in found.values() if is_number(each.fires[each.field])]
    answered = sorted(found.values(), key=lambda each: each.fires[each.field] is not None)
    return tuple(numeric[:_MOST] or answered[-1:])


def _telling(compiled: CompiledRule, example: Example, found: list[Boundary]) -> Iterator[Boundary]:
    """Those whose field the condition reads itself, and of the others the one that the rule's own examples vary."""
    spares = compiled.rule.spares
    varied = Counter(name for spare in spares for name in spare if spare[name] != example.get(name, spare[name]))
    yield from (each for each in found if each.field in compiled.reads)
    indirect = (each for each in found if each.field not in compiled.reads)
    yield from sorted(indirect, key=lambda each: -varied[each.field])[:1]


def _of_example(compiled: CompiledRule, example: Example) -> Iterator[Boundary]:
    start: Profile = {name: tuple(value) if isinstance(value, list) else value for name, value in example.items()}

    def judged(name: str, value: Value) -> SafetyResult:
        return decide({**healthy_profile(), **start, name: value})

    def fires(name: str, value: Value) -> bool:
        return compiled.rule.id in judged(name, value).fired

    for name, inside in start.items():
        outside = next((end for end in _ends(compiled, name, inside) if not fires(name, end)), ...)
        if outside is ...:
            continue
        numeric = is_number(inside) and is_number(outside)
        just, just_not = _closest(inside, outside, _step(name), partial(fires, name)) if numeric else (inside, outside)
        profiles = ({**start, name: just}, {**start, name: just_not})
        yield Boundary(name, *profiles, judged(name, just), judged(name, just_not))


def _ends(compiled: CompiledRule, name: str, inside: Value) -> Iterator[Value]:
    """Values of the field from which the rule may be silent: the healthy one, the rule's own, the ends of its range."""
    found = [healthy_profile()[name], *(example[name] for example in compiled.rule.spares if name in example)]
    if not is_number(inside):
        yield from found
        return
    yield from (each for each in found if is_number(each))
    yield from catalogue().fields[name].range or ()


def _closest(inside: Any, outside: Any, step: float, fires: Callable[[Value], bool]) -> tuple[Any, Any]:
    """The two neighbours on the grid of `step` between which the rule begins to fire."""
    low, high = round(inside / step), round(outside / step)
    while abs(high - low) > 1:
        middle = (low + high) // 2
        value = middle if step == 1 else round(middle * step, 1)
        if fires(value):
            low, inside = middle, value
        else:
            high, outside = middle, value
    return inside, outside


def _step(name: str) -> float:
    """To how fine a unit the field is told."""
    field = catalogue().fields[name]
    return 1 if field.type == "int" or field.unit == "s" else 0.1
