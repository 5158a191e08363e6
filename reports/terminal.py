"""Blocks as a person reads them in the terminal. Tables that are long and of use to few are left to the files."""

from collections.abc import Iterable
from functools import singledispatch
from io import StringIO

from rich import box
from rich import table as rich_table
from rich.console import Console
from rich.text import Text as Words

from reports.blocks import Block, Bullets, Diagram, Heading, Standing, Table, Text, Verdict
from reports.escape import clip, terminal

_MARKS = {"pass": ("ok", "green"), "regressed": ("FAIL", "bold red"), "could not be judged": ("??", "yellow")}
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
def _heading(block: Heading, console: Console) -> None:
    console.print(Words(f"\n{terminal(block.text)}", style="bold"))


@_put.register
def _standing(block: Standing, console: Console) -> None:
    console.print(Words(f"{block.word.upper()} (exit {block.exit_code})", style=_MARKS[block.word][1]))


@_put.register
def _text(block: Text, console: Console) -> None:
    console.print(Words(terminal(block.text)))


@_put.register
def _bullets(block: Bullets, console: Console) -> None:
    for item in block.items:
        console.print(Words(f"- {terminal(item)}"))


@_put.register
def _verdict(block: Verdict, console: Console) -> None:
    console.print(Words(f"{terminal(block.loud)} {terminal(block.text)}", style="green" if block.ok else "bold red"))


@_put.register
def _diagram(block: Diagram, console: Console) -> None:
    console.print(Words("; ".join(terminal(f"{source} to {target} ({why})") for source, target, why in block.moves)))


@_put.register
def _table(block: Table, console: Console) -> None:
    if block.long:
        return
    shown = rich_table.Table(*(("", *block.columns) if block.marks else block.columns), box=box.SIMPLE_HEAD)
    for number, row in enumerate(block.rows[:ROWS]):
        cells = [Words(terminal(clip(cell, LONGEST))) for cell in row]
        shown.add_row(*([Words(*_MARKS[block.marks[number]])] if block.marks else []), *cells)
    console.print(shown)
    if len(block.rows) > ROWS:
        console.print(Words(f"({len(block.rows) - ROWS} {block.left_out})"))
