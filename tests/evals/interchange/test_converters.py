"""Conversations of two common APIs, as sessions."""

import json
from typing import Any

import pytest
from conversations import from_anthropic, from_openai

from coach.errors import InputError
from evals.checks.verdict import Verdict
from evals.interchange.read import cases
from evals.interchange.schema import InterchangeSession


def said(session: InterchangeSession) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in session.messages]


ANTHROPIC = [
    {"role": "user", "content": "A 10k, please."},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "They seem new to this.", "signature": "x"},
            {"type": "text", "text": "Lovely."},
            {"type": "tool_use", "id": "1", "name": "note", "input": {"goal": "10k"}},
        ],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "noted"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "How old are you?", "cache_control": None}]},
    {"role": "user", "content": [{"type": "text", "text": "28."}, {"type": "image", "source": {}}]},
]
NOTE = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "No running for a week."}}
OPENAI = [
    {"role": "system", "content": "You are a running coach."},
    {"role": "user", "content": [{"type": "text", "text": "A 10k, please."}]},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": {"name": "note"}}]},
    {"role": "tool", "tool_call_id": "1", "content": "noted"},
    {"role": "assistant", "content": "Lovely. How old are you?"},
    {"role": "user", "content": "28."},
    {"role": "assistant", "content": None, "refusal": "I'd rather not."},
]


def test_a_messages_api_conversation_keeps_its_words_and_hides_the_rest() -> None:
    session = from_anthropic(messages=ANTHROPIC, system="Be kind.", model="m", max_tokens=10, persona="healthy_10k")
    assert said(session) == [
        ("athlete", "A 10k, please."),
        ("coach", "Lovely."),
        ("coach", "How old are you?"),
        ("athlete", "28."),
    ]
    assert session.internal == ("Be kind.", "They seem new to this.")
    assert (session.id, session.persona) == ("a", "healthy_10k")


def test_a_document_of_plain_text_was_said_by_who_sent_it() -> None:
    turns = [{"role": "user", "content": [NOTE]}, {"role": "assistant", "content": [{"type": "text", "text": "Rest."}]}]
    assert said(from_anthropic(messages=turns)) == [("athlete", "No running for a week."), ("coach", "Rest.")]


def test_a_chat_completions_conversation_keeps_its_words_and_hides_the_rest() -> None:
    session = from_openai(messages=OPENAI, model="m", tools=[])
    assert said(session) == [
        ("athlete", "A 10k, please."),
        ("coach", "Lovely. How old are you?"),
        ("athlete", "28."),
        ("coach", "I'd rather not."),
    ]
    assert (session.internal, session.lost) == (("You are a running coach.",), ())


def test_a_conversation_without_a_system_prompt_may_have_lost_it_and_one_with_an_empty_prompt_had_none() -> None:
    first = {"role": "user", "content": "Hi."}
    assert from_anthropic(messages=[first]).lost == from_openai(messages=[first]).lost == ("the system prompt",)
    assert from_anthropic(messages=[first], system="").lost == ()
    assert from_openai(messages=[{"role": "system", "content": ""}, first]).lost == ()


@pytest.mark.parametrize("convert", [from_anthropic, from_openai])
def test_settings_of_a_request_and_what_a_response_carries_say_nothing(convert: Any) -> None:
    turns = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello.", "id": "m1", "usage": {}}]
    assert convert(messages=turns, model="any", betas=["x"], n=1) == convert(
        messages=[{"role": turn["role"], "content": turn["content"]} for turn in turns]
    )


@pytest.mark.parametrize("convert", [from_anthropic, from_openai])
def test_a_kind_of_content_that_is_not_known_is_refused(convert: Any) -> None:
    with pytest.raises(InputError, match=r"messages.0.content.0: 'dance'"):
        convert(messages=[{"role": "user", "content": [{"type": "dance"}]}])


@pytest.mark.parametrize("convert", [from_anthropic, from_openai])
def test_a_conversation_without_words_is_refused(convert: Any) -> None:
    with pytest.raises(InputError, match="nobody said a word"):
        convert(messages=[{"role": "assistant", "content": " "}])


@pytest.mark.parametrize(
    "turn",
    [
        {"role": "assistant", "content": None, "audio": {"id": "audio_1"}},
        {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "xxx", "format": "wav"}}]},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://x/ecg.png"}}]},
    ],
)
def test_sound_without_a_transcript_and_a_picture_are_a_message_that_nobody_has_seen(turn: dict[str, Any]) -> None:
    whole = from_openai(messages=[*OPENAI, turn]).messages[-1]
    assert (whole.role, whole.text, whole.unseen) == ("coach" if turn["role"] == "assistant" else "athlete", "", True)
    heard = from_openai(messages=[{**turn, "content": "Hi.", "audio": {"transcript": "Ho."}}]).messages[-1]
    assert (heard.text, heard.unseen) == ("Hi.\n\nHo.", False)


