"""What a person sees of streamed answers that break off or do not end, and what of it is on record."""

import io
import sys
from pathlib import Path

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


def chat(path: Path, monkeypatch: pytest.MonkeyPatch, fault: CallFault) -> tuple[int, list[ChainEntry]]:
    """The exit code and the verified record of a talk of one message, in which the coach asks `QUESTION`."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("I want to run.\n"))
    with strict(Server(answer=saying(QUESTION), plan=Plan(fault=(fault,)))) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        code = main(["chat", "--model", "anthropic", "--log", str(path)])
    return code, list(read_entries(path))


def broke_off(entries: list[ChainEntry]) -> list[tuple[str, list[str]]]:
    return [(each.event["kind"], each.beside["broke_off"]) for each in entries if "broke_off" in each.beside]


@pytest.mark.parametrize("kind", ["max_tokens", "cut_stream"])
def test_an_answer_that_breaks_off_and_comes_again_is_explained_and_on_record(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = CallFault.model_validate({"kind": kind, "calls": [1], "events": 8})
    code, entries = chat(tmp_path / "log.jsonl", monkeypatch, fault)
    ((event, (fragment,)),) = broke_off(entries)
    told = capsys.readouterr()
    assert (code, event) == (0, "model_called")
    assert QUESTION.startswith(fragment)
    assert f"{fragment}\n{QUESTION}" in told.out
    assert told.err.count("the answer above broke off") == 1
    said = [each.text for each in events_of([entry.event for entry in entries]) if isinstance(each, CoachSaid)]
    assert said == [QUESTION]


def test_an_answer_that_is_cut_twice_leaves_both_pieces_with_the_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, entries = chat(tmp_path / "log.jsonl", monkeypatch, CallFault(kind="max_tokens"))
    ((event, pieces),) = broke_off(entries)
    assert (code, event, len(pieces)) == (1, "model_failed", 2)
    assert capsys.readouterr().err.count("the answer above broke off and does not count") == 2


def test_of_an_answer_without_end_only_its_beginning_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, entries = chat(tmp_path / "log.jsonl", monkeypatch, CallFault(kind="huge_text", bytes=3_000_000))
    told = capsys.readouterr()
    ((event, (piece,)),) = broke_off(entries)
    assert (code, event, len(piece)) == (1, "model_failed", MOST_SHOWN)
    assert piece in told.out
    assert len(told.out) < MOST_SHOWN + 2000
    assert f"longer than {MOST_SHOWN:,} characters" in told.err


def test_of_a_long_answer_that_is_whole_nothing_is_shown_at_the_end_that_was_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, entries = chat(tmp_path / "log.jsonl", monkeypatch, CallFault(kind="huge_text", bytes=30_000))
    told = capsys.readouterr()
    assert (code, broke_off(entries)) == (0, [])
    assert len(told.out) < MOST_SHOWN + 2000
    assert f"longer than {MOST_SHOWN:,} characters" in told.err
