"""Where a word or a quantity begins or ends: a marker is no letter, so a plain `\\b` never holds beside one."""

import re
from typing import Final

_MARKED: Final = re.compile(r"[\ue000-\ue0ff]|\\ue0[0-9a-f]{2}")
EDGE: Final = r"(?:\b|(?=[\ue000-\ue0ff])|(?<=[\ue000-\ue0ff]))"


def with_edges(source: str) -> str:
    """`source`, a pattern over a skeleton, with every `\\b` holding at the edge of a marker as well."""
    return source.replace(r"\b", EDGE) if _MARKED.search(source) else source
