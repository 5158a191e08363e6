"""Reads a TOML file that a person wrote. Knows none of our forms."""

import tomllib
from pathlib import Path
from typing import Any

from coach.errors import FileError
from coach.text_file import read_text


def read_toml(path: Path) -> dict[str, Any]:
    """`FileError` where the file cannot be read or is not TOML."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FileError(str(path), None, None, f"is not readable TOML: {error}") from error
