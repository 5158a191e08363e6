"""Pages as the bytes of their files: of any blocks HTML, Markdown and PDF; of a comparison JUnit XML and JSON too."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reports import comparison_json, junit, markdown, side_by_side
from reports.blocks import Banner, Block, Heading, Sessions, Text
from reports.comparison import Comparison
from reports.comparison_blocks import LIMIT, LONGEST, blocks
from reports.history import HistoryEntry
from reports.html import page
from reports.html.conversations import conversations, pack
from reports.html.session_rows import rows
from reports.logs import LoggedRun

SHOWN = 8
"""Conversations that a comment of a pull request shows."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with the runs it is of, from which words are read, and the runs before them."""

    comparison: Comparison
    base: LoggedRun
    candidate: LoggedRun
    history: tuple[HistoryEntry, ...] = ()


def html_of(it: Compared) -> str:
    """The page: its blocks, the table of all sessions, and the conversations of those that newly fail."""
    count = max(it.base.sessions.height, it.candidate.sessions.height)
    found = (*blocks(it.comparison, it.history), Heading(3, f"All sessions: {count}"), Sessions())
    talks = conversations(it.comparison, it.base, it.candidate)
    chunks = {session: number for number, session in enumerate(talks)}
    packed = {f"chunk-{chunks[session]}": data for session, data in talks.items()}
    index = pack(rows(it.comparison, it.base, it.candidate, chunks))
    return page.render(found, packed={"index": index, **packed})


def beside(it: Compared) -> Iterator[Block]:
    """The first conversations of sessions that turned, for a form that has no script to open them."""
    pairs = side_by_side.pairs(it.comparison, it.base, it.candidate, most=SHOWN)
    found = [side_by_side.block(pair) for pair in pairs if pair.rows]
    if found:
        yield Heading(3, "Side by side")
        yield Text("\u2260 marks turns that differ. What a scorer found is in bold, as is the same on the other side.")
    yield from found


FORMS: Mapping[str, Callable[[Compared], str]] = {
    "html": html_of,
    "md": lambda it: markdown.render((*blocks(it.comparison), *beside(it)), limit=LIMIT, longest=LONGEST),
    "xml": lambda it: junit.render(it.comparison, it.candidate),
    "json": lambda it: comparison_json.render(it.comparison),
}
"""File suffix to how the form is made."""


def comparison_files(compared: Compared) -> dict[str, bytes]:
    """Every form of a comparison, by suffix."""
    return {suffix: make(compared).encode() for suffix, make in FORMS.items()}


def block_files(found: Sequence[Block], forms: Iterable[str]) -> dict[str, bytes]:
    """Blocks that begin with a banner as `html`, `md` or `pdf`, by form."""
    return {form: _RENDERED[form](found) for form in forms}


def _pdf(found: Sequence[Block]) -> bytes:
    from reports import pdf  # its library takes a while to import

    banner = found[0]
    return pdf.render(found, banner.title if isinstance(banner, Banner) else "")


_RENDERED: Mapping[str, Callable[[Sequence[Block]], bytes]] = {
    "html": lambda found: page.render(found).encode(),
    "md": lambda found: markdown.render(found).encode(),
    "pdf": _pdf,
}
