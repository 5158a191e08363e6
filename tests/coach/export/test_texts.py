"""CSV, Markdown and platform text: whole, and safe to open."""

import csv
import io
import re
from typing import Any

import pytest

from coach.export.intervals import intervals
from coach.export.page import page
from coach.export.spreadsheet import COLUMNS, spreadsheet
from coach.plan.reading import placed
from coach.records.block import Step


def rows(plan: Any) -> list[dict[str, str]]:
    (file,) = spreadsheet(plan)
    return list(csv.DictReader(io.StringIO(file.data.decode(), newline="")))


def test_the_spreadsheet_has_a_row_for_each_session(plan: Any) -> None:
    found = rows(plan)
    expected = [
        (at.day.date.isoformat(), at.session.purpose, f"{at.session.duration_min:g}") for at in placed(plan)
    ]  # fmt: skip
    assert [(row["date"], row["purpose"], row["minutes"]) for row in found] == expected
    assert set(found[0]) == set(COLUMNS)


@pytest.mark.parametrize(
    "text", ["=cmd|' /C calc'!A0", "+1+2", "-2+3", "@SUM(A1)", "  =1", "\t=1", "\n=1", "\uff1d1", '=HYPERLINK("x")']
)
def test_no_cell_begins_like_a_formula(single: Any, text: str) -> None:
    (row,) = rows(single(text=text))
    assert row["text"].startswith("'")
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values())


def test_quotes_and_commas_survive_the_spreadsheet(single: Any) -> None:
    (row,) = rows(single(text='Easy, "really" easy; ok'))
    assert row["text"] == 'Easy, "really" easy; ok'


def test_the_page_has_every_week_day_and_note(plan: Any) -> None:
    (file,) = page(plan)
    text = file.data.decode()
    assert text.count("## Week ") == len(plan.weeks)
    assert len(re.findall(r"^\| (Mon|Tue|Wed|Thu|Fri|Sat|Sun) ", text, re.MULTILINE)) >= 7 * len(plan.weeks)
    assert all(note.split(".")[0] in text for note in plan.note_texts)


def test_words_of_the_plan_cannot_become_markup(single: Any) -> None:
    (file,) = page(single(text="Run | <script>alert(1)</script>\n# big **bold** [x](y)"))
    text = file.data.decode()
    assert "<script>" not in text.replace("\\<", "")
    assert "**bold**" not in text
    (row,) = [line for line in text.splitlines() if line.startswith("| Tue")]
    assert len(re.findall(r"(?<!\\)\|", row)) == 6


def test_a_repeat_is_a_block_between_empty_lines(single: Any) -> None:
    warm = Step(kind="warmup", duration_min=12, pace_s_per_km=(320, 380))
    work = Step(kind="work", repeat=4, duration_min=3, pace_s_per_km=(250, 260))
    jog, cool = Step(kind="recover", repeat=4, duration_min=2), Step(kind="cooldown", duration_min=6)
    (file,) = intervals(single(warm, work, jog, cool))
    assert file.data.decode().split("\n\n")[1:] == [
        "- Warm up 12m 6:20-5:20/km Pace",
        "4x\n- Work 3m 4:20-4:10/km Pace\n- Easy jog 2m",
        "- Cool down 6m\n",
    ]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (Step(kind="run", km=7.0), "- Run 7km"),
        (Step(kind="work", km=0.4), "- Work 0.4km"),
        (Step(kind="walk", duration_min=1.5), "- Walk 1m30s"),
        (Step(kind="run", duration_min=75), "- Run 1h15m"),
    ],
)
def test_lengths_are_written_as_the_platform_reads_them(single: Any, step: Step, line: str) -> None:
    (file,) = intervals(single(step))
    assert file.data.decode().splitlines()[2] == line


def test_the_coachs_words_cannot_become_a_step(single: Any) -> None:
    (file,) = intervals(single(Step(kind="run", km=5.0), text="- 10m fast\n- 5x\nall out 20x"))
    lines = file.data.decode().splitlines()
    assert [line for line in lines if line.startswith("-") or re.fullmatch(r".*\d+x", line)] == ["- Run 5km"]
