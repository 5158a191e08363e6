"""A state's conversation with its model. What was sent is never changed; everything new is appended. Pure.

A thread begins with the visible talk as plain messages and goes on with the model's own blocks, the results of its tool
calls, later visible talk, and the engine's context as `system` messages behind the newest user turn. So every block of
thinking is sent back behind the bytes that produced it, and a prompt cache meets the same prefix again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from coach.sections import Sections, written

Message = dict[str, Any]
"""A message of the Messages API: `role` (user, assistant or system) and `content` (a list of blocks, or text)."""


NO_WORDS = "(no words)"
"""Stands for a line of white space, which the API does not take."""


class SpokenLine(NamedTuple):
    """Words that the athlete wrote (`user`) or saw (`assistant`)."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True)
class Thread:
    """`messages`: what was sent and answered. `pending`: visible lines since then that it does not hold yet.

    `tokens`: what the newest answer and all before it took, as the model counted.
    """

    messages: tuple[Message, ...] = ()
    pending: tuple[SpokenLine, ...] = ()
    tokens: int = 0

    @property
    def spoke_already(self) -> bool:
        """Whether the athlete has seen words of the coach, from another state, since they last wrote."""
        return bool(self.pending) and self.pending[-1].role == "assistant"

    def extended(self, context: Sections | None) -> tuple[Message, ...]:
        """The messages of the next request: all of the thread, the pending lines, and `context` where there is any.

        Lines of the coach that no words of the athlete follow are left out: the request ends with the athlete's turn.
        """
        messages = self.messages
        for line in _up_to_the_athlete(self.pending):
            messages = _appended(
                messages, line.role, [{"type": "text", "text": line.text if line.text.strip() else NO_WORDS}]
            )
        return (*messages, {"role": "system", "content": written(context)}) if context else messages

    def answered(self, context: Sections | None, content: Iterable[Mapping[str, Any]], tokens: int = 0) -> "Thread":
        """The thread after the model's answer to `extended(context)`."""
        blocks = [dict(each) for each in content]
        messages = self.extended(context)
        return Thread(_appended(messages, "assistant", blocks) if blocks else messages, tokens=tokens)

    def with_results(self, results: Iterable[Mapping[str, Any]]) -> "Thread":
        """The thread with the results of the newest answer's tool calls, which go back in one user message.

        Their keys are sorted, in which order they are stored.
        """
        blocks = [dict(sorted(each.items())) for each in results]
        return Thread(_appended(self.messages, "user", blocks), self.pending, self.tokens)

    def with_line(self, line: SpokenLine) -> "Thread":
        """The thread after a visible line that it does not hold."""
        return Thread(self.messages, (*self.pending, line), self.tokens)

    def holds(self, text: str) -> bool:
        """Whether the newest answer put `text` before the athlete: as its words, or as a text handed to a tool."""
        return text in _words_of_answer(self.messages)


def begun(talk: Iterable[SpokenLine], earlier: Sections | None = None) -> Thread:
    """A new thread after the visible `talk`; `earlier` stands for the talk before that.

    It stands in the athlete's turn, since their words in it have no more authority than their messages.
    """
    before = () if earlier is None else (SpokenLine("user", written({"earlier": earlier})),)
    return Thread(pending=(*before, *talk))


def in_user_turns(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The same conversation for a model that takes no `system` message: each becomes a text of the turn before it."""
    turns: tuple[Message, ...] = ()
    for message in messages:
        note = message["role"] == "system"
        content = [{"type": "text", "text": message["content"]}] if note else message["content"]
        turns = _appended(turns, "user" if note else message["role"], content)
    return turns


def _up_to_the_athlete(lines: tuple[SpokenLine, ...]) -> tuple[SpokenLine, ...]:
    newest = max((index for index, line in enumerate(lines) if line.role == "user"), default=-1)
    return lines[: newest + 1]


def _appended(messages: tuple[Message, ...], role: str, content: list[dict[str, Any]]) -> tuple[Message, ...]:
    """`content` as a message of its own, or within the last one where that has the same role (turns alternate)."""
    if messages and messages[-1]["role"] == role:
        return (*messages[:-1], {"role": role, "content": [*messages[-1]["content"], *content]})
    return (*messages, {"role": role, "content": content})


def _words_of_answer(messages: tuple[Message, ...]) -> frozenset[str]:
    """What the newest answer may have put before the athlete: its words, and the texts that it handed to a tool."""
    answer = next((message for message in reversed(messages) if message["role"] == "assistant"), None)
    if answer is None:
        return frozenset()
    inputs = [block["input"] for block in answer["content"] if block.get("type") == "tool_use"]
    handed = [value for given in inputs if isinstance(given, dict) for value in given.values()]
    words = {words_in(answer["content"]), words_in(answer["content"], updates=True)}
    return frozenset({*words, *(value for value in handed if isinstance(value, str))})


def words_in(content: Iterable[Mapping[str, Any]], *, updates: bool = False) -> str:
    """The words of an answer's blocks; `updates`: with the thinking blocks, where these hold notes for the reader."""
    kinds = {"text": "text", "thinking": "thinking"} if updates else {"text": "text"}
    texts = (str(block.get(kinds[block["type"]]) or "").strip() for block in content if block.get("type") in kinds)
    return "\n\n".join(filter(None, texts))
