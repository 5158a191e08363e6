"""Reads a TOML file that a person wrote. Knows none of our forms."""

import tomllib
from pathlib import Path
from typing import Any

from coach.errors import FileError


def read_toml(path: Path) -> dict[str, Any]:
    """`FileError` where the file cannot be read or is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(str(path), None, None, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(str(path), None, None, "is not readable TOML: it is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise FileError(str(path), None, None, f"is not readable TOML: {error}") from error
