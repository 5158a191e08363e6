"""What the API refuses in a request whose JSON types are right. Pure: the same request, the same problems.

Rests on: build-with-claude/mid-conversation-system-messages (placement; a run of system messages counts as one),
tool-use/handle-tool-calls (results first, one for each call), api/errors (prefill), whats-new pages of the models
(forced tools, thinking), api/versioning (sampling). One rule is stricter than the API: it joins consecutive turns of
one role, which a client of ours never means; they are refused here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from evals.serve import binding
from evals.serve.binding import RequestVerdict, blocks_of
from evals.serve.families import ServedFamily, as_sent
from evals.serve.request_types import CountRequest, MessagesRequest, shape_problems
from evals.serve.schemas import Schema, strict_problems

Json = dict[str, Any]
_MOST_BREAKPOINTS = 4
_UPDATES = "thinking-display-updates"  # the pairing of header and value is unconfirmed
_NO_SAMPLING_SINCE = "2026-10-21"
_SAMPLING = ("temperature", "top_p", "top_k")
_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_BETAS = {
    "clear_at": "mid-conversation-system-clear-at-2026-08-21",
    "output_config": "mid-conversation-output-config-2026-07-01",
}
_BLOCKS_OF = {
    "user": {"text", "image", "document", "tool_result"},
    "assistant": {"text", "thinking", "redacted_thinking", "tool_use", "novelty"},
    "system": {"text"},
}


@dataclass(frozen=True, slots=True)
class ServerMemory:
    """What the server knows beside the request. `paused`: the contents, `as_sent`, that it ended with `pause_turn`."""

    account: str = ""
    version: str = _NO_SAMPLING_SINCE
    betas: frozenset[str] = frozenset()
    paused: frozenset[bytes] = frozenset()


def validate(
    request: Json, family: ServedFamily, memory: ServerMemory, kind: type[CountRequest] = MessagesRequest
) -> RequestVerdict:
    """The verdict on one request: types, then rules, then thinking blocks; each only where those before hold."""
    if wrong := shape_problems(request, kind):
        return RequestVerdict(wrong)
    found = [problem for rule in _RULES for problem in rule(request, family, memory)]
    return RequestVerdict(found) if found else binding.check(request, family, memory.account)


def _roles(request: Json, family: ServedFamily, memory: ServerMemory) -> Iterator[str]:
    messages = request["messages"]
    turns = [(at, message["role"]) for at, message in enumerate(messages) if message["role"] != "system"]
    if messages[0]["role"] == "system":
        yield "messages.0: use the top-level 'system' parameter for the initial system prompt"
    elif turns[0][1] != "user":
        yield 'messages: first message must use the "user" role'
    for (_, before), (at, role) in pairwise(turns):
        if before == role:
            yield f"messages.{at}: roles must alternate between user and assistant, but {role} follows {role}"
    yield from _system_places(messages, family)
    if messages[-1]["role"] == "assistant" and not family.prefill:
        content = as_sent(blocks_of(messages[-1]))
        if content not in memory.paused:
            yield (
                "This model does not support assistant message prefill. The conversation must end with a user message."
            )


def _system_places(messages: list[Json], family: ServedFamily) -> Iterator[str]:
    for at, message in enumerate(messages):
        if message["role"] != "system" or at == 0:
            continue
        following = messages[at + 1]["role"] if at + 1 < len(messages) else None
        if not family.mid_system:
            yield f"messages.{at}: role 'system' is not supported on this model"
        elif messages[at - 1]["role"] == "assistant":
            yield (
                f"messages.{at}: role 'system' must follow a 'user' message or an 'assistant' message ending in a "
                "server tool result"
            )
        elif following == "user":
            yield f"messages.{at}: role 'system' must be last or be followed by an 'assistant' message"


def _contents(request: Json, _family: ServedFamily, memory: ServerMemory) -> Iterator[str]:
    for at, message in enumerate(request["messages"]):
        role, blocks = message["role"], blocks_of(message)
        if not blocks and not message.get("output_config"):
            yield (
                f"messages.{at}: all messages must have non-empty content except for the optional final assistant "
                "message"
            )
        for index, block in enumerate(blocks):
            where, kind = f"messages.{at}.content.{index}", block["type"]
            if kind not in _BLOCKS_OF[role]:
                yield f"{where}: `{kind}` blocks are not permitted in {role} messages"
            yield from _empty_texts(where, block)
        for key, beta in _BETAS.items():
            if message.get(key) is not None and (role != "system" or beta not in memory.betas):
                yield f"messages.{at}.{key}: Extra inputs are not permitted"
    for index, block in enumerate(blocks_of({"content": request.get("system")})):
        yield from _empty_texts(f"system.{index}", block)


def _empty_texts(where: str, block: Json) -> Iterator[str]:
    inside = block.get("content") if block["type"] == "tool_result" else None
    inside = inside if isinstance(inside, list) else []
    for text in (each["text"] for each in (block, *inside) if each["type"] == "text"):
        if not text:
            yield f"{where}: text content blocks must be non-empty"
        elif not text.strip():
            yield f"{where}: text content blocks must contain non-whitespace text"


def _tool_results(request: Json, _family: ServedFamily, _memory: ServerMemory) -> Iterator[str]:
    messages = request["messages"]
    seen: set[str] = set()
    for at, message in enumerate(messages):
        called = [block["id"] for block in blocks_of(message) if block["type"] == "tool_use"]
        if len(called) != len(set(called)) or seen & set(called):
            yield f"messages.{at}: `tool_use` ids must be unique"
        seen |= set(called)
        following = _answered(messages[at + 1]) if at + 1 < len(messages) else []
        if missing := [each for each in called if each not in following]:
            yield (
                f"messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block in the "
                "next message."
            )
        yield from _results_of(at, message, blocks_of(messages[at - 1]) if at else [])


def _answered(message: Json) -> list[str]:
    return [block["tool_use_id"] for block in blocks_of(message) if block["type"] == "tool_result"]


def _results_of(at: int, message: Json, before: list[Json]) -> Iterator[str]:
    calls = {block["id"] for block in before if block["type"] == "tool_use"}
    answered, kinds = _answered(message), [block["type"] for block in blocks_of(message)]
    for index, (kind, block) in enumerate(zip(kinds, blocks_of(message), strict=True)):
        if kind == "tool_result" and block["tool_use_id"] not in calls:
            yield (
                f"messages.{at}.content.{index}: unexpected `tool_use_id` found in `tool_result` blocks: "
                f"{block['tool_use_id']}. Each `tool_result` block must have a corresponding `tool_use` block in the "
                "previous message."
            )
    if len(answered) != len(set(answered)):
        yield f"messages.{at}: each `tool_use` must have a single result"
    if kinds[: len(answered)] != ["tool_result"] * len(answered):
        yield f"messages.{at}: `tool_result` blocks must come first in the content of a message"


def _tools(request: Json, family: ServedFamily, _memory: ServerMemory) -> Iterator[str]:
    tools, choice = request.get("tools") or [], request.get("tool_choice") or {"type": "auto"}
    names = [tool["name"] for tool in tools]
    if len(names) != len(set(names)):
        yield "tools: Tool names must be unique."
    for at, tool in enumerate(tools):
        if tool["input_schema"].get("type") != "object":
            yield f"tools.{at}.custom.input_schema.type: Input should be 'object'"
        if tool.get("defer_loading") and tool.get("cache_control"):
            yield f"tools.{at}.custom: a deferred tool cannot have cache_control"
    strict = [
        Schema(f"tools.{at}.custom.input_schema", tool["input_schema"])
        for at, tool in enumerate(tools)
        if tool.get("strict")
    ]
    if form := (request.get("output_config") or {}).get("format"):
        strict.append(Schema("output_config.format.schema", form["schema"], strict_tool=False))
    yield from strict_problems(strict)
    if not tools and request.get("tool_choice") and choice["type"] != "none":
        yield "tool_choice may only be specified while providing tools"
    if choice["type"] in {"any", "tool"} and not family.forced_tools:
        yield f'tool_choice: type "{choice["type"]}" is not supported for this model.'
    if (choice["type"] == "tool" or choice.get("name")) and choice.get("name") not in names:
        yield f"tool_choice.name: Tool '{choice.get('name')}' not found in provided tools"


def _thinking(request: Json, family: ServedFamily, memory: ServerMemory) -> Iterator[str]:
    thinking = request.get("thinking") or {"type": family.default_thinking}
    kind, config = thinking["type"], request.get("output_config") or {}
    effort = config.get("effort") or family.default_effort
    if kind not in family.thinking:
        yield (
            f'"thinking.type.{kind}" is not supported for this model. Use one of: {", ".join(family.thinking)}; '
            '"output_config.effort" controls how much it thinks.'
        )
    if config.get("effort") and effort not in family.efforts:
        yield f"output_config.effort: '{effort}' is not supported on {family.model}"
    cap = family.effort_cap.get(kind)
    if cap and effort and _EFFORTS.index(effort) > _EFFORTS.index(cap):
        yield f"thinking.type: '{kind}' is not supported at effort '{effort}' on this model"
    if kind == "between_tools" and any(message.get("output_config") for message in request["messages"]):
        yield "output_config.effort: cannot change mid-conversation with thinking type 'between_tools'"
    if kind == "enabled" and thinking["budget_tokens"] >= request.get("max_tokens", thinking["budget_tokens"] + 1):
        yield "`max_tokens` must be greater than `thinking.budget_tokens`"
    if thinking.get("block_binding") is not None and binding.BETA not in memory.betas:
        yield f"thinking.adaptive.block_binding: Extra inputs are not permitted; it requires the beta {binding.BETA}"
    if thinking.get("display") == "updates" and not any(beta.startswith(_UPDATES) for beta in memory.betas):
        yield "thinking.adaptive.display: Input should be 'summarized' or 'omitted'"


def _limits(request: Json, family: ServedFamily, memory: ServerMemory) -> Iterator[str]:
    most, given = family.max_output, request.get("max_tokens", 0)
    if given > most:
        yield (f"max_tokens: {given} > {most}, which is the maximum allowed number of output tokens for {family.model}")
    for name in _SAMPLING:
        if request.get(name) is not None and (not family.sampling or memory.version >= _NO_SAMPLING_SINCE):
            yield f"{name}: Extra inputs are not permitted"
    places = [*(request.get("tools") or []), *blocks_of({"content": request.get("system")})]
    places += [block for message in request["messages"] for block in blocks_of(message)]
    marks = [mark for place in (*places, request) if (mark := place.get("cache_control"))]
    if len(marks) > _MOST_BREAKPOINTS:
        yield f"A maximum of {_MOST_BREAKPOINTS} blocks with cache_control may be provided. Found {len(marks)}."
    lives = [mark.get("ttl", "5m") for mark in marks]
    if lives != sorted(lives):  # "1h" before "5m"
        yield "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."


_RULES: tuple[Callable[[Json, ServedFamily, ServerMemory], Iterator[str]], ...] = (
    _limits,
    _roles,
    _contents,
    _tool_results,
    _tools,
    _thinking,
)
