"""Small hand-made sessions for the checks: a list of events, nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from coach import events as e
from coach.records.fact import Fact, Value
from coach.records.safety import SafetyResult
from coach.states import Reason, State
from evals.checks.loop_health import broken_words
from evals.checks.persona_fidelity import check_persona_fidelity
from evals.checks.view import SessionView
from personas.acts import Act
from personas.load import load
from personas.persona import TODAY, Persona

HEALTHY = load("healthy_10k")
STARTED = e.SessionStarted(session="s", athlete="a", variant="baseline", prompts={}, models={}, today=TODAY.isoformat())
BLOCKED = load("chest_pain_hidden")


def session(*events: e.Event, error: str | None = None) -> SessionView:
    return SessionView(events, error)


def unread(*said: tuple[str, str]) -> SessionView:
    """What the coach asked and the athlete answered, without acts, as a transcript of another coach has it."""
    events: list[e.Event] = []
    for turn, (asked, answer) in enumerate(said, start=1):
        events += [e.CoachSaid(state="INTAKE", text=asked)] if asked else []  # type: ignore[arg-type]
        events.append(e.AthleteSaid(turn=turn, text=answer))
    return session(*events)


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


def talk(*texts: str) -> SessionView:
    """Athlete and coach in turn, the athlete first, as a transcript without states has them."""
    events = [
        e.CoachSaid(state=State.INTAKE, text=text) if at % 2 else e.AthleteSaid(turn=at // 2 + 1, text=text)
        for at, text in enumerate(texts)
    ]
    return SessionView(tuple(events), record="talk", staged=False)


def broken_rules(*texts: str) -> list[str | None]:
    """The rules that these messages of the coach break as broken words."""
    view = SessionView(tuple(e.CoachSaid(state=State.INTAKE, text=text) for text in texts), record="talk")
    return [found.rule for found in broken_words(view)]


def jobs_found(persona: Persona | None, *said: str) -> list[str]:
    """The quotes of findings on jobs in a talk with these messages of the athlete, each after a question."""
    events: list[e.Event] = []
    for turn, text in enumerate(said, start=1):
        events += [e.CoachSaid(state=State.INTAKE, text="Tell me more?"), e.AthleteSaid(turn=turn, text=text)]
    found = check_persona_fidelity(SessionView(tuple(events)), persona).findings
    assert all(str(each.quote) in said[((each.event or 0) - 1) // 2] for each in found)
    return [str(each.quote) for each in found if " job " in each.what]
