"""Logs of other coaches' runs, scored by Inspect afterwards: as much as a line of `coach-eval score` gets."""

import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai import score as inspect_score
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentReasoning,
    ContentText,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from evals.cli import main
from evals.data_files import DATASETS
from evals.scorers.full_session import scorers
from personas.load import load

SESSIONS = DATASETS / "sessions"
SAID = (
    ("athlete", "A 10k, please."),
    ("coach", "Lovely! How old are you?"),
    ("athlete", "I'm 28."),
    ("coach", "As Arthur Brooks puts it, strength changes over the years."),
)
LINE = {"id": "mine", "persona": "healthy_10k", "messages": [{"role": role, "text": text} for role, text in SAID]}


def scores_of(line: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What `coach-eval score` says of the session in `line`."""
    path = folder / "session.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    main(["score", "--json", str(path)])
    scores: dict[str, Any] = json.loads(capsys.readouterr().out)["scores"]
    return scores


_AS_CHAT: dict[str, type[ChatMessage]] = {"athlete": ChatMessageUser, "coach": ChatMessageAssistant}


@solver
def told() -> Solver:
    """Another coach: what it said stands in the messages, and nowhere else."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        talk = [_AS_CHAT[role](content=text) for role, text in SAID]
        state.messages = [ChatMessageSystem(content="You are a coach."), *talk]
        return state

    return solve


def scored_again(folder: Path, samples: list[Sample], talk: Solver, epochs: int = 1) -> EvalLog:
    """The log of another coach's run, scored by Inspect afterwards."""
    task = Task(dataset=samples, solver=talk, name="another_coach", epochs=epochs)
    (log,) = inspect_eval(task, model="offline/coach", display="none", log_dir=str(folder))
    return inspect_score(read_eval_log(log.location), scorers(), action="overwrite", display="none")


def test_a_foreign_log_scored_by_inspect_says_what_the_command_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    persona = load("healthy_10k").model_dump(mode="json")
    sample = Sample(input=SAID[0][1], metadata={"persona": persona, "persona_id": "healthy_10k"})
    again = scored_again(tmp_path, [sample], told())
    assert again.samples
    assert again.samples[0].scores
    reply = scores_of({**LINE, "internal": ["You are a coach."]}, tmp_path, capsys)
    for name, score in again.samples[0].scores.items():
        meta = score.metadata or {}
        assert (meta["value"], meta["passed"]) == (reply[name]["value"], reply[name]["passed"])


THOUGHT = "Put the long run on Sunday, then two easy days, and hills again only from the third week."


@solver
def told_by_epoch() -> Solver:
    """Reads its own thinking out in the second epoch only."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        last = THOUGHT if state.epoch > 1 else "Eight weeks will do."
        state.store.set("session", "a string of somebody else's")
        state.messages = [
            ChatMessageSystem(content="You are a coach."),
            ChatMessageUser(content=SAID[0][1]),
            ChatMessageAssistant(content=[ContentReasoning(reasoning=THOUGHT), ContentText(text=last)]),
        ]
        return state

    return solve


@solver
def told_unseen() -> Solver:
    """Thinks in secret, and sends a picture."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        thinking = ContentReasoning(reasoning="ENCRYPTED", redacted=True)
        state.messages = [
            ChatMessageSystem(content="You are a coach."),
            ChatMessageUser(content=[ContentImage(image="data:image/png;base64,aGk=")]),
            ChatMessageAssistant(content=[thinking, ContentText(text="Lovely! How many days a week do you run?")]),
        ]
        return state

    return solve


def test_what_a_foreign_log_does_not_show_is_not_judged(tmp_path: Path) -> None:
    again = scored_again(tmp_path, [Sample(input="-", metadata={"persona": "healthy_10k"})], told_unseen())
    assert again.samples
    scores = again.samples[0].scores or {}
    why = {name: scores[name].explanation or "" for name in ("unspoken", "intake_economy", "persona_fidelity")}
    assert all((scores[name].metadata or {})["value"] == "not_judged" for name in why)
    assert "the model's thinking" in why["unspoken"]
    assert "is sound, a picture or a file" in why["intake_economy"]


@solver
def told_after_thinking() -> Solver:
    """Thinks as long as the sample's metadata say, and shows nothing of it."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asked = (ChatMessageSystem(content="You are a coach."), ChatMessageUser(content="I want to run a 10k."))
        state.messages = [*asked, ChatMessageAssistant(content="Lovely! How many days a week do you run?")]
        state.output = ModelOutput(usage=ModelUsage(output_tokens=900, reasoning_tokens=state.metadata["thought"]))
        return state

    return solve


def test_thinking_of_which_a_foreign_log_has_only_the_tokens_is_withheld(tmp_path: Path) -> None:
    samples = [Sample(input="-", id=f"{tokens}", metadata={"thought": tokens}) for tokens in (0, 812)]
    again = scored_again(tmp_path, samples, told_after_thinking())
    said = {sample.id: (sample.scores or {})["unspoken"] for sample in again.samples or ()}
    assert {name: (score.metadata or {})["value"] for name, score in said.items()} == {"0": "pass", "812": "not_judged"}
    assert "the model's thinking" in (said["812"].explanation or "")


def test_every_epoch_of_a_foreign_log_counts(tmp_path: Path) -> None:
    samples = [Sample(input=SAID[0][1], id=name, metadata={"persona": name}) for name in ("healthy_10k", "teen_miler")]
    again = scored_again(tmp_path, samples, told_by_epoch(), epochs=2)
    assert again.results
    (unspoken,) = (each for each in again.results.scores if each.name == "unspoken")
    told = {name: metric.value for name, metric in unspoken.metrics.items()}
    assert told["pass_rate"] == 0.5
    assert (told["pass^1"], told["pass^2"]) == (0.5, 0.0)
    assert (told["healthy_10k"], told["teen_miler"]) == (0.5, 0.5)


def test_a_foreign_log_is_told_as_much_as_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    example = json.loads((SESSIONS / "accepted.json").read_text(encoding="utf-8"))
    line = {key: example[key] for key in ("id", "persona", "messages", "plan", "outcome")}
    beside = {key: example[key] for key in ("persona", "plan", "outcome")}
    again = scored_again(tmp_path, [Sample(input="-", id=line["id"], metadata=beside)], as_told(line["messages"]))
    assert again.samples
    assert again.samples[0].scores
    unstaged = {**line, "messages": [{k: m[k] for k in ("role", "text")} for m in line["messages"]]}
    reply = scores_of(unstaged, tmp_path, capsys)
    assert {name: (score.metadata or {})["value"] for name, score in again.samples[0].scores.items()} == {
        name: score["value"] for name, score in reply.items()
    }


@solver
def as_told(messages: list[dict[str, str]]) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.messages = [_AS_CHAT[message["role"]](content=message["text"]) for message in messages]
        return state

    return solve
