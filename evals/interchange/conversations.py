"""From a conversation of the Anthropic Messages API or of OpenAI's chat completions to a session."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import ConfigDict, Field

from coach.errors import InputError
from coach.records.base import Record
from evals.checks.withheld_thinking import THINKING, shows_signs, withholds
from evals.interchange.known import Known, Words, reasons_in, speaks, worded
from evals.interchange.schema import InterchangeMessage, InterchangeSession

_SIDES: dict[str, Literal["athlete", "coach"]] = {"user": "athlete", "assistant": "coach"}
_ARGUMENTS = "the arguments of a tool call"


class _Parts(NamedTuple):
    """Types of the parts of a message: those with words, each with the key that holds them; those that may show words
    of the speaker that no key holds; and all others.
    """

    worded: Mapping[str, str]
    unseen: frozenset[str]
    silent: frozenset[str] = frozenset()


_ANTHROPIC = _Parts(
    {"text": "text", "document": "source"},
    frozenset({"image", "container_upload"}),
    frozenset({
        "thinking", "redacted_thinking", "tool_use", "tool_result", "server_tool_use", "web_search_tool_result",
        "web_fetch_tool_result", "code_execution_tool_result", "mcp_tool_use", "mcp_tool_result", "search_result",
    }),
)  # fmt: skip
_OPENAI = _Parts(
    {"text": "text", "input_text": "text", "output_text": "text", "refusal": "refusal", "input_audio": "transcript"},
    frozenset({"image_url", "input_image", "file", "input_file"}),
)


class Source(Record):
    """What a part was given as; of a document its words, or parts of its own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str | None = None
    data: str | None = None
    content: "Content | None" = None


class ContentPart(Record):
    """A part of a message; only words are read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    text: str | None = None
    refusal: str | None = None
    transcript: str | None = None
    thinking: str | None = None
    source: Source | None = None
    name: str | None = None
    input: dict[str, Any] | None = None


Content = str | tuple[ContentPart, ...]


class ApiMessage(Record):
    """A message of the request, or an answer as it came, with whatever else it carries."""

    model_config = ConfigDict(frozen=True, extra="allow")

    role: Literal["user", "assistant"]
    content: Content


class ChatMessage(Record):
    """A message. What tools were called and answered is not read as talk; thinking, whatever its key, is internal."""

    model_config = ConfigDict(frozen=True, extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Content | None = None
    refusal: str | None = None
    audio: dict[str, Any] | None = None
    tool_calls: tuple[dict[str, Any], ...] | None = None
    function_call: dict[str, Any] | None = None


class AnthropicConversation(Known):
    """A request as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[ApiMessage, ...], Field(min_length=1)]
    system: Content | None = None

    def to_session(self) -> InterchangeSession:
        """The words of both sides; the system prompt, descriptions of tools, the thinking and what tools were told as
        reasons as what must not surface.
        """
        said = [
            (turn.role, _words(_ANTHROPIC, turn.content, f"messages.{at}")) for at, turn in enumerate(self.messages)
        ]
        parts = [part for turn in self.messages if not isinstance(turn.content, str) for part in turn.content]
        prompts = () if self.system is None else (_words(_ANTHROPIC, self.system, "system"),)
        reasons = (reason for part in parts for reason in reasons_in(part.input))
        thoughts = (*_blocks(self.messages), *reasons, *_thoughts(self.messages))
        return self.session(_messages(said), prompts, thoughts, _lost(self.messages, self.model_extra))


