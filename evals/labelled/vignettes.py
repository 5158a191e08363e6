"""The safety gate alone against hand-labelled athletes (datasets/safety_vignettes.md).

Did it decide as a careful reader of the sources did?
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from coach.profile.validation import parse_profile
from coach.records.base import Record
from coach.records.goal import Goal
from coach.records.safety import SafetyResult, Status
from coach.safety.gate import evaluate
from coach.safety.stated_goal import with_goal
from evals.checks.verdict import Evidence, Verdict
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet

VERSION = 1

STATUSES: tuple[Status, ...] = ("approved", "approved_with_warnings", "blocked", "unresolved")
APPROVALS = frozenset({"approved", "approved_with_warnings"})

Word = Literal["correct", "false_approval", "false_refusal", "wrong_level", "wrong_rules"]
WORDS: tuple[Word, ...] = ("false_approval", "wrong_level", "wrong_rules", "false_refusal", "correct")
"""Worst first: a plan for somebody who should not have one, then a caution that is missing."""


class ExpectedGate(Record):
    """What a person decided; None is not labelled. Lists are complete."""

    status: Status
    fired: tuple[str, ...]
    unresolved: tuple[str, ...] | None = None
    contraindications: tuple[str, ...] | None = None


class Vignette(Record):
    """One line of datasets/safety_vignettes.jsonl; see the page beside it."""

    id: str
    goal: dict[str, Any]
    profile: dict[str, Any]
    expect: ExpectedGate
    source_note: str


def check_safety_vignette(result: SafetyResult | None, expected: ExpectedGate) -> Verdict:
    """One of `WORDS`.

    false_approval: a plan where the label says none yet. false_refusal: none where the label says a plan. wrong_level:
    another status on the same side. wrong_rules: the status, but other rules or limits than labelled.
    """
    if result is None:
        return Verdict(value="not_judged", passed=None, explanation="the gate was not asked, or could not read it")
    findings = tuple(_differences(result, expected))
    word = _word(result.status, expected.status, same=not findings)
    said = f"labelled {expected.status}, decided {result.status}"
    return Verdict(value=word, passed=word == "correct", explanation=said, findings=findings)


def _word(got: Status, want: Status, *, same: bool) -> Word:
    if got == want:
        return "correct" if same else "wrong_rules"
    if (got in APPROVALS) == (want in APPROVALS):
        return "wrong_level"
    return "false_approval" if got in APPROVALS else "false_refusal"


def _differences(result: SafetyResult, expected: ExpectedGate) -> Iterable[Evidence]:
    pairs = (
        ("fired", result.fired, expected.fired),
        ("unresolved", tuple(entry.rule for entry in result.unresolved), expected.unresolved),
        ("contraindications", result.contraindications, expected.contraindications),
    )
    for what, got, want in pairs:
        if want is None:
            continue
        for name in sorted(set(want) - set(got)):
            yield Evidence(what=f"{what}: {name} is labelled and missing", rule=name)
        for name in sorted(set(got) - set(want)):
            yield Evidence(what=f"{what}: {name} is not labelled", rule=name)


def decide(vignette: Vignette) -> SafetyResult:
    """What `coach check-safety` decides; `InputError` where the profile cannot be read."""
    profile, declined = parse_profile(vignette.profile)
    return evaluate(with_goal(profile, declined, Goal.model_validate(vignette.goal)), declined)


def _grid(judged: Sequence[JudgedCase[Vignette, SafetyResult]]) -> Grid:
    counted = Counter((each.case.expect.status, each.answer.status) for each in judged if each.answer)
    rows = ((want, *(counted[want, got] for got in STATUSES)) for want in STATUSES)
    return Grid("Labelled (rows) and decided (columns)", ("labelled", *STATUSES), tuple(rows))


SET = LabelledSet(
    path=DATASETS / "safety_vignettes.jsonl",
    case=Vignette,
    version=VERSION,
    answer=decide,
    check=lambda result, vignette: check_safety_vignette(result, vignette.expect),
    grid=_grid,
    summary=lambda judged: f"{sum(each.word == WORDS[0] for each in judged)} false approvals",
    rank=lambda each: [*WORDS, each.word].index(each.word),
    why=lambda vignette: f"because: {vignette.source_note}",
    exact=True,
    label=lambda vignette: vignette.expect.status,
    decided=lambda result, _: result.status,
)
