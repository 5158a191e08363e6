"""A person's verdicts: asked blind, kept line by line, taken up again, and set against the scorers in the reports."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from coach_eval import Printed, coach_eval
from typing_person import EndsWithCtrlC

from evals.cli import main
from evals.commands.annotate import AnnotatorAnswer, read_answer
from evals.commands.stored_runs import find_run
from reports import agreement
from reports.agreement import agreements
from reports.redact import redacted

Said = Callable[..., Printed]


@pytest.fixture
def folder(copied_run: Callable[[str, Path], Path], tmp_path: Path) -> Path:
    return copied_run("chest_pain_hidden,healthy_10k", tmp_path / "logs")


@pytest.fixture
def said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """`said(lines, scorer, ...)`: what is printed to a person who types these lines, asked about these scorers."""

    def said(lines: str, *scorers: str, code: int = 0) -> Printed:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        only = [word for scorer in scorers for word in ("--scorer", scorer)]
        return coach_eval("annotate", "latest", "--who", "Ann Lee", "--log-dir", folder, *only, code=code)

    return said


def kept(folder: Path) -> list[dict[str, str]]:
    (path,) = folder.glob("*.annotations.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_was_said_is_kept_and_only_the_rest_is_asked_again(folder: Path, said: Said) -> None:
    only = ("outcome", "unspoken")
    out = said("f told her age\nwhat?\nq\n", *only).out
    assert all(each in out for each in ("2 of 2 sessions left to judge", "True facts: Age: ", "[safety gate] "))
    assert [(one["scorer"], one["verdict"], one["note"]) for one in kept(folder)] == [
        ("unspoken", "fail", "told her age")
    ]
    said("p\np\nc\n", *only)
    assert [(one["scorer"], one["verdict"]) for one in kept(folder)[1:]] == [
        ("outcome", "pass"), ("unspoken", "pass"), ("outcome", "cannot_say"),
    ]  # fmt: skip
    assert "0 of 2 sessions left to judge" in said("", *only).out


def test_ctrl_c_keeps_what_was_said_and_ends_as_interrupted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", EndsWithCtrlC("p\n"))
    asked = ("annotate", "latest", "--scorer", "outcome", "--log-dir", folder)
    assert "added      1 to" in coach_eval(*asked, code=130).out
    assert [one["verdict"] for one in kept(folder)] == ["pass"]


def test_audit_and_comparison_say_how_far_the_scorers_agree(folder: Path, said: Said) -> None:
    said("f told her age\np\nq\n", "unspoken")
    coach_eval("audit", "--log-dir", folder)
    (page,) = folder.glob("reports/*-audit/index.md")
    row = next(line for line in page.read_text().splitlines() if line.startswith("| unspoken | Ann Lee |"))
    assert row.startswith("| unspoken | Ann Lee | 2 | 50% (9 to 91) | 0")
    assert "told her age" in page.read_text()
    compared = coach_eval("compare", "--base", "latest", "--cand", "latest", "--log-dir", folder, "--redact", code=2)
    assert "Agreement with people" in compared.out
    written = "".join(path.read_text() for path in folder.glob("reports/*..*"))
    assert [each in written for each in ("person 1", "Ann Lee", "told her age")] == [True, False, False]


def test_what_only_one_of_both_judged_is_counted_apart(folder: Path, said: Said) -> None:
    said("c\np\nq\n", "outcome")
    found = find_run(folder, "latest")
    (one,) = agreements(found, redacted(found))
    assert (one.sessions, one.agreed, one.kappa, one.skipped) == (1, 1, None, 1)
    assert not list(agreement.blocks(()))


def test_an_annotation_of_nothing_in_the_run_is_said_and_not_counted(folder: Path, said: Said) -> None:
    said("p\np\nq\n", "outcome")
    (path,) = folder.glob("*.annotations.jsonl")
    one = json.loads(path.read_text().splitlines()[0])
    others = [one | {"session": "ghost/1"}, one | {"scorer": "outcom"}]
    path.write_text(path.read_text() + "".join(f"{json.dumps(other)}\n" for other in others))
    lost = "2 annotations of the run {} are not counted: it has no session {} and no scorer {}."
    plain = lost.format(find_run(folder, "latest").header.run, "ghost/1", "outcom")
    compare = ("compare", "--base", "latest", "--cand", "latest", "--log-dir", folder)
    for printed in (said("", "outcome"), coach_eval(*compare, code=2)):
        assert printed.words.count(plain) == 1
    # those of the other persona are left out, not lost
    assert "not counted: it has no session ghost/1" in coach_eval(*compare, "--persona", "healthy_10k", code=2).words
    main(["audit", "--log-dir", str(folder)])
    (page,) = folder.glob("reports/*-audit/index.md")
    assert plain in " ".join(page.read_text().replace("\\", "").split())
    coach_eval(*compare, "--redact", code=2)
    assert "ghost" not in "".join(text.read_text() for text in folder.glob("reports/*..*"))


def test_a_damaged_line_and_an_unknown_scorer_are_named(folder: Path, said: Said) -> None:
    assert "no scorer outcom; it has" in said("", "outcom", code=64).err
    (folder / f"{find_run(folder, 'latest').header.run}.annotations.jsonl").write_text('{"session": 1}\n')
    assert "line 1 is not an annotation" in said("", code=2).err


def test_an_answer_is_a_key_or_a_word_and_maybe_a_note() -> None:
    answers = {
        "P": AnnotatorAnswer("pass"),
        " fail  too late": AnnotatorAnswer("fail", "too late"),
        "q": AnnotatorAnswer("quit"),
        "x": None,
    }
    assert {line: read_answer(line) for line in answers} == answers