class ChatConversation(Known):
    """A chat as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[ChatMessage, ...], Field(min_length=1)]

    def to_session(self) -> InterchangeSession:
        """The words of both sides; system and developer messages, descriptions of tools, the thinking and what tools
        were told as reasons as what must not surface.
        """
        said = [(turn.role, _chat_words(turn, f"messages.{at}")) for at, turn in enumerate(self.messages)]
        prompts = tuple(words for role, words in said if role in {"system", "developer"})
        calls = [call for turn in self.messages for call in _calls(turn)]
        told = [_arguments(call) for call in calls]
        lost = (_ARGUMENTS,) if any(isinstance(arguments, str) for arguments in told) else ()
        thoughts = (*_thoughts(self.messages), *(reason for arguments in told for reason in reasons_in(arguments)))
        return self.session(_messages(said), prompts, thoughts, (*lost, *_lost(self.messages, self.model_extra)))


def _messages(said: Iterable[tuple[str, Words]]) -> list[InterchangeMessage]:
    return [
        InterchangeMessage(role=_SIDES[role], text=words.text, unseen=words.unseen)
        for role, words in said
        if role in _SIDES and (words.text or words.unseen)
    ]


def _thoughts(turns: Iterable[ApiMessage | ChatMessage]) -> Iterator[str]:
    """Thinking that stands beside the content of a message: providers call it `reasoning`, `reasoning_content`, ..."""
    for turn in turns:
        yield from reasons_in(turn.model_extra)


def _blocks(turns: Iterable[ApiMessage | ChatMessage]) -> Iterator[str]:
    """Thinking that stands in the content of a message."""
    parts = (part for turn in turns if isinstance(turn.content, tuple) for part in turn.content)
    yield from (part.thinking for part in parts if part.type == "thinking" and part.thinking)


def _lost(turns: Sequence[ApiMessage | ChatMessage], beside: Mapping[str, Any] | None) -> Iterator[str]:
    """Thinking that was withheld, and keys beside the content of a message with words of which nobody knows whose.

    `beside`: what stands beside the messages.
    """
    told = [*(turn.model_dump(mode="json") for turn in turns), beside or {}]
    signs = [each for each in told if shows_signs(each) and not any(map(worded, reasons_in(each)))]
    if signs == [beside] and any(map(worded, (*_thoughts(turns), *_blocks(turns)))):
        signs = []
    if withholds(told) or signs:
        yield THINKING
    for turn in turns:
        for key, value in (turn.model_extra or {}).items():
            if not any(reasons_in({key: value})) and worded(value, key):
                yield f"the texts under {key!r}"


def _calls(turn: ChatMessage) -> list[dict[str, Any]]:
    return [call for call in (*(turn.tool_calls or ()), turn.function_call) if call]


def _name(call: dict[str, Any]) -> str | None:
    name = (call.get("function") or call.get("custom") or call).get("name")
    return name if isinstance(name, str) else None


def _arguments(call: dict[str, Any]) -> Any:
    """Of a call, which are JSON in a string; the string itself where it is anything else."""
    told = (call.get("function") or call.get("custom") or call).get
    text = told("arguments") or told("input")
    try:
        return json.loads(str(text or "null"))
    except ValueError:
        return text


def _chat_words(turn: ChatMessage, place: str) -> Words:
    transcript = (turn.audio or {}).get("transcript")
    words = _words(_OPENAI, turn.content, place, turn.refusal, transcript)
    unheard = turn.audio is not None and transcript is None
    return words._replace(
        unseen=words.unseen or unheard or any(speaks(_name(call), _arguments(call)) for call in _calls(turn))
    )


def _words(api: _Parts, content: Content | None, place: str, *beside: object) -> Words:
    """The words of a message and what stands `beside` its content."""
    if content is None or isinstance(content, str):
        read = [Words(content or "", unseen=False)]
    else:
        read = [_words_of(api, part, f"{place}.content.{at}") for at, part in enumerate(content)]
    texts = (*(each.text for each in read), *beside)
    found = (words for text in texts if (words := str(text or "").strip()))
    return Words("\n\n".join(found), any(each.unseen for each in read))


def _words_of(api: _Parts, part: ContentPart, place: str) -> Words:
    if part.type in api.silent | api.unseen:
        return Words("", part.type in api.unseen or speaks(part.name, part.input))
    if part.type not in api.worded:
        raise InputError(f"{place}: {part.type!r} is not a known type of part")
    found = getattr(part, api.worded[part.type])
    if isinstance(found, Source):
        found = found.data if found.type == "text" else found.content
    return Words("", unseen=True) if found is None else _words(api, found, place)
