"""A server on the loopback for models that are not the strict server's, which takes whatever it is sent."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, TypeVar

Json = dict[str, Any]


class Reply(NamedTuple):
    body: Json
    headers: tuple[tuple[str, str], ...] = ()


class LoopbackApi:
    """`requests` keeps what came in. A subclass knows the answers."""

    def __init__(self) -> None:
        self.requests: list[Json] = []
        self.url = ""

    def answer(self, request: Json) -> Reply:
        raise NotImplementedError


Api = TypeVar("Api", bound=LoopbackApi)


@contextmanager
def serving(api: Api) -> Iterator[Api]:
    """Serve on a free port of 127.0.0.1 until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            api.requests.append(request)
            reply = api.answer(request)
            body = json.dumps(reply.body).encode()
            self.send_response(200)
            for name, value in (("content-type", "application/json"), *reply.headers):
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
