"""`coach-eval verify`: a run as it was written holds; any change of it is named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from coach_eval import coach_eval
from edited_logs import Json, edited
from inspect_ai import score as inspect_score
from inspect_ai.log import read_eval_log, write_eval_log
from log_edits import EDITS, SAMPLE, another_result, another_summary, another_word, heads, scored, scored_event

from evals.run import Request, run
from evals.run_manifest import manifest_path, read_manifest, write_manifest
from evals.scorers.full_session import scorers
from reports.run_names import headers, unreadable


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(Request("chest_pain_hidden", epochs=2, workers=1, log_dir=tmp_path_factory.mktemp("logs")))


def test_a_run_as_it_was_written_is_consistent(log: Path) -> None:
    told = coach_eval("verify", log).out
    assert told.startswith("2 sessions, ")
    assert told.endswith("events: consistent with the manifest\n")


def test_a_run_without_its_manifest_is_not_confirmed(log: Path, tmp_path: Path) -> None:
    copy = edited(log, tmp_path, lambda parts: parts.pop("manifest"))
    assert "there is no manifest" in coach_eval("verify", copy, code=1).out


def audit(copy: Path, folder: Path, code: int) -> tuple[str, str]:
    """What an audit of the run prints, and its page."""
    out = coach_eval("audit", "--run", copy, "--out", folder, code=code).out
    (page,) = folder.glob("*-audit/index.md")
    return out, page.read_text()


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_of_a_run_is_noticed_by_verify_and_audit(name: str, log: Path, tmp_path: Path) -> None:
    edit, named = EDITS[name]
    copy = edited(log, tmp_path, edit)
    assert named in coach_eval("verify", copy, code=1).out
    assert "NOT EVERY RECORD is confirmed." in audit(copy, tmp_path, 1)[1]


def test_a_run_that_was_only_copied_part_by_part_is_consistent(log: Path, tmp_path: Path) -> None:
    copy = edited(log, tmp_path, lambda _: None)
    coach_eval("verify", copy)
    audit(copy, tmp_path, 0)


def test_a_session_that_was_never_begun_is_confirmed_as_such_and_no_scorer_judged_it(log: Path, tmp_path: Path) -> None:
    error = {"message": "the session was not begun", "traceback": "", "traceback_ansi": ""}
    copy = edited(log, tmp_path, lambda parts: parts[SAMPLE].update(store={}, scores={}, error=error))
    write_manifest(copy, {**(read_manifest(log) or {})["heads"], "chest_pain_hidden/1": None})
    coach_eval("verify", copy)
    out, page = audit(copy, tmp_path, 0)
    assert "2 of 2 session records confirmed" in out
    (row,) = (line for line in page.replace("\\", "").splitlines() if "chest_pain_hidden/1" in line)
    assert {"gate_integrity", "outcome", "unspoken"} <= set(row.replace(",", " ").split())


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (scored("care_tone", "fail"), "The record is NOT CONFIRMED."),
        (another_word, "Hash chain: BROKEN at event "),
        (heads(one="0" * 64), "the manifest says"),
    ],
    ids=["another score", "another word", "another head"],
)
def test_the_page_of_an_edited_session_says_so_and_does_not_call_it_passed(
    edit: Callable[[Json], None], said: str, log: Path, tmp_path: Path
) -> None:
    asked = ("audit", "--run", edited(log, tmp_path, edit), "--out", tmp_path, "--session")
    coach_eval(*asked, "chest_pain_hidden/1", code=1)
    (page,) = tmp_path.glob("*-chest_pain_hidden-1.md")
    assert said in page.read_text()
    assert "every scorer that could judge it passed" not in page.read_text().lower()
    coach_eval(*asked, "chest_pain_hidden/2")  # which is as it was


def test_scoring_a_run_again_to_the_same_scores_leaves_it_consistent(log: Path, tmp_path: Path) -> None:
    again = inspect_score(read_eval_log(str(log)), scorers(), action="overwrite", display="none")
    copy = tmp_path / log.name
    write_eval_log(again, str(copy))
    manifest_path(copy).write_bytes(manifest_path(log).read_bytes())
    coach_eval("verify", copy)


def of_version_1(parts: Json) -> None:
    for name in ("version", "inspect"):
        del parts["manifest"][name]
    for held in parts["manifest"]["digests"].values():
        del held["inspect"]


def test_a_manifest_of_version_1_confirms_less_and_verify_says_so(log: Path, tmp_path: Path) -> None:
    told = coach_eval("verify", edited(log, tmp_path, of_version_1)).out
    assert "consistent with the manifest\nThe manifest is of version 1: it confirms nothing that Inspect itself" in told
    edit = EDITS["outcome score pass -> fail"][0]
    coach_eval("verify", edited(log, tmp_path, lambda parts: (of_version_1(parts), edit(parts))), code=1)


@pytest.mark.parametrize(("session", "code"), [(1, 1), (2, 0)])
def test_other_scores_in_everything_that_follows_from_them_leave_the_rest_confirmed(
    session: int, code: int, log: Path, tmp_path: Path
) -> None:
    def scored_again(parts: Json) -> None:
        for edit in (scored("outcome", "fail"), another_result, another_summary, scored_event):
            edit(parts)
        parts[SAMPLE]["events"][-1]["score"] = parts[SAMPLE]["scores"]["outcome"]

    copy = edited(log, tmp_path, scored_again)
    coach_eval("audit", "--run", copy, "--session", f"chest_pain_hidden/{session}", "--out", tmp_path, code=code)
    told = coach_eval("verify", copy, code=1).out
    assert told.endswith("consistent with the manifest, except for the scores of 1 session\n")


def test_other_scores_after_the_run_are_told_beside_a_record_that_holds(log: Path, tmp_path: Path) -> None:
    told = coach_eval("verify", edited(log, tmp_path, scored("outcome", "fail")), code=1).out
    assert "chest_pain_hidden/1: the scores are not those that the run ended with: it was scored again since" in told
    assert told.endswith("events: consistent with the manifest, except for the scores of 1 session\n")


def test_a_log_that_cannot_be_read_is_named_rather_than_passed_over(log: Path, tmp_path: Path) -> None:
    edited(log, tmp_path, lambda _: None)
    cut = tmp_path / f"9999-{log.name}"
    cut.write_bytes(log.read_bytes()[:-200])
    assert str(cut) in coach_eval("verify", "latest", "--log-dir", tmp_path, code=1).out


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
    edit: Callable[[Json], None], log: Path, tmp_path: Path
) -> None:
    copy = edited(log, tmp_path, edit)
    told = coach_eval("verify", copy, code=1).out
    assert "no longer names its run, so it is not what was written" in told
    assert f"not listed: {copy}" in coach_eval("list", "runs", "--log-dir", tmp_path).err
    before = tmp_path / f"2000-{log.name}"
    before.write_bytes(log.read_bytes())
    coach_eval("audit", "--log-dir", tmp_path, code=2)  # the older run is not the latest


def test_a_log_of_another_task_stays_one_of_somebody_else(log: Path, tmp_path: Path) -> None:
    edited(log, tmp_path, lambda parts: (of_no_task(parts), parts.pop("manifest")))
    assert (headers(tmp_path), unreadable(tmp_path)) == ([], [])


def test_where_no_run_is_complete_it_is_said(log: Path, tmp_path: Path) -> None:
    whole = read_eval_log(str(log))
    whole.status = "cancelled"
    write_eval_log(whole, str(tmp_path / log.name))
    told = coach_eval("verify", "latest", "--log-dir", tmp_path, code=64).err
    assert "no run is complete; newest: baseline-" in told
    assert "did you mean" not in told
