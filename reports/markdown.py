"""Blocks as Markdown: every foreign word escaped, within a limit where one is given."""

from collections.abc import Iterable
from typing import assert_never

from reports import blocks as b
from reports.escape import clip, html, markdown, markdown_lines
from reports.page import Page

LONGEST_TITLE = 120
LONGEST = 4000
"""Of one cell. The log holds the rest, and the cell says so by its last sign."""


def render(found: Iterable[b.Block], *, limit: int | None = None, longest: int = LONGEST) -> str:
    """A page of at most `limit` characters, with cells of at most `longest`; lists get twice, paragraphs four times."""
    page = Page(limit)
    for block in found:
        _put(block, page, longest)
    return str(page)


def _put(block: b.Block, page: Page, longest: int) -> None:
    match block:
        case b.Banner():
            page.text(f"{'#' * block.level} {markdown(clip(block.title, longest))}")
            page.text(f"{_loud(block)}{_words(block.text, longest)}")
        case b.Heading():
            page.text(f"{'#' * block.level} {markdown(clip(block.text, longest))}")
        case b.Text() | b.Tally():
            page.text(_words(block.text, 4 * longest))
        case b.Bullets():
            page.bullets([_words(item, 2 * longest) for item in block.items], fold=_fold(block.title, page))
        case b.Diagram():
            page.fenced("mermaid", block.source)
        case b.Table():
            _table(block, page, longest)
        case b.Conversation() | b.SideBySide() | b.Folded():
            _put_parts(block, page, longest)
        case b.Sessions():
            """Markdown cannot be searched or opened."""
        case _:
            assert_never(block)


def _put_parts(block: b.Conversation | b.SideBySide | b.Folded, page: Page, longest: int) -> None:
    if isinstance(block, b.Conversation):
        for bubble in block.bubbles:
            page.text(_message(bubble, longest))
        return
    if isinstance(block, b.SideBySide):
        page.text(f"#### {markdown(clip(block.title, longest))}")
        rows = [
            ("\u2260" if differs else "", *(_side(turn, longest) for turn in both)) for *both, differs in block.rows
        ]
        page.table(("", "base", "candidate"), rows, left_out="turns")
        return
    page.text(f"### {markdown(clip(block.title, longest))}")
    for each in block.blocks:
        _put(each, page, longest)


def _side(bubble: b.Bubble | None, longest: int) -> str:
    return "" if bubble is None else _message(bubble, longest)


def _message(bubble: b.Bubble, longest: int) -> str:
    """Who, the words with what was found in bold, and the findings behind it."""
    words = "".join(_piece(piece, longest) for piece in bubble.pieces)
    notes = "".join(f" (found: {_words(note, longest)})" for note in bubble.notes)
    who = markdown(bubble.who)
    return f"**{who}:** {words}{notes}" if bubble.pieces else f"({who}){notes}"


def _piece(piece: b.Piece, longest: int) -> str:
    """The spaces at both ends are kept: escaping drops them, and they part what is bold from what is not."""
    inside = piece.text.strip(" ")
    words = _words(inside, longest)
    if not inside:
        return piece.text
    before, after = piece.text.split(inside, 1)
    return f"{before and ' '}{f'**{words}**' if piece.found else words}{after and ' '}"


def _loud(block: b.Banner) -> str:
    return f"**{block.loud}** " if b.MARKS[block.mark].style == "bad" and block.loud else f"{block.loud} ".lstrip()


def _table(block: b.Table, page: Page, longest: int) -> None:
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
    style, words = b.MARKS[mark]
    return f"**{markdown(words)}**" if style == "bad" else markdown(words)


def _words(text: str, longest: int) -> str:
    return markdown_lines(clip(text, longest))
