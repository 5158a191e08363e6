"""A session as the fold of its events: what each event changes, and in which states it may happen."""

from collections.abc import Callable, Mapping
from typing import Any

from coach import events as e
from coach.decisions import ApprovalAsked, ApprovalGiven, ReviewDecided
from coach.memory import Remembered, begun_at
from coach.plan.attempts import best, is_valid
from coach.records.fact import Fact
from coach.session import Apology, Session, replace
from coach.states import State
from coach.thread import SpokenLine, Thread

HEALTH_QUESTION = "parq_yes"
"""The screening field that an unclear note opens again: the general question about the athlete's health."""
SAID_IN_PASSING = "said_in_passing"
"""The note on words about health beside other facts."""


def _with_thread(s: Session, thread: Thread) -> Mapping[State, Thread]:
    return {**s.threads, s.state: thread}


def _with_line(s: Session, line: SpokenLine) -> dict[str, Any]:
    """`talk` and `threads` after a visible line; the present state's thread may hold it as its own answer."""
    own = s.threads.get(s.state) if line.role == "assistant" else None
    threads = {
        state: thread if thread is own and own.holds(line.text) else thread.with_line(line)
        for state, thread in s.threads.items()
    }
    return {"talk": (*s.talk, line), "threads": threads}


def _athlete_said(s: Session, event: e.AthleteSaid) -> Session:
    visible = _with_line(s, SpokenLine("user", event.text))
    queried = frozenset(each for each in s.queried if each not in event.text)
    return replace(s, turn=event.turn, calls_this_turn=0, awaiting=False, revisit=None, queried=queried, **visible)


def _coach_said(s: Session, event: e.CoachSaid) -> Session:
    told = s.standing in {"blocked", "unresolved", "rejected", "held"}
    asks_on = event.ends_turn and s.state is State.GOAL_CAPTURE  # what it captured waits for the answer
    return replace(
        s,
        awaiting=event.ends_turn,
        goals_fresh=s.goals_fresh and not asks_on,
        refusal_told=s.refusal_told or (told and event.ends_turn),
        wait_told=s.wait_told or s.state is State.SAFETY,
        is_nearest=s.is_nearest or s.state is State.PLAN,
        **_with_line(s, SpokenLine("assistant", event.text)),
    )


def _model_called(s: Session, event: e.ModelCalled) -> Session:
    thread = s.thread if event.anew is None else begun_at(s, event.anew)
    tokens = event.input_tokens + event.cache_write_tokens + event.cache_read_tokens + event.output_tokens
    answered = thread.answered(event.context, event.content, tokens)
    return replace(s, calls=s.calls + 1, calls_this_turn=s.calls_this_turn + 1, threads=_with_thread(s, answered))


_STALE: dict[str, Any] = {
    "gate_is_current": False, "refusal_told": False, "intake_claimed": False, "red_flag": False,
}  # fmt: skip
"""What no longer holds once something that the gate reads has changed."""


def _goals_captured(s: Session, event: e.GoalsCaptured) -> Session:
    return replace(s, goals=event.goals, goals_fresh=True, intake=None, added_fields=(), goal_change=None, **_STALE)


def _goal_changed(s: Session, event: e.GoalChanged) -> Session:
    facts = {name: fact for name, fact in s.facts.items() if name not in event.dropped}
    return replace(
        s,
        goal_change=event.words,
        keeps_goal=event.keeps,
        facts=facts,
        **_STALE,
    )


def _fact_recorded(s: Session, event: e.FactRecorded) -> Session:
    if event.fact.field == HEALTH_QUESTION:
        s = replace(s, open_notes={}, health_before=None)
    s = replace(s, quotes=(*s.quotes, event.fact))
    before = s.facts.get(event.fact.field)
    same = before is not None and (before.value, before.standing) == (event.fact.value, event.fact.standing)
    facts = {**s.facts, event.fact.field: event.fact}
    if same:
        return replace(s, facts=facts)
    return replace(s, facts=facts, **_STALE)


def _note_recorded(s: Session, event: e.NoteRecorded) -> Session:
    """An unclear note takes back the answer to the health question: without a new one the gate cannot approve."""
    s = replace(s, notes={**s.notes, event.name: event})
    if not event.unclear:
        return s
    facts = {name: fact for name, fact in s.facts.items() if name != HEALTH_QUESTION}
    before = s.facts.get(HEALTH_QUESTION, s.health_before)
    quotes = (*s.quotes, Fact(field=event.name, value=event.text, raw=event.text, turn=event.turn))
    open_notes = {**s.open_notes, event.name: event.turn}
    return replace(s, facts=facts, health_before=before, open_notes=open_notes, quotes=quotes, **_STALE)


def _intake_claimed(s: Session, _event: e.IntakeClaimed) -> Session:
    return replace(s, intake_claimed=True, quotes=(), settled_turn=s.turn, queried=frozenset())


