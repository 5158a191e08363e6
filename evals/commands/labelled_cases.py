"""Run a task of labelled cases, where no model plays, and say which were not judged as labelled. Knows no case."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from inspect_ai import Task
from inspect_ai.log import EvalLog, EvalSample
from rich.console import Console
from rich.table import Table

from evals.errors import RunError


@dataclass(frozen=True, slots=True)
class Labelled:
    """`words`: the scorer's values, the worst first; `worst`: what several of that are called.

    `note`: the metadata key that says why a case is labelled so.
    """

    scorer: str
    words: Sequence[str]
    worst: str
    note: str
    label: Callable[[EvalSample], str]

    def score(self, sample: EvalSample) -> dict[str, Any]:
        return (sample.scores or {})[self.scorer].metadata or {} if sample.scores else {}

    def word(self, sample: EvalSample) -> str:
        return "error" if sample.error else str(self.score(sample).get("value", "not_judged"))

    def mistakes(self, samples: Iterable[EvalSample]) -> list[EvalSample]:
        """The samples not judged as labelled: the worst kind first, what broke last."""
        order = {word: place for place, word in enumerate(self.words)}
        wrong = (each for each in samples if self.word(each) != "correct")
        return sorted(wrong, key=lambda each: (order.get(self.word(each), len(order)), str(each.id)))

    def listed(self, mistakes: Iterable[EvalSample]) -> list[str]:
        """Each mistake with what differs and why it is labelled so."""
        lines = []
        for each in mistakes:
            lines.append(f"{self.word(each)}: {each.id}: {each.error.message if each.error else self.label(each)}")
            lines += [f"  {finding['what']}" for finding in self.score(each).get("findings", [])]
            lines.append(f"  because: {each.metadata[self.note]}")
        return lines

    def show(self, log: EvalLog, table: Table) -> int:
        """Print every mistake, `table`, how many cases are as labelled and where the log lies; 1 on any mistake."""
        samples, console = log.samples or [], Console(width=120)
        mistakes = self.mistakes(samples)
        for line in self.listed(mistakes):
            console.print(line, markup=False, highlight=False)
        console.print(table)
        false = sum(self.word(each) == self.words[0] for each in mistakes)
        as_labelled = f"{len(samples) - len(mistakes)} of {len(samples)} as labelled"
        console.print(f"{as_labelled}, {false} {self.worst}", highlight=False)
        click.echo(f"log       {log.location}")
        return 1 if mistakes else 0


def run_cases(task: Task, log_dir: Path) -> EvalLog:
    """The log of `task`; `RunError` where it did not come to its end."""
    from inspect_ai import eval as inspect_eval

    (log,) = inspect_eval(task, model="none/none", log_dir=str(log_dir), display="none", log_realtime=False)
    if log.status != "success":
        raise RunError(f"the run ended as {log.status}: {log.error.message if log.error else 'no reason was given'}")
    return log
