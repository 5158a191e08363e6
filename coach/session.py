"""What is known of a session at one moment. Changes by events only (`coach.fold`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from coach import events as e
from coach.decisions import ReviewDecided, Standing, standing_of
from coach.memoize import by_identity
from coach.memory import Remembered
from coach.profile.profile import Profile
from coach.records.block import TrainingBlock
from coach.records.change import PlanDifference
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.records.intake import IntakeSchema
from coach.records.safety import Concern
from coach.states import Outcome, State
from coach.thread import SpokenLine, Thread, begun

Apology = Literal["failed", "no_sound_plan", "heard_already"]


@dataclass(frozen=True)  # without slots, so that `replace` copies it at once
class Session:
    """Everything that follows from the events so far; nothing that does not."""

    started: e.SessionStarted | None = None
    state: State = State.GOAL_CAPTURE
    goals: tuple[Goal, ...] = ()
    goals_fresh: bool = False  # captured since the session last entered GOAL_CAPTURE, and nothing asked since
    intake: IntakeSchema | None = None
    added_fields: tuple[str, ...] = ()  # required by code besides those of `intake`
    facts: Mapping[str, Fact] = field(default_factory=dict)
    notes: Mapping[str, e.NoteRecorded] = field(default_factory=dict)
    memory: tuple[Remembered, ...] = ()
    open_notes: Mapping[str, int] = field(default_factory=dict)  # unclear notes, with the turn they were told in
    quotes: tuple[Fact, ...] = ()  # every fact and unclear note since `settled_turn`, as it was recorded
    settled_turn: int = 0  # the words of the messages up to this one are accounted for
    queried: frozenset[str] = frozenset()  # sentences that the model was asked about since they were last said
    health_before: Fact | None = None  # the answer to the health question that an unclear note took back
    revisit: str | None = None
    revisits: int = 0
    goal_change: str | None = None
    keeps_goal: bool = False  # the changed goal comes on top of the present ones
    intake_claimed: bool = False
    red_flag: bool = False
    review: tuple[Concern, ...] | None = None  # the second opinion on the facts as they are
    gate: e.GateEvaluated | None = None
    gate_is_current: bool = False  # nothing the gate reads has changed since it ran
    decided: ReviewDecided | None = None  # a person's decision on what fires now
    refusal_told: bool = False  # the coach has spoken since the gate refused or a person was asked about these facts
    wait_told: bool = False  # the athlete has heard, since the session entered SAFETY, that a person looks first
    plan: TrainingBlock | None = None
    plan_is_fresh: bool = False  # a valid plan was proposed since the session last entered PLAN
    best: e.PlanProposed | None = None  # the nearest attempt, kept and marked invalid, never shown
    tried: TrainingBlock | None = None  # the last plan proposed, valid or not, since the session last entered PLAN
    plan_difference: PlanDifference | None = None  # what the newest plan changed in the one before it
    attempts: int = 0  # plans proposed since the session last entered PLAN
    shown: TrainingBlock | None = None  # the plan before the athlete's eyes
    shown_for_gate: bool = False  # the gate has not run again since that plan was shown
    change: str | None = None
    accepted: bool = False
    left: bool = False
    failure: str | None = None
    apology: Apology = "failed"  # what the athlete hears if the session fails now
    turn: int = 0  # messages of the athlete
    calls_this_turn: int = 0
    calls: int = 0
    awaiting: bool = True  # it is the athlete's turn to speak
    is_nearest: bool = False  # the coach said, with the plan, what of the wishes it could not meet
    talk: tuple[SpokenLine, ...] = ()  # what the athlete wrote and saw
    threads: Mapping[State, Thread] = field(default_factory=dict)  # of the states that have asked a model
    outcome: Outcome | None = None

    @property
    def told(self) -> Profile:
        """The values the athlete gave; nothing inferred from the absence of an answer."""
        return {name: fact.value for name, fact in self.facts.items() if fact.standing == "given"}

    @property
    def also_told(self) -> dict[str, str]:
        """What the athlete told outside the catalogue, by name."""
        return {name: note.text for name, note in self.notes.items() if note.standing == "given" and note.text}

    @property
    def thread(self) -> Thread:
        """The conversation of the present state with its model."""
        return self.threads.get(self.state) or begun(self.talk)

    @property
    def standing(self) -> Standing | None:
        """What holds for the facts as they are; None where the gate has not judged them."""
        if self.gate is None or not self.gate_is_current:
            return None
        holds = self.started is not None and self.started.review == "hold"
        return standing_of(self.gate.result, self.decided, holds=holds)

    @property
    def plan_in_force(self) -> TrainingBlock | None:
        """The plan that was shown; None where a fact has changed since, until a plan is shown for the new facts."""
        return self.shown if self.shown_for_gate and self.gate_is_current else None

    @property
    def declined(self) -> frozenset[str]:
        return _declined(self.facts)


@by_identity
def _declined(facts: Mapping[str, Fact]) -> frozenset[str]:
    """Asked once per mapping: a session replaces its facts, it never changes them."""
    return frozenset(name for name, fact in facts.items() if fact.standing != "given")


_FIELDS = frozenset(each.name for each in fields(Session))


def replace(session: Session, **changes: Any) -> Session:
    """What `dataclasses.replace` gives, in a tenth of the time: this runs once an event."""
    if not changes.keys() <= _FIELDS:
        raise TypeError(f"a session has no {', '.join(sorted(changes.keys() - _FIELDS))}")
    changed = object.__new__(Session)
    changed.__dict__.update(session.__dict__, **changes)
    return changed
