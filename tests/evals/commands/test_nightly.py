"""From a stored baseline to the nightly's exit code and files; a comparison that runs what is missing."""

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from coach_eval import Printed, coach_eval, log_in
from edited_logs import Json, edited
from junitparser import JUnitXml
from log_edits import EDITS

from evals.cli import main
from evals.commands.compare import like
from evals.commands.nightly import baseline_run
from evals.commands.written_pages import FORMS
from evals.players import OFFLINE_ATHLETE
from evals.run import Request, players
from evals.run_manifest import manifest_path
from evals.run_specs import run_metadata, specs_of
from personas.files import names
from reports import formats
from reports.header import header_of
from reports.stored import read_stored

PERSONA = "chest_pain_hidden"


@pytest.fixture(scope="module")
def folder(copied_run: Callable[[str, Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs with one run, and a baseline kept of it."""
    root = tmp_path_factory.mktemp("nightly")
    copied_run(PERSONA, root / "logs")
    coach_eval("baseline", "--run", "latest", "--log-dir", root / "logs", "--out", root / "baseline")
    return root


def nightly(baseline: Path, logs: Path, code: int = 2) -> Printed:
    return coach_eval("nightly", "--persona", PERSONA, "--baseline", baseline, "--log-dir", logs, code=code)


def compared(*options: object, code: int = 2) -> Printed:
    return coach_eval("compare", *options, code=code)


def test_the_nightly_writes_every_form_and_remembers_the_run(folder: Path) -> None:
    logs = folder / "night"
    assert "Coach evaluation: could not be judged (exit 2)" in nightly(folder / "baseline", logs).out
    written = logs / "nightly"
    assert {path.suffix for path in written.iterdir()} == {".html", ".md", ".xml", ".json"}
    assert json.loads((written / "nightly.json").read_text())["standing"] == "could not be judged"
    assert JUnitXml.fromfile(str(written / "nightly.xml")).failures == 0
    assert (written / "nightly.md").read_text().startswith("## Coach evaluation: could not be judged (exit 2)")
    assert len((logs / "reports" / "history.jsonl").read_text().splitlines()) == 1


CALLS = {
    "another policy": ["--policy", "no_such.toml"],
    "no baseline": ["--baseline", "no_such"],
    "a persona's name": ["--persona", "no_such"],
    "an option's name": ["--personas", "all"],
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("named", [True, False])
def test_a_nightly_that_cannot_run_leaves_no_report_of_the_night_before(
    tmp_path: Path, call: list[str], *, named: bool
) -> None:
    folder = tmp_path / "reports" if named else tmp_path / "nightly"
    left_by_the_night_before(folder)
    where = ["--out", str(folder)] if named else ["--log-dir", str(tmp_path)]
    assert main(["nightly", *call, *where]) in {2, 64}
    assert [path.name for path in folder.iterdir()] == ["another.html"]


def left_by_the_night_before(folder: Path) -> None:
    folder.mkdir()
    for name in (*(f"nightly.{suffix}" for suffix in FORMS), "another.html"):
        (folder / name).write_text("pass (exit 0)")


@pytest.mark.parametrize("called", ["reports.policy.read_policy", "evals.run.run"])
def test_a_nightly_that_is_interrupted_leaves_none_either(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, called: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(called, interrupted)
    left_by_the_night_before(tmp_path / "nightly")
    nightly(folder / "baseline", tmp_path, code=130)
    assert [path.name for path in (tmp_path / "nightly").iterdir()] == ["another.html"]


def test_to_ask_for_help_removes_nothing(tmp_path: Path) -> None:
    left_by_the_night_before(tmp_path / "nightly")
    assert main(["nightly", "--log-dir", str(tmp_path), "--help"]) == 0
    assert len(list((tmp_path / "nightly").iterdir())) == 1 + len(FORMS)


def test_every_form_of_a_comparison_is_removed() -> None:
    assert set(FORMS) == set(formats.FORMS)


def failed(parts: Json) -> None:
    for name, part in parts.items():
        for score in part["scores"].values() if name.startswith("samples/") else ():
            score["value"] = "fail"
            score["metadata"].update(value="fail", passed=False)


def unconfirmed(parts: Json) -> None:
    failed(parts)
    del parts["manifest"]


UNCONFIRMED: dict[str, tuple[Callable[[Json], None], str, str]] = {
    "overwritten scores": (
        failed, "the scores are not those that the run ended with", "its scores are not those of the baseline",
    ),
    "no manifest": (unconfirmed, *["there is no manifest"] * 2),
    "Inspect's own part": (EDITS["the run invalidated"][0], *[EDITS["the run invalidated"][1]] * 2),
}  # fmt: skip
"""What was done to a log, why it is not kept as the baseline, and why it is not shown as its log."""


@pytest.mark.parametrize("name", UNCONFIRMED)
def test_a_log_that_nothing_confirms_is_neither_kept_nor_shown_as_the_baseline(
    name: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit, refused, passed_over = UNCONFIRMED[name]
    log = edited(log_in(folder / "logs"), tmp_path, edit)
    assert refused in coach_eval("baseline", "--run", log, "--out", tmp_path / "other", code=64).err
    assert not (tmp_path / "other").exists()
    base = baseline_run(folder / "baseline", tmp_path)
    assert base.scores.equals(read_stored(folder / "baseline").scores)
    assert list(base.each_session()) == []
    assert passed_over in capsys.readouterr().out


def test_the_log_of_the_baseline_adds_the_words_to_its_tables(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = log_in(folder / "logs")
    for path in (log, manifest_path(log)):
        shutil.copy(path, tmp_path)
    base = baseline_run(folder / "baseline", tmp_path)
    assert base.scores.equals(read_stored(folder / "baseline").scores)
    assert base.header.model_copy(update={"path": ""}) == read_stored(folder / "baseline").header.model_copy(
        update={"path": ""}
    )
    assert [session.id for session in base.each_session()] == [f"{PERSONA}/1"]
    assert capsys.readouterr().out == ""


def test_a_stored_run_is_compared_by_its_folder(folder: Path) -> None:
    told = compared("--base", folder / "baseline", "--cand", "latest", "--log-dir", folder / "logs").words
    assert "Pairs of sessions: 1, newly failing: 0" in told
    assert "The base is kept as tables, which have no manifest: nobody can tell whether its scores were edited" in told
    assert "The candidate" not in told


def test_without_a_baseline_the_nightly_says_how_to_make_one(tmp_path: Path) -> None:
    assert "make baseline" in nightly(tmp_path, tmp_path).err


def test_a_folder_that_takes_no_baseline_is_named_with_the_way_on(folder: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    said = coach_eval("baseline", "--run", "latest", "--log-dir", folder / "logs", "--out", taken, code=2).err
    assert said.startswith(f"coach-eval baseline: {taken} cannot be written")
    assert "--out ANOTHER_FOLDER" in said


def test_a_broken_run_is_never_kept_as_a_baseline(folder: Path, tmp_path: Path) -> None:
    cut = edited(log_in(folder / "logs"), tmp_path, lambda parts: parts.pop("header.json"))
    said = coach_eval("baseline", "--run", cut, "--out", tmp_path / "other", code=64).err
    assert "cannot be a baseline: it is 'started'" in said
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"hearing": "hostile", "review": "hold"},
        {"fast_model": "openai/small", "reasoning_model": "openai/big", "persona_model": "openai/small"},
        {"model": "anthropic", "judge": "openai/big", "judge_sample": 3},
    ],
)
def test_the_other_side_is_asked_for_with_the_same_settings(settings: dict[str, Any]) -> None:
    asked = Request(persona=PERSONA, epochs=1, seed=3, **settings)
    specs = specs_of(asked.persona, asked.variant, asked.epochs, asked.seed, asked.hearing, asked.review)
    told = {"eval": {"created": "", "metadata": {**run_metadata(specs, OFFLINE_ATHLETE), **players(asked)}}}
    assert like(header_of("", told | {"status": "success"})) == asked


def test_a_variant_without_a_run_is_run_as_the_other_side_was(folder: Path) -> None:
    asked = ("--base", "@baseline", "--cand", "@one_question", "--log-dir", folder / "logs")
    printed = compared(*asked)
    assert "@one_question has no run yet: running 1 session of chest_pain_hidden (seed 0)" in printed.out
    assert "the wording of prompts has no effect" in printed.words
    assert "prompt intake.md" in printed.out
    assert "No partner: 0" in printed.out


def test_a_misspelt_variant_is_named_before_anything_runs(folder: Path) -> None:
    asked = ("--base", "@baseline", "--cand", "@one_qestion", "--log-dir", folder / "logs")
    assert "did you mean one_question?" in compared(*asked, code=64).err


def test_the_nightly_of_some_personas_leaves_the_others_of_the_baseline_out(
    copied_run: Callable[[str, Path], Path], tmp_path: Path
) -> None:
    copied_run(f"{PERSONA},healthy_10k", tmp_path / "logs")
    coach_eval("baseline", "--run", "latest", "--log-dir", tmp_path / "logs", "--out", tmp_path / "baseline")
    said = nightly(tmp_path / "baseline", tmp_path / "night").words
    assert "Pairs of sessions: 1, newly failing: 0" in said
    assert "No partner: 0" in said
    assert "persona files" not in said
    header = tmp_path / "baseline" / "header.json"  # as a persona file that was edited since the baseline leaves it
    kept = json.loads(header.read_text())
    header.write_text(json.dumps(kept | {"run": "older", "datasets": kept["datasets"] | {"personas": "f" * 64}}))
    assert "The persona files differ" in nightly(tmp_path / "baseline", tmp_path / "night").words


def test_a_reader_who_closes_the_pipe_changes_neither_files_nor_exit_code(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["--base", str(folder / "baseline"), "--cand", str(folder / "baseline"), "--out", str(folder / "closed")]
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as unread:  # which writes the rest as it closes, as Python does where it ends
        monkeypatch.setattr(sys, "stdout", unread)
        code = main(["compare", *asked, "--log-dir", str(folder)])
        monkeypatch.undo()
    assert (code, capsys.readouterr().err) == (2, "")
    assert {path.suffix for path in (folder / "closed").iterdir()} == {".html", ".md", ".xml", ".json"}


LIBRARY = ("--base", "@baseline", "--cand", "@one_question")


def test_a_whole_library_is_never_run_where_nobody_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    said = compared(*LIBRARY, "--log-dir", tmp_path, code=64)
    assert f"@baseline has no run yet: running 2 sessions of each of {len(names())} personas (seed 0)" in said.out
    assert f"would first run {4 * len(names())} sessions; add --yes to go on, or choose with --persona NAME" in said.err
    assert not list(tmp_path.glob("*.eval"))


@pytest.mark.parametrize("typed", ["n\n", "\n", ""])
def test_at_a_terminal_a_no_runs_nothing(typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    said = compared(*LIBRARY, "--log-dir", tmp_path, code=130).out
    assert f"Run {4 * len(names())} sessions? [y/N]" in said
    assert not list(tmp_path.glob("*.eval"))


def test_named_personas_are_run_and_compared_without_asking(folder: Path) -> None:
    """`@baseline` has a run, but none of healthy_10k: both sides are run for it."""
    asked = ("--persona", "healthy_10k", "--epochs", "1", "--log-dir", folder / "logs")
    said = compared(*LIBRARY, *asked).out
    assert said.count("has no run yet: running 1 session of healthy_10k (seed 0)") == 2
    assert "Pairs of sessions: 1" in said
