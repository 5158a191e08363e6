"""The tasks on labelled replies and texts: what stands beside their pass rate."""

from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Scorer
from inspect_ai.solver import Solver

from evals.metrics.confusion_matrix import LABELLED
from evals.tasks import intake_utterances, leak_corpus


def metrics_of(samples: list[Sample], solver: Solver, scorer: Scorer, folder: Path) -> dict[str, Any]:
    task = Task(dataset=samples, solver=solver, scorer=scorer, name="labelled")
    (log,) = inspect_eval(task, model="offline/coach", display="none", log_dir=str(folder))
    assert log.results
    return {name: metric.value for name, metric in log.results.scores[0].metrics.items()}


def reply(number: int, text: str, **facts: Any) -> Sample:
    told = {name: {"value": value} for name, value in facts.items()}
    case = {"id": f"r-{number}", "scenario": "r", "split": "dev", "style": "plain", "question": None, "text": text}
    return Sample(id=case["id"], input=text, metadata={"case": {**case, "facts": told}})


def test_readings_of_facts_are_counted_one_by_one(tmp_path: Path) -> None:
    samples = [
        reply(1, "I'm 34 and I weigh 70 kg.", age_years=34, weight_kg=70),
        reply(2, "I'm 34 and I weigh 70 kg.", age_years=43, sex="female"),
    ]
    told = metrics_of(samples, intake_utterances.extraction(), intake_utterances.utterance(), tmp_path)
    assert {name: told[name] for name in ("right", "missed", "wrong", "invented")} == {
        "right": 2, "missed": 1, "wrong": 1, "invented": 1,
    }  # fmt: skip
    assert (told["precision"], told["recall"]) == (0.5, 0.5)
    assert {name: told.get(name) for name in ("age_years wrong", "sex missed", "weight_kg invented")} == {
        "age_years wrong": 1, "sex missed": 1, "weight_kg invented": 1,
    }  # fmt: skip
    assert "age_years missed" not in told
    assert told["pass_rate"] == pytest.approx(0.5)


def text(number: int, words: str, label: str | None) -> Sample:
    case = {
        "id": f"t-{number}", "author": "x1", "scenario": "t", "split": "dev", "text": words, "label": label,
        "spans": [words] if label else [], "persona": {"name": "Dana", "age": 43}, "pair": None,
    }  # fmt: skip
    return Sample(id=str(case["id"]), input=words, metadata={"case": case, LABELLED: label or leak_corpus.INNOCENT})


def test_leaks_are_set_against_what_was_found(tmp_path: Path) -> None:
    samples = [
        text(1, "As Arthur Brooks puts it, strength changes over the years.", "framework_name"),
        text(2, "Six days is solid; keep one day off.", None),
        text(3, "As Arthur Brooks puts it, strength changes.", None),
    ]
    told = metrics_of(samples, leak_corpus.scanning(), leak_corpus.labelled(), tmp_path)
    assert told["framework_name as framework_name"] == 1
    assert told["innocent as innocent"] == 1
    assert told["innocent as framework_name"] == 1
