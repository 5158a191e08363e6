"""The rules that read one field each from a skeleton. The rules themselves are data in rules/*.yaml."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from coach.profile.catalogue import catalogue
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.edges import with_edges
from coach.profile.extraction.lending import lend
from coach.profile.extraction.measures import in_unit
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton
from coach.records.fact import Confidence, Value

RULES = Path(__file__).with_name("rules")
BLOCKING = frozenset({"other", "hypothetical", "unreal", "question", "wanted", "planned", "past", "negated"})
_PERSON = frozenset({"age_years", "sex", "height_cm", "weight_kg"})
_MARKER = re.compile("[\ue000-\ue0ff]")
_VALUE = re.compile(r"\(\?P<v>[^)]*\)")
_COMMA = re.compile(r"[,:(]| with (?=(?:a|my) long)| (?:and|but) (?=i\b|i'|my\b)")
_SUBJECT = re.compile(r"\b(?:i|i'\w+|im|ive|my|we|it's|train\w*|run\w*|currently|now|sessions?)\b")
_MACRO = re.compile(r"\{([a-z_]+)\}")
_CLASSES = Path(__file__).with_name("classes.yaml")
_BETWEEN = r"\b[^.;!?]{0,45}?\b"
"""Words of two classes belong together when no more than this stands between them, in one sentence."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`take`: unit the quantity is turned into; without it `value` is a constant. `blocked`: standings that void it.

    `asked`: the rule counts only where one of these fields was asked; `true` in the table means its own.
    `mute`: while one of these fields was asked, and not its own, the rule's words speak of that one.
    `markers`: one of these must stand in the text, or the value cannot.
    `context`: what the question or the whole text must hold.
    `within`: what the number can be. `alone`: the rule counts only where nothing else was asked.
    `single`: no range. `opening`: the rule counts only where nothing was asked, or who the athlete is.
    """

    field: str
    pattern: re.Pattern[str]
    take: str | None
    value: Value
    blocked: frozenset[str]
    asked: frozenset[str]
    mute: frozenset[str]
    markers: frozenset[str]
    needs: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    clause_unless: re.Pattern[str] | None
    confidence: Confidence
    within: tuple[float, float]
    alone: bool
    single: bool
    opening: bool
    context: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with the place of its rule in the table and in the text; a lower rank is a plainer saying."""

    candidate: Candidate
    rank: int
    place: int


def compile_pattern(source: str) -> re.Pattern[str]:
    """A rule's pattern with its macros and word classes filled in."""
    filled = _MACRO.sub(lambda match: _named(match[1]) or match[0], source)
    return re.compile(with_edges(_MACRO.sub(lambda match: _named(match[1]) or match[0], filled)))


def near_pattern(first: str, second: str) -> str:
    """Words of `first` and of `second` near each other, whichever stands first."""
    one, two = rf"(?:{first})", rf"(?:{second})"
    return rf"\b{one}{_BETWEEN}{two}(?!\w)|\b{two}{_BETWEEN}{one}(?!\w)"


@cache
def _classes() -> dict[str, str]:
    told: dict[str, str] = yaml.safe_load(_CLASSES.read_text(encoding="utf-8"))
    return told


def _named(name: str) -> str | None:
    return MACROS.get(name) or (f"(?:{_classes()[name]})" if name in _classes() else None)


def _sources(row: dict[str, Any]) -> list[str]:
    return [*row.get("say", ()), *(near_pattern(*pair) for pair in row.get("near", ()))]


@cache
def rules() -> tuple[Rule, ...]:
    rows: list[dict[str, Any]] = []
    for path in sorted(RULES.glob("*.yaml")):
        rows += yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(rule for row in rows for rule in _of(row))


def _of(row: dict[str, Any]) -> Iterator[Rule]:
    unknown = set(row) - {
        "field",
        "say",
        "near",
        "take",
        "value",
        "allow",
        "asked",
        "mute",
        "needs",
        "unless",
        "clause_unless",
        "confidence",
        "within",
        "alone",
        "context",
        "single",
        "opening",
    }
    if unknown:
        raise KeyError(f"{row['field']}: unknown keys {sorted(unknown)}")
    for source in _sources(row):
        yield Rule(
            field=row["field"],
            pattern=(pattern := compile_pattern(source)),
            markers=frozenset(_MARKER.findall((_VALUE.search(pattern.pattern) or [pattern.pattern])[0])),
            take=row.get("take"),
            value=row.get("value"),
            blocked=BLOCKING - _allowed(row),
            asked=_asked(row),
            mute=frozenset(row.get("mute", ())),
            needs=compile_pattern(row["needs"]) if "needs" in row else None,
            unless=compile_pattern(row["unless"]) if "unless" in row else None,
            clause_unless=compile_pattern(row["clause_unless"]) if "clause_unless" in row else None,
            confidence=row.get("confidence", "explicit"),
            within=tuple(row.get("within", (float("-inf"), float("inf")))),
            alone=row.get("alone", False),
            single=row.get("single", False),
            opening=row.get("opening", False),
            context=compile_pattern(row["context"]) if "context" in row else None,
        )


