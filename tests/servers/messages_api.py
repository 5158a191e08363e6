"""A loopback server that speaks the Messages API, answering from the offline coach, with faults on order."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from evals.offline import OfflineCoach

Json = dict[str, Any]


class Reply(NamedTuple):
    status: int
    body: Json | bytes
    headers: tuple[tuple[str, str], ...] = ()


Twist = Callable[[Json, Json], Reply | None]
"""(request, what the offline coach would answer) to another reply, or None to leave it."""


def error(status: int, kind: str, message: str, *headers: tuple[str, str]) -> Reply:
    return Reply(status, {"type": "error", "error": {"type": kind, "message": message}}, headers)


class MessagesApi:
    """`twists[n]` changes the answer to the n-th request (from 0). `requests` keeps what came in."""

    def __init__(self, coach: OfflineCoach, twists: dict[int, Twist] | None = None) -> None:
        self.coach = coach
        self.twists = twists or {}
        self.requests: list[Json] = []
        self.url = ""

    def answer(self, request: Json) -> Reply:
        number = len(self.requests)
        self.requests.append(request)
        usual = {"id": f"msg_{number}", "type": "message", "role": "assistant", **asdict(self.coach.answer(request))}
        twist = self.twists.get(number)
        return (twist(request, usual) if twist else None) or Reply(200, usual)


def events_of(message: Any) -> Iterator[Json]:
    """A whole message as the events of a stream: each block in one delta."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        start, delta = _opened(block)
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": message["usage"]}
    yield {"type": "message_stop"}


def _opened(block: Json) -> tuple[Json, Json]:
    if block["type"] == "tool_use":
        return {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    return {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}


def _event(data: Json) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


@contextmanager
def serving(api: MessagesApi) -> Iterator[MessagesApi]:
    """Serve on a free port of 127.0.0.1 until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            reply = api.answer(request)
            streamed = bool(request.get("stream")) and reply.status == 200 and isinstance(reply.body, dict)
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            if streamed:
                body = b"".join(map(_event, events_of(reply.body)))
            self.send_response(reply.status)
            kind = "text/event-stream" if streamed else "application/json"
            for name, value in (("content-type", kind), *reply.headers):
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    api.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
