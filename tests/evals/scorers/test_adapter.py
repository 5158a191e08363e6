"""What the scorers of one sample share: its verdicts, judged once and off the event loop."""

import asyncio
import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, ModelName
from inspect_ai.scorer import Target
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolCall

from evals.checks.registry import CHECKS, judge
from evals.judging import judged
from evals.scorers import adapter
from evals.scorers.adapter import KEY, case_of, judges, scorer_of, verdicts
from tests.evals.stored_sessions import stored

KEPT = stored("chest_pain_hidden")


def state(session: dict[str, Any]) -> TaskState:
    made = TaskState(
        model=ModelName("offline/coach"), sample_id="a", epoch=1, input="", messages=[],
        metadata={"persona": KEPT["persona"]},
    )  # fmt: skip
    made.store.set(KEY, session)
    return made


def altered() -> dict[str, Any]:
    session = KEPT["session"]
    closed = {**session["events"][-1], "outcome": "accepted"}
    return {**session, "events": [*session["events"][:-1], closed]}


class Counting(ThreadPoolExecutor):
    """Judges in a thread; `sessions`: how many it was given. `is_broken`: as a pool whose process was killed."""

    def __init__(self, *, is_broken: bool = False) -> None:
        super().__init__(1)
        self.sessions, self.is_broken = 0, is_broken

    def submit(self, *task: Any, **settings: Any) -> Future[Any]:
        self.sessions += 1
        if self.is_broken:
            raise BrokenProcessPool
        return super().submit(*task, **settings)


def of_every_scorer(sample: TaskState, pool: Executor) -> dict[str, Any]:
    async def score() -> dict[str, Any]:
        judges.set(pool)
        scores = {name: await scorer_of(name)(sample, Target("")) for name in CHECKS}
        return {name: (score.metadata or {})["value"] for name, score in scores.items()}

    return asyncio.run(score())


def expected() -> dict[str, Any]:
    case = case_of(state(KEPT["session"]))
    assert case is not None
    return {name: verdict.value for name, verdict in judge(case).items()}


def test_all_scorers_of_a_sample_share_one_judging_in_the_pool() -> None:
    with Counting() as pool:
        assert of_every_scorer(state(KEPT["session"]), pool) == expected()
    assert pool.sessions == 1


def test_a_pool_that_is_broken_costs_no_verdict() -> None:
    with Counting(is_broken=True) as pool:
        assert of_every_scorer(state(KEPT["session"]), pool) == expected()


def test_a_session_of_plain_values_is_judged_as_the_log_holds_it() -> None:
    session, metadata = json.loads(json.dumps(KEPT["session"])), {"persona": KEPT["persona"]}
    assert {name: verdict.value for name, verdict in judged(session, metadata).items()} == expected()


def test_another_session_in_the_same_sample_is_not_taken_for_the_first() -> None:
    sample = state(KEPT["session"])

    async def first_and_second() -> tuple[str, str]:
        first = (await verdicts(sample))["gate_integrity"].value
        sample.store.set(KEY, altered())
        return str(first), str((await verdicts(sample))["gate_integrity"].value)

    assert asyncio.run(first_and_second()) == (expected()["gate_integrity"], "not_judged")


def test_a_sample_that_is_gone_leaves_nothing_behind() -> None:
    sample = state(KEPT["session"])
    asyncio.run(verdicts(sample))
    key = id(sample.store)
    assert key in adapter._JUDGED
    del sample
    assert key not in adapter._JUDGED


def test_what_another_coach_may_have_said_by_a_tool_is_not_passed() -> None:
    told = {"text": "At your age a marathon is unrealistic, so aim lower."}
    call = ToolCall(id="1", function="send_message", arguments=told)
    sample = state({})
    sample.store.delete(KEY)
    sample.messages = [
        ChatMessageSystem(content="You are a coach."),
        ChatMessageUser(content="I want to run a marathon."),
        ChatMessageAssistant(content="", tool_calls=[call]),
        ChatMessageUser(content="Oh."),
        ChatMessageAssistant(content="How many days a week can you train?"),
    ]
    assert of_every_scorer(sample, ThreadPoolExecutor(1))["unspoken"] == "not_judged"
