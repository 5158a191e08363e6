"""Whether what a model thought is kept from whoever reads the record: left out, encrypted or redacted, by any maker.

Knows keys and types of blocks, and no API as a whole.
"""

import re
from typing import Any

THINKING = "the model's thinking"
"""What is lost, as a verdict names it."""
_SEALED = re.compile(r"encrypted|redacted", re.IGNORECASE)
_THOUGHT = re.compile(r"reasoning|thinking|thought|encrypted_content", re.IGNORECASE)
_WORDS = frozenset({"text", "thinking", "reasoning", "thought", "summary", "content"})
"""Keys under which a thought stands in words."""
_SIGNS = re.compile(r"thought_?signature|(reasoning|thinking)_tokens|thoughts_?token_?count", re.IGNORECASE)
"""Keys that tell of a thought and do not hold it."""
_OF_TOOLS = frozenset({"input", "arguments"})
"""Keys of what a tool was told."""


def withholds(told: Any, name: str = "", *, inside: bool = False) -> bool:
    """Whether a thought in it, at any depth, is encrypted, redacted or empty.

    `name`: the key it stands under; `inside`: in a thought. A thought in words behind a signature is not withheld. What
    tools were told and answered is no thought.
    """
    if isinstance(told, list | tuple):
        return any(withholds(each, name, inside=inside) for each in told)
    if not isinstance(told, dict) or str(told.get("type")).endswith("tool_result"):
        return False
    kind = str(told.get("type"))
    inside = inside or any(map(_THOUGHT.search, (name, kind)))
    sealed = any(_SEALED.search(key) and (inside or _THOUGHT.search(key)) for key in (kind, *_filled(told)))
    return (
        sealed
        or (_is_thought(told, name, kind) and not _has_words(told))
        or any(withholds(each, key, inside=inside) for key, each in told.items() if key not in _OF_TOOLS)
    )


def shows_signs(told: Any) -> bool:
    """Whether it tells that the model thought, by a signature or a count of tokens."""
    if isinstance(told, list | tuple):
        return any(map(shows_signs, told))
    if not isinstance(told, dict):
        return False
    signs = any(map(_SIGNS.fullmatch, _filled(told)))
    return signs or any(shows_signs(each) for key, each in told.items() if key not in _OF_TOOLS)


def _filled(told: dict[str, Any]) -> list[str]:
    return [key for key, value in told.items() if value]


def _is_thought(told: dict[str, Any], name: str, kind: str) -> bool:
    """By its type, or by the key it stands under and one for its words; settings of thinking have neither."""
    held = any(told[key] is not None for key in _WORDS & told.keys())
    return bool(_THOUGHT.search(kind)) or (held and bool(_THOUGHT.search(name)))


def _has_words(told: Any, *, inside: bool = False) -> bool:
    if isinstance(told, dict):
        return any(_has_words(each, inside=inside or key in _WORDS) for key, each in told.items() if key != "type")
    if isinstance(told, list | tuple):
        return any(_has_words(each, inside=inside) for each in told)
    return inside and isinstance(told, str) and bool(told.strip())
