"""A condition in the words of a clinician, made from its syntax tree. Knows the shape of conditions; judges nobody.

A leaf reads "NAME: TEST". Negation is pushed down to the leaves, where "or does not apply" stands for what a negated
comparison lets through: every comparison with what does not apply is false before the negation.
"""

import ast
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from coach import cel, sourced_yaml
from coach.errors import InputError
from coach.profile.catalogue import catalogue
from coach.profile.wording import clock, label
from coach.records.base import Record
from coach.safety.derived import DERIVED, DerivedRow, RaceWeeks, numbers
from coach.vdot import GAINS


@dataclass(frozen=True, slots=True)
class WordGroup:
    """`joint`: whether all of the parts must hold, or any."""

    joint: Literal["all", "any"]
    parts: "tuple[Words, ...]"


Words = str | WordGroup

NOT_APPLICABLE = ", or does not apply"


class _ClinicalWords(Record):
    """The file clinical_words.yaml."""

    names: dict[str, str]
    values: dict[str, dict[str, str]]
    means: dict[str, str]
    units: dict[str, str]
    phrases: dict[str, str]


@cache
def _clinical() -> _ClinicalWords:
    return sourced_yaml.read_as(Path(__file__).with_name("clinical_words.yaml"), _ClinicalWords)


def name_of(field: str) -> str:
    """What a field or derived value is called before the colon."""
    return _clinical().names.get(field) or label(field).capitalize()


def value_of(field: str, value: str) -> str:
    described = catalogue().fields.get(field)
    known = {key: choice.say for key, choice in described.values.items()} if described else {}
    return (known | _clinical().values.get(field, {})).get(value) or value.replace("_", " ")


def fact(field: str, value: object) -> str:
    """A field and what it holds: "Age: 17 years"."""
    return f"{name_of(field)}: {held(field, value)}"


def held(field: str, value: object) -> str:
    """What the field holds: "17 years"."""
    if value is None:
        return "does not apply"
    if isinstance(value, bool):
        return _YES_NO[value]
    if isinstance(value, tuple | list):
        return _listed([value_of(field, str(each)) for each in value], "and") or "none"
    if isinstance(value, dict):
        return ", ".join(f"{amount:g} {catalogue().fields[field].unit} on {key}" for key, amount in value.items())
    return value_of(field, value) if isinstance(value, str) else _amount(field, value)


def words(text: str) -> Words:
    """The words of the condition `text`; `InputError` where it holds something that there are no words for."""
    try:
        return _said(cel.parse(text), holds=True)
    except (ValueError, KeyError) as error:
        raise InputError(f"the packet has no words for {text!r}: {error}") from error


def meaning(field: str) -> str:
    """What a derived value is, with its numbers; nothing for a field that somebody is asked for."""
    return _clinical().means.get(field, "").format_map(_numbers())


def _said(node: ast.expr, *, holds: bool) -> Words:
    if isinstance(node, ast.BoolOp):
        joint: Literal["all", "any"] = "all" if isinstance(node.op, ast.And) == holds else "any"
        parts = [_said(part, holds=holds) for part in node.values]
        flat = (part.parts if isinstance(part, WordGroup) and part.joint == joint else (part,) for part in parts)
        return WordGroup(joint, tuple(each for part in flat for each in part))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return _said(node.operand, holds=not holds)
    if isinstance(node, ast.Compare):
        return _compared(node, holds=holds)
    return _exists(node, holds=holds)


def _exists(node: ast.expr, *, holds: bool) -> str:
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=field), attr="exists"),
            args=[
                ast.Name(id=bound),
                ast.Compare(left=ast.Name(id=item), ops=[ast.In()], comparators=[ast.List(elts=elts)]),
            ],
        ) if bound == item:
            values = [value_of(field, value) for value in _texts(elts)]
            no = "none of: " if len(values) > 1 else "not "
            return f"{name_of(field)}: {'' if holds else no}{_listed(values, 'or')}"
    raise ValueError(ast.unparse(node))


