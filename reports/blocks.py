"""What a page is made of before it has a form: headings, paragraphs, tables. Plain words; whoever renders escapes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentence that decides whether the rest may be believed."""

    ok: bool
    loud: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """`broken`: the row to point at. `long`: of use only to who looks for something; forms may fold it.

    `links`: a page of our own making for the first cell of each row, or none at all.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    broken: int | None = None
    long: bool = False
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """Mermaid source of our own making, and the moves it draws: from, to, why."""

    source: tuple[str, ...]
    moves: tuple[tuple[str, str, str], ...]


Block = Heading | Text | Verdict | Table | Diagram


class Blocks:
    """Collects blocks in order."""

    def __init__(self) -> None:
        self.found: list[Block] = []

    def heading(self, level: int, text: str) -> None:
        self.found.append(Heading(level, text))

    def text(self, text: str) -> None:
        self.found.append(Text(text))

    def table(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[object]],
        *,
        broken: int | None = None,
        long: bool = False,
        links: Sequence[str] = (),
    ) -> None:
        """Cells become words; None stays the word None, so that nothing missing looks like an empty string."""
        cells = tuple(tuple(str(cell) for cell in row) for row in rows)
        self.found.append(Table(tuple(columns), cells, broken, long, tuple(links)))
