"""In which states each event may happen; `coach.flow.step` refuses it elsewhere."""

from coach import events as e
from coach.decisions import ApprovalAsked, ApprovalGiven, ReviewDecided
from coach.memory import Remembered
from coach.states import State

_LIVE = frozenset(State) - {State.CLOSED}
_TALK = frozenset({State.GOAL_CAPTURE, State.INTAKE, State.PRESENT})

ALLOWED: dict[type, frozenset[State]] = {
    e.SessionStarted: frozenset({State.GOAL_CAPTURE}),
    e.AthleteSaid: _TALK | {State.SAFETY},
    e.CoachSaid: _TALK | {State.SAFETY, State.PLAN, State.CLOSED},
    e.GoalsCaptured: frozenset({State.GOAL_CAPTURE}),
    e.GoalChanged: frozenset({State.INTAKE, State.PRESENT}),
    e.RevisitAsked: frozenset({State.ANALYST}),
    e.SchemaAccepted: frozenset({State.ANALYST}),
    e.FactRecorded: _TALK,
    e.NoteRecorded: _TALK,
    e.HealthWordsQueried: frozenset({State.INTAKE, State.PRESENT}),
    Remembered: frozenset({State.INTAKE, State.PRESENT}),
    e.IntakeClaimed: frozenset({State.INTAKE}),
    e.RedFlagSeen: frozenset({State.INTAKE}),
    e.ProfileReviewed: frozenset({State.SAFETY}),
    e.GateEvaluated: frozenset({State.SAFETY}),
    ReviewDecided: frozenset({State.SAFETY, State.INTAKE}),
    e.PlanProposed: frozenset({State.PLAN}),
    e.PlanImpossible: frozenset({State.PLAN}),
    e.PlanChanged: frozenset({State.PLAN}),
    e.PlanShown: frozenset({State.PRESENT}),
    e.PlanWithdrawn: frozenset({State.INTAKE, State.GOAL_CAPTURE}),
    e.ChangeAsked: frozenset({State.PRESENT}),
    e.PlanAccepted: frozenset({State.PRESENT}),
    **dict.fromkeys((e.ModelCalled, e.ModelFailed, e.ToolsAnswered, e.ToolCalled, ApprovalAsked, ApprovalGiven), _LIVE),
    **dict.fromkeys((e.BoundReached, e.AthleteLeft, e.Moved), _LIVE),
    e.SessionClosed: frozenset({State.CLOSED}),
}
