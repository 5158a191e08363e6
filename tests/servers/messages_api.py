"""A loopback server that speaks the Messages API, answering from the offline coach, with faults on order."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
        usual = self.coach.answer(request).model_dump(mode="json")
        twist = self.twists.get(number)
        return (twist(request, usual) if twist else None) or Reply(200, usual)


@contextmanager
def serving(api: MessagesApi) -> Iterator[MessagesApi]:
    """Serve on a free port of 127.0.0.1 until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            reply = api.answer(request)
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in (("content-type", "application/json"), *reply.headers):
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    api.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
