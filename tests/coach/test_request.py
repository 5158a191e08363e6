"""The request of a state: its frame, and a conversation that is only ever appended to."""

import asyncio
import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from scripted_coach import Listening

from coach import variants
from coach.canonical_json import digest
from coach.events import ModelCalled
from coach.flow import replay
from coach.loop import Coach
from coach.memory import Remembered
from coach.policy import POLICY
from coach.request import RequestSettings, request_of
from coach.sections import sections_in
from coach.session import Session, replace
from coach.states import State
from coach.store.stored import events_of
from evals.session import Seats, Spec, as_stored, live
from personas.channel import Channel
from personas.load import load
from personas.offline import OfflineAthlete

VARIANT = variants.load("baseline")
MODELS = {"fast": "claude-haiku-5-5", "reasoning": "claude-sonnet-5-5"}
PERSONAS = ("masters_runner", "chest_pain_hidden", "goal_changer", "plan_now")
Json = dict[str, Any]


def settings(state: State, models: dict[str, str] = MODELS, variant: variants.Variant = VARIANT) -> RequestSettings:
    return RequestSettings(POLICY[state], variant, models)


def sent(request: Json) -> bytes:
    """What of a request the model sees."""
    return json.dumps({key: value for key, value in request.items() if key not in {"timeout", "metadata"}}).encode()


@cache
def asked(name: str) -> tuple[Coach, tuple[tuple[State, Json], ...]]:
    """A whole session, with each request and the state that it was asked in."""
    spec, channel, made = Spec(load(name), VARIANT), Channel(), list[Coach]()
    client = Listening(spec.session_seed, channel)

    def make(*given: Any) -> Coach:
        made.append(Coach(*given))
        return made[0]

    asyncio.run(live(spec, Seats(client, OfflineAthlete(spec.persona, spec.session_seed), MODELS, make, channel)))
    called = [event for event in made[0].recorder.events if isinstance(event, ModelCalled)]
    return made[0], tuple(zip((event.state for event in called), client.sent, strict=True))


@pytest.mark.parametrize("name", PERSONAS)
def test_a_state_only_ever_appends_to_what_it_sent(name: str) -> None:
    newest: dict[State, Json] = {}
    for state, request in asked(name)[1]:
        if (before := newest.get(state)) is not None:
            assert [request[key] for key in ("system", "tools", "model")] == [
                before[key] for key in ("system", "tools", "model")
            ]
            sent = before["messages"]
            kept, (answer, *_) = request["messages"][: len(sent)], request["messages"][len(sent) :]
            assert kept == sent
            assert answer["role"] == "assistant"
        newest[state] = request
    assert {State.GOAL_CAPTURE, State.ANALYST, State.INTAKE} <= newest.keys()


@pytest.mark.parametrize("name", PERSONAS)
def test_turns_alternate_and_a_system_message_stands_only_behind_the_users(name: str) -> None:
    for _, request in asked(name)[1]:
        roles = [message["role"] for message in request["messages"]]
        assert roles[0] == "user"
        assert roles[-1] in {"user", "system"}
        talk = [role for role in roles if role != "system"]
        assert all(one != other for one, other in pairwise(talk))
        assert all(before == "user" for before, role in pairwise(roles) if role == "system")


@pytest.mark.parametrize("name", PERSONAS)
def test_no_words_of_the_athlete_have_the_systems_authority(name: str) -> None:
    coach, requests = asked(name)
    theirs = [line.text for line in coach.session.talk if line.role == "user" and len(line.text.split()) > 3]
    notes = [m["content"] for _, request in requests for m in request["messages"] if m["role"] == "system"]
    assert theirs
    assert notes
    assert [text for text in theirs for note in notes if text in note] == []


@pytest.mark.parametrize("name", PERSONAS)
def test_a_stored_session_gives_the_same_next_request_to_the_byte(name: str) -> None:
    coach, _ = asked(name)
    stored = json.loads(json.dumps(as_stored(coach.recorder, name)["events"]))
    events, count = events_of(stored), 0
    for at, event in enumerate(events):
        if isinstance(event, ModelCalled):
            again = request_of(replay(events[:at]), settings(event.state)).request
            assert sent(again) == sent(asked(name)[1][count][1])
            count += 1


def test_the_prompts_hash_is_that_of_system_and_tools() -> None:
    made = [request_of(Session(state=state), settings(state)) for state in POLICY]
    assert [each.prompt for each in made] == [
        digest({"system": each.request["system"], "tools": each.request["tools"]}) for each in made
    ]
    assert len({each.prompt for each in made}) == len(made)


def sessions_before_calls(name: str, state: State) -> list[Session]:
    """The session at each call in `state` that begins a turn, oldest first."""
    events = asked(name)[0].recorder.events
    found = [replay(events[:at]) for at, each in enumerate(events) if isinstance(each, ModelCalled)]
    return [each for each in found if each.state is state and each.thread.messages and _begins_turn(each)]


def _begins_turn(session: Session) -> bool:
    return session.thread.messages[-1]["role"] == "assistant"


def trimmed_at(tokens: int) -> variants.Variant:
    limits = VARIANT.settings.limits.model_copy(update={"history_tokens": tokens})
    return variants.Variant("short", VARIANT.settings.model_copy(update={"limits": limits}), VARIANT.prompts)


def test_a_conversation_of_too_many_tokens_begins_anew_and_what_was_said_stands_before_it() -> None:
    session = sessions_before_calls("masters_runner", State.INTAKE)[-1]
    assert request_of(session, settings(State.INTAKE)).anew is None
    session = replace(session, memory=(Remembered(of="promise", text="I'll come back to the hills.", turn=2),))
    made = request_of(session, settings(State.INTAKE, variant=trimmed_at(400)))
    assert made.anew
    first, *rest = made.request["messages"][0]["content"]
    told = sections_in(first["text"])["earlier"]
    assert [block["text"] for block in rest] == [session.talk[made.anew].text]
    assert told["remembered"] == {"promise": ["I'll come back to the hills."]}
    trimmed = " ".join(line.text for line in session.talk[: made.anew] if line.role == "user")
    raws = [fact.raw for fact in session.facts.values() if fact.raw in trimmed]
    assert raws
    assert set(raws) <= {*told["words"].values()}
    assert made.context is not None
    assert {"known", "goals", "today"} <= made.context.keys()


def test_nothing_is_cut_between_a_call_and_its_result() -> None:
    events = asked("masters_runner")[0].recorder.events
    waiting = [replay(events[:at]) for at, each in enumerate(events) if isinstance(each, ModelCalled)]
    waiting = [each for each in waiting if each.thread.messages and not _begins_turn(each)]
    assert waiting
    for session in waiting:
        assert request_of(session, settings(session.state, variant=trimmed_at(1))).anew is None


@pytest.mark.parametrize(
    ("model", "choices"),
    [
        ("claude-sonnet-5-5", {"auto"}),
        ("claude-opus-5-5", {"auto"}),
        ("claude-haiku-5-5", {"any", "auto", "tool"}),
        ("openai/gpt", {"any", "auto", "tool"}),
        ("claude-some-later-one", {"auto"}),
    ],
)
def test_a_tool_is_forced_only_where_the_model_takes_that(model: str, choices: set[str]) -> None:
    both = {"fast": model, "reasoning": model}
    made = [request_of(Session(state=state), settings(state, both)).request for state in POLICY]
    assert {request["tool_choice"]["type"] for request in made} == choices
