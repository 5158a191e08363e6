"""An audit as Markdown."""

from collections.abc import Iterable
from functools import singledispatch

from reports.audit import Audit
from reports.audit_blocks import blocks
from reports.blocks import Block, Diagram, Heading, Table, Text, Verdict
from reports.escape import clip, markdown, markdown_lines
from reports.page import Page

LONGEST = 4000
"""Of one cell. The log holds the rest, and the cell says so by its last sign."""


def render(audit: Audit) -> str:
    return render_blocks(blocks(audit))


def render_blocks(found: Iterable[Block]) -> str:
    page = Page()
    for block in found:
        _put(block, page)
    return str(page)


def _words(text: str) -> str:
    return markdown_lines(clip(text, LONGEST))


@singledispatch
def _put(block: Block, page: Page) -> None:
    raise TypeError(f"no Markdown for {block!r}")


@_put.register
def _heading(block: Heading, page: Page) -> None:
    page.text(f"{'#' * block.level} {markdown(clip(block.text, LONGEST))}")


@_put.register
def _text(block: Text, page: Page) -> None:
    page.text(_words(block.text))


@_put.register
def _verdict(block: Verdict, page: Page) -> None:
    loud = block.loud if block.ok else f"**{block.loud}**"
    page.text(f"{loud} {_words(block.text)}")


@_put.register
def _diagram(block: Diagram, page: Page) -> None:
    page.fenced("mermaid", block.source)


@_put.register
def _table(block: Table, page: Page) -> None:
    rows = [[_words(cell) for cell in row] for row in block.rows]
    if block.broken is not None and block.broken < len(rows):
        rows[block.broken][0] = f"**BROKEN** {rows[block.broken][0]}"
    for row, link in zip(rows, block.links, strict=False):
        row[0] = f"[{row[0]}]({link})"
    page.table(block.columns, rows)
