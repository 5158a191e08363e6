"""A chat that is cut behind any of its events loses nothing that was stored and asks nothing twice."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest
from sampling import share
from scripted_coach import DONE, MODELS, Scripted, healthy
from servers.strict_api import strict

from coach import variants
from coach.cli import main
from coach.events import AthleteSaid, ModelCalled, PlanShown
from coach.loop import Coach
from coach.model import PlainMessage
from coach.plan.present import plan_text
from coach.store.chain import ChainEntry
from coach.store.location import Location
from coach.store.recorder import Recorder
from coach.store.sessions import SessionStore
from coach.store.stored import events_of
from evals.offline.coach_reply import Call, CoachReply
from evals.serve.app import Server

Json = dict[str, Any]
LINES = ("I would like to run a 10k in under 50 minutes.", "Here is all that you need.", "That looks good, thanks.")
SCRIPT = (
    CoachReply(text="Tell me about yourself."),
    *(healthy(), DONE, CoachReply(text="Here is your plan.")),
    CoachReply(calls=(Call("accept_plan", {}),)),
)


class Model:
    """Answers by the script; a request that it has answered before it answers in the same way. `calls`: how many."""

    def __init__(self) -> None:
        self.calls, self._script, self._answers = 0, Scripted(SCRIPT), dict[str, PlainMessage]()

    def answer(self, request: Json) -> list[Json]:
        return self._answer(request).content

    def _answer(self, request: Json) -> PlainMessage:
        self.calls += 1
        asked = {key: value for key, value in request.items() if key not in {"timeout", "metadata", "stream"}}
        key = json.dumps(asked, sort_keys=True)
        if key not in self._answers:
            self._answers[key] = self._script.answer(request)
        return self._answers[key]

    @property
    def messages(self) -> "Model":
        return self

    async def create(self, **request: Any) -> PlainMessage:
        return self._answer(request)


async def chat(model: Model, recorder: Recorder) -> Coach:
    """The chat from where it stands to its end."""
    coach = Coach(model, variants.load("baseline"), recorder, MODELS)
    if recorder.recorded:
        await coach.resume()
    else:
        coach.start(session="s", athlete="you", today="2026-01-05")
    for line in LINES[coach.session.turn :]:
        await coach.hear(line)
    return coach


def test_a_chat_goes_on_from_behind_any_event(location: Location) -> None:
    model, whole = Model(), Recorder()
    assert asyncio.run(chat(model, whole)).session.outcome == "accepted"
    assert sum(isinstance(event, PlanShown) for event in whole.events) == 1
    with SessionStore(location) as store:
        for cut in share(range(len(whole.entries) + 1), one_in=6, start=3 * isinstance(location, Path)):
            before = store.sink(name := f"cut behind {cut}")
            for entry in whole.entries[:cut]:
                before(entry)
            model.calls = 0
            recorded = store.entries(name)
            asyncio.run(chat(model, Recorder(store.sink(name, len(recorded)), recorded=recorded)))
            assert _chain(store.entries(name)) == _chain(whole.entries), name
            assert model.calls == sum(isinstance(event, ModelCalled) for event in whole.events[cut:]), name


def _chain(entries: tuple[ChainEntry, ...] | list[ChainEntry]) -> list[str]:
    return [entry.hash for entry in entries]


def test_a_chat_has_stored_every_event_before_it_asks_the_model_and_comes_to_its_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that whatever ends it, while it waits longest, loses nothing."""
    path, model, stored = tmp_path / "s.sqlite", Model(), list[int]()

    def answer(request: Json) -> list[Json]:
        with SessionStore(path) as store:
            stored.append(sum(len(store.entries(each.session)) for each in store.sessions()))
        return model.answer(request)

    with strict(Server(answer=answer)) as url:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in LINES)))
        assert main(["chat", "--store", str(path)]) == 0
    with SessionStore(path) as store:
        (saved,) = store.sessions()
        events = events_of([entry.event for entry in store.entries(saved.session)])
    assert stored == [index for index, event in enumerate(events) if isinstance(event, ModelCalled)]
    assert [event.text for event in events if isinstance(event, AthleteSaid)] == list(LINES)
    (shown,) = [event for event in events if isinstance(event, PlanShown)]

    capsys.readouterr()
    assert main(["plan", "show", saved.session, "--store", str(path)]) == 0
    assert capsys.readouterr().out == f"{plan_text(shown.plan)}\n"
    out = tmp_path / "calendar"
    command = ["plan", "export", saved.session, "--format", "ics", "--out", str(out), "--store", str(path)]
    assert main(command) == 0
    assert [file.suffix for file in out.iterdir()] == [".ics"]


@pytest.mark.parametrize("arguments", [[], ["show"], ["export", "x"], ["show", "x", "y"], ["show", "x", "--store"]])
def test_a_wrong_plan_command_is_told_how_it_goes(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", *arguments]) == 64
    assert "coach plan" in capsys.readouterr().err


def test_a_session_without_a_plan_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    coach = Coach(Model(), variants.load("baseline"), Recorder(), MODELS)
    coach.start(session="s", athlete="you", today="2026-01-05")
    with SessionStore(tmp_path / "s.sqlite") as store:
        store.sink("early")(coach.recorder.entries[0])
    assert main(["plan", "show", "early", "--store", str(tmp_path / "s.sqlite")]) == 64
    assert "the session early has no plan to show" in capsys.readouterr().err
    assert main(["plan", "show", "late", "--store", str(tmp_path / "s.sqlite")]) == 64
    assert "no session 'late'" in capsys.readouterr().err
