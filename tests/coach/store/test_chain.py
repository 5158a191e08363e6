"""The hash chain: reproducible, and broken by any change."""

from pathlib import Path
from typing import Any

import pytest
from checks_sessions import STARTED
from hypothesis import given
from hypothesis import strategies as st
from jsonl_log import read_entries

from coach.errors import ChainBroken, InputError
from coach.events import AthleteSaid
from coach.store.chain import ChainEntry, hashes, verify
from coach.store.jsonl import JsonlLog
from coach.store.recorder import Recorder

numbers = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
events = st.lists(st.dictionaries(st.text(), values, max_size=4), min_size=1, max_size=6)


def entries(found: list[dict[str, Any]]) -> list[ChainEntry]:
    return [ChainEntry(event=event, hash=each) for event, each in zip(found, hashes(found), strict=True)]


@given(events)
def test_what_was_written_verifies(found: list[dict[str, Any]]) -> None:
    verify("test", entries(found), hashes(found)[-1])


@given(events, st.data())
def test_any_change_is_found_where_it_is(found: list[dict[str, Any]], data: st.DataObject) -> None:
    chain = entries(found)
    index = data.draw(st.integers(0, len(chain) - 1))
    changed = {**chain[index].event, "one more key": data.draw(values)}
    chain[index] = ChainEntry(event=changed, hash=chain[index].hash)
    with pytest.raises(ChainBroken, match=f"event {index}"):
        verify("test", chain)


@given(events)
def test_a_missing_end_is_found_by_the_head(found: list[dict[str, Any]]) -> None:
    with pytest.raises(ChainBroken, match="the chain ends in"):
        verify("test", entries(found)[:-1], hashes(found)[-1])


@pytest.fixture
def log(tmp_path: Path) -> tuple[Path, Recorder]:
    """A log on disk, and what was written there."""
    with JsonlLog(tmp_path / "session.jsonl") as log:
        recorder = Recorder(log)
        recorder.emit(STARTED)
        recorder.emit(AthleteSaid(turn=1, text="hello"), seconds=0.1)
    return tmp_path / "session.jsonl", recorder


def test_a_log_on_disk_is_read_back_and_a_cut_last_line_is_left_out(log: tuple[Path, Recorder]) -> None:
    path, recorder = log
    assert read_entries(path, recorder.head) == tuple(recorder.entries)
    path.write_bytes(path.read_bytes()[:-9])
    assert read_entries(path) == tuple(recorder.entries[:1])


def test_one_changed_byte_on_disk_is_found(log: tuple[Path, Recorder]) -> None:
    log[0].write_bytes(log[0].read_bytes().replace(b"hello", b"hallo"))
    with pytest.raises(ChainBroken, match="event 1"):
        read_entries(log[0])


def test_a_log_is_never_written_over(log: tuple[Path, Recorder]) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        JsonlLog(log[0])
