"""People's verdicts on the sessions of a run: a line of JSON each, in a file beside the run, appended and never
rewritten.

The file is named after the run, not after its log, which a resumed run replaces.
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Literal

from reports.escape import file_name
from reports.header import Header
from reports.record import ReportRecord, read_lines

Said = Literal["pass", "fail", "cannot_say"]


class Annotation(ReportRecord):
    """What `who` says about the question of one scorer in one session."""

    session: str
    scorer: str
    verdict: Said
    who: str
    when: datetime
    note: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.session, self.scorer, self.who


def annotations_path(header: Header) -> Path:
    """Beside the log, or in the folder of a stored run."""
    place = Path(header.path)
    return (place if place.is_dir() else place.parent) / f"{file_name(header.run)}.annotations.jsonl"


def read_annotations(path: Path) -> tuple[Annotation, ...]:
    """The last verdict of each person on each scorer and session; none where there is no file."""
    if not path.is_file():
        return ()
    lines = read_lines(path, Annotation, "is not an annotation", "correct or delete that line")
    return tuple({one.key: one for one in lines}.values())


def add_annotations(path: Path, annotations: Iterable[Annotation]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{one.model_dump_json()}\n" for one in annotations)
