"""What a person sees of streamed answers that break off or do not end, and what of it is on record."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from jsonl_log import read_entries
from servers.strict_api import saying, strict

from coach.events import CoachSaid
from coach.store.chain import ChainEntry
from coach.store.stored import events_of
from coach.streaming import MOST_SHOWN
from evals.cli import main
from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan

QUESTION = "Lovely. What would you like to work towards, and when is it?"


class Chat(NamedTuple):
    """A talk of one message, in which the coach asks `QUESTION`: exit code, verified record, and what was shown."""

    code: int
    entries: list[ChainEntry]
    out: str
    err: str


@pytest.fixture
def chat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[CallFault], Chat]:
    def run(fault: CallFault) -> Chat:
        monkeypatch.setattr(sys, "stdin", io.StringIO("I want to run.\n"))
        with strict(Server(answer=saying(QUESTION), plan=Plan(fault=(fault,)))) as url:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
            monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
            code = main(["chat", "--model", "anthropic", "--log", str(tmp_path / "log.jsonl")])
        return Chat(code, list(read_entries(tmp_path / "log.jsonl")), *capsys.readouterr())

    return run


def broke_off(entries: list[ChainEntry]) -> list[tuple[str, list[str]]]:
    return [(each.event["kind"], each.beside["broke_off"]) for each in entries if "broke_off" in each.beside]


@pytest.mark.parametrize("kind", ["max_tokens", "cut_stream"])
def test_an_answer_that_breaks_off_and_comes_again_is_explained_and_on_record(
    kind: str, chat: Callable[[CallFault], Chat]
) -> None:
    found = chat(CallFault.model_validate({"kind": kind, "calls": [1], "events": 8}))
    ((event, (fragment,)),) = broke_off(found.entries)
    assert (found.code, event) == (0, "model_called")
    assert QUESTION.startswith(fragment)
    assert f"{fragment}\n{QUESTION}" in found.out
    assert found.err.count("the answer above broke off") == 1
    said = [each.text for each in events_of([entry.event for entry in found.entries]) if isinstance(each, CoachSaid)]
    assert said == [QUESTION]


def test_an_answer_that_is_cut_twice_leaves_both_pieces_with_the_failure(chat: Callable[[CallFault], Chat]) -> None:
    found = chat(CallFault(kind="max_tokens"))
    ((event, pieces),) = broke_off(found.entries)
    assert (found.code, event, len(pieces)) == (1, "model_failed", 2)
    assert found.err.count("the answer above broke off and does not count") == 2


@pytest.mark.parametrize(("size", "code"), [(3_000_000, 1), (30_000, 0)], ids=["without end", "long and whole"])
def test_of_a_long_answer_only_the_beginning_is_shown(size: int, code: int, chat: Callable[[CallFault], Chat]) -> None:
    found = chat(CallFault(kind="huge_text", bytes=size))
    broken = [(event, [len(piece) for piece in pieces]) for event, pieces in broke_off(found.entries)]
    assert (found.code, broken) == (code, [("model_failed", [MOST_SHOWN])] if code else [])
    assert all(piece in found.out for _, pieces in broke_off(found.entries) for piece in pieces)
    assert len(found.out) < MOST_SHOWN + 2000
    assert f"longer than {MOST_SHOWN:,} characters" in found.err
