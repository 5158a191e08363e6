"""A judge model over HTTP, scripted on the loopback: its errors and differences stand beside its verdicts."""

import json
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval, samples_in
from servers.loopback import LoopbackApi, Reply, serving
from servers.strict_api import claude_at

from evals.checks.judging import Errors
from evals.checks.unspoken.judging import JudgeFinding
from evals.checks.view import Case
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from evals.scorers.unspoken_judge import verdict

JUDGE = "anthropic/claude-sonnet-5-5"
"""No other test's model: Inspect keeps a client per name, and one of a server that is gone would never answer."""


class ScriptedJudge(LoopbackApi):
    """Accuses the goal wherever a message has `word` in it, and of every session the coach's first words of a lack of
    care and words that nobody said of a leak; keeps no connection open."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word, self.reads_sessions = word, True

    def answer(self, request: dict[str, Any]) -> Reply:
        content = request["messages"][-1]["content"]
        turn = content if isinstance(content, str) else "".join(block.get("text", "") for block in content)
        held = json.loads(turn[turn.index("{") : turn.rindex("}") + 1])
        if "talk" in held and not self.reads_sessions:
            return Reply({}, (("connection", "close"),))  # no answer that anybody could read
        found = self.of_session(held["talk"]) if "talk" in held else self.of_message(held["message"])
        content = [{"type": "text", "text": json.dumps({"findings": found})}]
        usage = {"input_tokens": 1, "output_tokens": 1}
        body = {"id": "m", "type": "message", "role": "assistant", "model": request["model"], "usage": usage,
                "content": content, "stop_reason": "end_turn", "stop_sequence": None}  # fmt: skip
        return Reply(body, (("connection", "close"),))

    def of_message(self, message: str) -> list[dict[str, str]]:
        return [{"category": "goal_judgement", "quote": self.word}] if self.word in message else []

    def of_session(self, talk: list[dict[str, str]]) -> list[dict[str, str]]:
        first = next(line["coach"] for line in talk if "coach" in line)
        quotes = {"care_tone": first[:20], "unspoken": "as the book of books has it"}
        return [{"scorer": name, "quote": quote, "reason": "it is cold"} for name, quote in quotes.items()]


WITH_JUDGE = ("--persona", "chest_pain_hidden", "--epochs", "1", "--judge", JUDGE, "--judge-sample", "1")


def scores_in(folder: Path) -> dict[str, dict[str, Any]]:
    (sample,) = samples_in(folder)
    return {name: score.metadata or {} for name, score in sample.scores.items()}


def test_a_judge_stands_beside_the_detectors(tmp_path: Path) -> None:
    with serving(ScriptedJudge("e")) as judge, claude_at(judge.url):
        out = coach_eval("eval", *WITH_JUDGE, "--log-dir", tmp_path).out
    scores = scores_in(tmp_path)
    held, spent = scores["unspoken_judge"], scores["cost"]["counts"]
    assert (held["value"], scores["unspoken"]["value"]) == ("fail", "pass")
    assert spent["judge/output_tokens"] == len(judge.requests)
    assert spent["usd"] == spent["judge/usd"] == pytest.approx(len(judge.requests) * 12e-6)
    assert held["judged"]["any recall"] > held["judged"]["any precision"] > 0
    assert held["judged"]["framework_name recall"] == 0
    assert any(each["what"] == "differs: goal_judgement seen by the judge alone" for each in held["findings"])
    assert "material to judge" in json.dumps(judge.requests[0]["system"])
    sessions = [each for each in judge.requests if "talk" in json.dumps(each["messages"])]
    assert len(sessions) == 3  # one with a defect and one without, on which it is measured, and the run's own
    forms = {json.dumps(each["output_config"]["format"]["schema"]) for each in judge.requests}
    assert sum("goal_judgement" in form for form in forms) == sum("honest_telling" in form for form in forms) == 1
    care, leaks, end = (scores[f"judged_{name}"] for name in ("care_tone", "unspoken", "outcome"))
    assert (care["value"], leaks["value"], leaks["judged"]["dropped"]) == ("fail", "not_judged", 1)
    assert end["value"] == "not_applicable"  # no plan was shown
    assert care["judged"]["specificity"] == 0
    assert f"unspoken_judge: 1 fail by {JUDGE}; on labelled texts of dev: precision" in out
    assert "corrected for its errors: not known: the judge was measured on fewer than 10 cases" in out
    assert "any recall 1 (n=7)" in out
    assert "seen by the judge alone" in out
    assert f"judged_care_tone: 1 fail by {JUDGE}; on labelled sessions of dev: precision 0.50 (n=2), recall 1.00" in out
    assert "differs: the judge fails it, the words say pass" in out
    assert f"judged_unspoken: 1 not_judged by {JUDGE}, quotes dropped that nobody said: 1" in out


def test_a_judge_that_gave_no_answer_is_told_and_asked_again_for_nothing_else(tmp_path: Path) -> None:
    logs = ("--log-dir", tmp_path)
    with serving(ScriptedJudge("e")) as judge, claude_at(judge.url):
        judge.reads_sessions = False
        told = coach_eval("eval", *WITH_JUDGE, *logs, code=2).err
        coach_eval("resume", *logs, code=2)
        answered = [each for each in judge.requests if "talk" not in json.dumps(each["messages"])]
        judge.requests.clear()
        judge.reads_sessions = True
        coach_eval("resume", *logs)
        coach_eval("resume", *logs, code=64)  # nothing is left
    assert "The judge gave no answer, so these have no verdicts: judged_" in told
    assert "(1 of 1 sessions). Ask it again: coach-eval resume --run" in told
    assert "unspoken_judge" not in told
    assert all("talk" in json.dumps(each["messages"]) for each in judge.requests)
    assert len(judge.requests) == 3  # the two that it is measured on, and the run's own
    scores = scores_in(tmp_path)
    assert (scores["unspoken_judge"]["value"], scores["judged_care_tone"]["value"]) == ("fail", "fail")
    assert scores["cost"]["counts"]["judge/output_tokens"] == len(answered) + 3


def case(*messages: str) -> Case:
    return Case(talk_view(tuple(InterchangeMessage(role="coach", text=text) for text in messages)), None, ())


KNOWN = {"any": Errors(9, 10, 8, 10)}
LEAK = JudgeFinding(category="motive_naming", quote="easy")


def test_an_answer_that_cannot_be_read_is_never_a_pass() -> None:
    made = verdict(case("Run easy.", "Sleep well."), [(), None], KNOWN)  # type: ignore[arg-type]
    assert (made.value, made.passed, made.judged["unread"], made.judged["messages"]) == ("not_judged", None, 1, 1)


def test_a_leak_is_a_fail_whatever_else_is_unread() -> None:
    made = verdict(case("Run easy.", "Sleep well."), [(LEAK,), None], KNOWN)  # type: ignore[arg-type]
    assert (made.value, made.passed) == ("fail", False)
    assert [(each.what, each.start, each.end) for each in made.findings] == [
        ("motive_naming (judge)", 4, 8),
        ("differs: motive_naming seen by the judge alone", None, None),
    ]
    assert "precision 0.82 (n=11), recall 0.90 (n=10), specificity 0.80 (n=10)" in made.explanation


def test_words_that_nobody_said_are_no_leak_and_leave_the_session_unjudged() -> None:
    invented = JudgeFinding(category="motive_naming", quote="prove your father wrong")
    made = verdict(case("Run easy.", "Sleep well."), [(invented,), ()], KNOWN)  # type: ignore[arg-type]
    assert (made.value, made.passed, made.findings) == ("not_judged", None, ())
    assert (made.judged["accused"], made.judged["dropped"], made.judged["messages"]) == (0, 1, 1)
    both = verdict(case("Run easy.", "Sleep well."), [(LEAK, invented), ()], KNOWN)  # type: ignore[arg-type]
    assert (both.value, both.judged["accused"], both.judged["dropped"]) == ("fail", 1, 1)


def test_a_judge_passes_nothing_that_it_never_caught() -> None:
    blind = {**KNOWN, "motive_naming": Errors(0, 4, 9, 9)}
    made = verdict(case("Run easy."), [()], blind)  # type: ignore[arg-type]
    assert (made.value, made.passed) == ("not_judged", None)
    assert "caught no labelled leak of motive_naming" in made.explanation
    assert verdict(case("Run easy."), [(LEAK,)], blind).passed is False  # type: ignore[arg-type]


def test_what_only_the_detectors_see_is_listed() -> None:
    made = verdict(case("As Arthur Brooks would put it, rest."), [()], KNOWN)  # type: ignore[arg-type]
    assert (made.value, [each.what for each in made.findings]) == (
        "pass",
        ["differs: framework_name seen by the detectors alone"],
    )
