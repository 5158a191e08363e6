"""What can happen in a session. One frozen record per event, a discriminated union; no behaviour.

A session is its list of events. Wall time, latency and random ids are not events: they stand beside the
chain (`coach.store.chain.Entry.beside`), so that the same talk has the same bytes.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from coach.decisions import ApprovalAsked, ApprovalGiven, Review, ReviewDecided
from coach.memory import Remembered
from coach.records.base import Record
from coach.records.block import PlanFinding, TrainingBlock
from coach.records.change import PlanDifference
from coach.records.fact import Fact, Standing, Value
from coach.records.goal import Goal
from coach.records.intake import IntakeSchema
from coach.records.safety import Concern, SafetyResult
from coach.states import Outcome, Reason, State


class SessionStarted(Record):
    """`prompts`: prompt file name to SHA-256. `today`: ISO date, the session's only clock.

    `approvals`: names of the tools that run only when somebody approves the call.
    """

    kind: Literal["session_started"] = "session_started"
    session: str
    athlete: str
    variant: str
    prompts: dict[str, str]
    models: dict[str, str]
    today: str
    review: Review = "go_on"
    approvals: tuple[str, ...] = ()


class AthleteSaid(Record):
    kind: Literal["athlete_said"] = "athlete_said"
    turn: int
    text: str


class CoachSaid(Record):
    """Words the athlete sees. After the last of a turn (`ends_turn`) it is the athlete's turn to speak."""

    kind: Literal["coach_said"] = "coach_said"
    state: State
    text: str
    ends_turn: bool = True


class ModelCalled(Record):
    """One answered call. `content` holds the whole blocks; `prompt` is the SHA-256 of system and tools.

    `context`: the sections of the engine's message at the end of the request; with the talk it gives the request again.
    `anew`: the state's conversation was begun again for this call, from this line of the visible talk on (0-based).
    Tokens: `input_tokens` were neither written to nor read from the prompt cache, as the Messages API counts them.
    """

    kind: Literal["model_called"] = "model_called"
    state: State
    tier: Literal["fast", "reasoning"]
    model: str
    prompt: str
    stop_reason: str
    input_tokens: int
    output_tokens: int
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0
    context: dict[str, Any] | None = None
    anew: int | None = None
    content: tuple[dict[str, Any], ...]


class ModelFailed(Record):
    """No answer that could be used. `service`: none came, since the service, the connection or the account failed.

    `model` and the tokens are of the answers that could not be used, where there were any.
    """

    kind: Literal["model_failed"] = "model_failed"
    state: State
    what: str
    service: bool = False
    model: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0


class ToolsAnswered(Record):
    """All results of one response, in order, as they go back to the model."""

    kind: Literal["tools_answered"] = "tools_answered"
    state: State
    results: tuple[dict[str, Any], ...]


class ToolCalled(Record):
    """One executed tool call. `error` is what the model was told, None where it worked."""

    kind: Literal["tool_called"] = "tool_called"
    state: State
    tool: str
    call: str
    input: dict[str, Any]
    error: str | None = None


class GoalsCaptured(Record):
    kind: Literal["goals_captured"] = "goals_captured"
    goals: tuple[Goal, ...]


class GoalChanged(Record):
    """The athlete wants something else, or one thing more (`keeps`). `dropped`: fields about the goal left behind."""

    kind: Literal["goal_changed"] = "goal_changed"
    words: str
    keeps: bool = False
    dropped: tuple[str, ...] = ()


class RevisitAsked(Record):
    """The analyst wants the goal looked at again through this (visible) question."""

    kind: Literal["revisit_asked"] = "revisit_asked"
    question: str


class SchemaAccepted(Record):
    """`intake`: the analyst's, or `from_table` where the variant asks none.

    `added`: fields that code requires besides, because the safety rules read them.
    """

    kind: Literal["schema_accepted"] = "schema_accepted"
    intake: IntakeSchema
    added: tuple[str, ...] = ()
    from_table: bool = False


class FactRecorded(Record):
    """A first value, a correction, a refusal: the last one of a field holds, the others are its history."""

    kind: Literal["fact_recorded"] = "fact_recorded"
    fact: Fact


