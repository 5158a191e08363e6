"""Logs of other coaches' runs, scored by Inspect afterwards: as much as a line of `coach-eval score` gets."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from coach_eval import coach_eval
from conversations import LINE, SAID
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

from evals.data_files import DATASETS
from evals.scorers.full_session import scorers
from personas.load import load

SESSIONS = DATASETS / "sessions"


def scores_of(line: Any, folder: Path) -> dict[str, Any]:
    """What `coach-eval score` says of the session in `line`."""
    path = folder / "session.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    scores: dict[str, Any] = json.loads(coach_eval("score", "--json", path).out)["scores"]
    return scores


PROMPT = ChatMessageSystem(content="You are a coach.")
_AS_CHAT: dict[str, type[ChatMessage]] = {"athlete": ChatMessageUser, "coach": ChatMessageAssistant}


def as_chat(talk: Iterable[tuple[str, str]]) -> list[ChatMessage]:
    return [_AS_CHAT[role](content=text) for role, text in talk]


@solver
def told(talk: Callable[[TaskState], list[ChatMessage]]) -> Solver:
    """Another coach: what it said stands in the messages, and nowhere else."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.messages = talk(state)
        return state

    return solve


def scored_again(
    folder: Path, samples: list[Sample], talk: Callable[[TaskState], list[ChatMessage]], epochs: int = 1
) -> EvalLog:
    """The log of another coach's run, scored by Inspect afterwards."""
    task = Task(dataset=samples, solver=told(talk), name="another_coach", epochs=epochs)
    (log,) = inspect_eval(task, model="offline/coach", display="none", log_dir=str(folder))
    return inspect_score(read_eval_log(log.location), scorers(), action="overwrite", display="none")


def scores_in(log: EvalLog) -> dict[str, Any]:
    """Of the only sample: each scorer's value and whether it passed."""
    (sample,) = log.samples or ()
    metadata = {name: score.metadata or {} for name, score in (sample.scores or {}).items()}
    return {name: (meta["value"], meta["passed"]) for name, meta in metadata.items()}


def test_a_foreign_log_scored_by_inspect_says_what_the_command_says(tmp_path: Path) -> None:
    persona = load("healthy_10k").model_dump(mode="json")
    sample = Sample(input=SAID[0][1], metadata={"persona": persona, "persona_id": "healthy_10k"})
    again = scored_again(tmp_path, [sample], lambda _: [PROMPT, *as_chat(SAID)])
    reply = scores_of({**LINE, "internal": ["You are a coach."]}, tmp_path)
    assert scores_in(again) == {name: (score["value"], score["passed"]) for name, score in reply.items()}


def unseen(_: TaskState) -> list[ChatMessage]:
    """Thinks in secret, and is sent a picture."""
    thinking = ContentReasoning(reasoning="ENCRYPTED", redacted=True)
    return [
        PROMPT,
        ChatMessageUser(content=[ContentImage(image="data:image/png;base64,aGk=")]),
        ChatMessageAssistant(content=[thinking, ContentText(text="Lovely! How many days a week do you run?")]),
    ]


def test_what_a_foreign_log_does_not_show_is_not_judged(tmp_path: Path) -> None:
    again = scored_again(tmp_path, [Sample(input="-", metadata={"persona": "healthy_10k"})], unseen)
    assert again.samples
    scores = again.samples[0].scores or {}
    why = {name: scores[name].explanation or "" for name in ("unspoken", "intake_economy", "persona_fidelity")}
    assert all((scores[name].metadata or {})["value"] == "not_judged" for name in why)
    assert "the model's thinking" in why["unspoken"]
    assert "is sound, a picture or a file" in why["intake_economy"]


def after_thinking(state: TaskState) -> list[ChatMessage]:
    """Thinks as long as the sample's metadata say, and shows nothing of it."""
    state.output = ModelOutput(usage=ModelUsage(output_tokens=900, reasoning_tokens=state.metadata["thought"]))
    return [PROMPT, *as_chat((("athlete", "I want to run a 10k."), ("coach", "How many days a week do you run?")))]


def test_thinking_of_which_a_foreign_log_has_only_the_tokens_is_withheld(tmp_path: Path) -> None:
    samples = [Sample(input="-", id=f"{tokens}", metadata={"thought": tokens}) for tokens in (0, 812)]
    again = scored_again(tmp_path, samples, after_thinking)
    said = {sample.id: (sample.scores or {})["unspoken"] for sample in again.samples or ()}
    assert {name: (score.metadata or {})["value"] for name, score in said.items()} == {"0": "pass", "812": "not_judged"}
    assert "the model's thinking" in (said["812"].explanation or "")


THOUGHT = "Put the long run on Sunday, then two easy days, and hills again only from the third week."


def by_epoch(state: TaskState) -> list[ChatMessage]:
    """Reads its own thinking out in the second epoch only."""
    last = THOUGHT if state.epoch > 1 else "Eight weeks will do."
    state.store.set("session", "a string of somebody else's")
    answer = ChatMessageAssistant(content=[ContentReasoning(reasoning=THOUGHT), ContentText(text=last)])
    return [PROMPT, ChatMessageUser(content=SAID[0][1]), answer]


def test_every_epoch_of_a_foreign_log_counts(tmp_path: Path) -> None:
    samples = [Sample(input=SAID[0][1], id=name, metadata={"persona": name}) for name in ("healthy_10k", "teen_miler")]
    again = scored_again(tmp_path, samples, by_epoch, epochs=2)
    assert again.results
    (unspoken,) = (each for each in again.results.scores if each.name == "unspoken")
    told = {name: metric.value for name, metric in unspoken.metrics.items()}
    assert told["pass_rate"] == 0.5
    assert (told["pass^1"], told["pass^2"]) == (0.5, 0.0)
    assert (told["healthy_10k"], told["teen_miler"]) == (0.5, 0.5)


def test_a_foreign_log_is_told_as_much_as_a_line(tmp_path: Path) -> None:
    example = json.loads((SESSIONS / "accepted.json").read_text(encoding="utf-8"))
    beside = {key: example[key] for key in ("persona", "plan", "outcome")}
    talk = [(message["role"], message["text"]) for message in example["messages"]]
    again = scored_again(tmp_path, [Sample(input="-", id=example["id"], metadata=beside)], lambda _: as_chat(talk))
    unstaged = {"id": example["id"], **beside, "messages": [{"role": role, "text": text} for role, text in talk]}
    reply = scores_of(unstaged, tmp_path)
    assert scores_in(again) == {name: (score["value"], score["passed"]) for name, score in reply.items()}
