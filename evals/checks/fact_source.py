"""How a check knows what the athlete said: by acts, or by a reader whose recall on labelled replies was measured.

The numbers stand in reader.json and are written by `coach-eval labelled replies --split test --write`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from coach.records.base import Record
from evals.checks.statements import statements
from evals.checks.view import SessionView

PATH = Path(__file__).with_name("reader.json")


class ReaderAccuracy(Record):
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
def reader() -> ReaderAccuracy:
    """The numbers as shipped."""
    return ReaderAccuracy.model_validate_json(PATH.read_bytes())


def write(measured: ReaderAccuracy) -> None:
    PATH.write_text(measured.model_dump_json(indent=2) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class FactSource:
    """How a check knows what the athlete said. `judged` stands beside its verdict: empty where the acts say it."""

    judged: dict[str, float]
    caveat: str

    def beside(self, explanation: str) -> str:
        return f"{explanation}; {self.caveat}" if self.caveat else explanation


def fact_source(session: SessionView) -> FactSource:
    """The acts beside the session, or the reader of free text with its measured recall."""
    if statements(session).by_acts:
        return FactSource({}, "")
    known = reader()
    owed = known.right + known.missed + known.wrong
    caveat = f"read by the reader of free text, which found {known.recall:.0%} of {owed} labelled facts"
    return FactSource({"reader recall": round(known.recall, 3)}, caveat)
