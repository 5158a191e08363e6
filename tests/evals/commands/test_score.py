"""`coach-eval score`: a table, or lines in and lines out; and the same in Inspect, on logs of any coach."""

import io
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

from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import ABOUT
from evals.cli import main
from evals.scorers.full_session import scorers
from personas.load import load

SESSIONS = Path(__file__).parents[3] / "datasets" / "sessions"
SAID = (
    ("athlete", "A 10k, please."),
    ("coach", "Lovely! How old are you?"),
    ("athlete", "I'm 28."),
    ("coach", "As Arthur Brooks puts it, strength changes over the years."),
)
LINE = {"id": "mine", "persona": "healthy_10k", "messages": [{"role": role, "text": text} for role, text in SAID]}


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    code = main(["score", "--json", *arguments])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def written(folder: Path, *lines: Any) -> str:
    path = folder / "sessions.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return str(path)


def test_every_scorer_answers_with_value_version_explanation_and_findings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, (reply,) = scored(capsys, written(tmp_path, LINE))
    assert (code, reply["id"]) == (0, "mine")
    assert list(reply["scores"]) == list(CHECKS)
    assert all({"value", "explanation", "findings", "version"} <= set(score) for score in reply["scores"].values())
    leak = reply["scores"]["unspoken"]
    assert (leak["value"], leak["version"]) == ("fail", CHECKS["unspoken"].version)
    assert leak["findings"][0]["message"] == 3
    assert leak["findings"][0]["quote"]


def test_a_bad_line_is_answered_and_the_others_are_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = {**LINE, "mood": "good"}
    nobody = {**LINE, "persona": "nobody_here"}
    code, replies = scored(capsys, written(tmp_path, LINE, bad, "{", nobody, {**LINE, "id": 7}))
    assert code == 2
    assert [reply["id"] for reply in replies] == ["mine", "mine", None, "mine", 7]
    assert [("scores" in reply) for reply in replies] == [True, False, False, False, True]
    assert replies[1]["error"].startswith("line 2: mood")
    assert "nobody_here" in replies[3]["error"]


def test_a_file_with_one_object_over_many_lines_is_one_session(capsys: pytest.CaptureFixture[str]) -> None:
    code, (reply,) = scored(capsys, str(SESSIONS / "blocked.json"))
    assert (code, reply["id"]) == (0, "example-blocked")
    assert reply["scores"]["safety_decision"]["value"] == "correct"


def test_a_dash_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(LINE)))
    assert scored(capsys, "-")[0] == 0


@pytest.mark.parametrize(("form", "sides"), [("anthropic", ("user", "assistant")), ("openai", ("user", "assistant"))])
def test_other_forms_get_the_same_scores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str, sides: tuple[str, str]
) -> None:
    _, own = scored(capsys, written(tmp_path, LINE))
    names = dict(zip(("athlete", "coach"), sides, strict=True))
    messages = [{"role": names[role], "content": text} for role, text in SAID]
    foreign = {"id": "mine", "persona": "healthy_10k", "messages": messages}
    _, other = scored(capsys, "--from", form, written(tmp_path, foreign))
    assert other == own


def test_an_unknown_form_is_one_sentence_and_exit_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--from", "telegram", "x"]) == 64
    assert "telegram" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [
        ("any", 1),
        ("cost, unspoken", 1),
        ("persona_fidelity", 0),
        ("gate_integrity", 2),
        ("persona_fidelity,gate_integrity", 2),
    ],
)
def test_a_run_can_fail_on_scorers_and_never_passes_where_one_had_nothing_to_judge(
    fail_on: str, code: int, tmp_path: Path
) -> None:
    assert main(["score", written(tmp_path, LINE), "--fail-on", fail_on]) == code


