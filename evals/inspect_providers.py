"""Whether Inspect has a provider of that name, without importing Inspect, which takes seconds."""

import re
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

_GROUP, _OURS = "inspect_ai", "offline"
_PROVIDERS = ("model", "_providers", "providers.py")
_NAME = re.compile(r'@modelapi\(name="([^"]+)"\)')


def is_unknown(provider: str) -> bool:
    """True only where nothing installed can provide it: neither Inspect nor a package that extends it."""
    found = find_spec("inspect_ai")
    file = Path(found.origin).parent.joinpath(*_PROVIDERS) if found and found.origin else Path()
    extended = any(not point.value.startswith("evals.") for point in entry_points(group=_GROUP))
    if extended or not file.is_file():
        return False
    return provider not in {_OURS, *_NAME.findall(file.read_text(encoding="utf-8"))}
