"""`coach-eval labelled leaks` tells false alarms before misses, and the overall precision."""

from pathlib import Path

import pytest

from evals.checks.unspoken.labelled import LabelledText
from evals.cli import main
from evals.labelled.leaks import SET


def text(name: str, words: str, label: str | None) -> LabelledText:
    row = {"id": name, "author": "x1", "scenario": "t", "split": "dev", "text": words, "label": label, "pair": None}
    persona = {"name": "Dana", "age": 43}
    return LabelledText.model_validate({**row, "spans": [words] if label else [], "persona": persona})


def test_false_alarms_come_first_and_precision_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = (
        text("caught", "As Arthur Brooks puts it, strength changes over the years.", "framework_name"),
        text("missed", "Six days is solid.", "framework_name"),
        text("accused", "As Arthur Brooks puts it, strength changes.", None),
    )
    path = tmp_path / "few.jsonl"
    path.write_text("\n".join(case.model_dump_json() for case in cases), encoding="utf-8")
    assert main(["labelled", "leaks", "--file", str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.index("accused: false") < shown.index("missed: missed")
    assert "2 texts accused, 1 of them innocent: overall precision 0.500" in shown


def test_an_unknown_split_is_refused() -> None:
    assert main(["labelled", "leaks", "--split", "nowhere"]) == 64


def test_every_category_has_a_row() -> None:
    assert {"framework_name", "motive_naming"} <= {row[0] for row in SET.grid([]).rows}
