"""From the evidence for a fact to its chance, and from chances to what is believed. Pure; knows no words."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import yaml

from coach.records.fact import Value

_PATH: Final = Path(__file__).with_name("weighing.yaml")
WEIGHTS: Final = Path(__file__).with_name("weights.json")
Kind = Literal["null", "flag", "choice", "week", "list", "empty", "zero", "number"]
Meaning = Literal["alarming", "other", "reassuring"]
Hearer = Literal["anyone", "check", "coach"]
_EDGE: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a fact. `by_rules`, `by_network`: who reads it, or both.

    `support`: its chance by the network alone; `rival`: that of the likeliest other value; `told`: that anything is
    said of the field; `taken`: that the number is another field's. `asked`: plainly; `loose`: as part of a topic;
    `put`: the asker knows that it did, which no weight hears of.
    `inferred`: the rules took a step. `clash`: the rules read another value. `long`: the reply tells of much.
    `short`: it tells of next to nothing; no weight hears of that either.
    `void`: the words do not say it of the athlete as it is; `elsewhere`: they are about somebody else, a question or a
    mere if.
    """

    field: str
    kind: Kind
    value: Value
    by_rules: bool
    by_network: bool
    support: float
    rival: float
    told: float
    taken: float
    asked: bool
    loose: bool
    inferred: bool
    clash: bool
    long: bool
    void: bool
    put: bool = False
    short: bool = False
    elsewhere: bool = False

    @property
    def reader(self) -> str:
        return "both" if self.by_rules and self.by_network else "rules" if self.by_rules else "network"


def features(evidence: Evidence) -> Iterator[tuple[str, float]]:
    """Named parts of the log odds; those named `support:` may only raise them, those named `rival:` only lower them."""
    who = evidence.reader
    yield who, 1.0
    yield f"{who}:{evidence.kind}", 1.0
    yield f"{who}:{evidence.field}", 1.0
    yield f"support:{who}", _odds(evidence.support)
    yield f"rival:{who}", _odds(evidence.rival)
    yield f"told:{who}", _odds(evidence.told)
    if evidence.kind == "number":
        yield f"rival:taken:{who}", _odds(evidence.taken)
        yield f"support:number:{who}", _odds(evidence.support)
        yield f"rival:number:{who}", _odds(evidence.rival)
    elif evidence.kind in ("list", "empty"):
        yield f"support:list:{who}", _odds(evidence.support)
        yield f"rival:list:{who}", _odds(evidence.rival)
    for name in ("asked", "loose", "inferred", "clash", "long"):
        if getattr(evidence, name):
            yield f"{name}:{who}", 1.0


@cache
def weights() -> Mapping[str, float]:
    """The weights of `features` as `make train-replies` fitted them."""
    read: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return read


def chance(evidence: Evidence, weights: Mapping[str, float]) -> float:
    """How likely the fact is right; what has no weight counts for nothing."""
    total = sum(weights.get(name, 0.0) * value for name, value in features(evidence))
    return 1 / (1 + math.exp(-total))


def believed(evidence: Evidence, chance: float, hearer: Hearer = "anyone") -> bool:
    """Whether a fact of this chance is one to this hearer; see weighing.yaml.

    To the coach an alarm of the rules stays, however unlikely. What the network alone reads is never a fact where the
    words tell of somebody else or an "if", nor a value that does not apply.
    """
    table = _table()
    what = meaning(evidence.field, evidence.value)
    if not evidence.by_rules:
        return not _is_never_read(evidence) and chance >= _least_alone(evidence, what, hearer)
    if evidence.field in table["weeks"] or (evidence.put and evidence.kind == "null"):
        return True
    if (
        (hearer == "coach" or evidence.short)
        and what == "alarming"
        and evidence.kind != "number"
        and evidence.told >= table["surely_none"]
    ):
        return True
    least: float = table["least"]["answer" if evidence.put or evidence.kind == "null" else "found"][what]
    light: float = table["light"].get(evidence.field, least)
    return chance >= min(least, light)


def _least_alone(evidence: Evidence, what: Meaning, hearer: Hearer) -> float:
    """How likely what only the network reads must be: the strictest of all that holds of it."""
    table = _table()
    due = {
        "worded": evidence.kind in ("choice", "flag"),
        "unasked": evidence.kind in ("choice", "flag") and not evidence.asked,
        "void": evidence.void,
        "against": _says_none(evidence),
        "empty": evidence.kind == "empty",
        "nought": evidence.kind == "zero",
        "reassuring": what == "reassuring",
        "passing": what == "reassuring" and (evidence.void or not evidence.asked),
        "brief": what == "reassuring" and evidence.short,
    }
    alone: dict[str, float] = table["alone"][hearer]
    least: float = table["least"]["read"][what]
    return max([least, *(alone[name] for name, holds in due.items() if holds)])


def _is_never_read(evidence: Evidence) -> bool:
    """Whether the network alone, however sure it is, tells nothing."""
    low, high = _table()["usual"].get(evidence.field, (-math.inf, math.inf))
    unusual = (
        evidence.kind == "number" and isinstance(evidence.value, int | float) and not low <= evidence.value <= high
    )
    return evidence.elsewhere or evidence.kind == "null" or unusual


def _says_none(evidence: Evidence) -> bool:
    return evidence.kind in ("null", "empty", "zero") or evidence.value is False or evidence.value == "none"


def meaning(field: str, value: Value) -> Meaning:
    """What a value means for the athlete's safety."""
    table = _table()
    if field in table["harm"]:
        return "alarming" if value else "reassuring"
    if field in table["clearing"]:
        return "reassuring" if value else "other"
    if field in table["counts_harm"]:
        return "alarming" if value else "reassuring"
    for what in ("alarming", "reassuring"):
        if any(value is one or (isinstance(one, str) and value == one) for one in table[what].get(field, ())):
            return what
    return "other"


def fields_named() -> frozenset[str]:
    """All fields that the table gives a meaning to."""
    table = _table()
    named = (*table["harm"], *table["clearing"], *table["counts_harm"], *table["alarming"], *table["reassuring"])
    return frozenset(named)


def best(rated: Sequence[tuple[Evidence, float]], hearer: Hearer = "anyone") -> int | None:
    """Which of the candidates of one field is believed, if any is: that of the rules before those of the network."""
    kept = [
        (evidence.by_rules, chance, -at)
        for at, (evidence, chance) in enumerate(rated)
        if believed(evidence, chance, hearer)
    ]
    return -max(kept)[2] if kept else None


def _odds(chance: float) -> float:
    kept = min(max(chance, _EDGE), 1 - _EDGE)
    return math.log(kept / (1 - kept))


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = yaml.safe_load(_PATH.read_text(encoding="utf-8"))
    return table
