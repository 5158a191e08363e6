"""The labelled sets as Inspect tasks: what stands beside their pass rate."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai import score as inspect_score
from inspect_ai.log import EvalLog, read_eval_log
from labelled_rows import VIGNETTES, leak_text

from evals.labelled import labelled_set
from evals.tasks.labelled import SCORERS, task_of

pytestmark = pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning")


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Inspect leaves streams to the collector; collect them here, not in a neighbour's test."""
    yield
    gc.collect()


def run(name: str, folder: Path, *cases: Any) -> EvalLog:
    path = folder / "cases.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in cases), encoding="utf-8")
    task = task_of(name, path=str(path))
    (log,) = inspect_eval(task, model="none/none", display="none", log_dir=str(folder), log_realtime=False)
    assert log.status == "success"
    return log


def metrics_of(log: EvalLog) -> dict[str, Any]:
    assert log.results
    return {name: metric.value for name, metric in log.results.scores[0].metrics.items()}


def reply(number: int, words: str, **facts: Any) -> dict[str, Any]:
    told = {name: {"value": value} for name, value in facts.items()}
    about = {"id": f"r-{number}", "scenario": "r", "split": "dev", "style": "plain", "question": None}
    return {**about, "text": words, "facts": told}


def test_readings_of_facts_are_counted_one_by_one(tmp_path: Path) -> None:
    first = reply(1, "I'm 34 and I weigh 70 kg.", age_years=34, weight_kg=70)
    second = reply(2, "I'm 34 and I weigh 70 kg.", age_years=43, sex="female")
    told = metrics_of(run("replies", tmp_path, first, second))
    assert {name: told[name] for name in ("right", "missed", "wrong", "invented")} == {
        "right": 2, "missed": 1, "wrong": 1, "invented": 1,
    }  # fmt: skip
    assert (told["precision"], told["recall"]) == (0.5, 0.5)
    assert {name: told.get(name) for name in ("age_years wrong", "sex missed", "weight_kg invented")} == {
        "age_years wrong": 1, "sex missed": 1, "weight_kg invented": 1,
    }  # fmt: skip
    assert "age_years missed" not in told
    assert told["pass_rate"] == pytest.approx(0.5)


def test_leaks_are_set_against_what_was_found(tmp_path: Path) -> None:
    cases = (
        leak_text("t-1", "As Arthur Brooks puts it, strength changes over the years.", "framework_name"),
        leak_text("t-2", "Six days is solid; keep one day off.", None),
        leak_text("t-3", "As Arthur Brooks puts it, strength changes.", None),
    )
    told = metrics_of(run("leaks", tmp_path, *cases))
    assert {name: count for name, count in told.items() if " as " in name} == {
        "framework_name as framework_name": 1, "innocent as innocent": 1, "innocent as framework_name": 1,
    }  # fmt: skip


def test_plans_are_scored_by_kind_and_again_from_the_log(tmp_path: Path) -> None:
    chosen = {case.kind: case for case in labelled_set("plans").cases()}
    log = run("plans", tmp_path, *(case.model_dump(mode="json") for case in chosen.values()))
    told = metrics_of(log)
    assert told["pass_rate"] == 1.0
    assert set(chosen) <= set(told)
    again = inspect_score(read_eval_log(log.location), [SCORERS["plans"]()], action="overwrite", display="none")
    assert metrics_of(again) == told


def test_false_approvals_are_counted_and_an_unreadable_case_is_an_error(tmp_path: Path) -> None:
    log = run("vignettes", tmp_path, *VIGNETTES)
    told = metrics_of(log)
    assert told["pass_rate"] == pytest.approx(1 / 3)
    assert told["false_approvals"] == 1
    assert {name: value for name, value in told.items() if " as " in name} == {
        "approved as blocked": 1, "blocked as approved": 1, "blocked as blocked": 1,
    }  # fmt: skip
    assert [sample.id for sample in log.samples or [] if sample.error] == ["unreadable"]
