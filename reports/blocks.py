"""What a page is made of before it has a form: headings, paragraphs, tables. Plain words; whoever renders escapes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reports.comparison import Standing as StandingWord


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
class Standing:
    """How a gate came out; `of`: what was judged."""

    of: str
    word: StandingWord
    exit_code: int


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """`broken`: the row to point at. `long`: of use only to who looks for something; forms may fold or omit it.

    `links`: a page of our own making for the first cell of each row, or none at all. `marks`: how each row came out,
    or none. `left_out`: what the rows are called that a form has no room for.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    broken: int | None = None
    long: bool = False
    links: tuple[str, ...] = ()
    marks: tuple[StandingWord, ...] = ()
    left_out: str = "more"


@dataclass(frozen=True, slots=True)
class Diagram:
    """Mermaid source of our own making, and the moves it draws: from, to, why."""

    source: tuple[str, ...]
    moves: tuple[tuple[str, str, str], ...]


Block = Heading | Text | Verdict | Standing | Bullets | Table | Diagram


class Blocks:
    """Collects blocks in order."""

    def __init__(self) -> None:
        self.found: list[Block] = []

    def heading(self, level: int, text: str) -> None:
        self.found.append(Heading(level, text))

    def text(self, text: str) -> None:
        self.found.append(Text(text))

    def bullets(self, items: Sequence[str]) -> None:
        if items:
            self.found.append(Bullets(tuple(items)))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[object]], **more: Any) -> None:
        """Cells become words; None stays the word None, so that nothing missing looks like an empty string.

        `more`: the further fields of `Table`.
        """
        cells = tuple(tuple(str(cell) for cell in row) for row in rows)
        lists = {name: tuple(value) if isinstance(value, list) else value for name, value in more.items()}
        self.found.append(Table(tuple(columns), cells, **lists))
