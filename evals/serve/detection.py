"""Whether Claude's address is a `coach-eval serve` in another process. Imports nothing heavy."""

import json
import os
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_WAIT_S = 2.0


CANNOT_HEAR = "the coach of coach-eval serve does not hear the offline athlete of another process"


def is_served_elsewhere() -> bool:
    """Asks the address in the environment for its ledger, where it is one of this machine."""
    address = os.environ.get("ANTHROPIC_BASE_URL", "")
    if urlsplit(address).hostname not in _LOOPBACK:
        return False
    try:
        with urlopen(f"{address.rstrip('/')}/ledger", timeout=_WAIT_S) as answer:  # noqa: S310 (loopback)
            served = json.load(answer)
    except (URLError, OSError, ValueError):
        return False
    return isinstance(served, dict) and served.get("process") not in {None, os.getpid()}
