"""Every form of a comparison as files side by side: HTML, Markdown, JUnit XML, JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from reports import comparison_json, junit, markdown
from reports.comparison import Comparison
from reports.comparison_blocks import LIMIT, LONGEST, blocks
from reports.history import Entry
from reports.html import comparison_page
from reports.logs import Run


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with the runs it is of, from which words are read, and the runs before them."""

    comparison: Comparison
    base: Run
    candidate: Run
    history: tuple[Entry, ...] = ()


FORMS: Mapping[str, Callable[[Compared], str]] = {
    "html": lambda it: comparison_page.render(it.comparison, it.base, it.candidate, history=it.history),
    "md": lambda it: markdown.render(blocks(it.comparison), limit=LIMIT, longest=LONGEST),
    "xml": lambda it: junit.render(it.comparison, it.candidate),
    "json": lambda it: comparison_json.render(it.comparison),
}
"""File suffix to how the form is made."""


def write_forms(compared: Compared, folder: Path, stem: str) -> dict[str, Path]:
    """Write every form; suffix to path."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {suffix: folder / f"{stem}.{suffix}" for suffix in FORMS}
    for suffix, path in written.items():
        path.write_text(FORMS[suffix](compared), encoding="utf-8")
    return written