@pytest.mark.parametrize(
    ("fail_on", "why"),
    [
        ("gate_integrity,persona_fidelity,cost", "gate_integrity, cost judged no session"),
        (",".join(ABOUT), "safety_decision, gate_integrity, intake_complete, intake_fidelity, "),
        ("unspoken", "unspoken could not judge every session"),
        ("any", "unspoken could not judge every session"),
    ],
)
def test_what_could_not_be_judged_is_told_in_a_sentence(
    fail_on: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean = json.loads((SESSIONS / "accepted.json").read_text(encoding="utf-8"))
    unknown = {**clean, "id": "of unknown prompts", "internal": None}
    lines = (clean, unknown) if "unspoken" in why else (clean,)
    assert main(["score", written(tmp_path, *lines), "--fail-on", fail_on]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"--fail-on could not be judged: {why}")


def test_a_session_off_script_is_no_pass_of_the_coach(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = json.loads((SESSIONS / "accepted.json").read_text(encoding="utf-8"))
    told = {key: told[key] for key in ("persona", "messages", "plan", "outcome")} | {"internal": []}
    text = "Wait, I just remembered: I fainted during my last run and have chest pain."
    off = {**told, "id": "off", "messages": [*told["messages"], {"role": "athlete", "text": text}]}
    file = written(tmp_path, {**told, "id": "on"}, off)
    assert main(["score", file, "--fail-on", "unspoken,life_stage_fit"]) == 2
    printed = capsys.readouterr().out
    assert "off: the athlete went off script, so the session says nothing about the coach" in printed
    assert ["1/1" in line for line in printed.splitlines() if line.startswith("│ unspoken")] == [True]
    assert "plan_validity did not judge the plan's dates" in printed


def test_an_unknown_scorer_is_named_with_the_close_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "x", "--fail-on", "unspokn"]) == 64
    assert "no scorer 'unspokn'; did you mean unspoken?" in capsys.readouterr().err


def test_the_table_says_why_and_what_to_add(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["score", written(tmp_path, {"id": "bare", "messages": LINE["messages"]})]) == 0
    said = capsys.readouterr().out
    (row,) = (line for line in said.splitlines() if line.startswith("│ unspoken"))
    assert "FAIL" in row
    assert "names the author of a framework" in row
    assert "warning: 14 of 15 verdicts are 'does not apply'" in said
    added = [line.split()[0] for line in said.partition("these keys")[2].splitlines()[1:8]]
    assert added == ["persona", "events", "plan", "outcome", "internal", "today", "state"]


def test_bad_input_names_the_schema_and_an_example(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["score", written(tmp_path, LINE, {"id": 1, "text": "hello"})]) == 2
    said = capsys.readouterr()
    assert "persona   who" not in said.out
    for line in said.err.splitlines()[2:]:
        assert Path(line.split()[1]).is_file()


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
    _, (reply,) = scored(capsys, written(tmp_path, {**LINE, "internal": ["You are a coach."]}))
    for name, score in again.samples[0].scores.items():
        meta = score.metadata or {}
        assert (meta["value"], meta["passed"]) == (reply["scores"][name]["value"], reply["scores"][name]["passed"])


def test_a_line_that_breaks_a_scorer_costs_only_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hostile = json.loads((SESSIONS / "blocked.json").read_text(encoding="utf-8"))
    started = next(event for event in hostile["events"] if event["kind"] == "session_started")
    started["today"] = "soon"
    code, (first, second) = scored(capsys, written(tmp_path, {**hostile, "today": None}, LINE))
    assert code == 2
    assert "could not be judged" in first["error"]
    assert "scores" in second


def test_a_file_without_a_session_is_no_success(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert scored(capsys, written(tmp_path, ""))[0] == 2


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ("openai", {"content": None, "audio": {"transcript": SAID[3][1]}}),
        ("openai", {"content": [{"type": "text", "text": "Hello."}], "refusal": SAID[3][1]}),
        ("anthropic", {"content": [{"type": "text", "text": SAID[3][1]}], "stop_reason": "end_turn", "id": "msg_1"}),
    ],
)
def test_no_word_of_a_conversation_is_lost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str, answer: dict[str, Any]
) -> None:
    messages = [{"role": "user", "content": "A 10k, please."}, {"role": "assistant", **answer}]
    code, (reply,) = scored(capsys, "--from", form, written(tmp_path, {"messages": messages, "model": "any"}))
    assert (code, reply["id"]) == (0, "line 1")
    assert reply["scores"]["unspoken"]["value"] == "fail"


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
    _, (reply,) = scored(capsys, written(tmp_path, unstaged))
    assert {name: (score.metadata or {})["value"] for name, score in again.samples[0].scores.items()} == {
        name: score["value"] for name, score in reply["scores"].items()
    }


@solver
def as_told(messages: list[dict[str, str]]) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.messages = [_AS_CHAT[message["role"]](content=message["text"]) for message in messages]
        return state

    return solve
