"""Blocks as Markdown: every foreign word escaped, within a limit where one is given."""

from collections.abc import Iterable
from functools import singledispatch

from reports.blocks import MARKS, Banner, Block, Bullets, Diagram, Heading, Sessions, Table, Tally, Text
from reports.escape import clip, markdown, markdown_lines
from reports.page import Page

LONGEST = 4000
"""Of one cell. The log holds the rest, and the cell says so by its last sign."""


def render(found: Iterable[Block], *, limit: int | None = None, longest: int = LONGEST) -> str:
    """A page of at most `limit` characters, with cells of at most `longest` and paragraphs of twice as many."""
    page = Page(limit)
    for block in found:
        _put(block, page, longest)
    return str(page)


def _words(text: str, longest: int) -> str:
    return markdown_lines(clip(text, longest))


@singledispatch
def _put(block: Block, page: Page, longest: int) -> None:
    raise TypeError(f"no Markdown for {block!r}")


@_put.register
def _banner(block: Banner, page: Page, longest: int) -> None:
    bad = MARKS[block.mark].style == "bad"
    page.text(f"{'#' * block.level} {markdown(clip(block.title, longest))}")
    loud = f"**{block.loud}** " if bad and block.loud else f"{block.loud} ".lstrip()
    page.text(loud + _words(block.text, longest))


@_put.register
def _heading(block: Heading, page: Page, longest: int) -> None:
    page.text(f"{'#' * block.level} {markdown(clip(block.text, longest))}")


@_put.register
def _text(block: Text, page: Page, longest: int) -> None:
    page.text(_words(block.text, 4 * longest))


@_put.register
def _tally(block: Tally, page: Page, longest: int) -> None:
    page.text(_words(block.sentence, longest))


@_put.register
def _bullets(block: Bullets, page: Page, longest: int) -> None:
    page.bullets([_words(item, 2 * longest) for item in block.items])


@_put.register
def _diagram(block: Diagram, page: Page, longest: int) -> None:
    page.fenced("mermaid", block.source)


@_put.register
def _table(block: Table, page: Page, longest: int) -> None:
    rows = [[_words(cell, longest) for cell in row] for row in block.rows]
    for row, link in zip(rows, block.links, strict=False):
        row[0] = f"[{row[0]}]({link})"
    if block.marks:
        rows = [[_marked(mark), *row] for mark, row in zip(block.marks, rows, strict=True)]
    if block.title:
        page.text(_words(block.title, longest))
    if rows:
        page.table(block.with_marks[0], rows, left_out=block.left_out)


def _marked(mark: str) -> str:
    style, words = MARKS[mark]
    return f"**{markdown(words)}**" if style == "bad" else markdown(words)


@_put.register
def _sessions(_block: Sessions, _page: Page, _longest: int) -> None:
    """Markdown cannot be searched or opened."""
