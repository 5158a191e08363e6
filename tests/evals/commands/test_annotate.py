"""A person's verdicts: asked blind, kept line by line, taken up again, and set against the scorers in the reports."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typing_person import EndsWithCtrlC

from evals.cli import main
from evals.commands.annotate import AnnotatorAnswer, read_answer
from evals.commands.stored_runs import find_run
from reports import agreement
from reports.agreement import agreements
from reports.redact import redacted


@pytest.fixture
def folder(copied_run: Callable[[str, Path], Path], tmp_path: Path) -> Path:
    return copied_run("chest_pain_hidden,healthy_10k", tmp_path / "logs")


def said(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: str, *more: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return main(["annotate", "latest", "--who", "Ann Lee", "--log-dir", str(folder), *more])


def kept(folder: Path) -> list[dict[str, str]]:
    (path,) = folder.glob("*.annotations.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_was_said_is_kept_and_only_the_rest_is_asked_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only = ("--scorer", "outcome", "--scorer", "unspoken")
    assert said(folder, monkeypatch, "f told her age\nwhat?\nq\n", *only) == 0
    out = capsys.readouterr().out
    assert "2 of 2 sessions left to judge" in out
    assert "True facts: Age: " in out
    assert "[safety gate] " in out
    assert [(one["scorer"], one["verdict"], one["note"]) for one in kept(folder)] == [
        ("unspoken", "fail", "told her age")
    ]
    assert said(folder, monkeypatch, "p\np\nc\n", *only) == 0
    assert [(one["scorer"], one["verdict"]) for one in kept(folder)[1:]] == [
        ("outcome", "pass"), ("unspoken", "pass"), ("outcome", "cannot_say"),
    ]  # fmt: skip
    capsys.readouterr()
    assert said(folder, monkeypatch, "", *only) == 0
    assert "0 of 2 sessions left to judge" in capsys.readouterr().out


def test_ctrl_c_keeps_what_was_said_and_ends_as_interrupted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", EndsWithCtrlC("p\n"))
    assert main(["annotate", "latest", "--scorer", "outcome", "--log-dir", str(folder)]) == 130
    assert "added      1 to" in capsys.readouterr().out
    assert [one["verdict"] for one in kept(folder)] == ["pass"]


def test_audit_and_comparison_say_how_far_the_scorers_agree(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(folder, monkeypatch, "f told her age\np\nq\n", "--scorer", "unspoken") == 0
    assert main(["audit", "--log-dir", str(folder)]) == 0
    (page,) = folder.glob("reports/*-audit/index.md")
    row = next(line for line in page.read_text().splitlines() if line.startswith("| unspoken | Ann Lee |"))
    assert row.startswith("| unspoken | Ann Lee | 2 | 50% (9 to 91) | 0")
    assert "told her age" in page.read_text()
    capsys.readouterr()
    main(["compare", "--base", "latest", "--cand", "latest", "--log-dir", str(folder), "--redact"])
    assert "Agreement with people" in capsys.readouterr().out
    written = "".join(path.read_text() for path in folder.glob("reports/*..*"))
    assert "person 1" in written
    assert "Ann Lee" not in written
    assert "told her age" not in written


def test_what_only_one_of_both_judged_is_counted_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(folder, monkeypatch, "c\np\nq\n", "--scorer", "outcome") == 0
    found = find_run(folder, "latest")
    (one,) = agreements(found, redacted(found))
    assert (one.sessions, one.agreed, one.kappa, one.skipped) == (1, 1, None, 1)
    assert not list(agreement.blocks(()))


def test_an_annotation_of_nothing_in_the_run_is_said_and_not_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(folder, monkeypatch, "p\np\nq\n", "--scorer", "outcome") == 0
    (path,) = folder.glob("*.annotations.jsonl")
    one = json.loads(path.read_text().splitlines()[0])
    others = [one | {"session": "ghost/1"}, one | {"scorer": "outcom"}]
    path.write_text(path.read_text() + "".join(f"{json.dumps(other)}\n" for other in others))
    lost = "2 annotations of the run {} are not counted: it has no session {} and no scorer {}."
    plain = lost.format(find_run(folder, "latest").header.run, "ghost/1", "outcom")
    calls = {
        "annotate": ["annotate", "latest", "--who", "Ann Lee", "--scorer", "outcome", "--log-dir", str(folder)],
        "compare": ["compare", "--base", "latest", "--cand", "latest", "--log-dir", str(folder)],
    }
    for call in calls.values():
        capsys.readouterr()
        main(call)
        assert " ".join(capsys.readouterr().out.split()).count(plain) == 1
    main([*calls["compare"], "--persona", "healthy_10k"])  # those of the other persona are left out, not lost
    assert "not counted: it has no session ghost/1" in " ".join(capsys.readouterr().out.split())
    main(["audit", "--log-dir", str(folder)])
    (page,) = folder.glob("reports/*-audit/index.md")
    assert plain in " ".join(page.read_text().replace("\\", "").split())
    capsys.readouterr()
    main([*calls["compare"], "--redact"])
    assert "ghost" not in "".join(text.read_text() for text in folder.glob("reports/*..*"))


def test_a_damaged_line_and_an_unknown_scorer_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(folder, monkeypatch, "", "--scorer", "outcom") == 64
    assert "no scorer outcom; it has" in capsys.readouterr().err
    (folder / f"{find_run(folder, 'latest').header.run}.annotations.jsonl").write_text('{"session": 1}\n')
    assert said(folder, monkeypatch, "") == 2
    assert "line 1 is not an annotation" in capsys.readouterr().err


def test_an_answer_is_a_key_or_a_word_and_maybe_a_note() -> None:
    answers = {
        "P": AnnotatorAnswer("pass"),
        " fail  too late": AnnotatorAnswer("fail", "too late"),
        "q": AnnotatorAnswer("quit"),
        "x": None,
    }
    assert {line: read_answer(line) for line in answers} == answers
