"""Recorded talks again: the recording drives the engine up to a point, and what follows is live."""

import asyncio
from functools import cache
from typing import Any

import pytest
from offline_seats import offline_seats

from coach import variants
from coach.events import AthleteSaid, CoachSaid, ModelCalled, Moved
from coach.states import State
from coach.store.recorder import Recorder
from evals.offline import OfflineCoach
from evals.replay import Calls, Recording, Start, first_difference, live_share, replayed
from evals.session import Seats, Spec, acts_of, live
from personas.channel import Channel
from personas.load import load
from personas.offline import OfflineAthlete

MODELS = dict.fromkeys(("fast", "reasoning"), "offline/coach")


def spec_of(persona: str, variant: str = "baseline") -> Spec:
    return Spec(load(persona), variants.load(variant))


@cache
def recorded(persona: str) -> tuple[Recorder, Recording]:
    spec = spec_of(persona)
    seats = offline_seats(spec)
    recorder = asyncio.run(live(spec, seats))
    return recorder, Recording(tuple(recorder.events), acts_of(recorder, seats.channel), prompted=False)


def again(recording: Recording, start: Start, spec: Spec, **seats: Any) -> tuple[Recorder, Calls]:
    channel, recorder = Channel(), Recorder()
    coach, athlete = OfflineCoach(spec.session_seed, channel), OfflineAthlete(spec.persona, spec.session_seed)
    playing = Seats(**{"client": coach, "athlete": athlete, "models": MODELS, "channel": channel, **seats})
    return recorder, asyncio.run(replayed(spec, recording, start, playing, recorder))


@pytest.mark.parametrize(
    "start",
    [Start(turn=1), Start(turn=3), *(Start(state=state) for state in (State.INTAKE, State.SAFETY, State.PRESENT))],
)
@pytest.mark.parametrize("persona", ["goal_changer", "chest_pain_hidden"])
def test_the_same_variant_and_the_offline_coach_give_the_same_session_to_the_byte(persona: str, start: Start) -> None:
    before, recording = recorded(persona)
    now, calls = again(recording, start, spec_of(persona))
    assert now.head == before.head
    assert first_difference(before.events, now.events) is None
    assert sum(calls) == sum(isinstance(event, ModelCalled) for event in before.events)


def test_from_a_turn_on_all_calls_are_live_and_before_it_none() -> None:
    before, recording = recorded("goal_changer")
    third = before.events.index(next(e for e in before.events if isinstance(e, AthleteSaid) and e.turn == 3))
    earlier = sum(isinstance(event, ModelCalled) for event in before.events[:third])
    _, calls = again(recording, Start(turn=3), spec_of("goal_changer"))
    assert calls.recorded == earlier


def test_the_share_that_is_live_is_that_of_the_answers_from_there_on() -> None:
    before, recording = recorded("goal_changer")
    present = before.events.index(next(e for e in before.events if isinstance(e, Moved) and e.target is State.PRESENT))
    calls = [index for index, event in enumerate(before.events) if isinstance(event, ModelCalled)]
    later = sum(index > present for index in calls)
    assert live_share(recording, Start(state=State.PRESENT)) == pytest.approx(later / len(calls))
    assert (live_share(recording, Start(turn=1)), live_share(recording, Start(turn=99))) == (1, 0)


def test_a_state_that_asks_no_model_is_entered_all_the_same() -> None:
    before, recording = recorded("goal_changer")
    planned = next(i for i, e in enumerate(before.events) if isinstance(e, ModelCalled) and e.state is State.PLAN)
    earlier = sum(isinstance(event, ModelCalled) for event in before.events[:planned])
    for state in (State.SAFETY, State.PLAN):
        _, calls = again(recording, Start(state=state), spec_of("goal_changer"))
        assert calls.recorded == earlier


def test_a_session_that_never_enters_the_state_is_the_recorded_one() -> None:
    before, recording = recorded("chest_pain_hidden")
    now, calls = again(recording, Start(state=State.PRESENT), spec_of("chest_pain_hidden", "one_question"))
    assert calls.live == 0
    assert first_difference(before.events, now.events) is None


def test_another_variant_differs_first_where_it_is_live() -> None:
    before, recording = recorded("goal_changer")
    now, _ = again(recording, Start(turn=2), spec_of("goal_changer", "one_question"))
    difference = first_difference(before.events, now.events)
    assert difference is not None
    assert difference.turn == 2
    assert difference.recorded.startswith("coach: ")
    assert difference.now.startswith("coach: ")
    assert difference.recorded != difference.now
    assert now.session.outcome == "accepted"


def test_an_answer_of_another_state_ends_the_recording() -> None:
    _, recording = recorded("goal_changer")
    without = next(i for i, e in enumerate(recording.events) if isinstance(e, ModelCalled) and e.state == "ANALYST")
    events = (*recording.events[:without], *recording.events[without + 1 :])
    cut = Recording(events, {}, prompted=False)
    now, calls = again(cut, Start(state=State.PRESENT), spec_of("goal_changer"))
    assert calls.recorded == 2, "both of the goal"
    assert now.session.outcome is not None


class Deaf(OfflineAthlete):
    """An athlete that says the same whatever it hears."""

    async def reply(self, heard: Any) -> Any:
        return (await super().reply(heard))._replace(text="Something else.", acts=None, leaves=heard is not None)


def test_a_models_messages_are_said_again_as_long_as_the_talk_is_the_recorded_one() -> None:
    before, recording = recorded("goal_changer")
    spec = spec_of("goal_changer", "one_question")
    as_of_a_model = Recording(recording.events, recording.acts, prompted=True)
    now, _ = again(as_of_a_model, Start(turn=2), spec, athlete=Deaf(spec.persona, spec.session_seed))
    said = [event.text for event in now.events if isinstance(event, AthleteSaid)]
    theirs = [event.text for event in before.events if isinstance(event, AthleteSaid)]
    assert said == [*theirs[:2], "Something else."]


def test_words_that_came_as_thinking_stay_words_before_another_prompt() -> None:
    note = {"type": "thinking", "thinking": "What is your goal?", "signature": "s"}
    silent = {"type": "thinking", "thinking": "", "signature": "s"}
    _, recording = recorded("goal_changer")
    events = [
        event.model_copy(update={"content": (silent, *event.content)}) if isinstance(event, ModelCalled) else event
        for event in recording.events
    ]
    at = next(i for i, event in enumerate(events) if isinstance(event, CoachSaid) and event.state == State.INTAKE)
    called = max(index for index in range(at) if isinstance(events[index], ModelCalled))
    events[called] = events[called].model_copy(update={"content": (note,), "stop_reason": "end_turn"})
    events[at] = events[at].model_copy(update={"text": note["thinking"]})
    changed = Recording(tuple(events), recording.acts, prompted=False)
    now, _ = again(changed, Start(turn=3), spec_of("goal_changer", "one_question"))
    intake = [event.content for event in now.events if isinstance(event, ModelCalled) and event.state == State.INTAKE]
    blocks = [block for event in now.events if isinstance(event, ModelCalled) for block in event.content]
    assert ({"type": "text", "text": "What is your goal?"},) in intake
    assert {block["type"] for block in blocks} == {"text", "tool_use"}
