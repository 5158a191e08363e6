"""Blocks as Markdown: every foreign word escaped, within a limit where one is given."""

from collections.abc import Iterable
from functools import singledispatch

from reports.blocks import Block, Bullets, Diagram, Heading, Standing, Table, Text, Verdict
from reports.escape import clip, markdown, markdown_lines
from reports.page import Page

LONGEST = 4000
"""Of one cell. The log holds the rest, and the cell says so by its last sign."""
_MARKS = {"pass": "pass", "regressed": "**REGRESSED**", "could not be judged": "**not judged**"}


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
def _heading(block: Heading, page: Page, longest: int) -> None:
    page.text(f"{'#' * block.level} {markdown(clip(block.text, longest))}")


@_put.register
def _standing(block: Standing, page: Page, longest: int) -> None:
    page.text(f"## {block.of}: {_MARKS[block.word]} (exit {block.exit_code})")


@_put.register
def _text(block: Text, page: Page, longest: int) -> None:
    page.text(_words(block.text, 4 * longest))


@_put.register
def _bullets(block: Bullets, page: Page, longest: int) -> None:
    page.bullets([_words(item, 2 * longest) for item in block.items])


@_put.register
def _verdict(block: Verdict, page: Page, longest: int) -> None:
    loud = block.loud if block.ok else f"**{block.loud}**"
    page.text(f"{loud} {_words(block.text, longest)}")


@_put.register
def _diagram(block: Diagram, page: Page, longest: int) -> None:
    page.fenced("mermaid", block.source)


@_put.register
def _table(block: Table, page: Page, longest: int) -> None:
    rows = [[_words(cell, longest) for cell in row] for row in block.rows]
    if block.broken is not None and block.broken < len(rows):
        rows[block.broken][0] = f"**BROKEN** {rows[block.broken][0]}"
    for row, link in zip(rows, block.links, strict=False):
        row[0] = f"[{row[0]}]({link})"
    if block.marks:
        rows = [[_MARKS[mark], *row] for mark, row in zip(block.marks, rows, strict=True)]
    page.table(("", *block.columns) if block.marks else block.columns, rows, left_out=block.left_out)
