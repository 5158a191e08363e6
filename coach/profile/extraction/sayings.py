"""The patterns that stand as data in sayings/*.yaml: a file for each room; line breaks are for the eye only."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from coach.profile.extraction.edges import with_edges

_FOLDER = Path(__file__).with_name("sayings")


@cache
def _room(room: str) -> dict[str, Any]:
    rows: dict[str, Any] = yaml.safe_load((_FOLDER / f"{room}.yaml").read_text(encoding="utf-8"))
    return rows


@cache
def saying(room: str, name: str) -> re.Pattern[str]:
    """The pattern `name` of `room`; it runs over folded text or a skeleton."""
    return re.compile(with_edges(_room(room)[name].replace("\n", "")))
