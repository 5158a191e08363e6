"""A line of JSON in the form of a common API, as a session."""

import json
from typing import Any

from evals.interchange.conversations import AnthropicConversation, ChatConversation
from evals.interchange.schema import InterchangeSession


def from_anthropic(**line: Any) -> InterchangeSession:
    text = json.dumps({"id": "a", **line})
    return AnthropicConversation.model_validate_json(text, strict=True).to_session()


def from_openai(**line: Any) -> InterchangeSession:
    text = json.dumps({"id": "o", **line})
    return ChatConversation.model_validate_json(text, strict=True).to_session()
