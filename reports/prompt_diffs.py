"""How the prompts of two runs differ, line by line. Texts are shown, never judged."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from typing import Literal

from reports.header import Header

Kind = Literal["same", "added", "removed", "place"]
CONTEXT = 2
_KINDS: dict[str, Kind] = {"+": "added", "-": "removed", "@": "place"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """`place` lines say where in the two files the next lines stand."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class PromptDiff:
    """One prompt file. `known` is False where a run kept no texts, so that only the hashes tell."""

    file: str
    known: bool
    added: int
    removed: int
    lines: tuple[DiffLine, ...]


def prompt_diffs(base: Header, candidate: Header) -> tuple[PromptDiff, ...]:
    """Every prompt whose hash differs, by file name."""
    files = sorted({*base.prompts, *candidate.prompts})
    differing = [file for file in files if base.prompts.get(file) != candidate.prompts.get(file)]
    return tuple(_diff(file, base, candidate) for file in differing)


def _diff(file: str, base: Header, candidate: Header) -> PromptDiff:
    # A side that has no such prompt is an empty text; a side that has one and kept no text is not known.
    if any(file in header.prompts and file not in header.prompt_texts for header in (base, candidate)):
        return PromptDiff(file, known=False, added=0, removed=0, lines=())
    lines = tuple(_lines(base.prompt_texts.get(file, ""), candidate.prompt_texts.get(file, "")))
    kinds = [line.kind for line in lines]
    return PromptDiff(file, known=True, added=kinds.count("added"), removed=kinds.count("removed"), lines=lines)


def _lines(before: str, after: str) -> Iterator[DiffLine]:
    found = unified_diff(before.splitlines(), after.splitlines(), n=CONTEXT, lineterm="")
    for number, line in enumerate(found):
        if number > 1:  # the two lines that name the files
            yield DiffLine(_KINDS.get(line[:1], "same"), line if line.startswith("@") else line[1:])
