"""The safety rules as data: reads, checks and compiles the files beside it. Judges nobody.

A file with a bad condition, an unknown field, source or value, or a rule without examples is a `FileError` that
names the file, the line and the rule.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from coach import sourced_yaml
from coach.errors import FileError, InputError
from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.profile.validation import check_value, parse_profile
from coach.records.base import Record
from coach.records.problems import first_problem, foremost
from coach.records.safety import Action
from coach.safety.conditions import check_condition
from coach.safety.derived import inputs_of
from coach.three_valued import Condition

HERE = Path(__file__).parent
CAP = "cap_weekly_volume_km"

Scope = Literal["intake", "session", "both"]
Example = dict[str, bool | int | float | str | tuple[str, ...] | None]


class Source(Record):
    citation: str
    year: int | None
    verification: Literal["checked", "secondary", "recalled", "house"]


class Contraindication(Record):
    """`meaning` is for planner and reviewer, `say` for the athlete."""

    meaning: str
    say: str


class SafetyRule(Record):
    """One rule as written. `fires` and `spares` are changes to the healthy profile; `basis` is the threshold's.

    Of a rule that warns: where `review_if` holds too, a person looks at the athlete.
    `hint_when_cleared` is heard in place of `hint` where a written clearance leaves a milder action.
    """

    id: str
    about: str
    condition: str
    action: Action
    review_if: str | None = None
    scope: Scope
    contraindications: tuple[str, ...]
    cleared_by: str | None = None
    when_cleared: Literal["warn", "flag_for_review", "none"] | None = None
    clearance_requires: str | None = None
    thresholds: Annotated[dict[str, float | str | tuple[float, ...]], Field(default_factory=dict)]
    hint: str
    hint_when_cleared: str | None = None
    referral: str | None = None
    sources: Annotated[dict[str, str], Field(min_length=1)]
    confidence: Literal["high", "medium", "low"]
    basis: Literal["sourced", "mixed", "house"]
    needs_check: bool = False
    note: str = ""
    fires: Annotated[tuple[Example, ...], Field(min_length=1)]
    spares: Annotated[tuple[Example, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRule:
    """`reads`: the names that the condition reads; `reads_if_fired`: with those that a clearance needs, sorted.

    Compared and hashed by identity, so that verdicts can be remembered by rule.
    """

    rule: SafetyRule
    group: str
    condition: Condition
    clearance: Condition | None
    review: Condition | None
    reads: tuple[str, ...]
    reads_if_fired: tuple[str, ...]


@cache
def rules() -> tuple[CompiledRule, ...]:
    """The rules as shipped, sorted by id."""
    return load(sorted((HERE / "rules").glob("*.yaml")))


@cache
def rules_by_id() -> dict[str, CompiledRule]:
    return {compiled.rule.id: compiled for compiled in rules()}


@cache
def sources() -> dict[str, Source]:
    return sourced_yaml.read_as(HERE / "sources.yaml", dict[str, Source])


@cache
def contraindications() -> dict[str, Contraindication]:
    return sourced_yaml.read_as(HERE / "contraindications.yaml", dict[str, Contraindication])


@cache
def referrals() -> dict[str, str]:
    """Whom a rule refers to, as the athlete hears it."""
    return sourced_yaml.read_as(HERE / "referrals.yaml", dict[str, str])


@cache
def healthy_profile() -> Profile:
    """The profile that the examples change; no rule fires on it."""
    path = HERE / "healthy_profile.yaml"
    try:
        return parse_profile(sourced_yaml.read(path).data)[0]
    except InputError as error:
        raise FileError(str(path), None, None, str(error)) from error


@cache
def fields_read() -> frozenset[str]:
    """Every base field that a rule reads, itself or through a derived value."""
    names = {name for compiled in rules() for name in compiled.reads_if_fired}
    return frozenset(base for name in names for base in inputs_of(name))


def cap_weekly_volume_km(fired: Iterable[str]) -> float | None:
    """The smallest weekly cap among the rules of these ids; None where none has one."""
    wanted = set(fired)
    caps = (c.rule.thresholds.get(CAP) for c in rules() if c.rule.id in wanted)
    return min((cap for cap in caps if isinstance(cap, int | float)), default=None)


def load(paths: Iterable[Path]) -> tuple[CompiledRule, ...]:
    """Read, check and compile rule files; sorted by id."""
    compiled = [rule for path in paths for rule in _load_file(sourced_yaml.read(path))]
    seen: set[str] = set()
    for rule in compiled:
        if rule.rule.id in seen:
            raise FileError("safety rules", None, rule.rule.id, "stands in the files twice")
        seen.add(rule.rule.id)
    return tuple(sorted(compiled, key=lambda each: each.rule.id))


def _load_file(source: sourced_yaml.Sourced) -> Iterator[CompiledRule]:
    data = source.data
    if not isinstance(data, dict) or set(data) != {"group", "rules"} or not isinstance(data["rules"], list):
        raise FileError(str(source.path), 1, None, "must have a group and a list of rules, and nothing else")
    for index, raw in enumerate(data["rules"]):
        yield _compiled(source, index, raw)


def _compiled(source: sourced_yaml.Sourced, index: int, raw: Any) -> CompiledRule:
    name = str(raw.get("id", f"rule {index + 1}")) if isinstance(raw, dict) else f"rule {index + 1}"

    def refuse(key: tuple[str | int, ...], what: str) -> FileError:
        return FileError(str(source.path), source.line_of(("rules", index, *key)), name, what)

    try:
        rule = SafetyRule.model_validate(raw)
    except ValidationError as error:
        raise refuse(foremost(error)["loc"], str(first_problem(error))) from error
    for key, what in _slips(rule):
        raise refuse(key, what)
    checked: dict[str, Condition] = {}
    for which in ("condition", "clearance_requires", "review_if"):
        if (text := getattr(rule, which)) is None:
            continue
        try:
            checked[which] = check_condition(text)
        except InputError as error:
            raise refuse((which,), str(error)) from error
    condition, clearance, review = checked["condition"], checked.get("clearance_requires"), checked.get("review_if")
    more = {"clearances"} if rule.cleared_by else set()
    more |= {name for each in (clearance, review) if each for name in each.names}
    reads, reads_if_fired = tuple(sorted(condition.names)), tuple(sorted(condition.names | more))
    return CompiledRule(rule, source.data["group"], condition, clearance, review, reads, reads_if_fired)


def _slips(rule: SafetyRule) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What a rule names that does not exist, with the key where it does."""
    for ref in rule.sources:
        if ref not in sources():
            yield ("sources", ref), f"{ref!r} does not stand in sources.yaml"
    for index, name in enumerate(rule.contraindications):
        if name not in contraindications():
            yield ("contraindications", index), f"{name!r} does not stand in contraindications.yaml"
    if rule.referral is not None and rule.referral not in referrals():
        yield ("referral",), f"{rule.referral!r} does not stand in referrals.yaml"
    if rule.cleared_by is not None and rule.cleared_by not in catalogue().fields["clearances"].values:
        yield ("cleared_by",), f"{rule.cleared_by!r} is not a value of the field clearances"
    if (rule.cleared_by is None) != (rule.when_cleared is None):
        yield ("id",), "cleared_by and when_cleared go together"
    if (rule.when_cleared in {"warn", "flag_for_review"}) != (rule.hint_when_cleared is not None):
        yield ("id",), "a rule that a clearance makes milder, and no other, has a hint_when_cleared"
    if "cap_weekly_volume" in rule.contraindications and not isinstance(rule.thresholds.get(CAP), int | float):
        yield ("thresholds",), f"cap_weekly_volume needs the threshold {CAP}"
    yield from _slips_of_examples(rule)


def _slips_of_examples(rule: SafetyRule) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for kind, examples in (("fires", rule.fires), ("spares", rule.spares)):
        for index, example in enumerate(examples):
            for name, value in example.items():
                if problem := check_value(name, tuple(value) if isinstance(value, list) else value):
                    yield (kind, index, name), f"{kind}: {name} {problem}"
