"""The layout of an Inspect log: one zip with a header, and one JSON file a sample. Knows nothing of scores.

Read straight from the zip, which spares two seconds of importing Inspect and most of the memory. The layout is
not promised, so anything that does not look as expected is read once more through `inspect_ai.log.read_eval_log`.
"""

import sys
import zipfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, NotRequired

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json
from typing_extensions import TypedDict  # pydantic reads this one on Python 3.11

from reports.errors import LogUnreadable

if sys.version_info < (3, 14):  # which knows the compression that Inspect writes
    import zipfile_zstd  # type: ignore[import-untyped]  # noqa: F401

Json = dict[str, Any]
HEADER, START = "header.json", "_journal/start.json"
EXPECTED = {"id", "metadata", "scores", "store"}
WAY_ON = "run the sessions again, or name another log"


class _Identity(TypedDict, total=False):
    persona_id: Any
    cluster: Any
    tags: Any
    epoch: Any
    seed: Any


class _Ending(TypedDict, total=False):
    error: Any
    head: Any


class _Store(TypedDict, total=False):
    session: _Ending


class _Scored(TypedDict):
    id: Any
    metadata: _Identity
    scores: Any
    store: _Store
    error: NotRequired[Any]
    total_time: NotRequired[float | None]


_SCORED = TypeAdapter(_Scored)


class _LayoutUnknown(Exception):
    """The zip is whole, but not as this module knows it."""


def read_header(path: Path) -> Json:
    """The log's header. A log that was cut short has only its start, and the status `started`."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _header(archive)
    except _LayoutUnknown:
        return _read_by_inspect(path, header_only=True)
    except Exception as error:  # a damaged zip raises whatever its decompressor does
        raise _unreadable(path, error) from error


def read_samples(path: Path, only: Collection[str] | None = None) -> Iterator[Json]:
    """Every sample, or those of these ids, in the order of the id."""
    return _each(path, _whole, only)


def read_scored(path: Path) -> Iterator[Json]:
    """As `read_samples`, without events and words: who the session was, its scores, and how it ended.

    What is left out never becomes a Python object, which spares nine tenths of the time.
    """
    return _each(path, _scored)


def _each(path: Path, parse: Callable[[bytes], Json], only: Collection[str] | None = None) -> Iterator[Json]:
    wanted = None if only is None else {_name(sample) for sample in only}
    try:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(_sample_names(archive)):
                if wanted is None or name in wanted:
                    yield parse(archive.read(name))
    except _LayoutUnknown:
        samples = _read_by_inspect(path, header_only=False).get("samples") or []
        kept = (sample for sample in samples if only is None or str(sample["id"]) in only)
        yield from sorted(kept, key=lambda sample: str(sample["id"]))
    except Exception as error:  # a damaged zip raises whatever its decompressor does
        raise _unreadable(path, error) from error


def session_ids(path: Path) -> list[str]:
    """The ids of the samples, sorted, without reading them."""
    try:
        with zipfile.ZipFile(path) as archive:
            return sorted(_id(name) for name in _sample_names(archive))
    except Exception as error:  # a damaged zip raises whatever its decompressor does
        raise _unreadable(path, error) from error


def read_sample(path: Path, sample_id: str) -> Json | None:
    """One sample, without reading the others; None where there is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            for name in _sample_names(archive):
                if name == _name(sample_id):
                    return _whole(archive.read(name))
    except _LayoutUnknown:
        pass
    except Exception as error:  # a damaged zip raises whatever its decompressor does
        raise _unreadable(path, error) from error
    return next((sample for sample in read_samples(path) if str(sample["id"]) == sample_id), None)


def _header(archive: zipfile.ZipFile) -> Json:
    names = set(archive.namelist())
    if HEADER in names:
        header = from_json(archive.read(HEADER))
    elif START in names:
        header = {**from_json(archive.read(START)), "status": "started"}
    else:
        raise _LayoutUnknown
    if not isinstance(header, dict) or "eval" not in header:
        raise _LayoutUnknown
    return header


def _name(sample_id: str) -> str:
    return f"samples/{sample_id}_epoch_1.json"


def _id(name: str) -> str:
    return name.removeprefix("samples/").removesuffix("_epoch_1.json")


def _sample_names(archive: zipfile.ZipFile) -> list[str]:
    return [name for name in dict.fromkeys(archive.namelist()) if name.startswith("samples/")]


def _scored(written: bytes) -> Json:
    try:
        return dict(_SCORED.validate_json(written))
    except ValidationError as error:
        raise _LayoutUnknown from error


def _whole(written: bytes) -> Json:
    sample = from_json(written)
    if not isinstance(sample, dict) or not sample.keys() >= EXPECTED:
        raise _LayoutUnknown
    return sample


def _read_by_inspect(path: Path, *, header_only: bool) -> Json:
    from inspect_ai.log import read_eval_log

    try:
        log = read_eval_log(str(path), header_only=header_only, resolve_attachments=True)
    except Exception as error:  # whatever a foreign reader meets, the answer is the same
        raise _unreadable(path, error) from error
    return log.model_dump(mode="json")


def _unreadable(path: Path, error: Exception) -> LogUnreadable:
    if isinstance(error, FileNotFoundError):
        return LogUnreadable(str(path), "there is no such log", WAY_ON)
    return LogUnreadable(str(path), f"is not a readable Inspect log ({error})", WAY_ON)
