"""Reads a text file that a person wrote. Knows none of our forms."""

from pathlib import Path

from coach.errors import FileError


def read_text(path: Path) -> str:
    """The text of a UTF-8 file; `FileError` where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(str(path), None, None, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(str(path), None, None, "cannot be read: it is not UTF-8") from error
