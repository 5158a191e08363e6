"""What a page is made of before it has a form: headings, paragraphs, tables. Plain words; whoever renders escapes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Style = Literal["good", "bad", "open", ""]
Shape = Literal["", "plan", "numbers", "diff"]


class Mark(NamedTuple):
    """How something came out. Colour is never the only signal, so the words say it too."""

    style: Style
    words: str


MARKS: Mapping[str, Mark] = {
    "": Mark("", ""),
    "pass": Mark("good", "✓ pass"),
    "regressed": Mark("bad", "✗ REGRESSED"),
    "could not be judged": Mark("open", "? not judged"),
    "broken": Mark("bad", "✗ BROKEN"),
    "failed": Mark("bad", "✗ failed"),
    "better": Mark("good", "▲ better"),
    "worse": Mark("bad", "▼ worse"),
    "no difference shown": Mark("", "no difference shown"),
    "too few sessions to tell": Mark("", "too few to tell"),
    "not compared": Mark("open", "? not compared"),
    "added": Mark("good", "+"),
    "removed": Mark("bad", "-"),
}


@dataclass(frozen=True, slots=True)
class Banner:
    """What the page is about, and the sentence that decides what to think of it. `mark`: a key of `MARKS`.

    `loud` stands out of `text`. `level`: of the title, as of a heading.
    """

    title: str
    mark: str
    text: str
    loud: str = ""
    level: int = 1


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts, each with what is counted."""

    counts: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        text = ", ".join(f"{what}: {number}" for number, what in self.counts)
        return f"{text[:1].upper()}{text[1:]}."


@dataclass(frozen=True, slots=True)
class Bullets:
    """`title`: what a form may fold them under."""

    items: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its interval; a bound that is not known equals the value."""

    low: float
    value: float
    high: float


@dataclass(frozen=True, slots=True)
class Chart:
    """What a page may draw beside a row, from `low` to `high`; the row says the same in numbers.

    One point: lying on a scale with 0 marked, in the colour of `style`. Several: one after the other.
    `ends`: what stands at the two ends of the value's axis, `span` at those of the other axis, where there is one.
    """

    points: tuple[Point, ...]
    low: float
    high: float
    says: str
    style: Style = ""
    ends: tuple[str, str] = ("", "")
    span: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Table:
    """`marks`: a key of `MARKS` for each row, or none at all; shown as a first column.

    `fold`: of use only to who looks for something; forms may fold or omit it. `links`: a page of our own making for
    the first cell of each row, or none at all. `charts`: one for each row, or none at all, and `drawn` what they show.
    `left_out`: what the rows are called that a form has no room for. `shape`: what a page may set it as.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    marks: tuple[str, ...] = ()
    fold: bool = False
    links: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    drawn: str = ""
    left_out: str = "more"
    shape: Shape = ""

    @property
    def with_marks(self) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Columns and rows with the words of the marks in front."""
        if not self.marks:
            return self.columns, self.rows
        marked = zip(self.marks, self.rows, strict=True)
        return ("", *self.columns), tuple((MARKS[mark].words, *row) for mark, row in marked)


@dataclass(frozen=True, slots=True)
class SessionTable(Table):
    """Sessions that a page opens beside their partners: the session, and what turned in it, a row for each scorer.

    `turned`: a key of `MARKS`, what became of them.
    """

    turned: str = "failed"


@dataclass(frozen=True, slots=True)
class Diagram:
    """Mermaid source of our own making, and the moves it draws: from, to, why."""

    source: tuple[str, ...]
    moves: tuple[tuple[str, str, str], ...]


class Piece(NamedTuple):
    """Words of a message; `found`: they are the place of a finding."""

    text: str
    found: bool = False


class Bubble(NamedTuple):
    """What one person said, or what happened in between (no `pieces`). `notes`: what was found in it."""

    who: str
    pieces: tuple[Piece, ...]
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in their order."""

    bubbles: tuple[Bubble, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two conversations, a row for every two turns that answer to each other: base, candidate, whether they differ."""

    title: str
    rows: tuple[tuple[Bubble | None, Bubble | None, bool], ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks of use only to who looks for something; a page may fold them under the title."""

    title: str
    blocks: "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class Sessions:
    """Where a page puts the table of all sessions, which its script fills and searches; other forms have none."""


Block = Banner | Heading | Text | Tally | Bullets | Table | Diagram | Conversation | SideBySide | Folded | Sessions


def cells(rows: Iterable[Sequence[object]]) -> tuple[tuple[str, ...], ...]:
    """Rows as words; None stays the word None, so that nothing missing looks like an empty string."""
    return tuple(tuple(str(cell) for cell in row) for row in rows)
