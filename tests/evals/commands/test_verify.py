"""`coach-eval verify`: a run as it was written holds; any change of it is named."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from evals.cli import main
from evals.run import Request, manifest_path, run


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(Request("chest_pain_hidden", epochs=2, workers=1, log_dir=tmp_path_factory.mktemp("logs")))


def copied(log: Path, folder: Path, old: bytes = b"", new: bytes = b"") -> Path:
    """The run in another folder, with `old` replaced in the samples."""
    copy = folder / log.name
    with ZipFile(log) as source, ZipFile(copy, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content.replace(old, new) if old and name.startswith("samples/") else content)
    manifest_path(copy).write_bytes(manifest_path(log).read_bytes())
    return copy


def test_a_run_as_it_was_written_is_consistent(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(log)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("2 sessions, ")
    assert told.endswith("events: consistent with the manifest\n")


def test_changed_words_are_found(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(copied(log, tmp_path, b"chest", b"chess"))]) == 1
    assert "chest_pain_hidden/1: the chain is broken" in capsys.readouterr().out.replace("chess_", "chest_")


def test_another_head_a_missing_session_and_a_missing_manifest_are_found(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = copied(log, tmp_path)
    manifest = json.loads(manifest_path(copy).read_text())
    manifest["heads"] = {"chest_pain_hidden/1": "0" * 64, "nobody/1": "1" * 64}
    manifest_path(copy).write_text(json.dumps(manifest))
    assert main(["verify", str(copy)]) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith("chest_pain_hidden/1: the chain is broken: the chain ends in")
    assert second == "chest_pain_hidden/2: is in the log and not in the manifest"
    assert third == "nobody/1: is in the manifest and not in the log"
    manifest_path(copy).unlink()
    assert main(["verify", str(copy)]) == 1
    assert "there is no manifest" in capsys.readouterr().out
