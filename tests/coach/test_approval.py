"""Tool calls that need approval: asked once, refused where nobody is there, and taken from the record after a kill."""

import asyncio
from typing import Any

import pytest
from scripted_coach import FIRST, MODELS, Scripted, collect, told

from coach import variants
from coach.decisions import ApprovalAsked, ApprovalGiven
from coach.errors import InputError
from coach.events import FactRecorded, ToolCalled
from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.offline.coach_reply import CoachReply


class Approver:
    """Says the same to every call, and counts them."""

    def __init__(self, *, says: bool) -> None:
        self.says, self.asked = says, list[tuple[str, dict[str, Any]]]()

    async def __call__(self, tool: str, given: dict[str, Any]) -> bool:
        self.asked.append((tool, given))
        return self.says


def talk(*script: CoachReply, approve: Approver | None = None, recorder: Recorder | None = None) -> Coach:
    coach = Coach(Scripted(script), variants.load("baseline"), recorder or Recorder(), MODELS)
    if approve is not None:
        coach.approve = approve
    coach.start(session="s", athlete="a", today="2026-01-05", approvals=["collect_data"])
    asyncio.run(coach.hear(FIRST))
    return coach


@pytest.mark.parametrize("says", [True, False])
def test_only_an_approved_call_runs_and_the_others_are_not_asked_about(*, says: bool) -> None:
    approve = Approver(says=says)
    coach = talk(collect(age_years=41), CoachReply(text="Thanks."), approve=approve)
    assert [tool for tool, _ in approve.asked] == ["collect_data"]
    assert bool(told(coach, FactRecorded)) is says
    (asked,), (given,) = told(coach, ApprovalAsked), told(coach, ApprovalGiven)
    assert given.approved is says
    assert given.preview == asked.preview


def test_nobody_there_means_no() -> None:
    coach = talk(collect(age_years=41), CoachReply(text="Oh."))
    (refused,) = [each for each in told(coach, ToolCalled) if each.tool == "collect_data"]
    assert refused.error == "This call was not approved. Go on without it."
    assert not told(coach, FactRecorded)


def test_after_a_kill_the_answer_is_taken_from_the_record() -> None:
    first = talk(collect(age_years=41), CoachReply(text="Thanks."), approve=Approver(says=True))
    entries = first.recorder.entries
    at = next(index for index, event in enumerate(first.recorder.events) if isinstance(event, ApprovalGiven))
    for kept, asked in ((at, 1), (at + 1, 0)):
        approve = Approver(says=True)
        again = Coach(
            Scripted([CoachReply(text="Thanks.")]), variants.load("baseline"), Recorder(recorded=entries[:kept])
        )
        again.approve = approve
        asyncio.run(again.resume())
        assert len(approve.asked) == asked
        assert len(told(again, FactRecorded)) == 1


def test_a_tool_that_does_not_exist_is_named() -> None:
    coach = Coach(Scripted([]), variants.load("baseline"))
    with pytest.raises(InputError, match="no tool 'send_rocket'"):
        coach.start(session="s", athlete="a", today="2026-01-05", approvals=["send_rocket"])
