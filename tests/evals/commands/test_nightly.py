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
from edited_logs import Json, edited
from junitparser import JUnitXml

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
    kept = ["--run", "latest", "--log-dir", str(root / "logs"), "--out", str(root / "baseline")]
    assert main(["baseline", *kept]) == 0
    return root


def test_the_nightly_writes_every_form_and_remembers_the_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = folder / "night"
    asked = ["--persona", PERSONA, "--baseline", str(folder / "baseline"), "--log-dir", str(logs)]
    assert main(["nightly", *asked]) == 2
    assert "Coach evaluation: could not be judged (exit 2)" in capsys.readouterr().out
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
    asked = ["--persona", PERSONA, "--baseline", str(folder / "baseline"), "--log-dir", str(tmp_path)]
    assert main(["nightly", *asked]) == 130
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


@pytest.mark.parametrize("manifest", [True, False])
def test_a_log_with_overwritten_scores_never_takes_the_place_of_the_baseline(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, manifest: bool
) -> None:
    log = edited(next((folder / "logs").glob("*.eval")), tmp_path, failed)
    if not manifest:
        manifest_path(log).unlink()
    base = baseline_run(folder / "baseline", tmp_path)
    assert base.scores.equals(read_stored(folder / "baseline").scores)
    assert list(base.each_session()) == []
    why = "its scores are not those of the baseline" if manifest else "there is no manifest"
    assert why in capsys.readouterr().out


