"""How many labelled question texts the offline athlete understands: `python -m personas.offline.trial FILE ...`.

A file holds one text a line: `text`, and `asks`, the fields that it asks about (none: it asks about something else).
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from personas.offline.understand import understand


class Text(BaseModel):
    """One labelled text; further keys are of no concern here."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: str
    asks: frozenset[str]


class Trial(NamedTuple):
    """Counts over some texts. `whole`: every field asked was heard; `exact`: and no other; `quiet`: none was heard.

    The counts of fields are of the texts that ask for some.
    """

    asking: int
    whole: int
    exact: int
    fields_asked: int
    fields_heard: int
    fields_hit: int
    not_asking: int
    quiet: int

    @property
    def recall(self) -> float:
        return self.fields_hit / self.fields_asked if self.fields_asked else float("nan")

    @property
    def precision(self) -> float:
        return self.fields_hit / self.fields_heard if self.fields_heard else float("nan")

    def __str__(self) -> str:
        return (
            f"{self.asking} texts ask for fields: all of them heard in {self.whole}, and no other in {self.exact}; "
            f"{self.recall:.2f} of {self.fields_asked} fields heard, {self.precision:.2f} of what was heard asked; "
            f"{self.not_asking} texts ask for none: none heard in {self.quiet}"
        )


def read(path: Path) -> tuple[Text, ...]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(Text.model_validate_json(line) for line in lines if line.strip())


def trial(texts: Iterable[Text]) -> Trial:
    """Listen to every text and count."""
    heard = [(text.asks, frozenset(q.field for q in understand(text.text).questions)) for text in texts]
    asking = [(asks, got) for asks, got in heard if asks]
    silent = [got for asks, got in heard if not asks]
    return Trial(
        asking=len(asking),
        whole=sum(asks <= got for asks, got in asking),
        exact=sum(asks == got for asks, got in asking),
        fields_asked=sum(len(asks) for asks, _ in asking),
        fields_heard=sum(len(got) for _, got in asking),
        fields_hit=sum(len(asks & got) for asks, got in asking),
        not_asking=len(silent),
        quiet=sum(not got for got in silent),
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(f"{name}: {trial(read(Path(name)))}\n")
