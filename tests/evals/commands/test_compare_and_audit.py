"""From a run to its reports: compared with itself, audited, and caught when one byte of it was changed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from edited_logs import Json, edited

from evals.cli import main
from evals.commands.stored_runs import find_run
from evals.run_manifest import manifest_path

SESSION = "chest_pain_hidden/1"


@pytest.fixture(scope="module")
def folder(copied_run: Callable[[str, Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied_run("chest_pain_hidden", tmp_path_factory.mktemp("copied") / "logs")


def the_log(folder: Path) -> Path:
    return next(folder.glob("*.eval"))


def test_a_run_of_one_persona_compared_with_itself_proves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "--base", "latest", "--cand", "@baseline", "--log-dir", str(folder)]) == 2
    assert "Too few personas to tell" in (folder / "reports").glob("*..*.md").__next__().read_text()
    assert "could not be judged (exit 2)" in capsys.readouterr().out
    assert list((folder / "reports").glob("*..*.md"))


def test_the_audit_holds_the_chain_against_the_manifest(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--session", SESSION, "--log-dir", str(folder)]) == 0
    head = json.loads(manifest_path(the_log(folder)).read_text())["heads"][SESSION]
    assert f"consistent with the run's manifest (head hash {head[:16]})" in capsys.readouterr().out
    (page,) = (folder / "reports").glob("*-chest_pain_hidden-1.md")
    assert {"rf_chest_pain", "symptoms"} <= set(page.read_text().replace("|", " ").split())


def test_an_unknown_session_is_named_with_the_close_ones(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--session", "chest_pain/1", "--log-dir", str(folder)]) == 64
    assert SESSION in capsys.readouterr().err


def reworded(parts: Json) -> None:
    """Other explanations of every score."""
    samples = (part for name, part in parts.items() if name.startswith("samples/"))
    for score in (score for sample in samples for score in sample["scores"].values()):
        score["explanation"] = f"not so: {score['explanation']}"


def test_a_comparison_does_not_trust_a_log_that_its_manifest_contradicts(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = edited(the_log(folder), tmp_path, reworded)
    asked = ["compare", "--base", str(the_log(folder)), "--cand", str(log), "--log-dir", str(tmp_path)]
    assert main(asked) == 2
    (page,) = (tmp_path / "reports").glob("*.json")
    lines = {line["name"]: line["why"] for line in json.loads(page.read_text())["comparison"]["gate"]}
    assert "base record" not in lines
    assert "the scores are not those that the run ended with" in lines["candidate record"]
    manifest_path(log).unlink()
    capsys.readouterr()
    assert main(asked) == 2
    assert "The candidate has no manifest beside its log" in " ".join(capsys.readouterr().out.split())
    lines = {line["name"]: line["why"] for line in json.loads(page.read_text())["comparison"]["gate"]}
    assert (
        lines["candidate record"] == "it has no manifest beside its log: nobody can tell whether its scores were edited"
    )


def test_a_comparison_does_not_trust_a_log_of_which_inspects_own_part_was_edited(folder: Path, tmp_path: Path) -> None:
    log = edited(the_log(folder), tmp_path, lambda parts: parts["header.json"]["stats"].update(started_at="2020-01-01"))
    asked = ["compare", "--base", str(the_log(folder)), "--cand", str(log), "--log-dir", str(tmp_path)]
    assert main(asked) == 2
    (page,) = (tmp_path / "reports").glob("*.json")
    lines = {line["name"]: line["why"] for line in json.loads(page.read_text())["comparison"]["gate"]}
    assert "wrote of the run is not what was written: stats" in lines["candidate record"]


def test_the_audit_of_a_run_has_a_page_for_each_session_and_a_way_to_it(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--log-dir", str(folder), "--out", str(tmp_path), "--pdf"]) == 0
    assert "1 of 1 session record confirmed. The manifest lists 1 session." in capsys.readouterr().out
    (index,) = tmp_path.glob("*-audit/index.html")
    links = re.findall(r'href="(\d{4}-[^"]+)"', index.read_text())
    assert links
    assert all((index.parent / link).is_file() for link in links)
    assert index.with_suffix(".pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("command", [["audit"], ["audit", "--session", SESSION], ["compare"]])
def test_a_folder_that_takes_no_page_is_no_verdict_on_the_record(
    command: list[str], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "out"
    taken.touch()
    sides = ["--base", "latest", "--cand", "latest"] if command == ["compare"] else []
    assert main([*command, *sides, "--log-dir", str(folder), "--out", str(taken)]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(f"coach-eval {command[0]}: {taken}")
    assert said.endswith("; choose another folder with --out")


def test_a_redacted_audit_holds_no_word_that_was_said(folder: Path, tmp_path: Path) -> None:
    assert main(["audit", "--session", SESSION, "--log-dir", str(folder), "--out", str(tmp_path), "--redact"]) == 0
    (page,) = tmp_path.glob("*.md")
    whole = find_run(folder, "latest").session(SESSION)
    said = [event["text"] for event in whole.events if event["kind"] in {"athlete_said", "coach_said"}]
    assert said
    assert not [text for text in said if text[:40] in page.read_text()]
    assert "withheld" in page.read_text()


def test_the_audit_holds_every_rule_though_the_record_holds_only_those_that_fired(folder: Path) -> None:
    runs = [find_run(folder, "latest", with_verdicts=again).session(SESSION) for again in (False, True)]
    gates = [[event for event in run.events if event["kind"] == "gate_evaluated"] for run in runs]
    recorded, whole = ([len(gate["result"]["verdicts"]) for gate in each] for each in gates)
    assert max(recorded) < 5
    assert min(whole) >= 60
    assert {gate["rejudged"]["rules"] for gate in gates[1]} == {"same"}
