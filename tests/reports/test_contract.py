"""The layout that `conftest.py` builds by hand is the one that Inspect itself writes."""

import gc
from pathlib import Path

import pytest
from inspect_ai import Task
from inspect_ai import eval as run_eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from polars.testing import assert_frame_equal

from reports import eval_file
from reports.logs import LoggedRun, find_run, read_run

META = {
    "run": "r1", "variant": "baseline", "variant_digest": "d", "coach": "offline/coach", "athlete": "offline/athlete",
    "seed": 1, "epochs": 1, "personas": ["a", "b"],
}  # fmt: skip
LONG = "long words " * 300

# Inspect leaves its own streams to the collector when a sample breaks.
pytestmark = pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning")


@solver
def talk() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        events = [{"kind": "athlete_said", "turn": 1, "text": LONG}]
        state.store.set("session", {"events": events, "hashes": ["aa"], "head": "aa", "session": "x", "error": None})
        if state.metadata["persona_id"] == "b":
            raise RuntimeError("the line went dead")
        return state

    return solve


def _score(value: float | str, passed: bool | None) -> Score:  # noqa: FBT001 (a value, not a switch)
    findings = [{"what": LONG, "event": 0, "start": 0, "end": 4, "quote": "long", "rule": "r"}]
    return Score(
        value=value,
        explanation=LONG,
        metadata={"version": 3, "passed": passed, "findings": findings, "judged": {}},
    )


@scorer(metrics=[mean()])
def fraction() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        return _score(0.5, None)

    return score


@scorer(metrics=[])
def word() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        return _score("not_judged", None)

    return score


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    samples = [
        Sample(
            id=f"{name}/1",
            input="x",
            metadata={
                "persona": {"id": name, "because": LONG}, "persona_id": name, "cluster": name, "tags": ["t"],
                "epoch": 1, "seed": 2**63 + 5,
            },
        )
        for name in ("a", "b")
    ]  # fmt: skip
    usage = ModelOutput.from_content("mockllm/model", "x")
    usage.usage = ModelUsage()
    run_eval(
        Task(dataset=samples, solver=talk(), scorer=[fraction(), word()], fail_on_error=False),
        model=get_model("mockllm/model", custom_outputs=[usage]),
        log_dir=str(folder),
        log_format="eval",
        display="none",
        metadata=META,
    )
    gc.collect()  # here, where the warning of the mark above is expected
    return folder


@pytest.fixture(scope="module")
def run(folder: Path) -> LoggedRun:
    return find_run(folder, "latest")


def test_the_scores_of_a_real_log_are_read_whole(run: LoggedRun) -> None:
    columns = ("session", "scorer", "version", "value", "number", "passed", "explanation", "quotes")
    expected = ("a/1", "fraction", 3, "0.5", 0.5, None, LONG, ["long"])
    assert run.scores.select(columns).row(0) == expected
    assert run.scores.select("scorer", "value", "number", "passed").row(1) == ("word", "not_judged", None, None)
    assert run.scores.height == 2


def test_a_session_that_broke_is_there_with_its_error_and_its_events(run: LoggedRun) -> None:
    assert run.sessions.select("session", "persona", "seed", "error").rows() == [
        ("a/1", "a", 2**63 + 5, None),
        ("b/1", "b", 2**63 + 5, "RuntimeError('the line went dead')"),
    ]
    session = run.session("b/1")
    assert session.events[0]["text"] == LONG
    assert session.metadata["persona"]["because"] == LONG


def test_an_unknown_layout_is_read_through_inspect_with_the_same_result(
    run: LoggedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(run.header.path)
    monkeypatch.setattr(eval_file, "EXPECTED", {"a key of another layout"})
    again = read_run(path)
    assert again.header == run.header
    assert_frame_equal(again.scores, run.scores)
    assert_frame_equal(again.sessions, run.sessions)
    monkeypatch.setattr(eval_file, "HEADER", "elsewhere.json")
    monkeypatch.setattr(eval_file, "START", "elsewhere.json")
    assert eval_file.read_header(path)["eval"]["metadata"] == META
