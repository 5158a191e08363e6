"""The safety gate inside a session: what it asks for, when it runs again, and what the athlete hears of it."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from anthropic.types import Message

from coach import variants
from coach.events import CoachSaid, GateEvaluated, Moved, PlanShown, PlanWithdrawn, SchemaAccepted, SessionClosed
from coach.loop import Coach
from coach.profile.catalogue import catalogue
from coach.records.intake import SafetyFlag
from coach.safety.rules import healthy_profile, rules
from coach.states import Reason, State
from evals.offline import OfflineCoach
from evals.offline.said import Call, Said, message
from evals.offline.seen import Seen, read

FIRST = "Hi, I would like to run a 10k in under 50 minutes."
MODELS = {"fast": "a-fast-model", "reasoning": "a-reasoning-model"}


def items(**facts: Any) -> list[dict[str, Any]]:
    """Facts as a model sends them; `...` is an answer declined, and `NotImplemented` one not known."""
    standings = {...: "declined", NotImplemented: "not_known"}
    found: list[dict[str, Any]] = []
    for name, value in facts.items():
        standing = standings.get(value) if value is ... or value is NotImplemented else None
        told = list(value) if isinstance(value, tuple) else value
        found.append({"field": name, "raw": name, **({"standing": standing} if standing else {"value": told})})
    return found


def collect(**facts: Any) -> Said:
    return Said(calls=(Call("collect_data", {"items": items(**facts)}),))


def correct(**facts: Any) -> Said:
    return Said(calls=(Call("correct_data", {"items": items(**facts)}),))


def healthy(*without: str, **changes: Any) -> Said:
    """Everything that a healthy man tells who is asked; what does not apply to him is left to inference."""
    fields = catalogue().fields
    told = {name: value for name, value in healthy_profile().items() if fields[name].opens is None}
    told |= {"sex": "male", "recent_race_distance_km": None, "recent_race_time_s": None, "clearances": (), **changes}
    return collect(**{name: value for name, value in told.items() if name not in without})


DONE = Said(calls=(Call("intake_complete", {}),))


class Scripted(OfflineCoach):
    """Talks from a script while it may talk freely; goals, schemas and plans are the offline coach's own.

    `seen` keeps what each scripted answer had before it. `flags` and `fields` change the analyst's schema.
    """

    def __init__(self, script: Sequence[Said], flags: tuple[SafetyFlag, ...] = (), optional: tuple[str, ...] = ()):
        super().__init__(3)
        self.script = list(script)
        self.flags, self.optional = flags, optional
        self.seen: list[Seen] = []

    def answer(self, request: dict[str, Any]) -> Message:
        seen = read(request)
        if seen.tools & {"intake_complete", "accept_plan"}:
            self.seen.append(seen)
            said = self.script.pop(0) if self.script else Said(text="And what else?")
            return message(said, request, str(request["model"]))
        if "analyze_goal" in seen.tools:
            return message(self._schema(seen), request, str(request["model"]))
        return super().answer(request)

    def _schema(self, seen: Seen) -> Said:
        (call,) = self.say(seen).calls
        fields = [field for field in call.input["fields"] if field["name"] not in self.optional]
        fields += [
            {"name": name, "question": f"And {name}?", "reason": "r", "priority": "optional"} for name in self.optional
        ]
        flags = [flag.model_dump(mode="json") for flag in self.flags]
        return Said(calls=(Call("analyze_goal", {**call.input, "fields": fields, "safety_flags": flags}),))


def talk(*script: Said, says: Sequence[str] = (), client: OfflineCoach | None = None, **schema: Any) -> Coach:
    """A session in which the athlete says FIRST and then `says`, while the coach follows the script."""
    coach = Coach(client or Scripted(script, **schema), variants.load("baseline"), models=MODELS)
    coach.start(session="s", athlete="a", today="2026-01-05")

    async def say() -> None:
        for text in (FIRST, *says):
            await coach.hear(text)

    asyncio.run(say())
    return coach


def told(coach: Coach, kind: type) -> list[Any]:
    return [event for event in coach.recorder.events if isinstance(event, kind)]


def moves(coach: Coach) -> list[Reason]:
    return [event.reason for event in told(coach, Moved)]


def last_words(coach: Coach) -> str:
    return str(told(coach, CoachSaid)[-1].text)


def missing(gate: GateEvaluated) -> set[str]:
    return {name for entry in gate.result.unresolved for name in entry.missing}


def test_a_healthy_athlete_comes_to_a_plan() -> None:
    coach = talk(healthy(), DONE, Said(text="Here it is."))
    (gate,) = told(coach, GateEvaluated)
    assert gate.result.status == "approved"
    assert coach.session.state is State.PRESENT
    assert len(told(coach, PlanShown)) == 1


def test_what_is_unknown_is_named_asked_for_alone_and_the_session_goes_on() -> None:
    client = Scripted(
        [
            healthy("tendon_pain_nrs"),
            DONE,
            Said(text="One more thing: any tendon pain, from 0 to 10?"),
            collect(tendon_pain_nrs=0),
            DONE,
            Said(text="Here it is."),
        ],
        optional=("tendon_pain_nrs",),
    )
    coach = talk(client=client, says=["None at all, 0."])
    show(coach); [print(x.get('still_needed'), x.get('no_plan_yet')) for x in client.seen]
    first, second = told(coach, GateEvaluated)
    assert (first.result.status, missing(first)) == ("unresolved", {"tendon_pain_nrs"})
    asked = client.seen[2]
    assert asked.get("still_needed") == ["tendon_pain_nrs"]
    assert asked.get("no_plan_yet")["missing"] == ["tendon_pain_nrs"]
    assert [field["name"] for field in asked.get("intake_fields") if field["name"] in asked.get("still_needed")]
    assert second.result.status == "approved"
    assert coach.session.state is State.PRESENT
def show(coach):
    for e in coach.recorder.events:
        if e.kind in ("tool_called","moved","coach_said","gate_evaluated","model_failed","bound_reached","red_flag_seen","plan_withdrawn","session_closed"): print(e.kind, getattr(e,'reason',''), getattr(e,'tool',''), getattr(e,'text','')[:150], getattr(e,'error','') or '', (e.result.status,e.result.fired,e.result.unresolved) if e.kind=='gate_evaluated' else '')
