"""What a set of labelled cases is: a file, what answers a case, what judges the answer, how the whole is printed."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from coach.errors import FileError, InputError
from coach.records.base import Record
from coach.records.problems import first_problem
from coach.text_file import read_text
from evals.checks.verdict import Verdict

CaseT = TypeVar("CaseT", bound=Record)
AnswerT = TypeVar("AnswerT")


class JudgedCase(NamedTuple, Generic[CaseT, AnswerT]):
    """A case with its answer; None where there was none, for the reason that the verdict gives."""

    case: CaseT
    answer: AnswerT | None
    verdict: Verdict

    @property
    def word(self) -> str:
        return str(self.verdict.value)


class Grid(NamedTuple):
    """A table to print. Zeros are shown as dots."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


class Share(NamedTuple):
    """`found` of `of` are what `what` says."""

    found: int
    of: int
    what: str


@dataclass(frozen=True, slots=True)
class LabelledSet(Generic[CaseT, AnswerT]):
    """`path`: JSONL, a case a line, each with a unique `id`; `has_splits`: each line names its `split`.

    `exact`: every case must be as labelled, otherwise the answers are only measured.
    `rank`: sorts what is not as labelled, the worst first; `why`: what stands below a mistake.
    `label`, `decided`, `kind`: words for the confusion matrix and the groups of the Inspect task.
    `beside`: what else is measured on a split of the shipped cases.
    `keep`: writes down what was measured, for the checks that rest on it.
    """

    path: Path
    case: type[CaseT]
    version: int
    answer: Callable[[CaseT], AnswerT]
    check: Callable[[AnswerT, CaseT], Verdict]
    grid: Callable[[Sequence[JudgedCase[CaseT, AnswerT]]], Grid]
    rank: Callable[[JudgedCase[CaseT, AnswerT]], int]
    why: Callable[[CaseT], str]
    summary: Callable[[Sequence[JudgedCase[CaseT, AnswerT]]], str] = lambda _: ""
    beside: Callable[[str], Share | None] = lambda _: None
    has_splits: bool = False
    exact: bool = False
    label: Callable[[CaseT], str | None] = lambda _: None
    decided: Callable[[AnswerT, CaseT], str | None] = lambda _answer, _case: None
    kind: Callable[[CaseT], str | None] = lambda _: None
    keep: Callable[[Sequence[JudgedCase[CaseT, AnswerT]]], None] | None = None

    def cases(self, split: str | None = None, path: Path | None = None) -> tuple[CaseT, ...]:
        """The cases of `path` (default: the shipped file), of one split or of all.

        `FileError` names the line that is no case; `InputError` where no case is in the split.
        """
        source = path or self.path
        found = tuple(_checked(self.case, source, number, line) for number, line in _lines(source, split))
        if not found:
            raise InputError(f"{source}: there is no case in the split {split!r}" if split else f"{source}: no case")
        ids = Counter(case.id for case in found)  # type: ignore[attr-defined]  # every case has an id
        if twice := sorted(name for name, count in ids.items() if count > 1):
            raise FileError(str(source), None, "id", f"stands twice: {', '.join(twice)}")
        return found

    def judged(self, case: CaseT) -> JudgedCase[CaseT, AnswerT]:
        """The case answered and judged; an answer that input errors prevent is the verdict `error`."""
        try:
            answer = self.answer(case)
        except InputError as error:
            return JudgedCase(case, None, Verdict(value="error", passed=None, explanation=str(error)))
        return JudgedCase(case, answer, self.check(answer, case))


def counted(judged: Iterable[JudgedCase[Any, Any]]) -> Counter[str]:
    """`WHAT READING` to how often, as the `counts` of the verdicts have it."""
    total: Counter[str] = Counter()
    for each in judged:
        total.update({name: round(n) for name, n in each.verdict.counts.items()})
    return total


def rate(found: int, of: int) -> str:
    """The share to print; "-" of nothing."""
    return f"{found / of:.3f}" if of else "-"


def _lines(path: Path, split: str | None) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(read_text(path).split("\n"), start=1):  # U+2028 and the like may stand in a text
        if not line.strip():
            continue
        try:
            row = from_json(line)
        except ValueError as error:
            raise FileError(str(path), number, None, f"is not JSON: {error}") from error
        if split is None or not isinstance(row, dict) or row.get("split") == split:
            yield number, row


def _checked(case: type[CaseT], path: Path, number: int, row: Any) -> CaseT:
    try:
        return case.model_validate(row)
    except ValidationError as error:
        raise FileError(str(path), number, *first_problem(error)) from error
