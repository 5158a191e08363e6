"""The file of people's verdicts: what was written is read back, and a line that is none is named."""

import datetime as dt
from pathlib import Path

import pytest

from reports.annotations import Annotation, add_annotations, read_annotations
from reports.errors import LogUnreadable

ONE = Annotation(
    session="runner/1",
    scorer="unspoken",
    verdict="fail",
    who="Ann",
    when=dt.datetime(2026, 1, 5, tzinfo=dt.UTC),
    note="told\u2028her age\x85",
)


def test_a_note_with_line_separators_is_read_back(tmp_path: Path) -> None:
    add_annotations(tmp_path / "a.jsonl", (ONE,))
    assert read_annotations(tmp_path / "a.jsonl") == (ONE,)


@pytest.mark.parametrize(
    ("line", "said"), [(b"{}", "line 2 is not an annotation (session: Field required)"), (b"\xff", "line 2 is not an")]
)
def test_a_line_that_is_no_annotation_is_named(line: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(ONE.model_dump_json().encode() + b"\n" + line + b"\n")
    with pytest.raises(LogUnreadable) as caught:
        read_annotations(path)
    assert said in str(caught.value)
