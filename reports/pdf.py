"""Blocks as PDF by fpdf2, with a font that holds every script a name may be written in. No links, no actions."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch
from pathlib import Path
from typing import Any

import matplotlib as mpl
from fpdf import FPDF
from fpdf.fonts import FontFace

from reports.blocks import Block, Bullets, Diagram, Heading, Standing, Table, Text, Verdict
from reports.escape import clip, visible

# Matplotlib brings DejaVu along, which spares a font of our own in the repository.
FONTS = Path(mpl.get_data_path()) / "fonts" / "ttf"
FAMILY = "DejaVu"
LONGEST = 1_500
SIZES = {1: 16, 2: 12, 3: 10}
MADE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""One date for all, so that the same session gives the same bytes."""


def render(found: Iterable[Block], title: str) -> bytes:
    page = _Page(title)
    for block in found:
        _put(block, page)
    return bytes(page.output())


class _Page(FPDF):
    def __init__(self, title: str) -> None:
        super().__init__(orientation="landscape", format="A4")
        self._title = title
        for style, name in {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf"}.items():
            self.add_font(FAMILY, style, FONTS / name)
        self.set_creation_date(MADE)
        self.set_title(_words(title))
        self.set_lang("en")
        self.set_auto_page_break(auto=True, margin=14)
        self.set_margin(12)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-10)
        self.set_font(FAMILY, size=7)
        self.cell(0, 5, _words(f"{self._title} · page {self.page_no()}"), align="R")

    def write_line(self, text: str, *, size: float = 8, style: str = "") -> None:
        self.set_font(FAMILY, style=style, size=size)
        self.multi_cell(0, text=text, new_x="LMARGIN", new_y="NEXT")


def _words(text: str) -> str:
    """Words that the page shows; characters that the font lacks come out as a box, never as nothing."""
    return "\n".join(visible(line) for line in clip(text, LONGEST).split("\n"))


@singledispatch
def _put(block: Block, page: _Page) -> None:
    raise TypeError(f"no PDF for {block!r}")


@_put.register
def _heading(block: Heading, page: _Page) -> None:
    page.ln(3)
    page.start_section(_words(block.text), level=block.level - 1, strict=False)
    page.write_line(_words(block.text), size=SIZES[block.level], style="B")


@_put.register
def _text(block: Text, page: _Page) -> None:
    page.write_line(_words(block.text))


@_put.register
def _standing(block: Standing, page: _Page) -> None:
    page.write_line(f"{block.of}: {block.word.upper()} (exit {block.exit_code})", size=SIZES[1], style="B")


@_put.register
def _bullets(block: Bullets, page: _Page) -> None:
    for item in block.items:
        page.write_line(f"• {_words(item)}")


@_put.register
def _verdict(block: Verdict, page: _Page) -> None:
    page.set_text_color(*((20, 104, 60) if block.ok else (168, 22, 27)))
    page.write_line(f"{'OK' if block.ok else 'BROKEN'}: {block.loud} {_words(block.text)}", size=9, style="B")
    page.set_text_color(0, 0, 0)


@_put.register
def _diagram(block: Diagram, page: _Page) -> None:
    steps = [f"{number}. {source} → {target} ({why})" for number, (source, target, why) in enumerate(block.moves, 1)]
    page.write_line(_words("   ".join(steps)))


@_put.register
def _table(block: Table, page: _Page) -> None:
    if not block.rows:
        page.write_line("None.")
        return
    if block.marks:
        marked = tuple((mark, *row) for mark, row in zip(block.marks, block.rows, strict=True))
        block = replace(block, columns=("", *block.columns), rows=marked, marks=())
    page.set_font(FAMILY, size=6.5)
    bold = FontFace(emphasis="BOLD", fill_color=(235, 238, 242))
    with page.table(headings_style=bold, col_widths=_widths(block), line_height=3.4, text_align="LEFT") as table:
        table.row([_words(column) for column in block.columns])
        for number, cells in enumerate(block.rows):
            _row(table, cells, broken=number == block.broken)
    page.ln(2)


def _row(table: Any, cells: tuple[str, ...], *, broken: bool) -> None:
    mark = FontFace(fill_color=(253, 220, 220)) if broken else None
    row = table.row(style=mark)
    for place, cell in enumerate(cells):
        row.cell(_words(f"BROKEN {cell}" if broken and place == 0 else cell))


def _widths(block: Table) -> tuple[float, ...]:
    """By the longest words of a column, within bounds that keep every column readable."""
    columns = zip(block.columns, *block.rows, strict=True)
    return tuple(float(min(60, max(7, *(len(cell) for cell in column)))) for column in columns)
