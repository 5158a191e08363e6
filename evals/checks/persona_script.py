"""What a persona's file lets the athlete say: its truth, its goals, and what its behaviours add. Judges no session."""

from collections.abc import Iterator
from functools import cached_property

from coach.memoize import by_identity
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.fact import Value
from coach.records.goal import Goal
from evals.checks.values import same
from personas.behaviours import AddsGoal, Behaviour, ChangesGoal, Contradicts, Corrects, DisclosesLate
from personas.persona import Persona, Tell, Truth

HIDDEN: frozenset[Tell] = frozenset({"if_probed", "reluctant", "late", "never"})


class PersonaScript:
    """A persona with what follows from its file, worked out once."""

    def __init__(self, persona: Persona) -> None:
        self.persona = persona
        self.truth = persona.truth
        self.changed_goals = [each.to for each in persona.behaviours if isinstance(each, ChangesGoal)]
        self.added_goals = [each.goal for each in persona.behaviours if isinstance(each, AddsGoal)]
        self.goals: tuple[Goal, ...] = (*persona.goals, *self.changed_goals, *self.added_goals)
        """Every goal that the athlete may speak of."""
        self.kinds = {each.kind for each in persona.behaviours}
        self._allowed: dict[str, tuple[Value, ...]] = {}
        self._behaviours: dict[str, list[Behaviour]] = {}
        for each in persona.behaviours:
            self._behaviours.setdefault(getattr(each, "field", ""), []).append(each)
        self._tells: dict[str, Tell] = {name: self._tell_level(name, fact) for name, fact in persona.facts.items()}

    @cached_property
    def own_words(self) -> str:
        """Whatever the file gives the athlete to say, in lower case."""
        texts = [goal.text for goal in self.goals]
        texts += [text for each in self.persona.behaviours if (text := getattr(each, "text", None))]
        texts += [f"{name} {fact.value} {fact.say or ''}" for name, fact in self.persona.facts.items()]
        return " ".join(texts).lower()

    def behaviours_of(self, name: str) -> list[Behaviour]:
        """The behaviours about the field."""
        return self._behaviours.get(name, [])

    def tells(self, name: str) -> Tell | None:
        """When the athlete tells the fact, after what the behaviours make of it; None for no fact of the file."""
        return self._tells.get(name)

    def hides(self, name: str) -> bool:
        """Whether the athlete keeps the fact back, for a time or for good."""
        fact = self.persona.facts.get(name)
        return fact is not None and (fact.tell in HIDDEN or self.tells(name) in HIDDEN)

    def _tell_level(self, name: str, fact: Truth) -> Tell:
        kinds = {each.kind for each in self.behaviours_of(name)}
        return "never" if "declines" in kinds else "late" if "discloses_late" in kinds else fact.tell

    def later(self, name: str) -> list[Corrects | Contradicts | DisclosesLate]:
        """The behaviours by which the fact comes out later than it was asked for."""
        return [each for each in self.behaviours_of(name) if isinstance(each, Corrects | Contradicts | DisclosesLate)]

    def allowed(self, name: str) -> tuple[Value, ...]:
        """Every value that the athlete may give for the field: the truth, a scripted one, one that a goal states."""
        if name not in self._allowed:
            truths = (truth.get(name) for truth in self._truths)
            self._allowed[name] = (*truths, *self._scripted(name), *self._of_goals(name))
        return self._allowed[name]

    def allows(self, name: str, value: Value) -> bool:
        return any(same(name, value, allowed) for allowed in self.allowed(name))

    @cached_property
    def _truths(self) -> list[dict[str, Value]]:
        return [self.persona.truth_for(goal) for goal in self.goals]

    def _scripted(self, name: str) -> Iterator[Value]:
        for each in self.behaviours_of(name):
            if isinstance(each, Corrects | Contradicts):
                yield from (each.first, each.then)

    def _of_goals(self, name: str) -> Iterator[Value]:
        for goal in self.goals:
            km = distance_km(goal.event)
            if name == "race_distance_km" and km is not None:
                yield km
            elif name == "goal_time_s":
                yield target_seconds(goal.target, km) if goal.target else None


script_of = by_identity(PersonaScript, most=128)
"""The script of a persona, made once for each object among the last ones asked for."""
