"""A coach that follows a script inside the real flow, and what such a session shows."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from coach import variants
from coach.decisions import Review
from coach.events import CoachSaid, Event, GateEvaluated, Moved
from coach.flow import FLOW
from coach.loop import Coach
from coach.missing_facts import unsettled
from coach.model import PlainMessage
from coach.profile.catalogue import catalogue
from coach.records.intake import SafetyFlag
from coach.safety.rules import healthy_profile
from coach.session import Session
from coach.states import Reason, State
from coach.store.recorder import Recorder
from coach.tools.tool import Tool, ToolError
from evals.offline import OfflineCoach
from evals.offline.coach_reply import Call, CoachReply, message
from evals.offline.request_view import RequestView, read
from evals.reading.acts import TrainedReader
from personas.channel import Channel

FIRST = "Hi, I would like to run a 10k in under 50 minutes."
MODELS = {"fast": "a-fast-model", "reasoning": "a-reasoning-model"}


def items(**facts: Any) -> list[dict[str, Any]]:
    """Facts as a model sends them; `...` is an answer declined, and `NotImplemented` one not known.

    Of a list everything that is not told was asked about by name and denied.
    """
    standings = {...: "declined", NotImplemented: "not_known"}
    found: list[dict[str, Any]] = []
    for name, value in facts.items():
        standing = standings.get(value) if value is ... or value is NotImplemented else None
        told = list(value) if isinstance(value, tuple) else value
        item = {"field": name, "raw": name, **({"standing": standing} if standing else {"value": told})}
        if name in catalogue().in_parts and isinstance(value, tuple):
            item["denied"] = sorted(catalogue().in_parts[name].difference(value))
        found.append(item)
    return found


def collect(**facts: Any) -> CoachReply:
    return CoachReply(calls=(Call("collect_data", {"items": items(**facts)}),))


def correct(**facts: Any) -> CoachReply:
    return CoachReply(calls=(Call("correct_data", {"items": items(**facts)}),))


def healthy(*without: str, **changes: Any) -> CoachReply:
    """Everything that a healthy man tells who is asked; what does not apply to him is left to inference."""
    fields = catalogue().fields
    told = {name: value for name, value in healthy_profile().items() if fields[name].opens is None}
    told |= {"sex": "male", "recent_race_distance_km": None, "recent_race_time_s": None, "clearances": (), **changes}
    return collect(**{name: value for name, value in told.items() if name not in without})


DONE = CoachReply(calls=(Call("intake_complete", {}),))


class Scripted(OfflineCoach):
    """Talks from a script while it may talk freely; goals, schemas and plans are the offline coach's own.

    It asks for nothing beside the goal and has no question of the analyst's own.

    `seen` keeps what each scripted answer had before it. The analyst's schema is the offline coach's, with `flags`,
    with the fields `optional` as such, and with required slots of its `own`.
    """

    def __init__(
        self,
        script: Sequence[CoachReply],
        *,
        flags: tuple[SafetyFlag, ...] = (),
        optional: tuple[str, ...] = (),
        own: tuple[str, ...] = (),
    ) -> None:
        super().__init__(3, reader=TrainedReader())
        self.script = list(script)
        self.flags, self.priorities = flags, {**dict.fromkeys(optional, "optional"), **dict.fromkeys(own, "required")}
        self.seen: list[RequestView] = []

    def answer(self, request: dict[str, Any]) -> PlainMessage:
        seen = read(request, self.reader)
        if seen.tools & {"intake_complete", "accept_plan"}:
            self.seen.append(seen)
            said = self.script.pop(0) if self.script else CoachReply(text="And what else?")
            return message(said, request, str(request["model"]))
        if "capture_goal" in seen.tools:
            return message(_unasked(self.say(seen)), request, str(request["model"]))
        if "analyze_goal" in seen.tools:
            return message(self._schema(seen), request, str(request["model"]))
        return super().answer(request)

    def _schema(self, seen: RequestView) -> CoachReply:
        (call,) = self.say(seen).calls
        known = catalogue().fields.keys() - self.priorities.keys()
        fields = [field for field in call.input["fields"] if field["name"] in known]
        fields += [
            {"name": name, "question": f"And {name}?", "reason": "r", "priority": priority}
            for name, priority in self.priorities.items()
        ]
        flags = [flag.model_dump(mode="json") for flag in self.flags]
        return CoachReply(calls=(Call("analyze_goal", {**call.input, "fields": fields, "safety_flags": flags}),))


def _unasked(said: CoachReply) -> CoachReply:
    """The same without a question beside the goal: whoever follows a script says nothing of their age at first."""
    (call,) = said.calls
    return CoachReply(calls=(Call(call.tool, {"goals": call.input["goals"]}),)) if call.input["goals"] else said


class Listening(OfflineCoach):
    """The offline coach, which keeps a copy of every request."""

    def __init__(self, seed: int, channel: Channel) -> None:
        super().__init__(seed, channel)
        self.sent: list[dict[str, Any]] = []

    async def create(self, **request: Any) -> Any:
        self.sent.append(json.loads(json.dumps(request)))
        return await super().create(**request)


def conversation(client: OfflineCoach, *texts: str, recorder: Recorder | None = None, review: Review = "hold") -> Coach:
    """A session of that coach in which the athlete says these texts."""
    coach = Coach(client, variants.load("baseline"), recorder or Recorder(), models=MODELS)
    coach.start(session="s", athlete="a", today="2026-01-05", review=review)

    async def say() -> None:
        for text in texts:
            await coach.hear(text)

    asyncio.run(say())
    return coach


def talk(
    *script: CoachReply,
    says: Sequence[str] = (),
    client: OfflineCoach | None = None,
    recorder: Recorder | None = None,
    review: Review = "go_on",
    **schema: Any,
) -> Coach:
    """A session in which the athlete says FIRST and then `says`, while the coach follows the script."""
    return conversation(client or Scripted(script, **schema), FIRST, *says, recorder=recorder, review=review)


def told(coach: Coach, kind: type) -> list[Any]:
    return [event for event in coach.recorder.events if isinstance(event, kind)]


def moves(coach: Coach) -> list[Reason]:
    return [event.reason for event in told(coach, Moved)]


def last_words(coach: Coach) -> str:
    return str(told(coach, CoachSaid)[-1].text)


def statuses(coach: Coach) -> list[str]:
    return [event.result.status for event in told(coach, GateEvaluated)]


def missing(gate: GateEvaluated) -> set[str]:
    return {name for entry in gate.result.unresolved for name in entry.missing}


@cache
def in_present() -> Session:
    """A healthy man before his plan; the gate has approved."""
    session = talk(healthy(), DONE, CoachReply(text="Here it is."), says=["Hm."]).session
    assert session.state is State.PRESENT
    return session


@cache
def in_intake() -> Session:
    """The same man, who has told everything; no gate has run."""
    session = talk(healthy(), CoachReply(text="Did I get it right?")).session
    assert (session.state, unsettled(session)) == (State.INTAKE, ())
    return session


def after(session: Session, events: Iterable[Event]) -> Session:
    for event in events:
        session = FLOW.step(session, event)
    return session


def caused(tool: Tool, session: Session, raw: Any) -> tuple[Event, ...]:
    """The events of a call, refused or not."""
    try:
        return tool.call(session, raw).events
    except ToolError as error:
        return error.events
