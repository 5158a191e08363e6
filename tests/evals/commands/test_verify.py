"""`coach-eval verify`: a run as it was written holds; any change of it is named."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from edited_logs import Json, edited
from inspect_ai import score as inspect_score
from inspect_ai.log import read_eval_log, write_eval_log

from evals.cli import main
from evals.run import Request, run
from evals.run_manifest import manifest_path, read_manifest, write_manifest
from evals.scorers.full_session import scorers
from reports.run_names import headers, unreadable


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(Request("chest_pain_hidden", epochs=2, workers=1, log_dir=tmp_path_factory.mktemp("logs")))


def test_a_run_as_it_was_written_is_consistent(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(log)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("2 sessions, ")
    assert told.endswith("events: consistent with the manifest\n")


def test_a_run_without_its_manifest_is_not_confirmed(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(edited(log, tmp_path, lambda parts: parts.pop("manifest")))]) == 1
    assert "there is no manifest" in capsys.readouterr().out


SAMPLE = "samples/chest_pain_hidden/1_epoch_1.json"


def scored(scorer: str, value: str) -> Callable[[Json], None]:
    def edit(parts: Json) -> None:
        score = parts[SAMPLE]["scores"][scorer]
        score["value"] = value
        score["metadata"].update(value=value, passed=value == "pass")

    return edit


def another_header(parts: Json) -> None:
    for name in ("header.json", "_journal/start.json"):
        header = parts[name]["eval"]
        header["model"] = "anthropic/claude-opus-5"
        header["metadata"].update(coach="anthropic/claude-opus-5", variant="one_question", code_version="deadbeef")


def removed_from_both(parts: Json) -> None:
    del parts[SAMPLE]
    for held in ("heads", "digests"):
        del parts["manifest"][held]["chest_pain_hidden/1"]


def copied_sample(parts: Json) -> None:
    parts["samples/chest_pain_hidden/9_epoch_1.json"] = parts[SAMPLE]


def another_prompt(parts: Json) -> None:
    parts["header.json"]["eval"]["metadata"]["prompt_texts"]["intake.md"] += "Be brief."


def expect(outcome: str) -> Callable[[Json], Any]:
    return lambda parts: parts[SAMPLE]["metadata"]["persona"]["expect"].update(outcome=outcome)


def another_word(parts: Json) -> None:
    events = parts[SAMPLE]["store"]["session"]["events"]
    next(event for event in events if event["kind"] == "athlete_said")["text"] += " Really."


def heads(**changed: str) -> Callable[[Json], Any]:
    names = {"one": "chest_pain_hidden/1", "nobody": "nobody/1"}
    return lambda parts: parts["manifest"]["heads"].update({names[name]: head for name, head in changed.items()})


EDITS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a word that was said": (another_word, "chest_pain_hidden/1: the chain is broken"),
    "another head in the manifest": (heads(one="0" * 64), "the chain is broken: the chain ends in"),
    "a session of the manifest not in the log": (heads(nobody="1" * 64), "nobody/1: is in the manifest and not in the"),
    "a session of the log not in the manifest": (
        lambda parts: parts["manifest"]["heads"].pop("chest_pain_hidden/2"),
        "chest_pain_hidden/2: is in the log and not in the manifest",
    ),
    "outcome score pass -> fail": (scored("outcome", "fail"), "the scores are not those that the run ended with"),
    "an edited care_tone": (scored("care_tone", "fail"), "the scores are not those that the run ended with"),
    "a score removed": (lambda parts: parts[SAMPLE]["scores"].pop("cost"), "the scores are not those"),
    "persona expect.outcome changed": (expect("accepted"), "persona and labels"),
    "metadata.persona is a string": (lambda parts: parts[SAMPLE]["metadata"].update(persona="x"), "persona and labels"),
    "session seed changed": (lambda parts: parts[SAMPLE]["metadata"].update(seed=5), "persona and labels, seed"),
    "acts emptied": (lambda parts: parts[SAMPLE]["store"]["session"].update(acts={}), "acts"),
    "a sample error injected": (
        lambda parts: parts[SAMPLE].update(error={"message": "x", "traceback": "", "traceback_ansi": ""}),
        "error",
    ),
    "a message changed": (lambda parts: parts[SAMPLE]["messages"][-1].update(content="HACKED"), "messages"),
    "log header changed": (another_header, "the log and the manifest differ in code_version: deadbeef and"),
    "a prompt in the log header changed": (another_prompt, "the log and the manifest differ in prompt_texts"),
    "manifest seed, coach, code_version changed": (
        lambda parts: parts["manifest"].update(seed=99, coach="anthropic/claude", code_version="zzz"),
        "the log and the manifest differ in seed: 0 and 99",
    ),
    "a session removed from the log and from heads": (
        removed_from_both,
        "the log is of a run of 2 sessions, and the manifest lists 1",
    ),
    "a sample copied under another file name": (
        copied_sample,
        "chest_pain_hidden/9: the log files the session chest_pain_hidden/1 under this name",
    ),
    "a manifest without heads": (lambda parts: parts["manifest"].pop("heads"), "there is no manifest"),
    "a manifest without digests": (lambda parts: parts["manifest"].pop("digests"), "is not what was written"),
    "a manifest without the digest of a session": (
        lambda parts: parts["manifest"]["digests"].pop("chest_pain_hidden/1"),
        "is not what was written",
    ),
}

RUN, SESSION = "what Inspect itself wrote of the run is not what was", "what Inspect itself wrote of the session is not"
PROVENANCE = {"timestamp": "2026-01-05T00:00:00+00:00", "author": "x", "metadata": {}}


def another_result(parts: Json) -> None:
    (outcome,) = (each for each in parts["header.json"]["results"]["scores"] if each["name"] == "outcome")
    outcome["metrics"]["pass_rate"]["value"] = 0.0


def another_summary(parts: Json) -> None:
    parts["summaries.json"][0]["scores"]["outcome"]["value"] = "fail"


def scored_event(parts: Json) -> None:
    """What a scoring appends, with a score that the sample does not have."""
    score = {**parts[SAMPLE]["scores"]["outcome"], "value": "fail"}
    parts[SAMPLE]["events"].append({"event": "score", "scorer": "outcome", "score": score, "target": "blocked"})


EDITS |= {
    "a metric in the results": (another_result, f"{RUN} written: results"),
    "a score in the summaries": (another_summary, f"{RUN} written: summaries.json"),
    "a score in the summaries of the journal": (
        lambda parts: parts["_journal/summaries/1.json"][0]["scores"].pop("outcome"),
        f"{RUN} written: _journal/summaries",
    ),
    "the run invalidated": (
        lambda parts: parts["header.json"].update(invalidated=True),
        f"{RUN} written: invalidated",
    ),
    "reductions added": (
        lambda parts: parts.update({"reductions.json": [{"scorer": "outcome", "samples": []}]}),
        f"{RUN} written: reductions.json",
    ),
    "a scorer taken out of the spec": (
        lambda parts: parts["header.json"]["eval"]["scorers"].pop(),
        f"{RUN} written: eval.scorers",
    ),
    "the plan": (
        lambda parts: parts["header.json"]["plan"].update(name="another"),
        f"{RUN} written: plan",
    ),
    "the start of the journal": (
        lambda parts: parts["_journal/start.json"]["eval"]["metadata"].update(seed=7),
        f"{RUN} written: _journal/start.json",
    ),
    "a file added": (lambda parts: parts.update({"notes.json": ["x"]}), f"{RUN} written: notes.json"),
    "a session invalidated": (
        lambda parts: parts[SAMPLE].update(invalidation=PROVENANCE),
        f"{SESSION} what was written: invalidation",
    ),
    "an event of Inspect": (
        lambda parts: parts[SAMPLE]["events"][1].update(data="HACKED"),
        f"{SESSION} what was written: events",
    ),
    "an event that gives another score": (scored_event, f"{SESSION} what was written: events of the scoring"),
    "the output": (
        lambda parts: parts[SAMPLE]["output"].update(completion="HACKED"),
        f"{SESSION} what was written: output",
    ),
    "a manifest without the digests of Inspect's parts": (
        lambda parts: parts["manifest"].pop("inspect"),
        f"{RUN} written: ",
    ),
    "a manifest of a version to come": (
        lambda parts: parts["manifest"].update(version=3),
        "the manifest is of version 3, and this harness reads versions 1 to 2",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_of_a_run_is_noticed_by_verify_and_audit(
    name: str, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit, named = EDITS[name]
    copy = edited(log, tmp_path, edit)
    assert main(["verify", str(copy)]) == 1
    assert named in capsys.readouterr().out
    assert main(["audit", "--run", str(copy), "--out", str(tmp_path)]) == 1
    (page,) = tmp_path.glob("*-audit/index.md")
    assert "NOT EVERY RECORD is confirmed." in page.read_text()


def test_a_run_that_was_only_copied_part_by_part_is_consistent(log: Path, tmp_path: Path) -> None:
    copy = edited(log, tmp_path, lambda _: None)
    assert main(["verify", str(copy)]) == 0
    assert main(["audit", "--run", str(copy), "--out", str(tmp_path)]) == 0


def test_a_session_that_was_never_begun_is_confirmed_as_such_and_no_scorer_judged_it(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    error = {"message": "the session was not begun", "traceback": "", "traceback_ansi": ""}
    copy = edited(log, tmp_path, lambda parts: parts[SAMPLE].update(store={}, scores={}, error=error))
    write_manifest(copy, {**(read_manifest(log) or {})["heads"], "chest_pain_hidden/1": None})
    assert main(["verify", str(copy)]) == 0
    assert main(["audit", "--run", str(copy), "--out", str(tmp_path)]) == 0
    assert "2 of 2 session records confirmed" in capsys.readouterr().out
    (page,) = tmp_path.glob("*-audit/index.md")
    (row,) = (line for line in page.read_text().replace("\\", "").splitlines() if "chest_pain_hidden/1" in line)
    assert {"gate_integrity", "outcome", "unspoken"} <= set(row.replace(",", " ").split())


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (scored("care_tone", "fail"), "The record is NOT CONFIRMED."),
        (another_word, "Hash chain: BROKEN at event "),
        (heads(one="0" * 64), "the manifest says"),
    ],
)
def test_the_page_of_an_edited_session_says_so_and_does_not_call_it_passed(
    edit: Callable[[Json], None], said: str, log: Path, tmp_path: Path
) -> None:
    copy = edited(log, tmp_path, edit)
    asked = ["audit", "--run", str(copy), "--session", "chest_pain_hidden/1", "--out", str(tmp_path)]
    assert main(asked) == 1
    (page,) = tmp_path.glob("*-chest_pain_hidden-1.md")
    assert said in page.read_text()
    assert "every scorer that could judge it passed" not in page.read_text().lower()
    assert main([*asked[:4], "chest_pain_hidden/2", *asked[5:]]) == 0, "the other session is as it was"


def test_scoring_a_run_again_to_the_same_scores_leaves_it_consistent(log: Path, tmp_path: Path) -> None:
    again = inspect_score(read_eval_log(str(log)), scorers(), action="overwrite", display="none")
    copy = tmp_path / log.name
    write_eval_log(again, str(copy))
    manifest_path(copy).write_bytes(manifest_path(log).read_bytes())
    assert main(["verify", str(copy)]) == 0


def of_version_1(parts: Json) -> None:
    for name in ("version", "inspect"):
        del parts["manifest"][name]
    for held in parts["manifest"]["digests"].values():
        del held["inspect"]


def test_a_manifest_of_version_1_confirms_less_and_verify_says_so(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(edited(log, tmp_path, of_version_1))]) == 0
    told = capsys.readouterr().out
    assert "consistent with the manifest\nThe manifest is of version 1: it confirms nothing that Inspect itself" in told
    edit = EDITS["outcome score pass -> fail"][0]
    assert main(["verify", str(edited(log, tmp_path, lambda parts: (of_version_1(parts), edit(parts))))]) == 1


def test_other_scores_in_everything_that_follows_from_them_leave_the_rest_confirmed(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def scored_again(parts: Json) -> None:
        for edit in (scored("outcome", "fail"), another_result, another_summary, scored_event):
            edit(parts)
        parts[SAMPLE]["events"][-1]["score"] = parts[SAMPLE]["scores"]["outcome"]

    assert main(["verify", str(edited(log, tmp_path, scored_again))]) == 1
    assert capsys.readouterr().out.endswith("consistent with the manifest, except for the scores of 1 session\n")


def test_other_scores_after_the_run_are_told_beside_a_record_that_holds(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(edited(log, tmp_path, scored("outcome", "fail")))]) == 1
    told = capsys.readouterr().out
    assert "chest_pain_hidden/1: the scores are not those that the run ended with: it was scored again since" in told
    assert told.endswith("events: consistent with the manifest, except for the scores of 1 session\n")


def test_a_log_that_cannot_be_read_is_named_rather_than_passed_over(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edited(log, tmp_path, lambda _: None)
    cut = tmp_path / f"9999-{log.name}"
    cut.write_bytes(log.read_bytes()[:-200])
    assert main(["verify", "latest", "--log-dir", str(tmp_path)]) == 1
    assert str(cut) in capsys.readouterr().out


def without_run(parts: Json) -> None:
    for name in ("header.json", "_journal/start.json"):
        del parts[name]["eval"]["metadata"]["run"]


def of_no_task(parts: Json) -> None:
    without_run(parts)
    parts["header.json"]["eval"].update(task_file=None)


def without_manifest(parts: Json) -> None:
    without_run(parts)
    del parts["manifest"]


@pytest.mark.parametrize("edit", [without_run, of_no_task, without_manifest])
def test_a_log_that_lost_the_name_of_its_run_is_no_log_of_somebody_else(
    edit: Callable[[Json], None], log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = edited(log, tmp_path, edit)
    assert main(["verify", str(copy)]) == 1
    assert "no longer names its run, so it is not what was written" in capsys.readouterr().out
    assert main(["list", "runs", "--log-dir", str(tmp_path)]) == 0
    assert f"not listed: {copy}" in capsys.readouterr().err
    before = tmp_path / f"2000-{log.name}"
    before.write_bytes(log.read_bytes())
    assert main(["audit", "--log-dir", str(tmp_path)]) == 2, "the older run is not the latest"


def test_a_log_of_another_task_stays_one_of_somebody_else(log: Path, tmp_path: Path) -> None:
    edited(log, tmp_path, lambda parts: (of_no_task(parts), parts.pop("manifest")))
    assert (headers(tmp_path), unreadable(tmp_path)) == ([], [])


def test_where_no_run_is_complete_it_is_said(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = read_eval_log(str(log))
    whole.status = "cancelled"
    write_eval_log(whole, str(tmp_path / log.name))
    assert main(["verify", "latest", "--log-dir", str(tmp_path)]) == 64
    told = capsys.readouterr().err
    assert "no run is complete; newest: baseline-" in told
    assert "did you mean" not in told
