"""`coach chat` saves as it goes; `coach resume` goes on from there and asks nothing twice."""

import io
from collections.abc import Iterator
from pathlib import Path

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

HELLO = "I want to run a 10k in under 50 minutes in April."


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    served = Server()
    with strict(served) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        yield served


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def saved(path: Path) -> tuple[str, list[str]]:
    """The one session's id, and its talk."""
    with SessionStore(path) as store:
        (found,) = store.sessions()
        events = events_of([entry.event for entry in store.entries(found.session)])
    return found.session, [event.text for event in events if isinstance(event, AthleteSaid | CoachSaid)]


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """A store whose session `s` is held for a person."""
    path = tmp_path / "sessions.sqlite"
    with SessionStore(path) as store:
        talk(healthy(resting_sbp_mmhg=165), DONE, review="hold", recorder=Recorder(store.sink("s")))
    return path


def test_a_chat_goes_on_where_it_was_left(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "sessions.sqlite"
    typed(monkeypatch, HELLO)
    assert main(["chat", "--store", str(path)]) == 0
    session, talk = saved(path)
    assert f"Saved in {path}. Go on with: coach resume {session}" in capsys.readouterr().out
    assert path.stat().st_mode & 0o077 == 0
    calls = server.ledger.requests

    assert main(["sessions", "--store", str(path)]) == 0
    assert HELLO in (line := capsys.readouterr().out)
    assert line.startswith(session)
    assert "open" in line

    typed(monkeypatch)
    assert main(["resume", session, "--store", str(path)]) == 0
    assert talk[-1] in capsys.readouterr().out
    assert server.ledger.requests == calls
    assert saved(path) == (session, talk)

    typed(monkeypatch, "I am 30 and I run 20 km a week.")
    assert main(["resume", session, "--store", str(path)]) == 0
    assert saved(path)[1][: len(talk)] == talk
    assert saved(path)[1][len(talk)] == "I am 30 and I run 20 km a week."
    assert server.ledger.refused == 0


def test_ctrl_c_at_the_prompt_saves_says_how_to_go_on_and_ends_as_interrupted(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sessions.sqlite"
    monkeypatch.setattr("sys.stdin", EndsWithCtrlC(f"{HELLO}\n"))
    assert main(["chat", "--store", str(path)]) == 130
    session, talk = saved(path)
    assert f"Saved in {path}. Go on with: coach resume {session}" in capsys.readouterr().out

    monkeypatch.setattr("sys.stdin", EndsWithCtrlC())
    assert main(["resume", session, "--store", str(path)]) == 130
    assert saved(path) == (session, talk)
    assert server.ledger.refused == 0


def test_a_held_session_says_so_and_goes_on_after_the_decision(
    server: Server, waiting: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["s", "--store", str(waiting)]
    typed(monkeypatch)
    assert main(["resume", *at]) == 0
    assert "coach review show s" in (shown := capsys.readouterr().out)
    assert load("baseline").settings.words.held in shown
    assert main(["sessions", *at[1:]]) == 0
    assert "in review" in capsys.readouterr().out

    assert main(["review", "approve", *at, "--name", "Dr Lund", "--reason", "Seen last week."]) == 0
    typed(monkeypatch)
    assert main(["resume", *at]) == 0
    shown = capsys.readouterr().out
    assert "Week        Mon" in shown
    assert "(Your plan)" in shown
    assert server.ledger.refused == 0


class Meanwhile(io.StringIO):
    """Stands for `sys.stdin`: before its first line a command runs in another terminal."""

    def __init__(self, lines: str, *command: str) -> None:
        super().__init__(lines)
        self.command = command

    def readline(self, size: int | None = -1, /) -> str:
        if self.tell() == 0:
            assert main([*self.command]) == 0
        return super().readline(-1 if size is None else size)


def test_a_message_typed_while_a_person_decided_comes_after_the_decision(
    server: Server, waiting: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at, said = ["s", "--store", str(waiting)], "My blood pressure was 172 over 95 this morning."
    approve = ("review", "approve", *at, "--name", "Dr Lund", "--reason", "Seen last week.")
    monkeypatch.setattr("sys.stdin", Meanwhile(f"{said}\n", *approve))
    assert main(["resume", *at]) == 0
    talked = saved(waiting)[1]
    assert said in talked[2:]
    assert talked[talked.index(said) - 1] != load("baseline").settings.words.held
    assert talked[-1] in capsys.readouterr().out
    assert server.ledger.refused == 0


def test_a_message_that_could_not_be_saved_is_named(
    server: Server, waiting: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at, before = ["s", "--store", str(waiting)], saved(waiting)
    server.plan = Plan(fault=(CallFault(kind="status", status=401),))
    approve = ("review", "approve", *at, "--name", "Dr Lund", "--reason", "Seen last week.")
    monkeypatch.setattr("sys.stdin", Meanwhile("Any news?\n", *approve))
    assert main(["resume", *at]) == 1
    assert "Your last message was not saved." in capsys.readouterr().err
    assert saved(waiting) == before


def test_leaving_a_session_that_still_waits_says_so(
    server: Server, waiting: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "Any news?")
    assert main(["resume", "s", "--store", str(waiting)]) == 0
    assert (
        capsys.readouterr().out.rstrip().split("\n")[-1].startswith(f"Saved in {waiting}. It is waiting for a person")
    )


def test_a_failure_says_why_and_the_exit_code_is_one(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server.plan = Plan(fault=(CallFault(kind="status", status=400),))
    typed(monkeypatch, HELLO)
    assert main(["chat", "--store", str(tmp_path / "s.sqlite")]) == 1
    assert "400: the fault plan says so; the API refuses the request itself" in capsys.readouterr().err


def test_a_chat_whose_service_did_not_answer_goes_on_when_it_does(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.sqlite"
    server.plan = Plan(fault=(CallFault(kind="status", status=401, first=2),))
    typed(monkeypatch, HELLO, "I am 30 and I run 20 km a week.", "Anything else?")
    assert main(["chat", "--store", str(path)]) == 1
    session, talk = saved(path)
    shown = capsys.readouterr()
    assert f"Go on with: coach resume {session}" in shown.out
    assert "401" in shown.err
    assert load("baseline").settings.words.failed not in shown.out

    server.plan = Plan()
    typed(monkeypatch)
    assert main(["resume", session, "--store", str(path)]) == 0
    gone_on = saved(path)[1]
    assert gone_on[: len(talk)] == talk
    assert len(gone_on) > len(talk), "the message that stayed without an answer has one"
    assert server.ledger.refused == 0


def test_a_session_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume", "nobody", "--store", str(tmp_path / "s.sqlite")]) == 64
    assert "no session 'nobody'" in capsys.readouterr().err
    assert main(["sessions", "--store", str(tmp_path / "s.sqlite")]) == 0
    assert "no sessions" in capsys.readouterr().out
