"""The offline coach refuses what the Messages API refuses: a tool call apart from its result."""

from typing import Any

import anthropic
import pytest

from evals.offline.contract import check

CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "x", "input": {}}]}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}]}
WORDS = {"role": "user", "content": [{"type": "text", "text": "hello"}]}


def test_a_whole_history_and_plain_words_pass() -> None:
    check([WORDS, CALL, RESULT])
    check([{"role": "user", "content": "hello"}])


@pytest.mark.parametrize("messages", [[WORDS, CALL], [WORDS, CALL, WORDS], [RESULT]])
def test_a_call_without_its_result_and_a_result_without_its_call_are_refused(messages: list[dict[str, Any]]) -> None:
    with pytest.raises(anthropic.BadRequestError, match="without"):
        check(messages)