def _compared(node: ast.Compare, *, holds: bool) -> str:
    field, [operator], [right] = getattr(node.left, "id", ""), node.ops, node.comparators
    op = type(operator)
    match right:
        case ast.List(elts=[]):
            return f"{name_of(field)}: {_any_value(field) if (op is ast.NotEq) == holds else 'none'}"
        case ast.Constant(value=bool(value)):
            said = _YES_NO[value == ((op is ast.Eq) == holds)]
        case ast.Constant(value=str(value)):
            said = _chosen(field, {value}, among=(op is ast.Eq) == holds)
        case ast.List(elts=elts) if op is ast.In:
            said = _chosen(field, set(_texts(elts)), among=holds)
        case ast.Constant(value=int(value) | float(value)):
            said = _ordered(op, _amount(field, value), holds=holds)
        case ast.Name(id=other):
            said = _ordered(op, f"“{name_of(other)}”", holds=holds)
        case _:
            raise ValueError(ast.unparse(node))
    return f"{name_of(field)}: {said}{'' if holds else NOT_APPLICABLE}"


def _ordered(op: type[ast.cmpop], amount: str, *, holds: bool) -> str:
    return _ORDER[op if holds else _OPPOSITE[op]].format(amount)


def _chosen(field: str, values: set[str], *, among: bool) -> str:
    """One of `values`, or, where not `among`, one of the others that there are; all are values of an enum."""
    known = catalogue().fields[field]
    if known.type != "enum" or not values <= known.values.keys():
        raise ValueError(f"{field} has no choice among {', '.join(sorted(values))}")
    return _listed([value_of(field, each) for each in known.values if (each in values) == among], "or")


def _any_value(field: str) -> str:
    known = catalogue().fields[field]
    listed = _listed([value_of(field, each) for each in known.values], "or")
    return f"at least one{', such as' if known.open_values else ' of'}: {listed}"


def _texts(nodes: Iterable[ast.expr]) -> list[str]:
    return [str(node.value) for node in nodes if isinstance(node, ast.Constant)]


def _listed(items: Iterable[str], joint: str) -> str:
    """Set apart by semicolons where an item holds a comma or an "or" itself."""
    *first, last = found = [*items] or [""]
    comma, end = ("; ", ";") if any(re.search(r",| or ", each) for each in found) else (", ", "")
    return f"{comma.join(first)}{end} {joint} {last}" if first else last


def _amount(field: str, value: object) -> str:
    known = catalogue().fields.get(field)
    unit = (known.unit if known else DERIVED[field].unit) or ""
    if not isinstance(value, int | float):
        return str(value)
    if unit == "s":
        return clock(value)
    said = f"{value:.10g} {_clinical().units.get(unit, unit)}".strip().replace(" %", "%")
    return re.sub(r"(?<=^1 )(cycle|day|hour|month|week|year)s", r"\1", said)


@cache
def _numbers() -> dict[str, Any]:
    """What stands in braces in `means` and in `phrases`."""
    found = numbers()
    flat: dict[str, Any] = {**found.energy, **found.growth, "obesity_bmi": found.obesity_bmi}
    flat |= {name: text.format_map(flat) for name, text in _clinical().phrases.items()}
    return flat | {
        "known_disease": _listed(sorted(value_of("known_conditions", each) for each in found.known_disease), "or"),
        "acsm_symptoms": _listed(sorted(value_of("symptoms", each) for each in found.acsm_symptoms), "or"),
        "race_block": _race_weeks(lambda row: row.block),
        "race_warn": _race_weeks(lambda row: row.warn),
        "gains": _gains(),
    }


def _race_weeks(limit: Callable[[DerivedRow], int]) -> str:
    def of(race: RaceWeeks) -> str:
        distance = f"race up to {race.up_to_km:g} km" if race.up_to_km else "longer race"
        volumes = (f"below {row.below_km:g} km a week" if row.below_km else "above" for row in race.rows)
        return f"{distance}: " + ", ".join(f"{limit(row)} ({vol})" for row, vol in zip(race.rows, volumes, strict=True))

    return "; ".join(map(of, numbers().race_weeks))


def _gains() -> str:
    below = (gain.experience_years_below for gain in GAINS)
    whose = ("above" if math.isinf(years) else f"below {years:g} years" for years in below)
    rows = (f"{g.gmax_pct:g}% and {g.tau_weeks:g} weeks ({who})" for g, who in zip(GAINS, whose, strict=True))
    return ", ".join(rows)


_ORDER: Mapping[type[ast.cmpop], str] = {
    ast.Gt: "above {}", ast.GtE: "{} or more", ast.Lt: "below {}", ast.LtE: "{} or less", ast.Eq: "exactly {}",
    ast.NotEq: "other than {}",
}  # fmt: skip
_OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
_YES_NO = {True: "yes", False: "no"}
