"""Writes the pages of a report into a folder. Knows no form of a page."""

from collections.abc import Mapping
from pathlib import Path

from coach.whole_file import write_whole
from evals.errors import RunUnwritten

FORMS = ("html", "md", "xml", "json")
"""The suffixes of `reports.formats.FORMS`, known before anything of it is imported."""


def remove_pages(folder: Path, stem: str) -> None:
    """Remove what an earlier run left in the place of the pages of a comparison; `RunUnwritten` where it stays."""
    for path in (folder / f"{stem}.{suffix}" for suffix in FORMS):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            why = f"{path} cannot be replaced ({error.strerror})"
            raise RunUnwritten(f"{why}; choose another folder with --out") from error


def write_pages(files: Mapping[str, bytes], folder: Path, stem: str) -> dict[str, Path]:
    """Write `files`, by suffix, side by side into `folder`, which is made; suffix to path.

    `RunUnwritten` where the disk does not take one; no page is written in part.
    """
    from reports.escape import file_name

    written = {suffix: folder / f"{file_name(stem)}.{suffix}" for suffix in files}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, path in written.items():
            write_whole(path, files[suffix])
    except OSError as error:
        raise RunUnwritten(f"{folder} cannot be written: {error.strerror}; choose another folder with --out") from error
    return written
