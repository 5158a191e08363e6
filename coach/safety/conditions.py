"""Is a condition one that the gate can judge? Checks it against the types of the catalogue. Knows no rule."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice, product

from coach.errors import InputError
from coach.profile.catalogue import Field, catalogue
from coach.safety.derived import DERIVED
from coach.three_valued import Condition, compile_condition

_MOST_PROBES = 4096
Literals = tuple[str | float, ...]


@cache
def check_condition(text: str) -> Condition:
    """The compiled condition; `InputError` on bad syntax, unknown fields, wrong types and idle comparisons."""
    condition = compile_condition(text)
    for name in sorted(condition.names):
        _refuse_unknown(name)
    for comparison in condition.comparisons():
        _try_out(comparison)
    condition.value(dict.fromkeys(condition.names))  # where nothing applies it must still be a yes or a no
    return condition


def _refuse_unknown(name: str) -> None:
    known = [*catalogue().fields, *DERIVED]
    if name in known:
        return
    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(f"{name!r} is neither a field of the catalogue nor a derived value{hint}")


def _try_out(comparison: Condition) -> None:
    """A comparison that comes out the same whatever its fields hold is a slip: a value that does not exist."""
    if not comparison.names:
        return
    names = sorted(comparison.names)
    probes = product(*(tuple(_probes(name, comparison.literals)) for name in names))
    found = {comparison.value(dict(zip(names, values, strict=True))) for values in islice(probes, _MOST_PROBES)}
    if len(found) == 1:
        of = " and ".join(names)
        raise InputError(f"{comparison.text!r}: what it asks of {of} is {str(found.pop()).lower()} whatever {of} is")


def _probes(name: str, literals: Literals) -> Iterator[object]:
    """Values of the field's type that a comparison with these numbers and texts might tell apart."""
    field = catalogue().fields.get(name)
    kind = field.type if field else DERIVED[name].type
    if kind == "bool":
        yield from (True, False)
    elif kind in {"int", "number"}:
        yield from _numbers(field, [each for each in literals if not isinstance(each, str)])
    elif field is not None and kind == "enum":
        yield from field.values
    elif field is not None and kind == "list":
        words = [each for each in literals if isinstance(each, str)] if field.open_values else []
        yield from ((), *((word,) for word in (*field.values, *words)), tuple(field.values))
    else:
        yield from ("", "2026-01-05") if kind != "minutes_by_day" else ({}, {"mon": 30.0})


def _numbers(field: Field | None, written: list[float]) -> Iterator[float]:
    """Around each number that is written, as far as the field's range goes, and the ends of the range."""
    low, high = field.range if field and field.range else (-1e6, 1e6)
    near = {float(number) + step for number in written for step in (-1, 0, 1)}
    yield from sorted({low, high} | {number for number in near if low <= number <= high})
