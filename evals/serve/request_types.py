"""The JSON types of a request: unknown parameters and wrong types, worded as the API words them.

Rests on the request types of the SDK (`anthropic.types`, and `anthropic.types.beta` for what needs a beta header). The
API's own messages show pydantic's wording and paths, so pydantic says here what is wrong too. Not served, so refused as
unknown: server tools, toolsets, containers, tool changes within a conversation, context editing, fallbacks.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

_NAME = Field(pattern=r"^[a-zA-Z0-9_-]{1,128}$")


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CacheControl(_Shape):
    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] = "5m"


class _Cacheable(_Shape):
    cache_control: CacheControl | None = None


class _Text(_Cacheable):
    type: Literal["text"]
    text: str
    citations: list[Any] | None = None


class _File(_Cacheable):
    type: Literal["image", "document"]
    source: dict[str, Any]
    title: str | None = None
    context: str | None = None
    citations: dict[str, Any] | None = None


class _Thinking(_Shape):
    type: Literal["thinking"]
    thinking: str
    signature: str


class _Redacted(_Shape):
    type: Literal["redacted_thinking"]
    data: str


class _ToolUse(_Cacheable):
    type: Literal["tool_use"]
    id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]+$")]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    input: dict[str, Any]
    caller: dict[str, Any] | None = None


def _blocks(content: Any) -> Any:
    """A string is short for one text block."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


_Shown = Annotated[_Text | _File, Field(discriminator="type")]


class _ToolResult(_Cacheable):
    type: Literal["tool_result"]
    tool_use_id: str
    content: Annotated[list[_Shown], BeforeValidator(_blocks)] = []
    is_error: bool = False


class _Novelty(_Shape):
    """The block of a type no client knows, which the fault `unknown_block` sends: a client may send it back."""

    type: Literal["novelty"]
    data: Any


_Block = Annotated[
    _Text | _File | _Thinking | _Redacted | _ToolUse | _ToolResult | _Novelty, Field(discriminator="type")
]
Effort = Literal["low", "medium", "high", "xhigh", "max"]


class _MessageOutput(_Shape):
    effort: Effort | None = None


class _Message(_Shape):
    role: Literal["user", "assistant", "system"]
    content: Annotated[list[_Block], BeforeValidator(_blocks)]
    clear_at: Literal["next_user_message", "never"] | None = None
    output_config: _MessageOutput | None = None


class _Tool(_Cacheable):
    name: Annotated[str, _NAME]
    input_schema: dict[str, Any]
    type: Literal["custom"] | None = None
    description: str | None = None
    strict: bool | None = None
    defer_loading: bool | None = None
    eager_input_streaming: bool | None = None
    input_examples: list[dict[str, Any]] | None = None
    allowed_callers: list[str] | None = None


class _Choice(_Shape):
    type: Literal["auto", "any", "tool", "none"]
    name: str | None = None
    disable_parallel_tool_use: bool = False


class _Binding(_Shape):
    prefix_mismatch_behavior: Literal["error", "drop_block"] | None = None


class _Adaptive(_Shape):
    type: Literal["adaptive"]
    display: Literal["summarized", "omitted", "updates"] | None = None
    block_binding: _Binding | None = None


class _Bare(_Shape):
    type: Literal["between_tools", "disabled"]


class _Enabled(_Shape):
    type: Literal["enabled"]
    budget_tokens: Annotated[int, Field(ge=1024)]
    display: Literal["summarized", "omitted"] | None = None


class _Format(_Shape):
    type: Literal["json_schema"]
    json_schema: dict[str, Any] = Field(alias="schema")


class _Output(_Shape):
    effort: Effort | None = None
    format: _Format | None = None


class _Metadata(_Shape):
    user_id: str | None = None


class _Diagnostics(_Shape):
    previous_message_id: str | None = None


class CountRequest(_Cacheable):
    """What `POST /v1/messages/count_tokens` takes."""

    model: str
    messages: Annotated[list[_Message], Field(min_length=1, max_length=100_000)]
    system: Annotated[list[_Text], BeforeValidator(_blocks)] = []
    tools: list[_Tool] = []
    tool_choice: _Choice | None = None
    thinking: Annotated[_Adaptive | _Bare | _Enabled, Field(discriminator="type")] | None = None
    output_config: _Output | None = None
    speed: Literal["standard", "fast"] | None = None


class MessagesRequest(CountRequest):
    """What `POST /v1/messages` takes."""

    max_tokens: Annotated[int, Field(ge=0)]
    stream: bool = False
    stop_sequences: list[str] = []
    metadata: _Metadata | None = None
    service_tier: Literal["auto", "standard_only"] | None = None
    diagnostics: _Diagnostics | None = None
    inference_geo: str | None = None
    temperature: Annotated[float, Field(ge=0, le=1, strict=False)] | None = None
    top_p: Annotated[float, Field(ge=0, le=1, strict=False)] | None = None
    top_k: Annotated[int, Field(ge=0)] | None = None


def shape_problems(request: Any, kind: type[CountRequest]) -> list[str]:
    """`PATH: what is wrong` for each value of a wrong type, missing or unknown; the path is dotted."""
    try:
        kind.model_validate(request)
    except ValidationError as error:
        return [f"{_path(each['loc'])}: {each['msg']}" for each in error.errors(include_url=False, include_input=False)]
    return []


def _path(loc: Iterable[int | str]) -> str:
    return ".".join(map(str, loc)) or "body"