def _asked(row: dict[str, Any]) -> frozenset[str]:
    told = row.get("asked", False)
    return frozenset(told) if isinstance(told, list) else frozenset({row["field"]} if told else ())


def _allowed(row: dict[str, Any]) -> frozenset[str]:
    """A plan is a kind of wish."""
    allowed = frozenset(row.get("allow", ()))
    return allowed | {"planned"} if "wanted" in allowed else allowed


def read(
    skeleton: Skeleton,
    claims: Assertions,
    asked: frozenset[str],
    question: str = "",
    loose: frozenset[str] = frozenset(),
) -> Iterator[Ranked]:
    """Every reading of every rule, whatever the field; `loose` of the `asked` fields only as part of a topic."""
    around = f"{question} {skeleton.text}"
    present = set(_MARKER.findall(skeleton.text))
    for rank, rule in enumerate(rules()):
        if (rule.asked and rule.asked.isdisjoint(asked)) or (rule.take and present.isdisjoint(rule.markers)):
            continue
        plain = asked - loose
        if rule.field not in asked and not rule.mute.isdisjoint(plain):
            continue
        if rule.alone and _with_others(rule, asked, plain):
            continue
        if rule.context and not rule.context.search(around):
            continue
        if rule.opening and question.strip() and _PERSON.isdisjoint(asked):
            continue
        for match in rule.pattern.finditer(skeleton.text):
            candidate = _candidate(rule, match, skeleton, claims)
            if candidate is not None:
                yield Ranked(candidate, rank, match.start())


def _with_others(rule: Rule, asked: frozenset[str], plain: frozenset[str]) -> bool:
    """Whether more was asked than the rule's field and what goes with it."""
    fields = catalogue().fields
    return len(plain) > 1 or any(fields[name].question != fields[rule.field].question for name in asked)


def _candidate(rule: Rule, match: re.Match[str], skeleton: Skeleton, claims: Assertions) -> Candidate | None:
    start, end = _value_place(match) if rule.take else _words_of(match)
    if start == end or claims.standings(start, end) & rule.blocked:
        return None
    if not _fits(rule, skeleton.text, (start, end), claims):
        return None
    if rule.take is None:
        return Candidate(rule.field, rule.value, skeleton.original(start, end), rule.confidence)
    quantity = skeleton.quantity_at(start)
    value = in_unit(lend(quantity, rule.take, skeleton), rule.take) if quantity else None
    low, high = _bounds(rule)
    if quantity is None or value is None or not low <= value <= high or (rule.single and quantity.is_range):
        return None
    confidence: Confidence = "inferred" if quantity.is_range else rule.confidence
    return Candidate(rule.field, value, (quantity.start, quantity.end), confidence)


def _bounds(rule: Rule) -> tuple[float, float]:
    """What the rule's number can be, in the field's unit: the rule's own bounds, within the field's range."""
    low, high = catalogue().fields[rule.field].range or (float("-inf"), float("inf"))
    return max(low, rule.within[0]), min(high, rule.within[1])


def _fits(rule: Rule, text: str, span: tuple[int, int], claims: Assertions) -> bool:
    """Whether the words around `span` allow the rule, and no denial stands behind it."""
    low, high = claims.sentence(span[0])
    sentence = text[low:high]
    if (rule.needs and not rule.needs.search(sentence)) or (rule.unless and rule.unless.search(sentence)):
        return False
    if rule.clause_unless and rule.clause_unless.search(_clause(text, span[0], (low, high))):
        return False
    return not (rule.value is True and saying("denials", "after").match(text[span[1] : high]))


def _clause(text: str, place: int, sentence: tuple[int, int]) -> str:
    """What stands around `place` between the commas of its sentence; with what it leans on, if it has no verb."""
    cuts = [sentence[0], *(cut.end() for cut in _COMMA.finditer(text, *sentence)), sentence[1]]
    after = next(index for index, cut in enumerate(cuts) if cut > place or index == len(cuts) - 1)
    first = max(0, after - 1)
    while first and not _SUBJECT.search(text, cuts[first], cuts[after]):
        first -= 1
    return text[cuts[first] : cuts[after]]


def _words_of(match: re.Match[str]) -> tuple[int, int]:
    """The match without the punctuation that it begins with: that belongs to the sentence before."""
    return match.end() - len(match[0].lstrip(" ,.;:!?/")), match.end()


def _value_place(match: re.Match[str]) -> tuple[int, int]:
    """The marker that holds the value: group `v`, or the first marker of the match."""
    if "v" in match.re.groupindex:
        return match.span("v")
    found = _MARKER.search(match[0])
    return (match.start() + found.start(), match.start() + found.end()) if found else (0, 0)
