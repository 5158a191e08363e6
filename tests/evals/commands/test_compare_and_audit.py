"""From a run to its reports: compared with itself, audited, and caught when one byte of it was changed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from coach_eval import coach_eval, log_in
from edited_logs import Json, edited

from evals.commands.stored_runs import find_run
from evals.run_manifest import manifest_path

SESSION = "chest_pain_hidden/1"
AGAIN = "it was scored again since, or they were edited"


@pytest.fixture(scope="module")
def folder(copied_run: Callable[[str, Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied_run("chest_pain_hidden", tmp_path_factory.mktemp("copied") / "logs")


def test_a_run_of_one_persona_compared_with_itself_proves_nothing(folder: Path) -> None:
    out = coach_eval("compare", "--base", "latest", "--cand", "@baseline", "--log-dir", folder, code=2).out
    assert "could not be judged (exit 2)" in out
    assert "Too few personas to tell" in next((folder / "reports").glob("*..*.md")).read_text()


def test_the_audit_holds_the_chain_against_the_manifest(folder: Path) -> None:
    head = json.loads(manifest_path(log_in(folder)).read_text())["heads"][SESSION]
    out = coach_eval("audit", "--session", SESSION, "--log-dir", folder).out
    assert f"consistent with the run's manifest (head hash {head[:16]})" in out
    (page,) = (folder / "reports").glob("*-chest_pain_hidden-1.md")
    assert {"rf_chest_pain", "symptoms"} <= set(page.read_text().replace("|", " ").split())


def test_an_unknown_session_is_named_with_the_close_ones(folder: Path) -> None:
    assert SESSION in coach_eval("audit", "--session", "chest_pain/1", "--log-dir", folder, code=64).err


def compared(folder: Path, log: Path) -> tuple[str, dict[str, str]]:
    """The run of `folder` against that log: what is printed, and each line of the gate with its reason."""
    printed = coach_eval("compare", "--base", log_in(folder), "--cand", log, "--log-dir", log.parent, code=2)
    (page,) = (log.parent / "reports").glob("*.json")
    gate = json.loads(page.read_text())["comparison"]["gate"]
    return printed.words, {line["name"]: line["why"] for line in gate}


def reworded(parts: Json) -> None:
    """Other explanations of every score."""
    samples = (part for name, part in parts.items() if name.startswith("samples/"))
    for score in (score for sample in samples for score in sample["scores"].values()):
        score["explanation"] = f"not so: {score['explanation']}"


def restarted(parts: Json) -> None:
    parts["header.json"]["stats"].update(started_at="2020-01-01")


def unconfirmed(parts: Json) -> None:
    reworded(parts)
    del parts["manifest"]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (reworded, f"{SESSION}: the scores are not those that the run ended with: {AGAIN}"),
        (restarted, "what Inspect itself wrote of the run is not what was written: stats"),
        (unconfirmed, "it has no manifest beside its log: nobody can tell whether its scores were edited"),
    ],
    ids=["other explanations", "another start", "no manifest"],
)
def test_a_comparison_does_not_trust_a_log_that_nothing_confirms(
    edit: Callable[[Json], None], why: str, folder: Path, tmp_path: Path
) -> None:
    printed, gate = compared(folder, edited(log_in(folder), tmp_path, edit))
    assert "base record" not in gate
    assert gate["candidate record"] == why
    assert ("The candidate has no manifest beside its log" in printed) is ("no manifest" in why)


def test_the_audit_of_a_run_has_a_page_for_each_session_and_a_way_to_it(folder: Path, tmp_path: Path) -> None:
    out = coach_eval("audit", "--log-dir", folder, "--out", tmp_path, "--pdf").out
    assert "1 of 1 session record confirmed. The manifest lists 1 session." in out
    (index,) = tmp_path.glob("*-audit/index.html")
    links = re.findall(r'href="(\d{4}-[^"]+)"', index.read_text())
    assert links
    assert all((index.parent / link).is_file() for link in links)
    assert index.with_suffix(".pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("command", ["audit", f"audit --session {SESSION}", "compare --base latest --cand latest"])
def test_a_folder_that_takes_no_page_is_no_verdict_on_the_record(command: str, folder: Path, tmp_path: Path) -> None:
    taken = tmp_path / "out"
    taken.touch()
    said = coach_eval(*command.split(), "--log-dir", folder, "--out", taken, code=2).err.splitlines()[-1]
    assert said.startswith(f"coach-eval {command.split(maxsplit=1)[0]}: {taken}")
    assert said.endswith("; choose another folder with --out")


def test_a_redacted_audit_holds_no_word_that_was_said(folder: Path, tmp_path: Path) -> None:
    coach_eval("audit", "--session", SESSION, "--log-dir", folder, "--out", tmp_path, "--redact")
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
