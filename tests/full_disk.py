"""A disk without room: the system takes the first bytes of a file and then refuses."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process grows beyond `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    caching, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # else what is imported meanwhile is cut short
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = caching
