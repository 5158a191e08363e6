"""Finding and reading persona files. Knows the library's folder; what a persona means stands in persona.py."""

from difflib import get_close_matches
from pathlib import Path

from coach import sourced_yaml
from coach.errors import FileError, InputError
from personas.persona import LIBRARY, Persona

__all__ = ["load", "names"]


def names(folder: Path = LIBRARY) -> tuple[str, ...]:
    """The ids of the library, sorted."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def load(name_or_path: str | Path, folder: Path = LIBRARY) -> Persona:
    """The persona of that name, or of that file. `InputError` for an unknown name, `FileError` for a bad file."""
    path = Path(name_or_path)
    if path.suffix not in {".yaml", ".yml"}:
        path = _named(str(name_or_path), folder)
    source = sourced_yaml.read(path)
    persona = sourced_yaml.validate(source, Persona)
    if persona.id != path.stem:
        line = source.line_of(("id",))
        raise FileError(str(path), line, "id", f"is {persona.id!r}, but the file is named {path.stem!r}")
    return persona


def _named(name: str, folder: Path) -> Path:
    known = names(folder)
    if name in known:
        return folder / f"{name}.yaml"
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known) or 'none yet'}"
    raise InputError(f"no persona {name!r}: {hint}")
