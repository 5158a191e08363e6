"""The one model configuration of everything that reports read or write as bytes, and what is wrong with such bytes."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from reports.errors import LogUnreadable


class ReportRecord(BaseModel):
    """A frozen value: unknown keys and NaN are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


RecordT = TypeVar("RecordT", bound=ReportRecord)


def read_lines(path: Path, form: type[RecordT], what: str, way_on: str) -> Iterator[RecordT]:
    """The records of a JSONL file; `LogUnreadable` names the line that is none, with `what` and `way_on`."""
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            yield form.model_validate_json(line)
        except ValidationError as error:
            raise LogUnreadable(str(path), f"line {number} {what} ({first_problem(error)})", way_on) from error


def first_problem(error: ValidationError) -> str:
    """`KEY: WHAT` of the first thing that is wrong, the key with dots between its parts."""
    first = error.errors(include_url=False)[0]
    key, what = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    return f"{key}: {what}" if key else what
