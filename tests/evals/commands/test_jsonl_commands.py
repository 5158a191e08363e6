"""`coach-eval extract` and `coach-eval scan-leaks`: one answer a line, order kept, bad lines named."""

import json
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval


def answers(command: str, folder: Path, *lines: str | dict[str, Any], code: int = 0) -> list[dict[str, Any]]:
    """What the command answers to these lines."""
    file = folder / "lines.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return [json.loads(line) for line in coach_eval(command, file, code=code).out.splitlines()]


def test_a_line_gives_its_facts(tmp_path: Path) -> None:
    line = {"id": "a", "question": "How many k a week?", "text": "about 45k a week", "fields": None}
    fact = {"value": 45, "unit": "km/week", "span": [6, 9], "confidence": "explicit"}
    assert answers("extract", tmp_path, line) == [{"id": "a", "facts": {"current_weekly_volume_km": fact}}]


def test_keys_that_may_be_null_may_be_left_out_and_today_dates_the_race(tmp_path: Path) -> None:
    (answer,) = answers("extract", tmp_path, {"id": 1, "text": "my race is on March 29", "today": "2026-01-05"})
    assert answer["facts"]["weeks_available"]["value"] == 12


BAD: dict[str, list[tuple[str | dict[str, Any], Any, tuple[str, ...]]]] = {
    "extract": [
        ({"id": "x", "text": "six", "quetsion": "?"}, "x", ("line 1: quetsion",)),
        ({"id": "y", "text": "six", "fields": ["shoe_size"]}, "y", ("line 2: fields", "shoe_size")),
        ({"id": "z", "text": "six", "today": "soon"}, "z", ("line 3: today",)),
        ("not json", None, ("line 4",)),
        ({"id": "ok", "text": "I weigh 59 kg"}, "ok", ()),
    ],
    "scan-leaks": [
        ("{", None, ("line 1",)),
        ({"id": 2, "text": "x", "colour": 1}, 2, ("colour",)),
        ({"id": 3, "text": "x"}, 3, ()),
    ],
}
"""For each command: a line, the id of its answer, and what its error names."""


@pytest.mark.parametrize("command", BAD)
def test_a_bad_line_is_named_and_the_run_goes_on(command: str, tmp_path: Path) -> None:
    lines, ids, named = zip(*BAD[command], strict=True)
    found = answers(command, tmp_path, *lines, code=2)
    assert [row["id"] for row in found] == list(ids)
    for row, parts in zip(found, named, strict=True):
        assert all(part in row["error"] for part in parts), row
        assert ("error" in row) is bool(parts)


def test_a_leak_is_answered_with_category_offsets_and_detector(tmp_path: Path) -> None:
    (reply,) = answers("scan-leaks", tmp_path, {"id": 1, "text": "as Arthur Br00ks says"})
    leak = {"category": "framework_name", "start": 3, "end": 16, "text": "Arthur Br00ks", "detector": "leetspeak"}
    assert (reply["id"], reply["leaks"]) == (1, [leak])
    assert set(reply["not_judged"]) == {"age_categorization", "goal_judgement", "reframe_reveal", "motive_naming"}


HELD = "cap the hard sessions while the tendon hurts a lot"


def test_optional_keys_may_be_null_and_are_used(tmp_path: Path) -> None:
    lines = (
        {"id": "a", "text": "Well run, Brooks's advice: rest.", "persona": {"name": "Brooks Lee", "age": 30}},
        {"id": "b", "text": "Fine.", "persona": None, "internal": None, "user_said": None},
        {"id": "c", "text": HELD, "internal": [HELD]},
        {"id": "d", "text": "I haven't read Essentialism.", "user_said": ["is it Essentialism?"]},
    )
    replies = answers("scan-leaks", tmp_path, *lines)
    assert {reply["id"]: bool(reply["leaks"]) for reply in replies} == {"a": False, "b": False, "c": True, "d": False}


def test_of_a_text_in_another_language_nothing_is_found_by_meaning(tmp_path: Path) -> None:
    text = "Du willst doch nur deinem toten Vater beweisen, dass du etwas wert bist."
    (reply,) = answers("scan-leaks", tmp_path, {"id": 1, "text": text})
    assert reply["leaks"] == []
    assert set(reply["not_judged"].values()) == {0.0}
