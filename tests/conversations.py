"""A short talk, and lines of JSON in the form of a common API as sessions."""

import json
from typing import Any

from evals.interchange.conversations import AnthropicConversation, ChatConversation
from evals.interchange.schema import InterchangeSession

SAID = (
    ("athlete", "A 10k, please."),
    ("coach", "Lovely! How old are you?"),
    ("athlete", "I'm 28."),
    ("coach", "As Arthur Brooks puts it, strength changes over the years."),
)
"""A talk with a leak in its last message."""
LINE = {"id": "mine", "persona": "healthy_10k", "messages": [{"role": role, "text": text} for role, text in SAID]}


def from_anthropic(**line: Any) -> InterchangeSession:
    text = json.dumps({"id": "a", **line})
    return AnthropicConversation.model_validate_json(text, strict=True).to_session()


def from_openai(**line: Any) -> InterchangeSession:
    text = json.dumps({"id": "o", **line})
    return ChatConversation.model_validate_json(text, strict=True).to_session()
