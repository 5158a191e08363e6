"""The plan rules alone against labelled plans (datasets/plan_cases.md)."""

import io
import json
from collections.abc import Sequence

from coach.batch import answer
from coach.commands.check_plan import PlanLine, judge
from evals.checks.plan_case import SOUND, VERSION, WORDS, CheckedPlan, Count, PlanCase, check_plan_case, tally
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet


def ask(case: PlanCase) -> CheckedPlan:
    """What `coach check-plan` answers to the case's line."""
    out = io.StringIO()
    answer([json.dumps(case.line)], PlanLine, judge, out)
    return CheckedPlan.model_validate_json(out.getvalue())


_COUNTS: tuple[Count, ...] = ("missed", "caught", "accused", "quiet", "warn", "error")


def _grid(judged: Sequence[JudgedCase[PlanCase, CheckedPlan]]) -> Grid:
    sound = sum(each.case.kind in SOUND for each in judged)
    heads = ("faults missed", "faults caught", "twins accused", "twins left alone", f"warns in {sound}", "errors")
    counted = tally((each.case.kind, each.case.expect, each.answer) for each in judged if each.answer)
    worst_first = sorted(counted, key=lambda rule: (-counted[rule]["missed"], -counted[rule]["accused"], rule))
    rows: list[tuple[str | int, ...]] = [(rule, *(counted[rule][count] for count in _COUNTS)) for rule in worst_first]
    return Grid("By rule: labelled faults, labelled twins, and sound plans", ("rule", *heads), tuple(rows))


SET = LabelledSet(
    path=DATASETS / "plan_cases.jsonl",
    case=PlanCase,
    version=VERSION,
    answer=ask,
    check=lambda answer, case: check_plan_case(answer, case.expect),
    grid=_grid,
    summary=lambda judged: f"{sum(each.word == WORDS[0] for each in judged)} false passes",
    rank=lambda each: [*WORDS, each.word].index(each.word),
    why=lambda case: f"because: {case.note}",
    exact=True,
    label=lambda case: case.expect.word,
    decided=lambda answer, _: answer.word,
    kind=lambda case: case.kind,
)
