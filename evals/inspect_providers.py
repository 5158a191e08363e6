"""What an Inspect provider needs, said in one sentence where it is not there. Imports no Inspect, which takes seconds.

Packages are read from the providers of the Inspect that is installed; keys and servers, of the providers that the extra
`providers` is for, stand here. Of the others Inspect speaks when it loads them.
"""

import os
import re
import socket
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from evals.errors import RunError

__all__ = ["check_provider"]

_GROUP, _OURS = "inspect_ai", ("offline", "local")
_PROVIDERS = ("model", "_providers", "providers.py")
_NAME = re.compile(r'@modelapi\(name="([^"]+)"\)')
_PACKAGE = re.compile(r'PACKAGE = "([^"]+)"')
_CLIENT = re.compile(r"\b(validate_\w+_client)\(")
_EXTRA = {"openai": "pip install 'coach-eval[providers]'"}
"""Package to how it is installed with what fits; another one: with pip."""
_OLLAMA = "http://localhost:11434/v1"
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
_PATIENCE_S = 1.0


def check_provider(model: str, environment: Mapping[str, str] = os.environ) -> None:
    """`RunError` where nothing installed provides `model`, or its package, key, address or local server is missing."""
    provider, _, name = model.partition("/")
    if (blocks := _blocks()) is None or provider in _OURS:
        return
    if provider not in blocks:
        raise RunError(f"no model {model!r}: Inspect has no provider {provider!r}")
    if (package := _package(blocks, provider)) and not _is_installed(package):
        how = _EXTRA.get(package, f"pip install {package}")
        raise RunError(f"the model {model} needs the package {package}, which is not installed: {how}")
    if provider == "openai-api":
        _check_service(model, name, environment)
    address = environment.get(f"{provider.upper()}_BASE_URL")
    if provider == "ollama":
        _check_server(model, address or _OLLAMA, "start it with `ollama serve`, or set OLLAMA_BASE_URL")
    if provider == "vllm" and address:
        _check_server(model, address, "start it, or set VLLM_BASE_URL to another")
    if provider == "vllm" and not address and not _is_installed("vllm"):
        raise RunError(f"the model {model} needs the environment variable VLLM_BASE_URL, the address of a vLLM server")


def _blocks() -> dict[str, str] | None:
    """Inspect's providers and helpers, each name to its source; None where other packages may provide more."""
    found = find_spec("inspect_ai")
    file = Path(found.origin).parent.joinpath(*_PROVIDERS) if found and found.origin else Path()
    if not file.is_file() or any(not point.value.startswith("evals.") for point in entry_points(group=_GROUP)):
        return None
    _, *rest = re.split(r"^(?=@modelapi|def validate_)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {(m.group(1) if (m := _NAME.match(block)) else block[4 : block.index("(")]): block for block in rest}


def _package(blocks: Mapping[str, str], provider: str) -> str | None:
    """The package that the provider asks for first."""
    block = blocks[provider]
    if client := _CLIENT.search(block):
        block = blocks.get(client.group(1), "")
    return found.group(1) if (found := _PACKAGE.search(block)) else None


def _is_installed(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def _check_service(model: str, name: str, environment: Mapping[str, str]) -> None:
    service, slash, rest = name.partition("/")
    if not (slash and service and rest):
        raise RunError(f"no model {model!r}: give openai-api/SERVICE/MODEL")
    prefix = service.upper().replace("-", "_")
    for variable in (f"{prefix}_API_KEY", f"{prefix}_BASE_URL"):
        if not environment.get(variable):
            raise RunError(f"the model {model} needs the environment variable {variable}, which is not set")
    _check_server(model, environment[f"{prefix}_BASE_URL"], f"start it, or set {prefix}_BASE_URL to another")


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
