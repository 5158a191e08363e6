"""Swapped letters in words that matter ("twnety", "pian") put right in place: same length, so that offsets hold.

Only swaps of two neighbours are mended; anything nearer would take "there" for three and "weight" for eight.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_PATH = Path(__file__).with_name("typos.yaml")
_WORD = re.compile(r"[a-z]{4,}")


def mend(folded: str) -> str:
    """`folded` with every swapped word of the table written right."""
    return _WORD.sub(lambda found: _swapped().get(found[0], found[0]), folded)


@cache
def _swapped() -> dict[str, str]:
    table: dict[str, Any] = yaml.safe_load(_PATH.read_text(encoding="utf-8"))
    words = [word for group in table["words"].values() for word in group]
    real = {*words, *table["real"]}
    pairs = ((wrong, word) for word in words for wrong in _swaps(word) if wrong not in real)
    return dict(pairs)


def _swaps(word: str) -> list[str]:
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
