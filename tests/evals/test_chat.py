"""Watching a persona in the terminal: the talk, and why it ended."""

import pytest

from evals.chat import ChatRequest, chat


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
