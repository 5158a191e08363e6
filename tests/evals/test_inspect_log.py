"""A log of offline sessions: as Inspect would have written it, for whoever reads it afterwards."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.event import InfoEvent
from inspect_ai.log import EvalLog, EvalSample, read_eval_log, read_eval_log_sample_summaries

from evals import bulk
from evals.bulk import Finished
from evals.checks.registry import CHECKS
from evals.inspect_log import sample_of
from evals.run import Request, run
from evals.run_manifest import manifest_path
from evals.run_specs import specs_of
from evals.tasks.full_flow import full_flow
from evals.viewing import viewer
from reports.logs import read_run

PERSONA = "chest_pain_hidden"


@pytest.fixture(scope="module")
def path(recorded_run: Callable[[str], Path]) -> Path:
    return recorded_run(PERSONA)


@pytest.fixture(scope="module")
def log(path: Path) -> EvalLog:
    return read_eval_log(str(path))


def sample(log: EvalLog) -> EvalSample:
    (found,) = log.samples or ()
    return found


def results(log: EvalLog) -> Any:
    assert log.results
    return {score.name: {name: str(each.value) for name, each in score.metrics.items()} for score in log.results.scores}


def verdicts(log: EvalLog) -> dict[str, Any]:
    """Each score's metadata without how long anything took."""
    told = {name: dict(score.metadata or {}) for name, score in (sample(log).scores or {}).items()}
    return {name: {**meta, "counts": _untimed(meta["counts"])} for name, meta in told.items()}


def _untimed(counts: dict[str, float]) -> dict[str, float]:
    return {name: count for name, count in counts.items() if "seconds" not in name}


def test_it_holds_what_inspect_writes_of_the_same_sessions(log: EvalLog, tmp_path: Path) -> None:
    (other,) = inspect_eval(full_flow(PERSONA), model="offline/coach", display="none", log_dir=str(tmp_path))
    ours, theirs = sample(log), sample(other)
    assert ours.store["session"]["head"] == theirs.store["session"]["head"]
    assert (ours.id, ours.epoch, ours.input, ours.target) == (theirs.id, theirs.epoch, theirs.input, theirs.target)
    assert ours.metadata == theirs.metadata
    assert [(m.role, m.text) for m in ours.messages] == [(m.role, m.text) for m in theirs.messages]
    assert verdicts(log) == verdicts(other)
    assert results(log) == results(other)
    assert log.eval.task_file == other.eval.task_file
    assert (log.eval.task, log.eval.viewer) == (other.eval.task, other.eval.viewer)
    assert log.eval.task == f"baseline-{PERSONA}"


def test_every_score_is_a_column_and_a_finding_is_linked_to_its_message() -> None:
    """Whoever follows `[M4]` in the viewer lands on the fourth message, which holds the words that were found."""
    (spec,) = specs_of("masters_runner", "baseline", 1, 0)
    leaking = sample_of(bulk.played(bulk.Job(spec, "leaks_author_plain", "offline/coach")))
    score = (leaking.scores or {})["unspoken"]
    cites = {one["cite"]: one["id"] for one in (score.metadata or {})["scanner_references"]}
    assert "[M4]" in cites
    assert all(cite in (score.explanation or "") for cite in cites)
    texts = {event.uuid: str(event.data) for event in leaking.events if isinstance(event, InfoEvent)}
    assert texts[cites["[M4]"]] == leaking.messages[3].text
    assert all("Arthur Brooks" in texts[event] for event in cites.values())
    assert not [
        name for name, it in (leaking.scores or {}).items() if name != "unspoken" and "[M" in str(it.explanation)
    ]
    columns = {column.id for column in viewer().task_samples_view.columns}  # type: ignore[union-attr]
    assert {f"score__{name}__{name}" for name in CHECKS} <= columns


def test_inspects_viewer_and_our_reports_read_it(path: Path) -> None:
    (summary,) = read_eval_log_sample_summaries(str(path))
    assert (summary.id, summary.completed, summary.message_count) == (f"{PERSONA}/1", True, 10)
    read = read_run(path)
    assert (read.header.status, read.header.coach, read.sessions.height) == ("success", "offline/coach", 1)
    assert read.session(f"{PERSONA}/1").head in manifest_path(path).read_text()


def test_the_log_and_its_manifest_say_how_well_the_coach_heard(tmp_path: Path) -> None:
    path = run(Request(persona=PERSONA, epochs=1, hearing="measured", log_dir=tmp_path))
    log = read_eval_log(str(path))
    assert (log.eval.metadata or {})["hearing"] == "measured"
    assert sample(log).metadata["hearing"] == "measured"
    assert json.loads(manifest_path(path).read_text())["hearing"] == "measured"


def test_a_session_that_broke_is_an_error_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(jobs: Any, *_: Any) -> Iterator[Finished]:
        return (Finished(job, None, {}, bulk.KILLED) for job in jobs)

    monkeypatch.setattr(bulk, "finished", lost)
    read = read_run(run(Request(persona=PERSONA, epochs=1, log_dir=tmp_path)))
    assert read.sessions["error"].to_list() == [bulk.KILLED]
