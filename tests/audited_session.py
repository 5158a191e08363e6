"""A session with one of everything that an audit shows, hostile words among it, and the audit of its log."""

import datetime as dt
from typing import Any

from checks_sessions import moved

from coach import events
from coach.records.block import Day, PlanFinding, TrainingBlock, Week
from coach.records.block import TrainingSession as Training
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.records.safety import RuleVerdict, SafetyResult, Unresolved
from coach.states import State
from reports.audit import Audit, AuditWords, ChainCheck, RuleText, audit

LogBuilder = Any  # the fixture of tests/reports/conftest.py
MONDAY = dt.date(2026, 1, 5)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOSTILE = "<img src=x onerror=alert(1)> [a](http://evil.example) |"
CALLED = events.ModelCalled(
    state=State.INTAKE, tier="fast", model="offline/coach", prompt="f" * 64, stop_reason="tool_use", input_tokens=100,
    output_tokens=7,
    content=({"type": "tool_use", "id": "t1", "name": "collect_data", "input": {"sleep_hours_avg": 7}},),
)  # fmt: skip
WORDS = AuditWords({"sleep_short": RuleText("Short sleep", "Milewski 2014", "checked")})


def _plan() -> TrainingBlock:
    easy = Training(
        type="run", purpose="easy", km=8, duration_min=44, zone="E", rpe=3, pace_s_per_km=(320, 345), text=HOSTILE
    )
    days = tuple(
        Day(date=MONDAY + dt.timedelta(days=offset), weekday=name, sessions=(easy,) if offset == 1 else ())
        for offset, name in enumerate(WEEKDAYS)
    )
    week = Week(index=1, start_date=MONDAY, phase="base", km=8, minutes=44, focus="easy does it", days=days)
    return TrainingBlock(
        start_date=MONDAY, end_date=MONDAY + dt.timedelta(days=6), goal="run", weeks=(week,), notes=("sleep more",)
    )


def gate() -> events.GateEvaluated:
    verdicts = (
        RuleVerdict(rule="age_minor", verdict="not_fired", action="block", saw={"age_years": 43}),
        RuleVerdict(rule="sleep_short", verdict="fired", action="warn", saw={"sleep_hours_avg": 6.0}),
        RuleVerdict(rule="tendon", verdict="undecidable", action="warn", missing=("tendon_pain_nrs",)),
        RuleVerdict(rule="heart", verdict="cleared", action="block", saw={"cleared": True}),
        RuleVerdict(rule="of_the_day", verdict="not_fired", action="warn", proposed=True),
    )
    result = SafetyResult(
        status="approved_with_warnings",
        fired=("sleep_short",),
        unresolved=(Unresolved(rule="tendon", missing=("tendon_pain_nrs",)),),
        warnings=("sleep is where the work sinks in",),
        verdicts=verdicts,
    )
    return events.GateEvaluated(
        profile={"age_years": 43, "sleep_hours_avg": 6.0}, declined=("weight_kg",), result=result
    )


def session() -> list[Any]:
    return [
        events.SessionStarted(
            session="runner/1", athlete="runner", variant="baseline", prompts={}, models={}, today="2026-01-05"
        ),
        events.AthleteSaid(turn=1, text=f"I want to run. {HOSTILE}"),
        events.GoalsCaptured(goals=(Goal(text="run"),)),
        moved("GOAL_CAPTURE", "INTAKE", "goal_stated"),
        CALLED,
        events.ToolCalled(state=State.INTAKE, tool="collect_data", call="t1", input={"sleep_hours_avg": 7}),
        events.FactRecorded(fact=Fact(field="sleep_hours_avg", value=7.0, raw="seven or so", turn=1)),
        events.FactRecorded(fact=Fact(field="sleep_hours_avg", value=6.0, raw="six, really", turn=2)),
        events.FactRecorded(fact=Fact(field="weeks_available", value=12, raw="12 weeks", turn=2)),
        events.GoalChanged(words="rather a 5k", dropped=("weeks_available",)),
        events.FactRecorded(fact=Fact(field="weight_kg", standing="declined", turn=2)),
        events.NoteRecorded(name="dog", text="has a dog", turn=2),
        events.CoachSaid(state=State.INTAKE, text="How do you sleep?"),
        moved("INTAKE", "SAFETY", "intake_complete"),
        gate(),
        moved("SAFETY", "PLAN", "gate_approved"),
        events.PlanProposed(
            attempt=1,
            plan=None,
            findings=(PlanFinding(rule="monotony", severity="error", week=1, message="vary the load"),),
        ),
        events.PlanProposed(attempt=2, plan=_plan()),
        events.PlanShown(plan=_plan()),
        moved("PLAN", "PRESENT", "plan_valid"),
        moved("PRESENT", "CLOSED", "accepted"),
        events.SessionClosed(outcome="accepted", why="the athlete said yes"),
    ]


def audited(logs: LogBuilder, *, what: list[Any] | None = None, chain: ChainCheck | None = None) -> Audit:
    stored = [event.model_dump(mode="json") for event in (session() if what is None else what)]
    hashes = [f"{index:064x}" for index in range(len(stored))]
    record = {"events": stored, "hashes": hashes, "head": "h" * 64, "session": "runner/1", "error": None}
    run = logs.but(stored={("runner", 1): record}).build({("runner", 1): {"outcome": "pass"}})
    whole = ChainCheck(ok=True, head="h" * 64, broken_at=None, what="")
    return audit(run, "runner/1", chain or whole, WORDS, lambda _model, given, made, *_cached: given / 1e3 + made / 1e2)
