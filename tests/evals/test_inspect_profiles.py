"""The main task in Inspect: both run profiles and both offline models."""

import math
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog

from coach.events import AthleteSaid, CoachSaid, FactRecorded, SessionClosed
from evals.checks.view import SessionView, view
from evals.scorers.adapter import on_session_end
from evals.tasks.full_flow import full_flow

PERSONA = "chest_pain_hidden"


def run(folder: Path, profile: Any, *, prompted: bool = False) -> EvalLog:
    (log,) = inspect_eval(
        full_flow(PERSONA, "baseline", 1, 0, profile, prompted),
        model="offline/coach",
        model_roles={"athlete": "offline/athlete"},
        display="none",
        log_dir=str(folder),
    )
    assert log.status == "success"
    assert [sample.error for sample in log.samples or []] == [None]
    return log


@pytest.fixture(scope="module")
def ended() -> list[bool]:
    """What was told of the sessions that ended, before somebody stopped listening."""
    return []


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory, ended: list[bool]) -> EvalLog:
    callback = on_session_end.set(ended.append)
    log = run(tmp_path_factory.mktemp("direct"), "direct")
    on_session_end.reset(callback)
    return log


@pytest.fixture(scope="module")
def bridged(tmp_path_factory: pytest.TempPathFactory, direct: EvalLog) -> EvalLog:
    return run(tmp_path_factory.mktemp("bridged"), "bridge")


def test_whoever_starts_a_run_is_told_when_a_session_ends_and_nobody_else(bridged: EvalLog, ended: list[bool]) -> None:
    assert ended == [False]


def session(log: EvalLog) -> SessionView:
    assert log.samples
    return view(log.samples[0].store["session"])


def what_matters(found: SessionView) -> list[Any]:
    kinds = (AthleteSaid, CoachSaid, FactRecorded, SessionClosed)
    return [event for event in found.events if isinstance(event, kinds)]


def test_the_bridge_changes_no_word_and_a_prompted_athlete_no_end(
    direct: EvalLog, bridged: EvalLog, tmp_path: Path
) -> None:
    prompted = session(run(tmp_path, "bridge", prompted=True))
    said = what_matters(session(direct))
    assert said[-1].outcome == what_matters(prompted)[-1].outcome == "blocked"
    assert said == what_matters(session(bridged))


def verdicts(log: EvalLog) -> dict[str, Any]:
    assert log.samples
    assert log.samples[0].scores
    return {name: score.metadata for name, score in log.samples[0].scores.items()}


def test_what_was_not_judged_is_in_no_metric(direct: EvalLog) -> None:
    assert direct.results
    by_name = {score.name: score for score in direct.results.scores}
    assert verdicts(direct)["plan_validity"]["value"] == "not_applicable"
    assert by_name["plan_validity"].unscored_samples == 1
    assert math.isnan(by_name["plan_validity"].metrics["pass_rate"].value)
    assert verdicts(direct)["outcome"]["passed"] is True
    assert by_name["outcome"].metrics["pass_rate"].value == 1


def test_the_talk_stands_in_the_samples_messages_and_in_no_change_of_its_state(direct: EvalLog) -> None:
    assert direct.samples
    assert "state" not in {event.event for event in direct.samples[0].events}
    said = [message.text for message in direct.samples[0].messages]
    assert said == [event.text for event in session(direct).events if isinstance(event, AthleteSaid | CoachSaid)]
