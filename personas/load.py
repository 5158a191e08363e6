"""Reading persona files; where they are stands in files.py, what a persona means in persona.py."""

from pathlib import Path

from coach import sourced_yaml
from coach.errors import FileError
from personas.files import LIBRARY, file_of
from personas.persona import Persona


def load(name_or_path: str | Path, folder: Path = LIBRARY) -> Persona:
    """The persona of that name, or of that file. `InputError` for an unknown name, `FileError` for a bad file."""
    path = file_of(name_or_path, folder)
    source = sourced_yaml.read(path)
    persona = sourced_yaml.validate(source, Persona)
    if persona.id != path.stem:
        line = source.line_of(("id",))
        raise FileError(str(path), line, "id", f"is {persona.id!r}, but the file is named {path.stem!r}")
    return persona