def test_of_a_document_the_words_are_read_and_an_address_is_unseen() -> None:
    parts = [{"type": "text", "text": "I have chest pain"}]
    for source, words in (({"type": "content", "content": parts}, "I have chest pain"), ({"type": "url"}, "")):
        session = from_anthropic(messages=[{"role": "user", "content": [{"type": "document", "source": source}]}])
        assert [(message.text, message.unseen) for message in session.messages] == [(words, not words)]


REASON = "Asks about tendons because underreporting is likely after the layoff."


def test_what_tools_were_told_as_a_reason_and_what_was_told_of_tools_must_not_surface() -> None:
    told = {"reason": REASON, "question": "How is the heel?"}
    tools = [{"name": "note", "description": "Use it when pain is hidden."}]
    call = {"type": "tool_use", "id": "1", "name": "note", "input": told}
    turns = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": [call]}]
    assert from_anthropic(messages=turns, tools=tools, system="").internal == (REASON, "Use it when pain is hidden.")
    called = {"role": "assistant", "content": None, "tool_calls": [{"function": {"arguments": json.dumps(told)}}]}
    assert from_openai(messages=[turns[0], called]).internal == (REASON,)


@pytest.mark.parametrize(
    "beside", [{"choices": [{"message": {"content": "Run."}}]}, {"content": "Run."}, {"outcom": "blocked"}]
)
@pytest.mark.parametrize("convert", [from_anthropic, from_openai])
def test_no_answer_and_no_misspelt_key_beside_the_messages_is_passed_over(convert: Any, beside: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(beside))):
        convert(messages=[{"role": "user", "content": "Hi."}], **beside)


HIDDEN = "the blue bicycle has to wait until the cherries are ripe next to the old stone church by the river"
ASKED = {"role": "user", "content": "I want to run a 10k."}
PROMPT = {"role": "system", "content": "You are a coach. Be kind."}


def verdict_of(session: InterchangeSession) -> Verdict:
    return cases(session).judge()["unspoken"]


TOLD = {"role": "assistant", "content": f"Hello! {HIDDEN}."}
CALLED = {"name": "x", "arguments": json.dumps({"reason": HIDDEN})}


@pytest.mark.parametrize(
    ("in_the_message", "beside_the_messages"),
    [
        ({"reasoning_content": HIDDEN}, {}),
        ({"reasoning": HIDDEN}, {}),
        ({"tool_calls": [{"id": "1", "function": CALLED}]}, {}),
        ({"function_call": CALLED}, {}),
        ({}, {"functions": [{"name": "x", "description": HIDDEN}]}),
        ({}, {"response_format": {"type": "json_schema", "json_schema": {"name": "x", "description": HIDDEN}}}),
        ({}, {"system": HIDDEN}),
        ({}, {"instructions": HIDDEN}),
    ],
)
def test_thinking_reasons_and_what_the_model_was_told_must_not_surface_whatever_key_they_stand_under(
    in_the_message: dict[str, Any], beside_the_messages: dict[str, Any]
) -> None:
    session = from_openai(messages=[PROMPT, ASKED, {**TOLD, **in_the_message}], **beside_the_messages)
    assert verdict_of(session).passed is False
    assert verdict_of(from_openai(messages=[PROMPT, ASKED, TOLD])).passed is True


@pytest.mark.parametrize(
    "part", [{"type": "redacted_thinking", "data": "abc"}, {"type": "thinking", "thinking": "", "signature": "abc"}]
)
def test_thinking_that_the_api_withholds_leaves_the_words_unjudged(part: dict[str, Any]) -> None:
    answer = {"role": "assistant", "content": [part, {"type": "text", "text": "How often do you run?"}]}
    verdict = verdict_of(from_anthropic(messages=[ASKED, answer], system="Be kind."))
    assert (verdict.value, "the model's thinking" in verdict.explanation) == ("not_judged", True)


SAID = {"role": "assistant", "content": "How often do you run?"}
CALL = {"id": "1", "type": "function", "function": {"name": "x", "arguments": "{}"}}
SIGNED = {**CALL, "extra_content": {"google": {"thought_signature": "CpwBAb4"}}}


