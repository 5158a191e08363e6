"""Finding and reading persona files. Knows the library's folder; what a persona means stands in persona.py."""

from pathlib import Path

from coach import sourced_yaml
from coach.close_names import unknown
from coach.errors import FileError, InputError
from personas.persona import LIBRARY, Persona

__all__ = ["file_of", "load", "names"]


def names(folder: Path = LIBRARY) -> tuple[str, ...]:
    """The ids of the library, sorted."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def load(name_or_path: str | Path, folder: Path = LIBRARY) -> Persona:
    """The persona of that name, or of that file. `InputError` for an unknown name, `FileError` for a bad file."""
    path = file_of(name_or_path, folder)
    source = sourced_yaml.read(path)
    persona = sourced_yaml.validate(source, Persona)
    if persona.id != path.stem:
        line = source.line_of(("id",))
        raise FileError(str(path), line, "id", f"is {persona.id!r}, but the file is named {path.stem!r}")
    return persona


def file_of(name_or_path: str | Path, folder: Path = LIBRARY) -> Path:
    """The file of the persona of that name or path; `InputError` where there is none."""
    path = Path(name_or_path)
    if path.suffix in {".yaml", ".yml"}:
        if not path.is_file():
            raise FileError(str(path), None, None, "cannot be read: there is no such file")
        return path
    if (name := str(name_or_path)) not in (known := names(folder)):
        raise InputError(unknown("persona", name, known, "`coach-eval list personas` lists them"))
    return folder / f"{name}.yaml"
