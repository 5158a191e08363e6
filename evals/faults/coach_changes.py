"""A faulty coach, made of the clean one and one change to what it hears, sees, says or calls. Knows no fault."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coach.records.block import TrainingBlock
from evals.faults.fault import MakeCoach
from evals.offline import OfflineCoach
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.hearing import Mishearing
from evals.offline.request_view import RequestView
from personas.acts import Ask, Plain
from personas.channel import Channel

When = Callable[[RequestView], bool]
Item = dict[str, Any]
"""One entry of `collect_data` or `correct_data`: `field`, `raw`, and `value` or `standing`."""
Plan = dict[str, Any]
"""A training block as JSON, the way a model hands it over."""


class _Changed(OfflineCoach):
    def __init__(
        self,
        seed: int,
        channel: Channel,
        view: Callable[[RequestView], RequestView],
        change: Callable[[RequestView, CoachReply], CoachReply],
    ) -> None:
        super().__init__(seed, channel)
        self._view, self._change = view, change

    def say(self, seen: RequestView) -> CoachReply:
        seen = self._view(seen)
        return self._change(seen, super().say(seen))


def changed(
    change: Callable[[RequestView, CoachReply], CoachReply] = lambda _seen, said: said,
    view: Callable[[RequestView], RequestView] = lambda seen: seen,
) -> MakeCoach:
    """A coach that reads `view` of its request, and answers it with `change` of the clean answer."""
    return lambda seed, channel: _Changed(seed, channel, view, change)


def mishearing(name: str, *fields: str) -> MakeCoach:
    """A coach that hears every value told of `fields` as `MISHEARINGS[name]` makes it."""

    def make(seed: int, channel: Channel) -> OfflineCoach:
        coach = OfflineCoach(seed, channel)
        coach.reader = Mishearing(coach.reader, name, frozenset(fields))
        return coach

    return make


# When a change applies.


def in_intake(seen: RequestView) -> bool:
    """The coach may still ask."""
    return "intake_complete" in seen.tools


def in_present(seen: RequestView) -> bool:
    """A plan is on the table."""
    return "accept_plan" in seen.tools


def refusing(seen: RequestView) -> bool:
    """The gate blocked, and the coach has to explain it."""
    return bool(seen.get("no_plan_yet"))


# What it says.


def rewording(alter: Callable[[str], str], when: When) -> MakeCoach:
    """A coach whose messages are altered while `when` holds; their acts stay."""
    return changed(lambda seen, said: replace(said, text=alter(said.text)) if said.text and when(seen) else said)


def adding(sentence: str, when: When) -> MakeCoach:
    """A coach that says one sentence more while `when` holds."""
    return rewording(lambda text: f"{text} {sentence}", when)


def asking_again(question: str, *fields: str) -> MakeCoach:
    """A coach that asks `question`, once, when it knows `fields` already."""

    def change(seen: RequestView, said: CoachReply) -> CoachReply:
        known = all(name in seen.get("known", {}) for name in fields)
        if not said.text or not in_intake(seen) or not known or any(question in text for text in seen.coach_texts):
            return said
        asks = tuple(Ask(field=name, words=question) for name in fields)
        return replace(said, text=f"{said.text} {question}", acts=(*said.acts, *asks))

    return changed(change)


def advising(alter: Callable[[list[str]], list[str]], *sections: str) -> MakeCoach:
    """A coach that is given other sentences to say: of what to mind (`care`) or of a block (`no_plan_yet`)."""

    def view(seen: RequestView) -> RequestView:
        given = {name: seen.sections[name] for name in sections if name in seen.sections}
        other = {name: {**section, "say": alter(section["say"])} for name, section in given.items()}
        return replace(seen, sections={**seen.sections, **other})

    return changed(view=view)


# What it calls.


def instead_of(tool: str, answer: Callable[[CoachReply], CoachReply]) -> MakeCoach:
    """A coach that answers otherwise where the clean one calls `tool`."""
    return changed(lambda _seen, said: answer(said) if any(call.tool == tool for call in said.calls) else said)


def dropping(tool: str, thanks: str) -> MakeCoach:
    """A coach that never calls `tool`; where that was all it had to answer, it says `thanks` and asks for more."""

    def answer(said: CoachReply) -> CoachReply:
        kept = tuple(call for call in said.calls if call.tool != tool)
        return replace(said, calls=kept) if kept else CoachReply(thanks, acts=(Plain(kind="ask_more"),))

    return instead_of(tool, answer)


def calling(call: Callable[[RequestView], Call | None]) -> MakeCoach:
    """A coach that makes this call, and says nothing, wherever `call` gives one."""

    def change(seen: RequestView, said: CoachReply) -> CoachReply:
        made = call(seen)
        return said if made is None else CoachReply(calls=(made,))

    return changed(change)


def recording(alter: Callable[[Item], Item], *, field: str | None = None, when: When = lambda _seen: True) -> MakeCoach:
    """A coach that records every item, or those of `field`, altered while `when` holds."""

    def each(items: list[Item]) -> list[Item]:
        return [alter(item) if field in {None, item["field"]} else item for item in items]

    return changed(lambda seen, said: with_items(said, each) if when(seen) else said)


def with_items(said: CoachReply, alter: Callable[[list[Item]], list[Item]], tool: str | None = None) -> CoachReply:
    """`said` with the items of every recording call, or of those of `tool`, altered."""
    calls = (
        Call(call.tool, {**call.input, "items": alter(call.input["items"])})
        if "items" in call.input and tool in {None, call.tool}
        else call
        for call in said.calls
    )
    return replace(said, calls=tuple(calls))


# What it plans.


def planning(alter: Callable[[Plan], Plan]) -> MakeCoach:
    """A coach that hands over every plan altered; `alter` gets it with every key, also those that hold a default."""

    def altered(call: Call) -> Call:
        if not call.input.get("plan"):
            return call
        whole = TrainingBlock.model_validate(call.input["plan"], strict=False).model_dump(mode="json")
        return Call(call.tool, {**call.input, "plan": alter(whole)})

    return changed(lambda _seen, said: replace(said, calls=tuple(altered(call) for call in said.calls)))


def planning_from(sections: Callable[[RequestView], dict[str, Any]]) -> MakeCoach:
    """A coach that plans as if the context held these sections instead."""

    def view(seen: RequestView) -> RequestView:
        return replace(seen, sections={**seen.sections, **sections(seen)}) if "generate_plan" in seen.tools else seen

    return changed(view=view)


def shifted(seen: RequestView, field: str, by: float) -> dict[str, Any]:
    """The section of the profile with that much more in a field."""
    profile = seen.get("profile")
    return {"profile": {**profile, field: profile[field] + by}}


def without_limits(_seen: RequestView) -> dict[str, Any]:
    return {"safety": {"status": "approved"}}
