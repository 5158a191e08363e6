"""From a stored baseline to the nightly's exit code and files; a comparison that runs what is missing."""

import json
import zipfile
from pathlib import Path

import pytest
import zipfile_zstd  # noqa: F401 (registers the compression of Inspect's logs)
from junitparser import JUnitXml

from evals.commands import baseline, compare, nightly
from evals.errors import RunError
from evals.run import Request
from evals.run import run as run_sessions

PERSONA = "chest_pain_hidden"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs with one run, and a baseline kept of it."""
    root = tmp_path_factory.mktemp("nightly")
    run_sessions(Request(persona=PERSONA, epochs=1, log_dir=root / "logs"))
    kept = ["--run", "latest", "--log-dir", str(root / "logs"), "--out", str(root / "baseline")]
    assert baseline.run(kept) == 0
    return root


def test_the_nightly_writes_every_form_and_remembers_the_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = folder / "night"
    asked = ["--persona", PERSONA, "--baseline", str(folder / "baseline"), "--log-dir", str(logs)]
    assert nightly.run(asked) == 2, "one persona is too few"
    assert "Coach evaluation: could not be judged (exit 2)" in capsys.readouterr().out
    written = logs / "nightly"
    assert {path.suffix for path in written.iterdir()} == {".html", ".md", ".xml", ".json"}
    assert json.loads((written / "nightly.json").read_text())["standing"] == "could not be judged"
    assert JUnitXml.fromfile(str(written / "nightly.xml")).failures == 0
    assert (written / "nightly.md").read_text().startswith("## Coach evaluation: could not be judged (exit 2)")
    assert len((logs / "reports" / "history.jsonl").read_text().splitlines()) == 1


def test_a_stored_run_is_compared_by_its_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--base", str(folder / "baseline"), "--cand", "latest", "--log-dir", str(folder / "logs")]
    assert compare.run(asked) == 2
    assert "Pairs of sessions: 1, newly failing: 0" in capsys.readouterr().out


def test_without_a_baseline_the_nightly_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="make baseline"):
        nightly.run(["--persona", PERSONA, "--baseline", str(tmp_path), "--log-dir", str(tmp_path)])


def test_a_broken_run_is_never_kept_as_a_baseline(folder: Path) -> None:
    log = next((folder / "logs").glob("*.eval"))
    cut = folder / "cut"
    cut.mkdir()
    with zipfile.ZipFile(log) as source, zipfile.ZipFile(cut / "cut.eval", "w") as out:
        for name in source.namelist():
            if name != "header.json":
                out.writestr(name, source.read(name))
    with pytest.raises(RunError, match="cannot be a baseline: it is 'started'"):
        baseline.run(["--run", str(cut / "cut.eval"), "--out", str(folder / "other")])
    assert not (folder / "other").exists()


def test_a_variant_without_a_run_is_run_as_the_other_side_was(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--base", "@baseline", "--cand", "@one_question", "--log-dir", str(folder / "logs")]
    assert compare.run(asked) in {0, 1, 2}
    said = capsys.readouterr().out
    assert "no run of @one_question yet; running 1 epochs of 1 personas with seed 0" in said
    assert "the wording of prompts has no effect" in " ".join(said.split())
    assert "prompt intake.md" in said
    assert "No partner: 0" in said


def test_a_misspelt_variant_is_named_before_anything_runs(folder: Path) -> None:
    with pytest.raises(Exception, match="one_question"):
        compare.run(["--base", "@baseline", "--cand", "@one_qestion", "--log-dir", str(folder / "logs")])
