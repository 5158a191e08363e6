"""How well the product's reader, by which some checks hear the athlete, reads labelled replies.

The numbers stand in reader.json and are written by `coach-eval labelled replies --split test --write`.
"""

from functools import cache
from pathlib import Path

from pydantic import Field

from coach.records.base import Record

PATH = Path(__file__).with_name("reader.json")


class Reader(Record):
    """Facts of labelled replies by how they were read; `source`: which replies."""

    source: str
    right: int = Field(ge=0)
    missed: int = Field(ge=0)
    wrong: int = Field(ge=0)
    invented: int = Field(ge=0)

    @property
    def recall(self) -> float:
        """Of the facts that were told, those read as told; of none, nothing is known."""
        owed = self.right + self.missed + self.wrong
        return self.right / owed if owed else 0.0


@cache
def reader() -> Reader:
    """The numbers as shipped."""
    return Reader.model_validate_json(PATH.read_bytes())


def write(measured: Reader) -> None:
    PATH.write_text(measured.model_dump_json(indent=2) + "\n", encoding="utf-8")


def reader_recall() -> dict[str, float]:
    """What stands beside every verdict that rests on the reader."""
    return {"reader recall": round(reader().recall, 3)}


def caveat() -> str:
    """The same as a sentence."""
    known = reader()
    owed = known.right + known.missed + known.wrong
    return f"heard through the product's reader, which read {known.recall:.0%} of {owed} labelled facts"
