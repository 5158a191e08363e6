"""A faulty coach, and a faulty athlete, made of the clean one and one change. Knows no particular fault."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coach.records.block import TrainingBlock
from evals.faults.fault import MakeCoach
from evals.offline import OfflineCoach
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from evals.session import Spec
from personas.acts import Act
from personas.athlete import Athlete, Heard, Reply
from personas.channel import Channel
from personas.offline import OfflineAthlete
from personas.persona import Persona

Change = Callable[[Seen, Said], Said]
Item = dict[str, Any]
Plan = dict[str, Any]
"""A training block as JSON, the way a model hands it over."""


class _Saying(OfflineCoach):
    def __init__(self, seed: int, channel: Channel, change: Change) -> None:
        super().__init__(seed, channel)
        self._change = change

    def say(self, seen: Seen) -> Said:
        return self._change(seen, super().say(seen))


class _Seeing(OfflineCoach):
    def __init__(self, seed: int, channel: Channel, view: Callable[[Seen], Seen]) -> None:
        super().__init__(seed, channel)
        self._view = view

    def say(self, seen: Seen) -> Said:
        return super().say(self._view(seen))


def saying(change: Change) -> MakeCoach:
    """A coach that says or calls something else than the clean one would."""
    return lambda seed, channel: _Saying(seed, channel, change)


def seeing(view: Callable[[Seen], Seen]) -> MakeCoach:
    """A coach that reads something else than what stands in the request."""
    return lambda seed, channel: _Seeing(seed, channel, view)


def recording(alter: Callable[[Item], Item | None]) -> MakeCoach:
    """A coach that records every item altered, or not at all where `alter` gives None."""
    return saying(lambda _seen, said: with_items(said, alter))


def in_present(alter: Callable[[Item], Item | None]) -> MakeCoach:
    """A coach that alters what it records while the plan is on the table."""
    return saying(lambda seen, said: with_items(said, alter) if "accept_plan" in seen.tools else said)


def under_own_name(item: Item) -> Item:
    """The item under a name that no catalogue has and that speaks of nothing."""
    return {"field": "something_new", "value": "yes", "raw": item["raw"]}


def noting(fields: frozenset[str]) -> MakeCoach:
    """A coach that records of these list fields that there is nothing, and what was told as a note beside it."""

    def change(_seen: Seen, said: Said) -> Said:
        return replace(said, calls=tuple(Call(call.tool, _noted(call.input, fields)) for call in said.calls))

    return saying(change)


def _noted(given: dict[str, Any], fields: frozenset[str]) -> dict[str, Any]:
    items = []
    for item in given.get("items", []):
        told = item["field"] in fields and item.get("value")
        items += [under_own_name(item), {**item, "value": []}] if told else [item]
    return {**given, "items": items} if "items" in given else given


def planning_from(sections: Callable[[Seen], dict[str, Any]]) -> MakeCoach:
    """A coach that plans as if the context said this instead."""

    def view(seen: Seen) -> Seen:
        return replace(seen, sections={**seen.sections, **sections(seen)}) if "generate_plan" in seen.tools else seen

    return seeing(view)


def with_known(seen: Seen, **facts: Any) -> dict[str, Any]:
    """The section of the profile with these facts in it."""
    return {"profile": {**seen.get("profile", {}), **facts}}


def planning(alter: Callable[[Plan], Plan]) -> MakeCoach:
    """A coach that hands over every plan altered."""

    def change(_seen: Seen, said: Said) -> Said:
        calls = tuple(
            Call(call.tool, {**call.input, "plan": alter(_whole(call.input["plan"]))})
            if call.input.get("plan")
            else call
            for call in said.calls
        )
        return replace(said, calls=calls)

    return saying(change)


def _whole(plan: Plan) -> Plan:
    """The plan with every key, also those that hold a default."""
    return TrainingBlock.model_validate(plan, strict=False).model_dump(mode="json")


def with_items(said: Said, alter: Callable[[Item], Item | None]) -> Said:
    """`said` with every recorded item altered, or left out where `alter` gives None."""
    calls = []
    for call in said.calls:
        if "items" not in call.input:
            calls.append(call)
            continue
        items = [altered for item in call.input["items"] if (altered := alter(dict(item))) is not None]
        if items:
            calls.append(Call(call.tool, {"items": items}))
    return replace(said, calls=tuple(calls))


def with_section(seen: Seen, name: str, alter: Callable[[Any], Any]) -> Seen:
    """`seen` with one section of the context altered, where it is there."""
    if name not in seen.sections:
        return seen
    return replace(seen, sections={**seen.sections, name: alter(seen.sections[name])})


def playing(alter: Callable[[Persona], Persona]) -> Callable[[Spec], Athlete]:
    """An athlete that plays another file than the one it is judged by."""
    return lambda spec: OfflineAthlete(alter(spec.persona), spec.session_seed, today=spec.today)


Replier = Callable[[int, Heard | None, Reply], Reply]
"""What the athlete says instead of a reply; `turn` is the 1-based number of the message."""


class _Replying:
    """The offline athlete, with what it says changed."""

    def __init__(self, spec: Spec, change: Replier) -> None:
        self._inner = OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
        self._change = change
        self._turn = 0

    async def reply(self, heard: Heard | None) -> Reply:
        self._turn += 1
        return self._change(self._turn, heard, await self._inner.reply(heard))


def replying(make: Callable[[Spec], Replier]) -> Callable[[Spec], Athlete]:
    """An athlete that says something else than the clean one would."""
    return lambda spec: _Replying(spec, make(spec))


def telling(at_turn: int, sentence: str, acts: tuple[Act, ...] = ()) -> Callable[[Spec], Athlete]:
    """An athlete that adds the sentence, which does `acts`, to its message of that number."""

    def make(_spec: Spec) -> Replier:
        return lambda turn, _heard, reply: with_more(reply, sentence, acts) if turn == at_turn else reply

    return replying(make)


def with_more(reply: Reply, sentence: str, acts: tuple[Act, ...] = ()) -> Reply:
    """`reply` with one sentence more; one that says nothing stays silent."""
    if not reply.text:
        return reply
    said = tuple(act.model_copy(update={"words": sentence}) for act in acts)
    return reply._replace(text=f"{reply.text} {sentence}", acts=(*(reply.acts or ()), *said))
