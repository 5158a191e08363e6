"""A Markdown page that never outgrows its limit: what does not fit is counted, not lost in silence.

Takes cells that are Markdown already (`reports.escape` makes them); knows nothing of what they say.
"""

from collections.abc import Iterable, Sequence

RESERVE = 120
"""Room that every list keeps for the sentence about what was left out."""
_SHARE = 0.4
"""The largest part of the limit that one list may take."""


class Page:
    """Blocks in the order of their weight."""

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit
        self._lines: list[str] = []
        self._length = 0

    @property
    def is_short(self) -> bool:
        return self._limit is not None

    def text(self, *lines: str) -> None:
        """A paragraph, or a heading; left out as a whole where it does not fit."""
        self._add([*lines, ""])

    def bullets(self, items: Sequence[str], *, fold: str = "") -> None:
        """`fold`: the title under which the list is folded away where the page is short."""
        self._list((), [f"- {item}" for item in items], "more", fold)

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, left_out: str = "more", fold: str = ""
    ) -> None:
        head = (_row(columns), _row(["---"] * len(columns)))
        self._list(head, [_row(row) for row in rows], left_out, fold)

    def fenced(self, language: str, lines: Sequence[str]) -> None:
        """Code of our own making: nothing hostile may stand in `lines`."""
        self._add([f"```{language}", *lines, "```", ""])

    def __str__(self) -> str:
        return "\n".join(self._lines).rstrip("\n") + "\n"

    def _list(self, head: Sequence[str], rows: Sequence[str], left_out: str, fold: str) -> None:
        room = self._room()
        kept: list[str] = []
        before = [f"<details><summary>{fold}</summary>", ""] if fold else []
        after = ["", "</details>"] if fold else []
        used = _length((*before, *head, *after)) + RESERVE
        for row in rows:
            used += len(row) + 1
            if room is not None and used > room:
                break
            kept.append(row)
        missing = len(rows) - len(kept)
        tail = ["", f"({missing} {left_out}, left out to keep this short)"] if missing else []
        self._add([*before, *(head if kept else ()), *kept, *tail, *after, ""])

    def _room(self) -> int | None:
        if self._limit is None:
            return None
        return min(self._limit - self._length, int(self._limit * _SHARE))

    def _add(self, lines: Sequence[str]) -> None:
        length = _length(lines)
        if self._limit is None or self._length + length <= self._limit:
            self._lines += lines
            self._length += length


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell or ' ' for cell in cells)} |"
