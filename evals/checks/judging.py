"""What every judge model needs: rubrics, material as JSON, a reader of its answer, its errors on labelled cases.

Knows forms and arithmetic; calls no model. A judge's verdicts stand beside those of the checks, never instead.
"""

import json
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any, TypeVar

from pydantic import BeforeValidator

from coach.records.base import Record
from measures.reach import shares

RUBRICS = Path(__file__).resolve().parents[1] / "rubrics"
ANY_CASE = BeforeValidator(lambda name: name.lower() if isinstance(name, str) else name)
"""Enum values of a structured output may come back with other capitals."""

_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n\s*```", re.DOTALL)
"""A whole answer in a code fence, as makers without strict schemas give it."""

FEWEST = 10
"""Labelled cases of either kind without which the judge's errors say too little to correct a share by them."""
_PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\u00a0\u2013\u2014", "''\"\" --")
"""Characters that models copy otherwise than they stand."""

FormT = TypeVar("FormT", bound=Record)
NameT = TypeVar("NameT", bound=str)


@dataclass(frozen=True, slots=True)
class Errors:
    """How often the judge was right on labelled cases: of `leaks` with a defect and of `innocent` ones.

    `unread`: cases whose answer could not be read, which are in neither; `unread_leaks`: those of them with a defect.
    """

    caught: int
    leaks: int
    spared: int
    innocent: int
    unread: int = 0
    unread_leaks: int = 0

    @property
    def sensitivity(self) -> float | None:
        return self.caught / self.leaks if self.leaks else None

    @property
    def specificity(self) -> float | None:
        return self.spared / self.innocent if self.innocent else None

    @property
    def precision(self) -> float | None:
        return self.caught / self.accused if self.accused else None

    @property
    def accused(self) -> int:
        return self.caught + self.innocent - self.spared

    def corrected(self, share: float) -> float | None:
        """The true share, given the share that the judge accused; None where `doubt` says why it is not known."""
        if self.doubt or self.sensitivity is None or self.specificity is None:
            return None
        informed = self.sensitivity + self.specificity - 1
        return min(1.0, max(0.0, (share + self.specificity - 1) / informed))

    @property
    def doubt(self) -> str:
        """Why no share can be corrected by these errors; empty where one can."""
        if self.sensitivity is None or self.specificity is None or min(self.leaks, self.innocent) < FEWEST:
            return f"the judge was measured on fewer than {FEWEST} cases with a defect or without"
        return "the judge only guesses" if self.sensitivity + self.specificity <= 1 else ""

    def told(self, cases: str) -> str:
        """How far the judge may be believed, in words; `cases`: what it was measured on."""
        return f"on labelled {cases} of dev: {', '.join(shares(self.shares(''), '{:.2f}'.format))}"

    def shares(self, name: str) -> dict[str, float]:
        """The known shares, rounded, each with the number of cases and of unread ones: `recall`, `recall_n`,
        `recall_unread`. The keys begin with `name`, where there is one."""
        known = {
            "precision": (self.precision, self.accused, 0),
            "recall": (self.sensitivity, self.leaks, self.unread_leaks),
            "specificity": (self.specificity, self.innocent, self.unread - self.unread_leaks),
        }
        held: dict[str, float] = {}
        for what, (share, n, unread) in known.items():
            key = f"{name} {what}".strip()
            held |= {} if share is None else {key: round(share, 3)}
            held |= {f"{key}_n": n} | ({f"{key}_unread": unread} if unread else {})
        return held


def errors_by(
    names: Iterable[NameT], answers: Sequence[tuple[str | None, Container[str] | None]]
) -> dict[NameT, Errors]:
    """By name, against the cases with that label and those without any.

    `answers`: the label of each case and the names that the judge accused it of; None: its answer was not read.
    """
    return {name: _errors(name, [each for each in answers if each[0] in {name, None}]) for name in names}


def _errors(name: str, answers: Sequence[tuple[str | None, Container[str] | None]]) -> Errors:
    unread = [label == name for label, named in answers if named is None]
    read = [(label == name, name in named) for label, named in answers if named is not None]
    with_it, without = ([accused for own, accused in read if own is which] for which in (True, False))
    return Errors(sum(with_it), len(with_it), len(without) - sum(without), len(without), len(unread), sum(unread))


def system_prompt(folder: Path, names: Iterable[str]) -> str:
    """The frame of the folder with the rubrics of these names in it."""
    rubrics = "\n".join((folder / f"{name}.md").read_text(encoding="utf-8") for name in names)
    return Template((folder / "frame.md").read_text(encoding="utf-8")).substitute(rubrics=rubrics)


def material(beside: dict[str, Any]) -> str:
    """JSON in tags, so written that no text in it can end its tag."""
    written = json.dumps(beside, ensure_ascii=False, indent=1).replace("<", "\\u003c")
    return f"<material>\n{written}\n</material>"


def read_material(turn: str) -> Any:
    """What `material` wrote."""
    return json.loads(turn.removeprefix("<material>").removesuffix("</material>"))


def findings_in(text: str | None, form: type[FormT]) -> FormT | None:
    """The findings of an answer that is one JSON object of `form` and nothing else, in a code fence or not.

    None where it is anything else: words around the JSON, further keys and keys given twice may take a finding back or
    add one. `text`: None where the answer was refused or broke off.
    """
    if text is None:
        return None
    fenced = _FENCED.fullmatch(text.strip())
    try:
        return form.model_validate(json.loads(fenced[1] if fenced else text, object_pairs_hook=_without_doubles))
    except (ValueError, RecursionError):
        return None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """`ValueError` where a key stands twice, of which `json` would keep the last."""
    held = dict(pairs)
    if len(held) < len(pairs):
        raise ValueError("a key stands twice")
    return held


def span_of(quote: str, text: str) -> tuple[int, int] | None:
    """Where the text has the quoted words, whatever their capitals, spaces and apostrophes; None: nowhere."""
    words = [re.escape(word) for word in quote.translate(_PLAIN).split()]
    hit = re.search(r"\s+".join(words), text.translate(_PLAIN), re.IGNORECASE) if words else None
    return hit.span() if hit else None


def draw(ids: Iterable[str]) -> list[str]:
    """In an order that depends on nothing but the ids."""
    return sorted(ids, key=lambda name: sha256(name.encode()).hexdigest())
