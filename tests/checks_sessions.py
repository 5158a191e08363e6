"""Small hand-made sessions for the checks: a list of events, nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from coach import events as e
from coach.records.fact import Fact, Value
from coach.records.safety import SafetyResult
from coach.states import Reason, State
from evals.checks.view import SessionView
from personas.acts import Act
from personas.load import load
from personas.persona import Persona

HEALTHY = load("healthy_10k")
BLOCKED = load("chest_pain_hidden")


def session(*events: e.Event, error: str | None = None) -> SessionView:
    return SessionView(events, error)


def kept(view: SessionView, indices: Sequence[int]) -> SessionView:
    """The events of these indices, with their seconds and acts."""
    return replace(
        view,
        events=tuple(view.events[index] for index in indices),
        seconds=tuple(view.seconds[index] for index in indices) if view.seconds else (),
        acts={now: view.acts[was] for now, was in enumerate(indices) if was in view.acts},
    )


def deposited(view: SessionView, acts: dict[str, tuple[Act, ...]]) -> SessionView:
    """The session with what its messages meant, by their text; a message that is not in `acts` was never understood."""
    said = {index: event.text for index, event in view.of(e.AthleteSaid, e.CoachSaid)}
    return replace(view, acts={index: acts[text] for index, text in said.items() if text in acts})


def fact(field: str, value: Value, **more: Any) -> e.FactRecorded:
    return e.FactRecorded(fact=Fact(field=field, value=value, turn=1, **more))


def gate(status: str, *fired: str, profile: dict[str, Value] | None = None, **more: Any) -> e.GateEvaluated:
    result = SafetyResult(status=status, fired=tuple(sorted(fired)), **more)  # type: ignore[arg-type]
    return e.GateEvaluated(profile=profile or {}, declined=(), result=result)


def moved(source: str, target: str, reason: str = "goal_stated") -> e.Moved:
    return e.Moved(source=State(source), target=State(target), reason=Reason(reason))


def closed(outcome: str) -> e.SessionClosed:
    return e.SessionClosed(outcome=outcome, why="test")  # type: ignore[arg-type]


def relabelled(persona: Persona, **safety: Any) -> Persona:
    expected = persona.expect.safety.model_copy(update=safety)
    return persona.model_copy(update={"expect": persona.expect.model_copy(update={"safety": expected})})
