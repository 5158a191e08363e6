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

AGE_BANDS = {"10-24": range(10, 25), "25-34": range(25, 35), "35+": range(35, 121)}
"""The bands of the specification's table of frameworks (section 4)."""

OUTCOMES = ("accepted", "blocked", "abandoned")
"""`failed` is the coach's own doing; no athlete can bring it about."""

SPORTS = ("running", "strength")
"""What the static schemas know to ask about; a library may hold more."""

RULES = tuple(compiled.rule.id for compiled in rules())
KINDS = [kind for each in get_args(get_args(Behaviour)[0]) for kind in get_args(each.model_fields["kind"].annotation)]

Coverage = dict[str, dict[str, list[str]]]


def coverage(personas: Iterable[Persona]) -> Coverage:
    """Topic to item to the ids of the personas that show it; items that nobody shows have an empty list."""
    everyone = tuple(personas)
    topics: dict[str, tuple[Iterable[str], Callable[[Persona], Iterable[str]]]] = {
        "rule fires": (RULES, lambda p: p.expect.safety.rules or ()),
        "rule just not met": (RULES, _just_missed),
        "behaviour": (KINDS, lambda p: [behaviour.kind for behaviour in p.behaviours]),
        "outcome": (OUTCOMES, lambda p: [p.expect.outcome]),
        "age band": (AGE_BANDS, lambda p: [band for band, ages in AGE_BANDS.items() if p.truth["age_years"] in ages]),
        "goal type": (get_args(GoalType), lambda p: [goal.type for goal in p.goals]),
        "sport": (SPORTS, lambda p: [goal.sport for goal in p.goals]),
    }
    shown = {topic: {p.id: set(of(p)) for p in everyone} for topic, (_, of) in topics.items()}
    return {
        topic: {item: [name for name, held in shown[topic].items() if item in held] for item in items}
        for topic, (items, _) in topics.items()
    }


def missing(found: Mapping[str, Mapping[str, list[str]]]) -> list[str]:
    """What nobody shows, as `topic: item`."""
    return [f"{topic}: {item}" for topic, items in found.items() for item, ids in items.items() if not ids]


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
