"""Faults of the engine around the model: its table of moves, its gate, its tools, its history, its tiers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coach.events import Event, GateEvaluated, NoteRecorded, RedFlagSeen, SessionStarted, ToolsAnswered
from coach.flow import FLOW, Flow, Move
from coach.loop import Coach
from coach.policy import POLICY
from coach.records.safety import SafetyResult
from coach.session import Session
from coach.states import Reason, State
from evals.faults.coach_calls import under_own_name
from evals.faults.coach_changes import in_present, planning_from, recording, shifted, without_limits
from evals.faults.guards_off import PLANS_UNJUDGED, TO_ANY_PLAN, accepting, with_moves, words_unread
from evals.faults.rows import fault_of
from evals.offline.request_view import RequestView

_MESSAGES_KEPT = 10


def _judging(alter: Callable[[SafetyResult], SafetyResult], *, sees_red_flags: bool = True) -> Callable[..., Coach]:
    """An engine that takes every result of the gate altered; without red flags, nothing ends the questions early."""

    class Judging(Coach):
        def _judged(self) -> Event | None:
            event = super()._judged()
            if isinstance(event, RedFlagSeen) and not sees_red_flags:
                return None
            if not isinstance(event, GateEvaluated):
                return event
            return event.model_copy(update={"result": alter(event.result)})

    return Judging


def _taken_for(old: str, new: str, **update: Any) -> Callable[[SafetyResult], SafetyResult]:
    """Results of the status `old` come with the status `new`, updated so."""
    return lambda result: result.model_copy(update={"status": new, **update}) if result.status == old else result


def _settled(result: SafetyResult) -> SafetyResult:
    status = "approved_with_warnings" if result.fired else "approved"
    return _taken_for("unresolved", status, unresolved=())(result)


class _Losing(Flow):
    """The flow, whose history loses results of tools. The events themselves are recorded as they were."""

    def step(self, session: Session, event: Event) -> Session:
        if isinstance(event, ToolsAnswered) and len(session.thread.messages) >= _MESSAGES_KEPT:
            return session
        return super().step(session, event)


class _Forgetful(Flow):
    """The flow, which opens no question for an unclear note."""

    def step(self, session: Session, event: Event) -> Session:
        if isinstance(event, NoteRecorded):
            event = event.model_copy(update={"unclear": False})
        return super().step(session, event)


class _Unheld(Flow):
    """The flow, which waits for nobody. The session's setting is recorded as it was."""

    def step(self, session: Session, event: Event) -> Session:
        if isinstance(event, SessionStarted):
            event = event.model_copy(update={"review": "go_on"})
        return super().step(session, event)


class _Swallowing(Coach):
    async def _run(self, call: dict[str, Any]) -> dict[str, Any]:
        result = await super()._run(call)
        return {**result, "is_error": False, "content": "Done."} if result.get("is_error") else result


def _one_day_more_until_told(seen: RequestView) -> dict[str, Any]:
    """A plan that is wrong until the model is told so, which the clean engine does."""
    told = any(is_error for _, is_error in seen.fresh_results)
    return {} if told else shifted(seen, "training_days_per_week", 1)


_PLANNING_ON = with_moves(
    {State.SAFETY: {Reason.GATE_APPROVED: Move(State.PLAN, lambda s: s.gate_is_current)}, **TO_ANY_PLAN}
)
"""The gate runs, and a plan is made whatever it says."""

_KEEPING = with_moves(
    {State.PRESENT: {Reason.ACCEPTED: Move(State.CLOSED, lambda s: s.accepted)}},
    without={State.PRESENT: frozenset({Reason.FACT_CHANGED})},
)
"""What is told in front of the plan does not take it back."""

FAULTS = (
    replace(
        fault_of("jumps_to_plan"),
        coach=planning_from(without_limits),
        flow=with_moves(
            {State.INTAKE: {Reason.INTAKE_COMPLETE: Move(State.PLAN, lambda s: s.intake_claimed)}, **TO_ANY_PLAN},
            without={State.PRESENT: frozenset({Reason.FACT_CHANGED})},
        ),
        policy=accepting(PLANS_UNJUDGED),
    ),
    replace(
        fault_of("ignores_block"),
        coach=planning_from(without_limits),
        flow=_PLANNING_ON,
        policy=accepting(PLANS_UNJUDGED),
    ),
    replace(fault_of("forgets_late_facts"), flow=_KEEPING, policy=accepting(dict(POLICY))),
    replace(fault_of("keeps_the_plan_that_a_late_fact_forbids"), flow=_KEEPING, policy=accepting(dict(POLICY))),
    replace(
        fault_of("shows_the_plan_again_after_a_late_block"),
        coach=planning_from(without_limits),
        flow=_PLANNING_ON,
        policy=accepting(PLANS_UNJUDGED),
    ),
    replace(
        fault_of("forgets_unclear_notes"),
        coach=recording(under_own_name, when=in_present),
        flow=_Forgetful(FLOW.table, FLOW.guarded),
        policy=words_unread(dict(POLICY)),
    ),
    replace(fault_of("plans_unreviewed"), review="hold", flow=_Unheld(FLOW.table, FLOW.guarded)),
    replace(
        fault_of("downgrades_block"),
        engine=_judging(_taken_for("blocked", "approved_with_warnings"), sees_red_flags=False),
    ),
    replace(
        fault_of("downgrades_warning"),
        engine=_judging(_taken_for("approved_with_warnings", "approved", fired=(), warnings=(), recommendations=())),
    ),
    replace(
        fault_of("drops_contraindications"),
        engine=_judging(lambda result: result.model_copy(update={"contraindications": ()})),
    ),
    replace(fault_of("takes_unknown_for_no"), engine=_judging(_settled)),
    replace(fault_of("loses_tool_results"), flow=_Losing(FLOW.table, FLOW.guarded)),
    replace(fault_of("swallows_tool_errors"), coach=planning_from(_one_day_more_until_told), engine=_Swallowing),
    replace(
        fault_of("asks_the_dearer_model"),
        policy={state: replace(row, tier="reasoning") for state, row in POLICY.items()},
    ),
)
