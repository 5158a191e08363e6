"""Blocks as Markdown: every foreign word escaped, within a limit where one is given."""

from collections.abc import Iterable
from typing import assert_never

from reports.blocks import (
    MARKS,
    Banner,
    Block,
    Bubble,
    Bullets,
    Conversation,
    Diagram,
    Folded,
    Heading,
    Piece,
    Sessions,
    SideBySide,
    Table,
    Tally,
    Text,
)
from reports.escape import clip, html, markdown, markdown_lines
from reports.page import Page

LONGEST_TITLE = 120
LONGEST = 4000
"""Of one cell. The log holds the rest, and the cell says so by its last sign."""


def render(found: Iterable[Block], *, limit: int | None = None, longest: int = LONGEST) -> str:
    """A page of at most `limit` characters, with cells of at most `longest`; lists get twice, paragraphs four times."""
    page = Page(limit)
    for block in found:
        _put(block, page, longest)
    return str(page)


def _put(block: Block, page: Page, longest: int) -> None:
    match block:
        case Banner():
            page.text(f"{'#' * block.level} {markdown(clip(block.title, longest))}")
            page.text(f"{_loud(block)}{_words(block.text, longest)}")
        case Heading():
            page.text(f"{'#' * block.level} {markdown(clip(block.text, longest))}")
        case Text() | Tally():
            page.text(_words(block.text, 4 * longest))
        case Bullets():
            page.bullets([_words(item, 2 * longest) for item in block.items], fold=_fold(block.title, page))
        case Diagram():
            page.fenced("mermaid", block.source)
        case Table():
            _table(block, page, longest)
        case Conversation() | SideBySide() | Folded():
            _put_parts(block, page, longest)
        case Sessions():
            """Markdown cannot be searched or opened."""
        case _:
            assert_never(block)


def _put_parts(block: Conversation | SideBySide | Folded, page: Page, longest: int) -> None:
    if isinstance(block, Conversation):
        for bubble in block.bubbles:
            page.text(_message(bubble, longest))
        return
    if isinstance(block, SideBySide):
        page.text(f"#### {markdown(clip(block.title, longest))}")
        rows = [
            ("\u2260" if differs else "", *(_side(turn, longest) for turn in both)) for *both, differs in block.rows
        ]
        page.table(("", "base", "candidate"), rows, left_out="turns")
        return
    page.text(f"### {markdown(clip(block.title, longest))}")
    for each in block.blocks:
        _put(each, page, longest)


def _side(bubble: Bubble | None, longest: int) -> str:
    return "" if bubble is None else _message(bubble, longest)


def _message(bubble: Bubble, longest: int) -> str:
    """Who, the words with what was found in bold, and the findings behind it."""
    words = "".join(_piece(piece, longest) for piece in bubble.pieces)
    notes = "".join(f" (found: {_words(note, longest)})" for note in bubble.notes)
    who = markdown(bubble.who)
    return f"**{who}:** {words}{notes}" if bubble.pieces else f"({who}){notes}"


def _piece(piece: Piece, longest: int) -> str:
    """The spaces at both ends are kept: escaping drops them, and they part what is bold from what is not."""
    inside = piece.text.strip(" ")
    words = _words(inside, longest)
    if not inside:
        return piece.text
    before, after = piece.text.split(inside, 1)
    return f"{before and ' '}{f'**{words}**' if piece.found else words}{after and ' '}"


def _loud(block: Banner) -> str:
    return f"**{block.loud}** " if MARKS[block.mark].style == "bad" and block.loud else f"{block.loud} ".lstrip()


def _table(block: Table, page: Page, longest: int) -> None:
    rows = [[_words(cell, longest) for cell in row] for row in block.rows]
    for row, link in zip(rows, block.links, strict=False):
        row[0] = f"[{row[0]}]({link})"
    if block.marks:
        rows = [[_marked(mark), *row] for mark, row in zip(block.marks, rows, strict=True)]
    fold = _fold(block.title, page) if block.fold else ""
    if block.title and not fold:
        page.text(_words(block.title, longest))
    if rows:
        page.table(block.with_marks[0], rows, left_out=block.left_out, fold=fold)


def _fold(title: str, page: Page) -> str:
    """What a short page shows instead of the list. A summary is HTML, in which Markdown is not read."""
    return html(clip(title, LONGEST_TITLE)) if page.is_short else ""


def _marked(mark: str) -> str:
    style, words = MARKS[mark]
    return f"**{markdown(words)}**" if style == "bad" else markdown(words)


def _words(text: str, longest: int) -> str:
    return markdown_lines(clip(text, longest))
