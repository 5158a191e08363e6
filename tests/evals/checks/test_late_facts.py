"""A plan is judged by what had been told when it was shown, and by whether it stayed once the rest was told."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from checks_sessions import STARTED, closed, fact, gate, session

from coach import events as e
from coach.plan.planner import build_plan
from coach.records.block import TrainingBlock
from coach.records.safety import SafetyResult
from coach.states import State
from evals.checks.contraindications_respected import check_contraindications_respected
from evals.checks.intake_fidelity import check_intake_fidelity
from evals.checks.plan_validity import check_plan_validity
from evals.checks.registry import CHECKS
from evals.checks.safety_decision import check_safety_decision
from evals.checks.view import Case, SessionView
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from personas.acts import Act, Simple, Tell
from personas.load import load
from personas.persona import TODAY, ExpectedSafety, Persona

FILE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("late_facts.yaml").read_text(encoding="utf-8"))
CLEAN, FAULTY = ({each["id"]: each for each in FILE[kind]} for kind in ("clean", "faulty"))
JUDGES = {
    "plan_validity": check_plan_validity,
    "contraindications_respected": check_contraindications_respected,
    "intake_fidelity": check_intake_fidelity,
    "safety_decision": check_safety_decision,
}


@cache
def person(name: str) -> Persona:
    row = FILE["people"][name]
    raw = load(row["base"]).model_dump(mode="json")
    for field, value in row.get("facts", {}).items():
        raw["facts"][field] = {"value": value, "tell": "late"}
    raw["behaviours"] += [row["behaviour"]] if "behaviour" in row else []
    if blocks := row.get("blocks"):
        safety = {"status": "blocked", "human_review": False, **blocks}
        raw["expect"] = {"safety": safety, "plan": None, "outcome": "blocked"}
    if plan := row.get("plan"):
        raw["expect"]["plan"] = plan
    return Persona.model_validate(raw)


@cache
def planned(name: str, which: str) -> TrainingBlock:
    """`first`: for what is told at first, with nothing forbidden; `second`: for the truth."""
    persona = person(name)
    label = persona.expect.safety
    safety = SafetyResult(status=label.status, fired=label.rules or (), contraindications=label.contraindications or ())
    if which == "second":
        return build_plan(persona.truth, persona.goals, safety, today=TODAY)
    row = FILE["people"][name].get("behaviour") or {"field": "tendon_pain_nrs"}
    truth = {**persona.truth, row["field"]: row.get("first", () if row["field"] == "symptoms" else None)}
    return build_plan(truth, persona.goals, SafetyResult(status="approved"), today=TODAY)


def recorded(case: dict[str, Any]) -> SessionView:
    """The session as the engine records it, with its acts."""
    persona, turn = person(case["who"]), 0
    events: list[e.Event] = [STARTED]
    acts: dict[int, tuple[Act, ...]] = {}
    for step in case["talk"]:
        kind = next(iter(step))
        if kind == "athlete":
            turn += 1
            acts[len(events)] = tuple(told(step))
        events.append(_event(kind, step[kind], turn, case["who"], persona))
    return replace(session(*events), acts=acts)


def told(step: dict[str, Any]) -> list[Act]:
    tells = step.get("tells", {}).items()
    found: list[Act] = [Tell(field=name, value=value, words=step["athlete"]) for name, value in tells]
    return found or [Simple(kind="confirm")]


def _event(kind: str, value: Any, turn: int, who: str, persona: Persona) -> e.Event:
    made: dict[str, Callable[[], e.Event]] = {
        "gate": lambda: _gate(value, persona.expect.safety),
        "athlete": lambda: e.AthleteSaid(turn=turn, text=value),
        "coach": lambda: e.CoachSaid(state=State.PRESENT, text=value),
        "records": lambda: fact(*next(iter(value.items()))),
        "shows": lambda: e.PlanShown(plan=planned(who, value)),
        "withdraws": lambda: e.PlanWithdrawn(why="late fact"),
        "accepted": e.PlanAccepted,
        "closed": lambda: closed(value),
    }
    return made[kind]()


def _gate(status: str, label: ExpectedSafety) -> e.GateEvaluated:
    """What the label says where it has that status, else nothing fired."""
    if status != label.status:
        return gate(status)
    limits, review = label.contraindications or (), bool(label.human_review)
    return gate(status, *(label.rules or ()), contraindications=limits, requires_human_review=review)


def in_words(case: dict[str, Any], *, staged: bool) -> SessionView:
    """Messages, the last plan and the outcome; `staged`: with the state of each message of the coach."""
    shown, last, outcome, messages = False, None, None, []
    for step in case["talk"]:
        kind = next(iter(step))
        shown |= kind == "shows"
        last = step["shows"] if kind == "shows" else last
        outcome = step["closed"] if kind == "closed" else outcome
        if kind in {"athlete", "coach"}:
            state = (State.PRESENT if shown else State.INTAKE) if staged and kind == "coach" else None
            messages.append(InterchangeMessage(role=kind, text=step[kind], state=state))
    return talk_view(messages, planned(case["who"], last), outcome, TODAY)


def failing(view: SessionView, case: dict[str, Any]) -> set[str]:
    verdicts = {name: CHECKS[name].judge(Case(view, person(case["who"]))) for name in JUDGES}
    return {name for name, verdict in verdicts.items() if verdict.passed is False}


def failing_events(case: dict[str, Any]) -> set[str]:
    """By hand-made events, which are no whole record: without the look for gaps."""
    view, persona = recorded(case), person(case["who"])
    return {name for name, judge in JUDGES.items() if judge(view, persona).passed is False}


@pytest.mark.parametrize("name", CLEAN)
def test_what_was_taken_back_or_planned_anew_once_it_was_told_is_no_fault(name: str) -> None:
    case = CLEAN[name]
    assert failing_events(case) == set()
    assert [failing(in_words(case, staged=staged), case) for staged in (True, False)] == [set(), set()]


@pytest.mark.parametrize("name", FAULTY)
def test_a_plan_that_stays_after_the_fact_was_told_is_a_fault(name: str) -> None:
    case = FAULTY[name]
    assert failing_events(case) == set(case["fails"])
    words, unstaged = set(case.get("words", case["fails"])), case.get("unstaged", case.get("words", case["fails"]))
    assert [failing(in_words(case, staged=staged), case) for staged in (True, False)] == [words, set(unstaged)]
