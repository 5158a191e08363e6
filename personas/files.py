"""Where persona files are, and which names they have. Reads none of them."""

from pathlib import Path

from coach.close_names import unknown
from coach.errors import FileError, InputError

LIBRARY = Path(__file__).with_name("library")


def names(folder: Path = LIBRARY) -> tuple[str, ...]:
    """The ids of the library, sorted."""
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


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
