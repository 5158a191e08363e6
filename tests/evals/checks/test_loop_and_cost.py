"""Counts of the loop, and what its tokens cost."""

from typing import Any

import pytest
from checks_sessions import session

from coach import events as e
from coach.errors import InputError
from evals.checks.cost import check_cost
from evals.checks.loop_health import check_loop_health
from evals.checks.prices import dollars, prices
from evals.checks.view import RoleCall, SessionView, view
from evals.progress import spending_lines


def called(model: str = "offline/coach", tokens: tuple[int, int] = (100, 10)) -> e.ModelCalled:
    return e.ModelCalled(
        state="INTAKE",  # type: ignore[arg-type]
        tier="fast",
        model=model,
        prompt="",
        stop_reason="end_turn",
        input_tokens=tokens[0],
        output_tokens=tokens[1],
        content=(),
    )


def tool(name: str, call: str, error: str | None = None) -> e.ToolCalled:
    return e.ToolCalled(state="INTAKE", tool=name, call=call, input={}, error=error)  # type: ignore[arg-type]


def answered(call: str, **more: Any) -> e.ToolsAnswered:
    return e.ToolsAnswered(state="INTAKE", results=({"tool_use_id": call, **more},))  # type: ignore[arg-type]


FAILED = (called(), tool("generate_plan", "1", "too far"), answered("1", is_error=True))
MENDED = (*FAILED, called(), tool("generate_plan", "2"), answered("2"))


def test_a_smooth_loop_passes_with_nought() -> None:
    verdict = check_loop_health(session(called(), tool("collect_data", "1"), answered("1")))
    assert (verdict.value, verdict.passed) == (0.0, True)


def test_an_error_that_the_model_mends_is_counted_and_forgiven() -> None:
    verdict = check_loop_health(session(*MENDED))
    assert (verdict.value, verdict.passed) == (1.0, True)
    assert verdict.counts == {
        "steps": 2.0,
        "tool_calls": 2.0,
        "bounds_hit": 0.0,
        "tool_errors": 1.0,
        "recovered": 1.0,
        "retries": 1.0,
        "model_failures": 0.0,
        "failed_attempts": 0.0,
        "dropped_blocks": 0.0,
    }


