"""Guards of the engine switched off, for faults that a guard would mend. A companion test shows each at work."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from coach.events import Event, FactRecorded, NoteRecorded, PlanAccepted, PlanProposed
from coach.flow import FLOW, Flow, Move
from coach.policy import POLICY, PolicyRow
from coach.profile.catalogue import catalogue
from coach.records.fact import Fact
from coach.session import Session
from coach.session import replace as replaced
from coach.states import Reason, State
from coach.tools.accept_plan import ACCEPT_PLAN
from coach.tools.collect_data import CollectData, CollectedItem, record
from coach.tools.generate_plan import GENERATE_PLAN, GeneratePlan
from coach.tools.intake_complete import INTAKE_COMPLETE
from coach.tools.tool import Tool, ToolSuccess

Policy = dict[State, PolicyRow]


def _unjudged(session: Session, given: GeneratePlan) -> ToolSuccess:
    return ToolSuccess((PlanProposed(attempt=session.attempts + 1, plan=given.plan),), "The plan is valid.")


def with_run(policy: Policy, state: State, name: str, run: Callable[[Session, Any], ToolSuccess]) -> Policy:

    def altered(tool: Tool) -> Tool:
        return replace(tool, run=run) if tool.name == name else tool

    row = policy[state]
    return {**policy, state: replace(row, tools=tuple(altered(tool) for tool in row.tools))}


PLANS_UNJUDGED: Policy = with_run(dict(POLICY), State.PLAN, GENERATE_PLAN.name, _unjudged)
"""No plan rule is looked at when a plan is handed over."""


def _unchecked(session: Session, given: CollectData) -> ToolSuccess:
    return ToolSuccess(tuple(_kept(item, session.turn) for item in given.items), f"Recorded {len(given.items)} items.")


def _kept(item: CollectedItem, turn: int) -> Event:
    if item.field not in catalogue().fields:
        return NoteRecorded(name=item.field, text=item.raw or str(item.value), turn=turn, standing=item.standing)
    return FactRecorded(fact=Fact(field=item.field, value=item.value, raw=item.raw, turn=turn, standing=item.standing))


VALUES_UNCHECKED: Policy = with_run(
    with_run(dict(POLICY), State.INTAKE, "collect_data", _unchecked), State.INTAKE, "correct_data", _unchecked
)
"""Nobody looks whether a value is one of its field, or in its range."""


def _unasked(session: Session, given: CollectData) -> ToolSuccess:
    listed = tuple(item for item in given.items if item.field in catalogue().fields)
    notes: tuple[Event, ...] = tuple(
        NoteRecorded(name=item.field, text=item.raw, turn=session.turn, standing=item.standing)
        for item in given.items
        if item not in listed
    )
    facts = record(session, CollectData(items=listed)).events if listed else ()
    return ToolSuccess((*notes, *facts), f"Recorded {len(given.items)} items.")


def silently(state: State) -> Policy:
    """A policy in which the tools of `state` take every name outside the catalogue as a note like any other."""
    return with_run(with_run(dict(POLICY), state, "collect_data", _unasked), state, "correct_data", _unasked)


def words_unread(policy: Policy, when: Callable[[Session], bool] = lambda _session: True) -> Policy:
    """`policy` in which, `when` it holds, nobody looks whether the athlete's words on health are on record."""

    def settled(tool: Tool) -> Callable[[Session, Any], ToolSuccess]:
        return lambda s, given: tool.run(replaced(s, settled_turn=s.turn) if when(s) else s, given)

    without = with_run(policy, State.INTAKE, INTAKE_COMPLETE.name, settled(INTAKE_COMPLETE))
    return with_run(without, State.PRESENT, ACCEPT_PLAN.name, settled(ACCEPT_PLAN))


NOTHING_NEW_BELIEVED = words_unread(dict(POLICY), lambda session: bool(session.queried))
"""What a model was asked about and does not record is nothing new."""


def accepting(policy: Policy) -> Policy:
    """`policy` in which a plan is agreed whatever the gate said of the facts as they are."""
    return with_run(
        policy, State.PRESENT, "accept_plan", lambda _s, _g: ToolSuccess((PlanAccepted(),), "The plan is agreed.")
    )


TO_ANY_PLAN: Mapping[State, Mapping[Reason, Move]] = {
    State.PLAN: {Reason.PLAN_VALID: Move(State.PRESENT, lambda s: s.plan_is_fresh)},
    State.PRESENT: {Reason.ACCEPTED: Move(State.CLOSED, lambda s: s.accepted)},
}
"""A plan is shown and agreed whatever the gate said."""


def with_moves(
    moves: Mapping[State, Mapping[Reason, Move]], *, without: Mapping[State, frozenset[Reason]] | None = None
) -> Flow:
    """The coach's flow with these moves in place of its own, without those; shown plans are not guarded."""
    dropped = without or {}
    table = {
        state: {**{why: move for why, move in row.items() if why not in dropped.get(state, ())}, **moves.get(state, {})}
        for state, row in FLOW.table.items()
    }
    return Flow(table, {})
