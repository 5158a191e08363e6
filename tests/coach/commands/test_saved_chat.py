"""`coach chat` saves as it goes; `coach resume` goes on from there and asks nothing twice."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_coach import DONE, healthy, talk
from servers.strict_api import strict
from typing_person import EndsWithCtrlC

from coach.cli import main
from coach.events import AthleteSaid, CoachSaid
from coach.store.recorder import Recorder
from coach.store.sessions import SessionStore
from coach.store.stored import events_of
from coach.variants import load
from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan

HELLO, MORE = "I want to run a 10k in under 50 minutes in April.", "I am 30 and I run 20 km a week."
WORDS = load("baseline").settings.words
Run = Callable[..., Any]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    served = Server()
    with strict(served) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        yield served


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "sessions.sqlite"


@pytest.fixture
def run(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run(0, "resume s", "a line")`: what a command shows that ends with 0 while a person types these lines."""

    def command(code: int, words: str, *lines: str, keyboard: type[io.StringIO] = io.StringIO) -> Any:
        monkeypatch.setattr("sys.stdin", keyboard("".join(f"{line}\n" for line in lines)))
        assert main([*words.split(), "--store", str(path)]) == code
        return capsys.readouterr()

    return command


def saved(path: Path) -> tuple[str, list[str]]:
    """The one session's id, and its talk."""
    with SessionStore(path) as store:
        (found,) = store.sessions()
        events = events_of([entry.event for entry in store.entries(found.session)])
    return found.session, [event.text for event in events if isinstance(event, AthleteSaid | CoachSaid)]


@pytest.fixture
def waiting(path: Path) -> Path:
    """The store, with the session `s` that is held for a person."""
    path.parent.mkdir()
    with SessionStore(path) as store:
        talk(healthy(resting_sbp_mmhg=165), DONE, review="hold", recorder=Recorder(store.sink("s")))
    return path


def test_a_chat_goes_on_where_it_was_left(server: Server, path: Path, run: Run) -> None:
    shown = run(0, "chat", HELLO).out
    session, talk = saved(path)
    assert f"Saved in {path}. Go on with: coach resume {session}" in shown
    assert path.stat().st_mode & 0o077 == 0
    calls = server.ledger.requests

    line = run(0, "sessions").out
    assert line.startswith(session)
    assert HELLO in line
    assert "open" in line

    assert talk[-1] in run(0, f"resume {session}").out
    assert server.ledger.requests == calls
    assert saved(path) == (session, talk)

    run(0, f"resume {session}", MORE)
    assert saved(path)[1][: len(talk) + 1] == [*talk, MORE]
    assert server.ledger.refused == 0


def test_ctrl_c_at_the_prompt_saves_says_how_to_go_on_and_ends_as_interrupted(
    server: Server, path: Path, run: Run
) -> None:
    shown = run(130, "chat", HELLO, keyboard=EndsWithCtrlC).out
    session, talk = saved(path)
    assert f"Saved in {path}. Go on with: coach resume {session}" in shown

    run(130, f"resume {session}", keyboard=EndsWithCtrlC)
    assert saved(path) == (session, talk)
    assert server.ledger.refused == 0


def test_a_held_session_says_so_and_goes_on_after_the_decision(server: Server, waiting: Path, run: Run) -> None:
    shown = run(0, "resume s").out
    assert "coach review show s" in shown
    assert WORDS.held in shown
    assert "in review" in run(0, "sessions").out

    run(0, "review approve s --name Lund --reason seen")
    shown = run(0, "resume s").out
    assert "Week        Mon" in shown
    assert "(Your plan)" in shown
    assert server.ledger.refused == 0


class Meanwhile(io.StringIO):
    """Stands for `sys.stdin`: before its first line a person approves the session in another terminal."""

    store: Path

    def readline(self, size: int | None = -1, /) -> str:
        if self.tell() == 0:
            approve = ("review", "approve", "s", "--store", str(self.store), "--name", "Dr Lund", "--reason", "Seen.")
            assert main(approve) == 0
        return super().readline(-1 if size is None else size)


@pytest.fixture
def meanwhile(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> type[io.StringIO]:
    monkeypatch.setattr(Meanwhile, "store", waiting, raising=False)
    return Meanwhile


def test_a_message_typed_while_a_person_decided_comes_after_the_decision(
    server: Server, waiting: Path, run: Run, meanwhile: type[io.StringIO]
) -> None:
    said = "My blood pressure was 172 over 95 this morning."
    shown = run(0, "resume s", said, keyboard=meanwhile).out
    talked = saved(waiting)[1]
    assert said in talked[2:]
    assert talked[talked.index(said) - 1] != WORDS.held
    assert talked[-1] in shown
    assert server.ledger.refused == 0


def test_a_message_that_could_not_be_saved_is_named(
    server: Server, waiting: Path, run: Run, meanwhile: type[io.StringIO]
) -> None:
    before = saved(waiting)
    server.plan = Plan(fault=(CallFault(kind="status", status=401),))
    assert "Your last message was not saved." in run(1, "resume s", "Any news?", keyboard=meanwhile).err
    assert saved(waiting) == before


def test_leaving_a_session_that_still_waits_says_so(server: Server, waiting: Path, run: Run) -> None:
    shown = run(0, "resume s", "Any news?").out
    assert shown.rstrip().split("\n")[-1].startswith(f"Saved in {waiting}. It is waiting for a person")


def test_a_failure_says_why_and_the_exit_code_is_one(server: Server, run: Run) -> None:
    server.plan = Plan(fault=(CallFault(kind="status", status=400),))
    assert "400: the fault plan says so; the API refuses the request itself" in run(1, "chat", HELLO).err


def test_a_chat_whose_service_did_not_answer_goes_on_when_it_does(server: Server, path: Path, run: Run) -> None:
    server.plan = Plan(fault=(CallFault(kind="status", status=401, first=2),))
    shown = run(1, "chat", HELLO, MORE, "Anything else?")
    session, talk = saved(path)
    assert f"Go on with: coach resume {session}" in shown.out
    assert "401" in shown.err
    assert WORDS.failed not in shown.out

    server.plan = Plan()
    run(0, f"resume {session}")
    gone_on = saved(path)[1]
    assert gone_on[: len(talk)] == talk
    assert len(gone_on) > len(talk), "the message that stayed without an answer has one"
    assert server.ledger.refused == 0


def test_a_session_that_is_not_there_is_one_sentence(path: Path, run: Run) -> None:
    path.parent.mkdir()
    assert "no session 'nobody'" in run(64, "resume nobody").err
    assert "no sessions" in run(0, "sessions").out