BROKEN: dict[str, tuple[tuple[e.Event, ...], str]] = {
    "an error left as it is": (FAILED, "tool_error"),
    "a bound": ((called(), e.BoundReached(bound="calls_a_turn", limit=15)), "bound"),
    "a model that failed": (
        (called(), e.ModelFailed(state="INTAKE", what="overloaded")),  # type: ignore[arg-type]
        "model_failed",
    ),
    "a tool of another state": (
        (called(), tool("accept_plan", "1", "There is no tool 'accept_plan' now"), answered("1", is_error=True)),
        "tool_not_offered",
    ),
    "an error that was swallowed": ((*FAILED[:2], answered("1"), *MENDED[3:]), "swallowed"),
    "a result that was lost": ((called(), tool("collect_data", "1")), "lost_result"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_was_not_mended_fails(name: str) -> None:
    events, rule = BROKEN[name]
    verdict = check_loop_health(session(*events))
    assert verdict.passed is False
    assert [finding.rule for finding in verdict.findings] == [rule]
    assert verdict.counts["model_failures"] == float(rule == "model_failed")


def recording(call: str, *items: tuple[str, str], error: str | None = None, name: str = "collect_data") -> e.ToolCalled:
    given = {"items": [{"field": field, "value": 1, "raw": raw} for field, raw in items]}
    return e.ToolCalled(state="INTAKE", tool=name, call=call, input=given, error=error)  # type: ignore[arg-type]


PARTLY = "Recorded 1 of 2 items. Mend and send again only these:\nitems.1 (weight_kg): at most 300"
NO_FIELD = (
    "Recorded 0 of 1 items. Mend and send again only these:\nitems.0 (age): no such field; close names: age_years"
)
SCHEMA = "The input does not fit the tool's schema:\nitems.1.value: bad"
TWO = (("age_years", "44"), ("weight_kg", "900 kilos"))
WEIGHT, AGE = ("weight_kg", "90 kilos"), ("age_years", "44")
LEFT_BEHIND = e.GoalChanged(words="Something else.", dropped=("goal_time_s",))
OTHER_GOAL = recording("1", ("goal_time_s", "1 s"), error="Recorded 0 of 1 items.\nitems.0 (goal_time_s): at least 60")
MENDING: dict[str, tuple[e.ToolCalled, tuple[e.Event, ...], bool]] = {
    "another fact mends nothing": (recording("1", *TWO, error=PARTLY), (recording("2", AGE),), False),
    "the refused fact is recorded": (recording("1", *TWO, error=PARTLY), (recording("2", WEIGHT),), True),
    "by the other tool": (recording("1", *TWO, error=PARTLY), (recording("2", WEIGHT, name="correct_data"),), True),
    "refused again": (recording("1", *TWO, error=PARTLY), (recording("2", AGE, WEIGHT, error=PARTLY),), False),
    "recorded beside another error": (
        recording("1", ("age_years", "old"), error="Recorded 0 of 1 items.\nitems.0 (age_years): a number"),
        (recording("2", *TWO, error=PARTLY),),
        True,
    ),
    "under its right name": (recording("1", ("age", "44"), error=NO_FIELD), (recording("2", AGE),), True),
    "all of a call without shape": (recording("1", *TWO, error=SCHEMA), (recording("2", WEIGHT),), False),
    "each of a call without shape": (recording("1", *TWO, error=SCHEMA), (recording("2", AGE, WEIGHT),), True),
    "no item can be read": (tool("collect_data", "1", "items: a list"), (recording("2", AGE),), True),
    "a fact of a goal left behind": (OTHER_GOAL, (LEFT_BEHIND,), True),
}


@pytest.mark.parametrize("name", MENDING)
def test_a_failed_recording_is_mended_by_its_own_facts(name: str) -> None:
    failed, later, mended = MENDING[name]
    answers = [answered(each.call, is_error=each.error is not None) for each in later if isinstance(each, e.ToolCalled)]
    verdict = check_loop_health(session(called(), failed, answered("1", is_error=True), *later, *answers))
    assert ("1" not in [str(found.event) for found in verdict.findings]) is mended


@pytest.mark.parametrize(
    ("words", "said", "mended"), [("less", False, True), ("less", True, True), ("more", True, False)]
)
def test_a_failed_request_is_mended_in_its_turn_or_by_the_same_words(words: str, said: bool, mended: bool) -> None:  # noqa: FBT001 (a table)
    def refining(call: str, request: str, error: str | None = None) -> e.ToolCalled:
        given = {"request": request}
        return e.ToolCalled(state="PRESENT", tool="refine_plan", call=call, input=given, error=error)  # type: ignore[arg-type]

    between = (e.AthleteSaid(turn=2, text="And another thing."),) if said else ()
    first = (called(), refining("1", "less", "no"), answered("1", is_error=True))
    assert check_loop_health(session(*first, *between, refining("2", words), answered("2"))).passed is mended


def test_no_model_call_is_not_judged() -> None:
    assert check_loop_health(session()).value == "not_judged"
    assert check_cost(session()).value == "not_judged"


def test_answers_that_broke_off_are_told_where_no_call_was_answered() -> None:
    failed = SessionView((e.ModelFailed(state="GOAL_CAPTURE", what="not readable"),), lost_answers=(8,))
    told = "cost: not known for 1 of 1 sessions; 8 answers broke off and may be billed on top (price not known)"
    assert spending_lines([check_cost(failed).counts]) == [told]


def test_tokens_money_and_seconds_are_summed_by_state_and_model() -> None:
    events = (called("claude-sonnet-5-5", (1_000_000, 100_000)), called("claude-haiku-5-5", (1000, 1000)))
    verdict = check_cost(SessionView(events, None, (1.5, 0.5)))
    assert verdict.value == pytest.approx(3.0006)
    assert verdict.passed is None
    assert verdict.counts["seconds"] == 2.0
    assert verdict.counts["input_tokens"] == 1_001_000
    assert verdict.counts["coach/INTAKE/claude-sonnet-5-5/usd"] == pytest.approx(3.0)
    assert verdict.counts["coach/usd"] == verdict.value


def test_the_calls_of_athlete_and_judge_are_in_the_whole_and_apart() -> None:
    others = (
        RoleCall(role="athlete", model="anthropic/claude-haiku-5-5", input_tokens=1000, cache_read_tokens=10_000),
        RoleCall(role="judge", model="anthropic/claude-sonnet-5-5", output_tokens=1000),
    )
    verdict = check_cost(SessionView((called("claude-haiku-5-5", (1000, 0)),), role_calls=others))
    assert verdict.value == pytest.approx(0.0001 + 0.0002 + 0.01)
    assert verdict.counts["coach/usd"] == pytest.approx(0.0001)
    assert verdict.counts["athlete/usd"] == verdict.counts["athlete/claude-haiku-5-5/usd"] == pytest.approx(0.0002)
    assert verdict.counts["judge/usd"] == pytest.approx(0.01)


def test_a_real_model_that_reports_no_tokens_is_not_judged() -> None:
    silent = called("claude-sonnet-5-5", (0, 0))
    assert check_cost(session(called("claude-sonnet-5-5"), silent)).value == "not_judged"
    assert check_cost(session(called(tokens=(0, 0)))).value == 0
    athlete = RoleCall(role="athlete", model="anthropic/claude-haiku-5-5")
    verdict = check_cost(SessionView((called(),), role_calls=(athlete,)))
    assert (verdict.value, "usd" in verdict.counts) == ("not_judged", False)
    assert "anthropic/claude-haiku-5-5 reported no tokens" in verdict.explanation


def test_failed_attempts_are_told_and_no_trouble() -> None:
    verdict = check_loop_health(SessionView((called(), called()), failed_attempts=(2, 1)))
    assert (verdict.value, verdict.passed) == (0.0, True)
    assert verdict.counts["failed_attempts"] == 3
    assert "3 failed attempts" in verdict.explanation


def test_blocks_that_the_server_dropped_are_named_and_fail() -> None:
    verdict = check_loop_health(SessionView((called(), called()), dropped_blocks=(0, 2)))
    assert (verdict.value, verdict.passed) == (1.0, False)
    assert [(found.rule, found.event) for found in verdict.findings] == [("dropped", 1)]
    assert "2 dropped blocks" in verdict.explanation


def test_what_stands_beside_stored_events_is_read() -> None:
    stored = {"events": [], "beside": [{"seconds": 0.3, "retries": 2}, None, {"dropped": 1}]}
    found = view({**stored, "role_calls": [{"role": "athlete", "model": "m", "output_tokens": 3}]})
    assert (found.failed_attempts, found.dropped_blocks, found.seconds) == ((2, 0, 0), (0, 0, 1), (0.3, None, None))
    assert [call.output_tokens for call in found.role_calls] == [3]
    with pytest.raises(InputError, match="role_calls"):
        view({**stored, "role_calls": [{"role": "nobody"}]})


def test_a_model_without_a_price_is_not_judged_and_its_tokens_are_told() -> None:
    verdict = check_cost(session(called(), called("somebody/else")))
    assert (verdict.value, verdict.passed) == ("not_judged", None)
    assert "somebody/else" in verdict.explanation
    assert verdict.counts["input_tokens"] == 200
    assert "usd" not in verdict.counts


def test_a_long_prompt_has_the_price_of_long_prompts() -> None:
    assert dollars("anthropic/claude-haiku-5-5-20261007", 100_000, 0) == pytest.approx(0.01)
    assert dollars("claude-haiku-5-5", 200_000, 0) == pytest.approx(0.1)
    assert dollars("claude-haiku-9", 1, 1) is None


def test_every_model_has_a_price_without_a_limit_last() -> None:
    by_model = {row.model: row for row in prices()}
    assert all(row.up_to is None for row in by_model.values())
