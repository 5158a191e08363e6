"""Blocks as PDF by fpdf2, with a font that holds every script a name may be written in. No links, no actions."""

import datetime as dt
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from typing import assert_never

from fpdf import FPDF
from fpdf.fonts import FontFace

from reports import blocks as b
from reports.escape import visible_lines

# Matplotlib brings DejaVu along, which spares a font of our own in the repository; importing it takes a second.
FONTS = Path(str(distribution("matplotlib").locate_file("matplotlib/mpl-data/fonts/ttf")))
FAMILY = "DejaVu"
LONGEST = 1_500
_words = partial(visible_lines, longest=LONGEST)
"""Characters that the font lacks come out as a box, never as nothing."""
SIZES = {1: 16, 2: 12, 3: 10}
COLOURS = {"good": (20, 104, 60), "bad": (168, 22, 27), "open": (122, 82, 0), "": (0, 0, 0)}
WORD = 40.0
"""Millimetres that one word of a cell may ask for; a longer one, such as a hash, is broken."""
BAD_ROW = FontFace(fill_color=(253, 220, 220))
MADE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""One date for all, so that the same session gives the same bytes."""


def render(found: Iterable[b.Block], title: str) -> bytes:
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
        self.multi_cell(0, text=text, align="L", new_x="LMARGIN", new_y="NEXT")


def _put(block: b.Block, page: _Page) -> None:
    match block:
        case b.Banner():
            _banner(block, page)
        case b.Heading():
            page.ln(3)
            page.start_section(_words(block.text), level=block.level - 1, strict=False)
            page.write_line(_words(block.text), size=SIZES[block.level], style="B")
            page.ln(1)
        case b.Text() | b.Tally():
            page.write_line(_words(block.text))
        case b.Bullets():
            page.write_line("\n".join(f"• {_words(item)}" for item in block.items))
        case b.Diagram():
            moves = enumerate(block.moves, start=1)
            page.write_line(
                _words("   ".join(f"{number}. {start} → {end} ({why})" for number, (start, end, why) in moves))
            )
        case b.Table():
            _table(block, page)
        case b.Conversation() | b.Folded():
            _put_parts(block, page)
        case b.Sessions() | b.SideBySide():
            """A comparison is not written on paper."""
        case _:
            assert_never(block)


def _put_parts(block: b.Conversation | b.Folded, page: _Page) -> None:
    """Message by message, or block by block under the title."""
    if isinstance(block, b.Conversation):
        for one in block.bubbles:
            notes = "".join(f" [found: {note}]" for note in one.notes)
            page.write_line(_words(f"{one.who}: {one.text}{notes}" if one.pieces else f"({one.who}){notes}"))
            page.ln(1)
        return
    _put(b.Heading(3, block.title), page)
    for each in block.blocks:
        _put(each, page)


def _banner(block: b.Banner, page: _Page) -> None:
    style, words = b.MARKS[block.mark]
    page.start_section(_words(block.title), strict=False)
    page.write_line(_words(block.title), size=SIZES[1], style="B")
    page.set_text_color(*COLOURS[style])
    page.write_line(_words(f"{words}. {block.loud} {block.text}"), size=9, style="B")
    page.set_text_color(0, 0, 0)


def _table(block: b.Table, page: _Page) -> None:
    if block.title:
        page.write_line(_words(block.title), style="B")
    columns, rows = block.with_marks
    if not rows:
        page.write_line("None.")
        return
    page.set_font(FAMILY, size=6.5)
    bold = FontFace(emphasis="BOLD", fill_color=(235, 238, 242))
    widths = column_widths(page, columns, rows)
    with page.table(headings_style=bold, col_widths=widths, line_height=3.4, text_align="LEFT") as table:
        table.row([_words(column) for column in columns])
        for number, cells in enumerate(rows):
            bad = bool(block.marks) and b.MARKS[block.marks[number]].style == "bad"
            table.row([_words(cell) for cell in cells], style=BAD_ROW if bad else None)
    page.ln(2)


def column_widths(page: FPDF, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """Millimetres with room for every word of a heading, and of cells up to `WORD`; the rest by the cells' lengths."""
    page.set_font(style="B")
    margin = 2 * page.c_margin + 0.5
    heads = [_longest(page, [heading]) + margin for heading in columns]
    page.set_font(style="")
    by_column = list(zip(*rows, strict=True))
    words = [min(WORD, _longest(page, cells)) + margin for cells in by_column]
    room = [max(pair) for pair in zip(heads, words, strict=True)]
    if sum(room) > page.epw:
        room = heads
    wish = [min(60, max(7, *map(len, cells))) for cells in by_column]
    spare = max(0.0, page.epw - sum(room))
    return tuple(least + spare * part / sum(wish) for least, part in zip(room, wish, strict=True))


def _longest(page: FPDF, cells: Sequence[str]) -> float:
    """Millimetres of the longest word in the page's font."""
    words = {word for cell in cells for word in _words(cell).split()}
    return max((page.get_string_width(word) for word in words), default=0.0)