class NoteRecorded(Record):
    """A dynamic field outside the catalogue: kept as text, read by no rule. `text` is empty where only the `standing`
    is known.

    `unclear`: it may be about health, and no field is known for it. The general health question is open again until
    the athlete has answered it in a later turn.
    """

    kind: Literal["note_recorded"] = "note_recorded"
    name: str
    text: str
    turn: int
    standing: Standing = "given"
    unclear: bool = False


class HealthWordsQueried(Record):
    """The model was asked about sentences of the athlete that speak of health and that nothing on record holds."""

    kind: Literal["health_words_queried"] = "health_words_queried"
    sentences: tuple[str, ...]


class IntakeClaimed(Record):
    """The hard gate found every required field settled."""

    kind: Literal["intake_claimed"] = "intake_claimed"


class RedFlagSeen(Record):
    """A block rule fires on what is known already; the intake stops here."""

    kind: Literal["red_flag_seen"] = "red_flag_seen"
    rules: tuple[str, ...]


class ProfileReviewed(Record):
    """The optional reviewer's second opinion on facts that the rules approve; it can only add or raise."""

    kind: Literal["profile_reviewed"] = "profile_reviewed"
    concerns: tuple[Concern, ...]


class GateEvaluated(Record):
    """`profile`: every known field that the gate read (inferred nulls included); `declined`: names.

    `result` holds the verdicts of the rules that fired. `inputs` and `rules` are SHA-256 of
    all that was judged and of the rule set (`coach.safety.gating`); None in records of before they were kept.
    """

    kind: Literal["gate_evaluated"] = "gate_evaluated"
    profile: dict[str, Value]
    declined: tuple[str, ...]
    result: SafetyResult
    inputs: str | None = None
    rules: str | None = None


class PlanProposed(Record):
    """One attempt. Valid when no finding is an error; never shown before that."""

    kind: Literal["plan_proposed"] = "plan_proposed"
    attempt: int
    plan: TrainingBlock | None
    findings: tuple[PlanFinding, ...] = ()
    error: str | None = None


class PlanImpossible(Record):
    """No valid plan exists for these facts, which code has checked; the athlete has heard why."""

    kind: Literal["plan_impossible"] = "plan_impossible"
    why: str


class PlanChanged(Record):
    """A valid plan replaces an earlier one: what differs."""

    kind: Literal["plan_changed"] = "plan_changed"
    difference: PlanDifference


class PlanShown(Record):
    """The plan is before the athlete's eyes, every string of it."""

    kind: Literal["plan_shown"] = "plan_shown"
    plan: TrainingBlock


class PlanWithdrawn(Record):
    kind: Literal["plan_withdrawn"] = "plan_withdrawn"
    why: str


class ChangeAsked(Record):
    kind: Literal["change_asked"] = "change_asked"
    request: str


class PlanAccepted(Record):
    kind: Literal["plan_accepted"] = "plan_accepted"


class BoundReached(Record):
    kind: Literal["bound_reached"] = "bound_reached"
    bound: Literal["calls_a_turn", "calls_a_session", "turns", "plan_attempts"]
    limit: int


class AthleteLeft(Record):
    kind: Literal["athlete_left"] = "athlete_left"


class Moved(Record):
    """A transition of the table in `coach.flow`."""

    kind: Literal["moved"] = "moved"
    source: State
    target: State
    reason: Reason


class SessionClosed(Record):
    kind: Literal["session_closed"] = "session_closed"
    outcome: Outcome
    why: str


Event = Annotated[
    SessionStarted | AthleteSaid | CoachSaid | ModelCalled | ModelFailed | ToolsAnswered | ToolCalled
    | GoalsCaptured | GoalChanged | RevisitAsked | SchemaAccepted | FactRecorded | NoteRecorded
    | HealthWordsQueried | Remembered | IntakeClaimed | RedFlagSeen | ProfileReviewed | GateEvaluated
    | ReviewDecided | ApprovalAsked | ApprovalGiven | PlanProposed | PlanImpossible | PlanChanged | PlanShown
    | PlanWithdrawn | ChangeAsked | PlanAccepted | BoundReached | AthleteLeft | Moved | SessionClosed,
    Field(discriminator="kind"),
]  # fmt: skip