def _gate_evaluated(s: Session, event: e.GateEvaluated) -> Session:
    """A person's decision stands while the same rules fire on the same values."""
    same = s.gate is not None and s.gate.result.verdicts == event.result.verdicts
    decided = s.decided if same else None
    return replace(s, gate=event, gate_is_current=True, decided=decided, shown_for_gate=False)


def _review_decided(s: Session, event: ReviewDecided) -> Session:
    return replace(s, decided=event, refusal_told=False, awaiting=False)


def _plan_proposed(s: Session, event: e.PlanProposed) -> Session:
    valid = is_valid(event)
    nearest = best(attempt for attempt in (s.best, event) if attempt is not None)
    return replace(
        s,
        attempts=s.attempts + 1,
        plan=event.plan if valid else s.plan,
        plan_is_fresh=valid,
        best=nearest,
        tried=event.plan or s.tried,
        plan_difference=None if valid else s.plan_difference,
    )


def _plan_impossible(s: Session, event: e.PlanImpossible) -> Session:
    return replace(s, failure=f"no valid plan exists: {event.why}", apology="heard_already")


ENTERING: dict[State, dict[str, Any]] = {
    State.GOAL_CAPTURE: {
        "goals_fresh": False,
        "intake": None,
        "added_fields": (),
        "change": None,
        "intake_claimed": False,
    },
    State.INTAKE: {"intake_claimed": False, "red_flag": False},
    State.SAFETY: {"intake_claimed": False, "red_flag": False, "review": None, "wait_told": False},
    State.PLAN: {"attempts": 0, "plan_is_fresh": False, "best": None, "tried": None, "is_nearest": False},
    State.PRESENT: {"change": None, "accepted": False},
}
"""What entering a state resets."""


def _moved(s: Session, event: e.Moved) -> Session:
    return replace(s, state=event.target, **ENTERING.get(event.target, {}))


_ENDINGS: dict[str, dict[str, Any]] = {"turns": {"left": True}}


def _bound_reached(s: Session, event: e.BoundReached) -> Session:
    """Too many turns is an athlete lost; every other bound is a failure of the coach."""
    failed = {"failure": f"the bound {event.bound} of {event.limit} was reached"}
    apology: Apology = "no_sound_plan" if event.bound == "plan_attempts" else "failed"
    return replace(s, **_ENDINGS.get(event.bound, {**failed, "apology": apology}))


FOLDS: dict[type, Callable[[Session, Any], Session]] = {
    **dict.fromkeys((e.ToolCalled, ApprovalAsked, ApprovalGiven), lambda s, ev: s),
    e.SessionStarted: lambda s, ev: replace(s, started=ev),
    e.AthleteSaid: _athlete_said,
    e.CoachSaid: _coach_said,
    e.ModelCalled: _model_called,
    e.ModelFailed: lambda s, ev: replace(s, failure=ev.what),
    e.ToolsAnswered: lambda s, ev: replace(s, threads=_with_thread(s, s.thread.with_results(ev.results))),
    e.GoalsCaptured: _goals_captured,
    e.GoalChanged: _goal_changed,
    e.RevisitAsked: lambda s, ev: replace(s, revisit=ev.question, revisits=s.revisits + 1),
    e.SchemaAccepted: lambda s, ev: replace(s, intake=ev.intake, added_fields=ev.added),
    e.FactRecorded: _fact_recorded,
    e.NoteRecorded: _note_recorded,
    e.HealthWordsQueried: lambda s, ev: replace(s, queried=s.queried | {*ev.sentences}),
    e.IntakeClaimed: _intake_claimed,
    Remembered: lambda s, ev: replace(s, memory=(*s.memory, ev)),
    e.RedFlagSeen: lambda s, ev: replace(s, red_flag=True),
    e.ProfileReviewed: lambda s, ev: replace(s, review=ev.concerns),
    e.GateEvaluated: _gate_evaluated,
    ReviewDecided: _review_decided,
    e.PlanProposed: _plan_proposed,
    e.PlanImpossible: _plan_impossible,
    e.PlanChanged: lambda s, ev: replace(s, plan_difference=ev.difference),
    e.PlanShown: lambda s, ev: replace(s, shown=ev.plan, shown_for_gate=True),
    e.PlanWithdrawn: lambda s, ev: replace(s, plan=None, shown=None),
    e.ChangeAsked: lambda s, ev: replace(s, change=ev.request),
    e.PlanAccepted: lambda s, ev: replace(s, accepted=True),
    e.BoundReached: _bound_reached,
    e.AthleteLeft: lambda s, ev: replace(s, left=True),
    e.Moved: _moved,
    e.SessionClosed: lambda s, ev: replace(s, outcome=ev.outcome, awaiting=False),
}
