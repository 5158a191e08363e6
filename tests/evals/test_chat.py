"""A talk in the terminal, typed or played by a persona: how and why it ended."""

from pathlib import Path

import pytest
from jsonl_log import read_entries
from typing_person import EndsWithCtrlC

from evals.chat import ChatRequest, chat
from evals.cli import main


def watched(persona: str) -> ChatRequest:
    return ChatRequest(persona, "baseline", "offline/coach", 0, None, "go_on", ())


def test_a_refused_talk_ends_with_the_rules_that_fired(capsys: pytest.CaptureFixture[str]) -> None:
    assert chat(watched("low_mood")) == 0
    ended = capsys.readouterr().out.rstrip().splitlines()[-1]
    assert ended == "the session ended: blocked; rules that fired: rf_self_harm (coach explain-rule rf_self_harm)"


def test_a_refusal_for_want_of_answers_names_the_rules_that_lacked_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert chat(watched("will_not_talk_about_food")) == 0
    assert "rules that lacked an answer: eating_disorder_current" in capsys.readouterr().out


def test_an_accepted_talk_just_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert chat(watched("healthy_10k")) == 0
    assert capsys.readouterr().out.rstrip().splitlines()[-1] == "the session ended: accepted"


def test_ctrl_c_at_the_prompt_is_a_leaving_on_record_and_ends_as_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", EndsWithCtrlC("I want to run a 10k.\n"))
    assert main(["chat", "--log", str(tmp_path / "log.jsonl")]) == 130
    assert "the session ended: abandoned" in capsys.readouterr().out
    kinds = [entry.event["kind"] for entry in read_entries(tmp_path / "log.jsonl")]
    assert ("athlete_left" in kinds, kinds[-1]) == (True, "session_closed")
