"""What ground the library of personas covers: rules fired and just missed, behaviours, outcomes, bands, goals."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import get_args

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.records.fact import Value
from coach.records.goal import GoalType
from coach.safety.derived import derive, inputs_of
from coach.safety.rules import CompiledRule, rules
from personas.behaviours import Behaviour
from personas.persona import Persona

AGE_BANDS = {"10-24": (10, 24), "25-34": (25, 34), "35+": (35, 120)}
"""The bands of the specification's table of frameworks (section 4)."""

OUTCOMES = ("accepted", "blocked", "abandoned")
"""`failed` is the coach's own doing; no athlete can bring it about."""

SPORTS = ("running", "strength")
"""What the static schemas know to ask about; a library may hold more."""

Coverage = dict[str, dict[str, list[str]]]


def coverage(personas: Iterable[Persona]) -> Coverage:
    """Topic to item to the ids of the personas that show it; items that nobody shows have an empty list."""
    everyone = tuple(personas)
    return {
        "rule fires": _named(_rule_ids(), everyone, lambda p: p.expect.safety.rules or ()),
        "rule just not met": _named(_rule_ids(), everyone, _just_missed),
        "behaviour": _named(_behaviours(), everyone, lambda p: [b.kind for b in p.behaviours]),
        "outcome": _named(OUTCOMES, everyone, lambda p: [p.expect.outcome]),
        "age band": _named(AGE_BANDS, everyone, _bands),
        "goal type": _named(get_args(GoalType), everyone, lambda p: [goal.type for goal in p.goals]),
        "sport": _named(sorted({*SPORTS, *(goal.sport for p in everyone for goal in p.goals)}), everyone, _sports),
    }


def missing(found: Mapping[str, Mapping[str, list[str]]]) -> list[str]:
    """What nobody shows, as `topic: item`."""
    return [f"{topic}: {item}" for topic, items in found.items() for item, ids in items.items() if not ids]


def _named(
    items: Iterable[str], personas: tuple[Persona, ...], shown: Callable[[Persona], Iterable[str]]
) -> dict[str, list[str]]:
    by_persona = {persona.id: set(shown(persona)) for persona in personas}
    return {item: [name for name, held in by_persona.items() if item in held] for item in items}


def _rule_ids() -> list[str]:
    return [compiled.rule.id for compiled in rules()]


def _behaviours() -> list[str]:
    union = get_args(Behaviour)[0]
    return [kind for each in get_args(union) for kind in get_args(each.model_fields["kind"].annotation)]


def _just_missed(persona: Persona) -> list[str]:
    """Rules that do not fire on the truth, and would with one fact changed by its smallest step."""
    fired = set(persona.expect.safety.rules or ())
    return [each.rule.id for each in rules() if each.rule.id not in fired and _is_near(each, persona.truth)]


def _is_near(rule: CompiledRule, truth: Profile) -> bool:
    fields = sorted({base for name in rule.condition.names for base in inputs_of(name)})
    changed = ({**truth, name: value} for name in fields for value in _neighbours(name, truth.get(name)))
    return any(rule.condition.value({**profile, **derive(profile)}) is True for profile in changed)


def _neighbours(name: str, value: Value) -> Iterator[Value]:
    """The values one smallest step away from `value`."""
    field = catalogue().fields[name]
    if field.type == "bool":
        yield value is not True
    elif field.type == "enum":
        yield from (other for other in field.values if other != value)
    elif field.type == "list":
        held = tuple(value) if isinstance(value, tuple) else ()
        yield from ((*held, other) for other in field.values if other not in held)
        yield from (tuple(each for each in held if each != gone) for gone in held)
    elif isinstance(value, int | float):
        yield from (value + step for step in (-1, 1, -0.1, 0.1) if field.type == "number" or step in {-1, 1})


def _bands(persona: Persona) -> list[str]:
    age = persona.truth.get("age_years")
    return [band for band, (low, high) in AGE_BANDS.items() if isinstance(age, int) and low <= age <= high]


def _sports(persona: Persona) -> list[str]:
    return [goal.sport for goal in persona.goals]
