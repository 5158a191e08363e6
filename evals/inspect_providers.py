"""What an Inspect provider needs and Inspect itself would tell late. Imports no Inspect, which takes seconds.

The names of providers are read from the source of the Inspect that is installed. Of a package or a key that is missing
Inspect speaks in one sentence when it loads the model.
"""

import os
import re
import socket
from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from evals.errors import RunError

_GROUP, _OURS = "inspect_ai", ("offline", "local")
_PROVIDERS = ("model", "_providers", "providers.py")
_NAME = re.compile(r'^@modelapi\(name="([^"]+)"\)', re.MULTILINE)
_OF_EXTRA = frozenset({"openai", "openai-api", "ollama", "vllm"})
"""Providers whose package the extra `providers` installs."""
_AT_SERVERS = frozenset({"openai-api", "ollama", "vllm"})
_OLLAMA = "http://localhost:11434/v1"
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
_PATIENCE_S = 1.0


def check_provider(model: str, environment: Mapping[str, str] = os.environ) -> None:
    """`RunError` where nothing provides `model`, its extra is not installed, or no server answers at its address."""
    provider, _, name = model.partition("/")
    if (names := _names()) is None or provider in _OURS:
        return
    if provider not in names:
        raise RunError(f"no model {model!r}: Inspect has no provider {provider!r}")
    if provider in _OF_EXTRA and find_spec("openai") is None:
        how = "pip install 'coach-eval[providers]'"
        raise RunError(f"the model {model} needs the package openai, which is not installed: {how}")
    if provider == "openai-api":
        provider, slash, rest = name.partition("/")
        if not (slash and provider and rest):
            raise RunError(f"no model {model!r}: give openai-api/SERVICE/MODEL")
    elif provider not in _AT_SERVERS:
        return
    variable = f"{provider.upper().replace('-', '_')}_BASE_URL"
    if address := environment.get(variable) or (_OLLAMA if model.startswith("ollama/") else ""):
        start = "start it with `ollama serve`" if model.startswith("ollama/") else "start it"
        _check_server(model, address, f"{start}, or set {variable} to another address")
    elif model.startswith("vllm/") and find_spec("vllm") is None:
        raise RunError(f"the model {model} needs the environment variable VLLM_BASE_URL, the address of a vLLM server")


def _names() -> frozenset[str] | None:
    """Inspect's providers; None where other packages may provide more."""
    found = find_spec("inspect_ai")
    file = Path(found.origin).parent.joinpath(*_PROVIDERS) if found and found.origin else Path()
    if not file.is_file() or any(not point.value.startswith("evals.") for point in entry_points(group=_GROUP)):
        return None
    return frozenset(_NAME.findall(file.read_text(encoding="utf-8")))


def _check_server(model: str, address: str, way_on: str) -> None:
    """Of servers on this machine only: others may be reached through a proxy."""
    parts = urlsplit(address)
    try:
        port = parts.port or {"https": 443}.get(parts.scheme, 80)
    except ValueError as error:
        raise RunError(f"{address!r} is not an address for the model {model}: {error}") from error
    if parts.hostname not in _HERE:
        return
    try:
        socket.create_connection((parts.hostname, port), _PATIENCE_S).close()
    except OSError as error:
        raise RunError(f"no server for the model {model} answers at {address}: {way_on}") from error
