"""A model that plays an athlete by a script, for the loopback Messages API."""

from typing import Any

from servers.messages_api import Json, MessagesApi, Reply

from evals.offline import OfflineCoach

LEAVES: Json = {"type": "tool_use", "id": "toolu_leave", "name": "leave", "input": {}}


class AthleteApi(MessagesApi):
    """Answers with the lines in order, the last one again and again; a line may be blocks of its own."""

    def __init__(self, *lines: str | list[Json]) -> None:
        super().__init__(OfflineCoach(0))
        self.lines = lines

    def answer(self, request: Json) -> Reply:
        line = self.lines[min(len(self.requests), len(self.lines) - 1)]
        self.requests.append(request)
        content: Any = line if isinstance(line, list) else [{"type": "text", "text": line}]
        ends = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
        usage = {"input_tokens": 10, "output_tokens": 5}
        head = {"id": f"msg_{len(self.requests)}", "type": "message", "role": "assistant", "model": request["model"]}
        return Reply(200, {**head, "content": content, "stop_reason": ends, "stop_sequence": None, "usage": usage})
