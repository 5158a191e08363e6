"""Blocks as a person reads them in the terminal. Tables that are folded on a page are left to the files."""

from collections.abc import Iterable
from functools import singledispatch
from io import StringIO

from rich import box
from rich import table as rich_table
from rich.console import Console
from rich.text import Text as Words

from reports.blocks import MARKS, Banner, Block, Bullets, Diagram, Heading, Sessions, Table, Tally, Text
from reports.escape import clip, terminal

_COLOURS = {"good": "green", "bad": "bold red", "open": "yellow", "": ""}
LONGEST = 160
"""Characters of a cell."""
ROWS = 24


def render(found: Iterable[Block], *, width: int = 120, colour: bool = False) -> str:
    """Plain text unless `colour`."""
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="standard" if colour else None)
    for block in found:
        _put(block, console)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


@singledispatch
def _put(block: Block, console: Console) -> None:
    raise TypeError(f"no text for {block!r}")


@_put.register
def _banner(block: Banner, console: Console) -> None:
    console.print(Words(terminal(block.title), style=_COLOURS[MARKS[block.mark].style]))
    console.print(Words(terminal(f"{block.loud} {block.text}".strip())))


@_put.register
def _heading(block: Heading, console: Console) -> None:
    console.print(Words(f"\n{terminal(block.text)}", style="bold"))


@_put.register
def _text(block: Text, console: Console) -> None:
    console.print(Words(terminal(block.text)))


@_put.register
def _tally(block: Tally, console: Console) -> None:
    console.print(Words(terminal(block.sentence)))


@_put.register
def _bullets(block: Bullets, console: Console) -> None:
    for item in block.items:
        console.print(Words(f"- {terminal(item)}"))


@_put.register
def _diagram(block: Diagram, console: Console) -> None:
    console.print(Words("; ".join(terminal(f"{source} to {target} ({why})") for source, target, why in block.moves)))


@_put.register
def _table(block: Table, console: Console) -> None:
    if block.fold or not block.rows:
        return
    shown = rich_table.Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    if block.marks:
        shown.add_column("", no_wrap=True)
    for number, column in enumerate(block.columns):
        shown.add_column(column, no_wrap=number == 0)
    for number, row in enumerate(block.rows[:ROWS]):
        cells = [Words(terminal(clip(cell, LONGEST))) for cell in row]
        shown.add_row(*([_marked(block.marks[number])] if block.marks else []), *cells)
    console.print(shown)
    if len(block.rows) > ROWS:
        console.print(Words(f"({len(block.rows) - ROWS} {block.left_out})"))


def _marked(mark: str) -> Words:
    style, words = MARKS[mark]
    return Words(words, _COLOURS[style])


@_put.register
def _sessions(_block: Sessions, _console: Console) -> None:
    """The page has them."""
