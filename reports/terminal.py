"""Blocks as a person reads them in the terminal. Tables that are folded on a page are left to the files."""

from collections.abc import Iterable
from io import StringIO
from typing import assert_never

from rich import box
from rich import table as rich_table
from rich.console import Console
from rich.text import Text as Words

from reports import blocks as b
from reports.escape import clip, visible

_COLOURS = {"good": "green", "bad": "bold red", "open": "yellow", "": ""}
LONGEST = 160
"""Characters of a cell."""
FIRST = 60
"""Columns on the screen of a name, which is not broken into lines."""
ROWS = 24


def render(found: Iterable[b.Block], *, width: int = 120, colour: bool = False) -> str:
    """Plain text unless `colour`."""
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="standard" if colour else None)
    shown = [block for block in found if _is_shown(block)]
    for block, below in zip(shown, [*shown[1:], None], strict=True):
        if not isinstance(block, b.Heading) or not isinstance(below, b.Heading | None):  # else it heads nothing
            _put(block, console)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _is_shown(block: b.Block) -> bool:
    if isinstance(block, b.Table):
        return bool(block.rows) and not block.fold
    return not isinstance(block, b.Conversation | b.Folded | b.Sessions)


def _put(block: b.Block, console: Console) -> None:
    match block:
        case b.Banner():
            console.print(_words(block.title, _COLOURS[b.MARKS[block.mark].style]))
            console.print(_words(f"{block.loud} {block.text}".strip()))
        case b.Heading():
            console.print(Words("\n"), _words(block.text, "bold"), sep="")
        case b.Text() | b.Tally():
            console.print(_words(block.text))
        case b.Bullets():
            for item in block.items:
                console.print(_words(f"- {item}"))
        case b.Diagram():
            console.print(_words("; ".join(f"{source} to {target} ({why})" for source, target, why in block.moves)))
        case b.Table():
            _table(block, console)
        case b.Conversation() | b.SideBySide() | b.Folded() | b.Sessions():
            """The page has them."""
        case _:
            assert_never(block)


def _table(block: b.Table, console: Console) -> None:
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
    style, words = b.MARKS[mark]
    return Words(words, _COLOURS[style])


def _words(text: str, style: str = "") -> Words:
    return Words(visible(text), style)
