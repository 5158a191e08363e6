"""`coach-eval scan-leaks`: one answer a line, order kept, bad lines named."""

import json
from pathlib import Path

import pytest

from evals.cli import main


def answers(path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, object]]]:
    path.write_text("\n".join(lines), encoding="utf-8")
    code = main(["scan-leaks", str(path)])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_leak_is_answered_with_category_offsets_and_detector(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (reply,) = answers(tmp_path / "in", ['{"id": 1, "text": "as Arthur Br00ks says"}'], capsys)
    leak = {"category": "framework_name", "start": 3, "end": 16, "text": "Arthur Br00ks", "detector": "leetspeak"}
    assert (code, reply["id"], reply["leaks"]) == (0, 1, [leak])
    assert set(reply["not_judged"]) == {"age_categorization", "goal_judgement", "reframe_reveal", "motive_naming"}  # type: ignore[call-overload]


def test_optional_keys_may_be_null_and_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        json.dumps(
            {"id": "a", "text": "Well run, Brooks's advice: rest.", "persona": {"name": "Brooks Lee", "age": 30}}
        ),
        json.dumps({"id": "b", "text": "Fine.", "persona": None, "internal": None, "user_said": None}),
        json.dumps(
            {
                "id": "c",
                "text": "cap the hard sessions while the tendon hurts a lot",
                "internal": ["cap the hard sessions while the tendon hurts a lot"],
            }
        ),
        json.dumps({"id": "d", "text": "I haven't read Essentialism.", "user_said": ["is it Essentialism?"]}),
    ]
    code, replies = answers(tmp_path / "in", lines, capsys)
    assert code == 0
    assert [(reply["id"], bool(reply["leaks"])) for reply in replies] == [
        ("a", False),
        ("b", False),
        ("c", True),
        ("d", False),
    ]


def test_a_bad_line_is_named_and_the_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, replies = answers(
        tmp_path / "in", ["{", '{"id": 2, "text": "x", "colour": 1}', '{"id": 3, "text": "x"}'], capsys
    )
    assert code == 2
    assert [reply["id"] for reply in replies] == [None, 2, 3]
    assert "line 1" in str(replies[0]["error"])
    assert "colour" in str(replies[1]["error"])


def test_anything_but_one_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan-leaks"]) == 64
    assert "Missing argument 'FILE'" in capsys.readouterr().err


def test_of_a_text_in_another_language_nothing_is_found_by_meaning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Du willst doch nur deinem toten Vater beweisen, dass du etwas wert bist."
    _, (reply,) = answers(tmp_path / "in", [json.dumps({"id": 1, "text": text})], capsys)
    assert reply["leaks"] == []
    assert set(reply["not_judged"].values()) == {0.0}  # type: ignore[attr-defined]
