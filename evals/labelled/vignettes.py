"""The safety gate alone against hand-labelled athletes (datasets/safety_vignettes.md)."""

from collections import Counter
from collections.abc import Sequence

from coach.profile.validation import parse_profile
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from evals.checks.safety_vignette import STATUSES, VERSION, WORDS, Vignette, check_safety_vignette
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet


def decide(vignette: Vignette) -> SafetyResult:
    """What `coach check-safety` decides; `InputError` where the profile cannot be read."""
    return evaluate(*parse_profile(vignette.profile))


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
