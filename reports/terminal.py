"""Blocks as a person reads them in the terminal. Tables that are folded on a page are left to the files."""

from collections.abc import Iterable
from io import StringIO
from typing import assert_never

from rich import box
from rich import table as rich_table
from rich.console import Console
from rich.text import Text as Words

from reports.blocks import (
    MARKS,
    Banner,
    Block,
    Bullets,
    Conversation,
    Diagram,
    Folded,
    Heading,
    Sessions,
    SideBySide,
    Table,
    Tally,
    Text,
)
from reports.escape import clip, visible

_COLOURS = {"good": "green", "bad": "bold red", "open": "yellow", "": ""}
LONGEST = 160
"""Characters of a cell."""
FIRST = 60
"""Columns on the screen of a name, which is not broken into lines."""
ROWS = 24


def render(found: Iterable[Block], *, width: int = 120, colour: bool = False) -> str:
    """Plain text unless `colour`."""
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="standard" if colour else None)
    shown = [block for block in found if _is_shown(block)]
    for block, below in zip(shown, [*shown[1:], None], strict=True):
        if not isinstance(block, Heading) or not isinstance(below, Heading | None):  # else it heads nothing
            _put(block, console)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _is_shown(block: Block) -> bool:
    if isinstance(block, Table):
        return bool(block.rows) and not block.fold
    return not isinstance(block, Conversation | Folded | Sessions)


def _put(block: Block, console: Console) -> None:
    match block:
        case Banner():
            console.print(_words(block.title, _COLOURS[MARKS[block.mark].style]))
            console.print(_words(f"{block.loud} {block.text}".strip()))
        case Heading():
            console.print(Words("\n"), _words(block.text, "bold"), sep="")
        case Text() | Tally():
            console.print(_words(block.text))
        case Bullets():
            for item in block.items:
                console.print(_words(f"- {item}"))
        case Diagram():
            console.print(_words("; ".join(f"{source} to {target} ({why})" for source, target, why in block.moves)))
        case Table():
            if block.rows and not block.fold:
                _table(block, console)
        case Conversation() | SideBySide() | Folded() | Sessions():
            """The page has them."""
        case _:
            assert_never(block)


def _table(block: Table, console: Console) -> None:
    shown = rich_table.Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    if block.marks:
        shown.add_column("", no_wrap=True)
    for number, column in enumerate(block.columns):
        shown.add_column(column, no_wrap=number == 0, max_width=None if number else FIRST)
    for number, row in enumerate(block.rows[:ROWS]):
        cells = [_words(clip(cell, LONGEST)) for cell in row]
        shown.add_row(*([_marked(block.marks[number])] if block.marks else []), *cells)
    console.print(shown)
    if len(block.rows) > ROWS:
        console.print(_words(f"({len(block.rows) - ROWS} {block.left_out})"))


def _marked(mark: str) -> Words:
    style, words = MARKS[mark]
    return Words(words, _COLOURS[style])


def _words(text: str, style: str = "") -> Words:
    return Words(visible(text), style)
