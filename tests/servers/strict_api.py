"""The strict server on a free port of 127.0.0.1, for tests."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from evals.serve.app import Server, http_server


@contextmanager
def strict(server: Server) -> Iterator[str]:
    """Serve until the block ends; yields the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    running = http_server(server)
    thread = threading.Thread(target=running.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()
        listener.close()
