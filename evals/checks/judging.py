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

RUBRICS = Path(__file__).resolve().parents[1] / "rubrics"
ANY_CASE = BeforeValidator(lambda name: name.lower() if isinstance(name, str) else name)
"""Enum values of a structured output may come back with other capitals."""

_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n\s*```", re.DOTALL)
"""A whole answer in a code fence, as makers without strict schemas give it."""

FormT = TypeVar("FormT", bound=Record)
NameT = TypeVar("NameT", bound=str)


@dataclass(frozen=True, slots=True)
class Errors:
    """How often the judge was right on labelled cases: of `leaks` with a defect and of `innocent` ones.

    `unread`: answers that could not be read, which are in neither.
    """

    caught: int
    leaks: int
    spared: int
    innocent: int
    unread: int = 0

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
        """The true share, given the share that the judge accused; None where it only guesses."""
        if self.sensitivity is None or self.specificity is None:
            return None
        informed = self.sensitivity + self.specificity - 1
        return min(1.0, max(0.0, (share + self.specificity - 1) / informed)) if informed > 0 else None

    def told(self, cases: str) -> str:
        """How far the judge may be believed, in words; `cases`: what it was measured on."""
        parts = (
            ("precision", self.precision, self.accused),
            ("recall", self.sensitivity, self.leaks),
            ("specificity", self.specificity, self.innocent),
        )
        shown = (f"{name} {share:.2f} (n={n})" if share is not None else f"{name} unknown" for name, share, n in parts)
        return f"on labelled {cases} of dev: {', '.join(shown)}"

    def shares(self, name: str) -> dict[str, float]:
        """The known shares, rounded; their keys begin with `name`, where there is one."""
        known = {"precision": self.precision, "recall": self.sensitivity, "specificity": self.specificity}
        return {f"{name} {what}".strip(): round(share, 3) for what, share in known.items() if share is not None}


def errors_by(
    names: Iterable[NameT], answers: Sequence[tuple[str | None, Container[str] | None]]
) -> dict[NameT, Errors]:
    """By name, against the cases with that label and those without any.

    `answers`: the label of each case and the names that the judge accused it of; None: its answer was not read.
    """
    read = [(label, named) for label, named in answers if named is not None]
    unread = len(answers) - len(read)
    return {name: _errors(name, [each for each in read if each[0] in {name, None}], unread) for name in names}


def _errors(name: str, read: Sequence[tuple[str | None, Container[str]]], unread: int) -> Errors:
    with_it, without = ([name in named for label, named in read if (label == name) is own] for own in (True, False))
    return Errors(sum(with_it), len(with_it), len(without) - sum(without), len(without), unread)


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


def draw(ids: Iterable[str]) -> list[str]:
    """In an order that depends on nothing but the ids."""
    return sorted(ids, key=lambda name: sha256(name.encode()).hexdigest())