def test_the_log_of_the_baseline_adds_the_words_to_its_tables(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next((folder / "logs").glob("*.eval"))
    for path in (log, manifest_path(log)):
        shutil.copy(path, tmp_path)
    base = baseline_run(folder / "baseline", tmp_path)
    assert base.scores.equals(read_stored(folder / "baseline").scores)
    assert base.header.model_copy(update={"path": ""}) == read_stored(folder / "baseline").header.model_copy(
        update={"path": ""}
    )
    assert [session.id for session in base.each_session()] == [f"{PERSONA}/1"]
    assert capsys.readouterr().out == ""


def test_a_stored_run_is_compared_by_its_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--base", str(folder / "baseline"), "--cand", "latest", "--log-dir", str(folder / "logs")]
    assert main(["compare", *asked]) == 2
    told = " ".join(capsys.readouterr().out.split())
    assert "Pairs of sessions: 1, newly failing: 0" in told
    assert "The base is kept as tables, which have no manifest: nobody can tell whether its scores were edited" in told
    assert "The candidate" not in told


def test_without_a_baseline_the_nightly_says_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nightly", "--persona", PERSONA, "--baseline", str(tmp_path), "--log-dir", str(tmp_path)]) == 2
    assert "make baseline" in capsys.readouterr().err


def test_a_folder_that_takes_no_baseline_is_named_with_the_way_on(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    kept = ["--run", "latest", "--log-dir", str(folder / "logs"), "--out", str(taken)]
    assert main(["baseline", *kept]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"coach-eval baseline: {taken} cannot be written")
    assert "--out ANOTHER_FOLDER" in said


def test_a_broken_run_is_never_kept_as_a_baseline(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = edited(next((folder / "logs").glob("*.eval")), tmp_path, lambda parts: parts.pop("header.json"))
    assert main(["baseline", "--run", str(cut), "--out", str(tmp_path / "other")]) == 64
    assert "cannot be a baseline: it is 'started'" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("manifest", [True, False])
def test_a_log_that_nothing_confirms_is_never_kept_as_a_baseline(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, manifest: bool
) -> None:
    log = edited(next((folder / "logs").glob("*.eval")), tmp_path, failed)
    if not manifest:
        manifest_path(log).unlink()
    assert main(["baseline", "--run", str(log), "--out", str(tmp_path / "other")]) == 64
    why = "the scores are not those that the run ended with" if manifest else "there is no manifest"
    assert why in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def invalidated(parts: Json) -> None:
    parts["header.json"]["invalidated"] = True


def test_a_log_of_which_inspects_own_part_was_edited_is_neither_kept_nor_shown_as_the_baseline(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = edited(next((folder / "logs").glob("*.eval")), tmp_path, invalidated)
    assert main(["baseline", "--run", str(log), "--out", str(tmp_path / "other")]) == 64
    assert list(baseline_run(folder / "baseline", tmp_path).each_session()) == []
    told = capsys.readouterr()
    assert all("wrote of the run is not what was written: invalidated" in said for said in (told.out, told.err))


SETTINGS: list[dict[str, Any]] = [
    {"hearing": "hostile", "review": "hold"},
    {"fast_model": "openai/small", "reasoning_model": "openai/big", "persona_model": "openai/small"},
    {"model": "anthropic", "judge": "openai/big", "judge_sample": 3},
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_other_side_is_asked_for_with_the_same_settings(settings: dict[str, Any]) -> None:
    asked = Request(persona=PERSONA, epochs=1, seed=3, **settings)
    specs = specs_of(asked.persona, asked.variant, asked.epochs, asked.seed, asked.hearing, asked.review)
    told = {"eval": {"created": "", "metadata": {**run_metadata(specs, OFFLINE_ATHLETE), **players(asked)}}}
    assert like(header_of("", told | {"status": "success"})) == asked


def test_a_variant_without_a_run_is_run_as_the_other_side_was(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--base", "@baseline", "--cand", "@one_question", "--log-dir", str(folder / "logs")]
    assert main(["compare", *asked]) in {0, 1, 2}
    said = capsys.readouterr().out
    assert "@one_question has no run yet: running 1 session of chest_pain_hidden (seed 0)" in said
    assert "the wording of prompts has no effect" in " ".join(said.split())
    assert "prompt intake.md" in said
    assert "No partner: 0" in said


def test_a_misspelt_variant_is_named_before_anything_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--base", "@baseline", "--cand", "@one_qestion", "--log-dir", str(folder / "logs")]) == 64
    assert "did you mean one_question?" in capsys.readouterr().err


def test_the_nightly_of_some_personas_leaves_the_others_of_the_baseline_out(
    copied_run: Callable[[str, Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copied_run(f"{PERSONA},healthy_10k", tmp_path / "logs")
    kept = ["--run", "latest", "--log-dir", str(tmp_path / "logs"), "--out", str(tmp_path / "baseline")]
    assert main(["baseline", *kept]) == 0
    asked = ["--persona", PERSONA, "--baseline", str(tmp_path / "baseline"), "--log-dir", str(tmp_path / "night")]
    assert main(["nightly", *asked]) == 2
    said = " ".join(capsys.readouterr().out.split())
    assert "Pairs of sessions: 1, newly failing: 0" in said
    assert "No partner: 0" in said
    assert "persona files" not in said
    header = tmp_path / "baseline" / "header.json"  # as a persona file that was edited since the baseline leaves it
    kept = json.loads(header.read_text())
    header.write_text(json.dumps(kept | {"run": "older", "datasets": kept["datasets"] | {"personas": "f" * 64}}))
    assert main(["nightly", *asked]) == 2
    assert "The persona files differ" in " ".join(capsys.readouterr().out.split())


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


LIBRARY = ["compare", "--base", "@baseline", "--cand", "@one_question"]


def test_a_whole_library_is_never_run_where_nobody_can_be_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert main([*LIBRARY, "--log-dir", str(tmp_path)]) == 64
    said = capsys.readouterr()
    assert f"@baseline has no run yet: running 2 sessions of each of {len(names())} personas (seed 0)" in said.out
    assert f"would first run {4 * len(names())} sessions; add --yes to go on, or choose with --persona NAME" in said.err
    assert not list(tmp_path.glob("*.eval"))


@pytest.mark.parametrize("typed", ["n\n", "\n", ""])
def test_at_a_terminal_a_no_runs_nothing(
    typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert main([*LIBRARY, "--log-dir", str(tmp_path)]) == 130
    assert f"Run {4 * len(names())} sessions? [y/N]" in capsys.readouterr().out
    assert not list(tmp_path.glob("*.eval"))


def test_named_personas_are_run_and_compared_without_asking(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`@baseline` has a run, but none of healthy_10k: both sides are run for it."""
    asked = ["--persona", "healthy_10k", "--epochs", "1", "--log-dir", str(folder / "logs")]
    assert main([*LIBRARY, *asked]) in {0, 2}
    said = capsys.readouterr().out
    assert said.count("has no run yet: running 1 session of healthy_10k (seed 0)") == 2
    assert "Pairs of sessions: 1" in said