@pytest.mark.parametrize(
    "beside",
    [
        {"encrypted_content": "gAAAAABo"},
        {"redacted_thinking": "EmwKAhgB"},
        {"reasoning": {"encrypted_content": "gAAAAABo", "summary": [{"type": "summary_text", "text": HIDDEN}]}},
        {"reasoning": {"summary": []}},
        {"reasoning_items": [{"type": "reasoning", "id": "rs_1", "summary": []}]},
        {"reasoning_details": [{"type": "reasoning.encrypted", "data": "gAAAAABo"}]},
        {"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": "EmwKAhgB"}]},
        {"thinking_blocks": [{"type": "redacted_thinking", "data": "EmwKAhgB"}]},
        {"thoughtSignature": "CpwBAb4"},
        {"tool_calls": [SIGNED]},
    ],
)
def test_thinking_that_is_withheld_is_lost_whatever_the_maker_calls_it(beside: dict[str, Any]) -> None:
    for session in (
        from_openai(messages=[PROMPT, ASKED, {**SAID, **beside}]),
        from_anthropic(messages=[ASKED, {**SAID, **beside}], system="Be kind."),
    ):
        assert "the model's thinking" in session.lost
        assert verdict_of(session).value == "not_judged"


def test_a_count_of_hidden_thinking_tokens_is_a_sign_of_thinking() -> None:
    def lost(answer: dict[str, Any], tokens: int = 812) -> tuple[str, ...]:
        usage = {"completion_tokens": 900, "completion_tokens_details": {"reasoning_tokens": tokens}}
        return from_openai(messages=[PROMPT, ASKED, answer], usage=usage).lost

    assert [lost(SAID), lost(SAID, 0)] == [("the model's thinking",), ()]
    assert lost({**SAID, "reasoning_content": HIDDEN}) == ()
    block = {**SAID, "content": [{"type": "thinking", "thinking": HIDDEN}, {"type": "text", "text": "And how old?"}]}
    usage = {"completion_tokens": 900, "completion_tokens_details": {"reasoning_tokens": 812}}
    assert from_anthropic(messages=[ASKED, block], system="Be kind.", usage=usage).lost == ()


@pytest.mark.parametrize(
    "beside",
    [
        {"reasoning_content": None},
        {"encrypted_content": None},
        {"thinking_blocks": [{"type": "thinking", "thinking": HIDDEN, "signature": "EmwKAhgB"}]},
        {"reasoning_items": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": HIDDEN}]}]},
        {"reasoning_content": HIDDEN, "tool_calls": [SIGNED]},
        {"tool_calls": [CALL]},
    ],
)
def test_thinking_that_is_shown_and_none_at_all_leave_the_words_judged(beside: dict[str, Any]) -> None:
    session = from_openai(messages=[PROMPT, ASKED, {**SAID, **beside}])
    assert (session.lost, verdict_of(session).value) == ((), "pass")


@pytest.mark.parametrize(
    "settings",
    [
        {"thinking": {"type": "enabled", "budget_tokens": 2000}},
        {"thinking": {"type": "adaptive", "display": "omitted"}},
        {"reasoning": {"effort": "high", "summary": "auto"}},
        {"reasoning": {"effort": None, "summary": None}},
        {"include": ["reasoning.encrypted_content"]},
        {"metadata": {"redacted": True}},
    ],
)
def test_a_setting_of_thinking_is_no_thinking_that_was_withheld(settings: dict[str, Any]) -> None:
    assert from_openai(messages=[PROMPT, ASKED, SAID], **settings).lost == ()


def test_a_description_in_the_metadata_of_a_request_was_not_told_to_the_model() -> None:
    session = from_openai(messages=[PROMPT, ASKED, TOLD], metadata={"description": HIDDEN})
    assert HIDDEN not in (session.internal or ())
    assert (session.lost, verdict_of(session).value) == (("the texts under 'metadata'",), "not_judged")


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ({"messages": [{"role": "system", "content": [{"type": "file"}]}, ASKED]}, "part of the system prompt"),
        ({"messages": [PROMPT, ASKED], "prediction": {"content": HIDDEN}}, "the texts under 'prediction'"),
        ({"messages": [PROMPT, {**ASKED, "aside": HIDDEN}]}, "the texts under 'aside'"),
        (
            {"messages": [PROMPT, ASKED, {"role": "assistant", "tool_calls": [{"custom": {"input": HIDDEN}}]}]},
            "the arguments of a tool call",
        ),
    ],
)
def test_a_text_of_which_nobody_knows_whose_it_is_is_lost(line: dict[str, Any], lost: str) -> None:
    assert from_openai(**line).lost == (lost,)
