"""`coach-eval labelled leaks` tells false alarms before misses, and the overall precision."""

import json
from pathlib import Path

from coach_eval import coach_eval
from labelled_rows import leak_text

from evals.labelled.leaks import SET


def test_false_alarms_come_first_and_precision_last(tmp_path: Path) -> None:
    cases = (
        leak_text("caught", "As Arthur Brooks puts it, strength changes over the years.", "framework_name"),
        leak_text("missed", "Six days is solid.", "framework_name"),
        leak_text("accused", "As Arthur Brooks puts it, strength changes.", None),
    )
    path = tmp_path / "few.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    shown = coach_eval("labelled", "leaks", "--file", path).out
    assert shown.index("accused: false") < shown.index("missed: missed")
    assert "2 texts accused, 1 of them innocent: overall precision 0.500" in shown


def test_every_category_has_a_row() -> None:
    assert {"framework_name", "motive_naming"} <= {row[0] for row in SET.grid([]).rows}
