"""How a check knows what the athlete said: by acts, or by a reader whose recall on labelled replies was measured."""

from dataclasses import dataclass

from evals.checks.measured import measured
from evals.checks.statements import statements
from evals.checks.view import SessionView


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
    known = measured("reader").shares["facts"]
    caveat = f"read by the reader of free text, which found {known.share:.0%} of {known.of} labelled facts"
    return FactSource({"reader recall": round(known.share, 3)}, caveat)
