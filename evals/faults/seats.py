"""A faulty coach, and a faulty athlete, made of the clean one and one change. Knows no particular fault."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coach.records.block import TrainingBlock
from evals.offline import OfflineCoach
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from evals.session import Spec
from personas.athlete import Athlete, Heard, Reply
from personas.offline import OfflineAthlete
from personas.persona import Persona

Change = Callable[[Seen, Said], Said]
Item = dict[str, Any]
Plan = dict[str, Any]
"""A training block as JSON, the way a model hands it over."""


class _Saying(OfflineCoach):
    def __init__(self, seed: int, change: Change) -> None:
        super().__init__(seed)
        self._change = change

    def say(self, seen: Seen) -> Said:
        return self._change(seen, super().say(seen))


class _Seeing(OfflineCoach):
    def __init__(self, seed: int, view: Callable[[Seen], Seen]) -> None:
        super().__init__(seed)
        self._view = view

    def say(self, seen: Seen) -> Said:
        return super().say(self._view(seen))


def saying(change: Change) -> Callable[[int], OfflineCoach]:
    """A coach that says or calls something else than the clean one would."""
    return lambda seed: _Saying(seed, change)


def seeing(view: Callable[[Seen], Seen]) -> Callable[[int], OfflineCoach]:
    """A coach that reads something else than what stands in the request."""
    return lambda seed: _Seeing(seed, view)


def recording(alter: Callable[[Item], Item | None]) -> Callable[[int], OfflineCoach]:
    """A coach that records every item altered, or not at all where `alter` gives None."""
    return saying(lambda _seen, said: with_items(said, alter))


def in_present(alter: Callable[[Item], Item | None]) -> Callable[[int], OfflineCoach]:
    """A coach that alters what it records while the plan is on the table."""
    return saying(lambda seen, said: with_items(said, alter) if "accept_plan" in seen.tools else said)


def under_own_name(item: Item) -> Item:
    """The item under a name that no catalogue has and that speaks of nothing."""
    return {"field": "something_new", "value": "yes", "raw": item["raw"]}


def noting(fields: frozenset[str]) -> Callable[[int], OfflineCoach]:
    """A coach that records of these list fields that there is nothing, and what was told as a note beside it."""

    def change(_seen: Seen, said: Said) -> Said:
        return Said(said.text, tuple(Call(call.tool, _noted(call.input, fields)) for call in said.calls))

    return saying(change)


def _noted(given: dict[str, Any], fields: frozenset[str]) -> dict[str, Any]:
    items = []
    for item in given.get("items", []):
        told = item["field"] in fields and item.get("value")
        items += [under_own_name(item), {**item, "value": []}] if told else [item]
    return {**given, "items": items} if "items" in given else given


def planning_from(sections: Callable[[Seen], dict[str, Any]]) -> Callable[[int], OfflineCoach]:
    """A coach that plans as if the context said this instead."""

    def view(seen: Seen) -> Seen:
        return replace(seen, sections={**seen.sections, **sections(seen)}) if "generate_plan" in seen.tools else seen

    return seeing(view)


def with_known(seen: Seen, **facts: Any) -> dict[str, Any]:
    """The section of the profile with these facts in it."""
    return {"profile": {**seen.get("profile", {}), **facts}}


def _in_full(plan: Plan) -> Plan:
    """The plan with its defaults: the coach hands over what differs from them."""
    return TrainingBlock.model_validate(plan).model_dump(mode="json")


def planning(alter: Callable[[Plan], Plan]) -> Callable[[int], OfflineCoach]:
    """A coach that hands over every plan altered."""

    def change(_seen: Seen, said: Said) -> Said:
        calls = tuple(
            Call(call.tool, {**call.input, "plan": alter(_in_full(plan))}) if (plan := call.input.get("plan")) else call
            for call in said.calls
        )
        return Said(said.text, calls)

    return saying(change)


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
    return Said(said.text, tuple(calls))


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


def telling(at_turn: int, sentence: str) -> Callable[[Spec], Athlete]:
    """An athlete that adds the sentence to its message of that number."""

    def make(_spec: Spec) -> Replier:
        return lambda turn, _heard, reply: (
            reply._replace(text=f"{reply.text} {sentence}") if turn == at_turn and reply.text else reply
        )

    return replying(make)
