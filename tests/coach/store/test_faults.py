"""What can happen to the disk under a store or a log: the events before are kept, and one sentence says what to do."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from checks_sessions import STARTED
from full_disk import room_for
from jsonl_log import read_entries

from coach.cli import main
from coach.commands.saved import open_store
from coach.errors import CoachError, InputError
from coach.events import AthleteSaid
from coach.store.chain import ChainEntry
from coach.store.jsonl import JsonlLog
from coach.store.recorder import Recorder, Sink
from coach.store.sessions import SessionStore

NOBODY = 65534


def started(sink: Sink | None = None) -> Recorder:
    recorder = Recorder(sink)
    recorder.emit(STARTED)
    return recorder


def fill(sink: Sink) -> list[ChainEntry]:
    """Write until it no longer goes; what was accepted."""
    recorder = started(sink)

    def talk() -> None:
        for turn in range(1, 1000):
            recorder.emit(AthleteSaid(turn=turn, text=f"{turn}" * 1000))

    with room_for(200_000), pytest.raises(InputError, match="the events before it are kept"):
        talk()
    return recorder.entries


def test_a_full_disk_loses_nothing_that_the_store_accepted(tmp_path: Path) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store:
        kept = fill(store.sink("a"))
        assert len(kept) > 1
    with SessionStore(tmp_path / "s.sqlite") as store:
        assert list(store.entries("a")) == kept
        store.sink("a", len(kept))(kept[-1])


def test_a_full_disk_loses_nothing_that_the_log_accepted(tmp_path: Path) -> None:
    """Once an entry did not fit, none is written behind it, also where there is room again."""
    path = tmp_path / "s.jsonl"
    with JsonlLog(path) as log:
        kept = fill(log)
        assert len(kept) > 1
        with pytest.raises(InputError, match="cannot be written"):
            log(kept[-1])
    assert list(read_entries(path)) == kept


def _cut(content: bytes) -> Iterator[bytes]:
    yield from (content[: len(content) * part // 8] for part in range(1, 8))


def _scribbled(content: bytes) -> Iterator[bytes]:
    for part in range(8):
        at = len(content) * part // 8
        yield content[:at] + b"\xff\x00scribble" * 40 + content[at + 400 :]


@pytest.mark.parametrize("damaged", [_cut, _scribbled])
def test_a_damaged_store_is_refused_or_read_as_it_was_written(
    tmp_path: Path, damaged: Callable[[bytes], Iterator[bytes]]
) -> None:
    """Never anything in between, and never another kind of error."""
    with SessionStore(tmp_path / "s.sqlite") as store:
        recorder = started(store.sink("a"))
        for turn in range(1, 30):
            recorder.emit(AthleteSaid(turn=turn, text=f"{turn}" * 500))
    refused = 0
    for number, content in enumerate(damaged((tmp_path / "s.sqlite").read_bytes())):
        (path := tmp_path / f"{number}.sqlite").write_bytes(content)
        try:
            with SessionStore(path) as store:
                assert list(store.entries("a")) == recorder.entries, number
        except CoachError:
            refused += 1
    assert refused > 4


def test_one_damaged_session_does_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.sqlite"
    with SessionStore(path) as store:
        (entry,) = started().entries
        store.sink("whole")(entry)
        store.sink("damaged")(ChainEntry({**entry.event, "today": "2027-01-01"}, entry.hash))
    assert main(["sessions", "--store", str(path)]) == 0
    lines = {line.split()[0]: line.split()[3] for line in capsys.readouterr().out.splitlines()}
    assert lines == {"whole": "open", "damaged": "damaged"}


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder that whoever runs the test may not write; root is somebody else meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        SessionStore(folder / "old.sqlite").close()
        (folder / "old.sqlite").chmod(0o444)
        folder.chmod(0o555)
        user = os.geteuid()
        os.seteuid(NOBODY if user == 0 else user)
        try:
            yield folder
        finally:
            os.seteuid(user)
            folder.chmod(0o755)


@pytest.mark.parametrize("name", ["new.sqlite", "old.sqlite", "deeper/new.sqlite"])
def test_a_read_only_folder_is_one_sentence_with_the_way_on(read_only: Path, name: str) -> None:
    for opened in (SessionStore, open_store):
        with pytest.raises(InputError, match=r"cannot be written.*--store"):
            opened(read_only / name)
    with pytest.raises(InputError, match="cannot be written"):
        JsonlLog(read_only / "new.jsonl")
