"""What is said of a name that nothing has: the names that are close to it, or where to look."""

from collections.abc import Iterable
from difflib import get_close_matches


def unknown(kind: str, name: str, known: Iterable[str], otherwise: str) -> str:
    """`no persona 'master_runner'; did you mean masters_runner?`, or `otherwise` where none is close."""
    close = get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"no {kind} {name!r}; " + (f"did you mean {' or '.join(close)}?" if close else otherwise)
