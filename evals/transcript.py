"""The talk of a stored session as Inspect's messages, for its viewer."""

from collections.abc import Iterable
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser

from coach.store.stored import upcast


def transcript(events: Iterable[dict[str, Any]]) -> list[ChatMessage]:
    """User is the athlete, assistant the coach, with the state in which it spoke. `events`: as logs hold them."""
    messages: list[ChatMessage] = []
    for index, event in enumerate(upcast(tuple(events))):
        if event["kind"] == "athlete_said":
            messages.append(ChatMessageUser(id=f"m{index}", content=event["text"]))
        elif event["kind"] == "coach_said":
            told = {"state": str(event["state"])}
            messages.append(ChatMessageAssistant(id=f"m{index}", content=event["text"], metadata=told))
    return messages
