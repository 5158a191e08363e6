"""What the athlete remembers of the talk: what was said, what is still held back. No wording, no choices."""

from dataclasses import dataclass, field

from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.fact import Value
from coach.records.goal import Goal
from personas.acts import Ask
from personas.behaviours import Behaviour, ChangesGoal, Contradicts, Corrects
from personas.persona import Persona

_OF_THE_GOAL = frozenset({"goal_time_s", "race_distance_km"})


@dataclass(slots=True)
class AthleteMemory:
    """One session of one persona. `pending`: behaviours not yet acted out; `unanswered`: questions to come back to.

    `told`: the facts stated, a field with its value, of a list with each entry; `used`: the wordings of more than a few
    words that were said.
    """

    persona: Persona
    pending: list[Behaviour] = field(default_factory=list)
    turn: int = 0
    stage_turns: dict[str, int] = field(default_factory=dict)
    answered: dict[str, int] = field(default_factory=dict)
    told: set[tuple[str, object]] = field(default_factory=set)
    deflected: set[str] = field(default_factory=set)
    denied_vaguely: set[str] = field(default_factory=set)
    released: set[str] = field(default_factory=set)
    corrected: set[str] = field(default_factory=set)
    unanswered: tuple[Ask, ...] = ()
    blocks: int = 0
    accepts: int = 0
    left: bool = False
    new_goal: Goal | None = None
    used: set[str] = field(default_factory=set)

    def value(self, name: str) -> Value:
        """What the athlete gives out for a field now: the truth, or what they say `first`."""
        for behaviour in self.pending:
            if isinstance(behaviour, Corrects | Contradicts) and behaviour.field == name:
                return behaviour.first
        if name in _OF_THE_GOAL and (name not in self.persona.facts or self.has("changes_goal")):
            return self._of_the_goal(name)
        return self.persona.truth_for(self.new_goal or self.persona.goals[0])[name]

    def _of_the_goal(self, name: str) -> Value:
        """What the goal first stated says: it holds until it is changed, and where the file has no fact."""
        goal = self.persona.goals[0]
        km = distance_km(goal.event)
        if name == "goal_time_s":
            return target_seconds(goal.target, km)
        return km if self.has("changes_goal") else None

    @property
    def goal(self) -> str:
        """What the athlete wants now, in the words of the file, as part of a sentence."""
        return (self.new_goal or self.persona.goals[0]).text.rstrip(" .!")

    @property
    def widens(self) -> bool:
        """Whether the athlete would name a wider goal if the coach asked."""
        return any(isinstance(each, ChangesGoal) and each.at == "revisit" for each in self.pending)

    def has(self, kind: str) -> bool:
        """Whether a behaviour of that kind holds or is still to come."""
        return any(behaviour.kind == kind for behaviour in self.pending)

    def pretends(self, name: str) -> bool:
        """Whether a `first` stands in for the truth."""
        return any(isinstance(b, Corrects | Contradicts) and b.field == name for b in self.pending)

    def holds_back(self, name: str) -> bool:
        """Whether the fact waits for its disclosure."""
        waits = any(b.kind == "discloses_late" and b.field == name for b in self.pending)
        truth = self.persona.facts.get(name)
        late = truth is not None and truth.tell == "late" and name not in self.released
        return (waits or late) and not self.pretends(name)
