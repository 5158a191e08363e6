"""A file is written whole or not at all, and nothing else is left in its folder."""

import os
import stat
from pathlib import Path

import pytest
from full_disk import room_for

from coach.cli import main
from coach.whole_file import write_whole

ROOM = 1000
"""Bytes that a file may have here."""


def test_a_file_is_replaced_and_stands_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for data in (b"one", b"two"):
        write_whole(path, data)
        assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("page.html", data)]


@pytest.mark.parametrize("before", [None, b"one"])
def test_what_does_not_fit_leaves_what_was_there(before: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    if before is not None:
        path.write_bytes(before)
    with room_for(ROOM), pytest.raises(OSError, match="File too large"):
        write_whole(path, b"x" * (ROOM + 1))
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(tmp_path / "aim")
    write_whole(link, b"one")
    assert link.is_symlink()
    assert (tmp_path / "aim").read_bytes() == b"one"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"two")
    assert os.read(end, 10) == b"two"
    os.close(end)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_rules_that_do_not_fit_leave_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rules.html"
    with room_for(ROOM):
        assert main(["rules", "--format", "html", "--out", str(path)]) == 64
    assert capsys.readouterr().err == f"coach rules: {path} cannot be written: File too large\n"
    assert list(tmp_path.iterdir()) == []
