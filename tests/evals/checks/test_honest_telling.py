"""What the coach tells against what is held, and what a talk without events shows of it."""

import datetime as dt

import pytest
from checks_sessions import gate, session
from plans import planned, with_sessions

from coach import events as e
from coach.records.block import TrainingBlock
from evals.checks.claimed_changes import claimed_only, granted_otherwise
from evals.checks.honest_telling import check_honest_telling
from evals.checks.intake_economy import check_intake_economy
from evals.checks.intake_fidelity import check_words
from evals.checks.view import SessionView
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from personas.persona import TODAY

_SAID = "I'm 41, 70 kg. I run 25 km a week, longest 10 km, 5 days. I have asthma. I'd like a 10k in 48:10."
_READ_BACK = "So: 41, 70 kg, 25 km a week, longest 10 km, 5 days, asthma, a 10k in 48:10. Is that right?"
_WEEK = "Week 1:\n- Tue: 6 km easy\n- Thu: 7 km easy\n- Sun: 10 km long\n\n**23 km** in total. Does it fit?"


def _talk(*texts: str) -> SessionView:
    return talk_view(
        [InterchangeMessage(role="coach" if at % 2 else "athlete", text=text) for at, text in enumerate(texts)]
    )


def test_a_talk_that_is_true_passes() -> None:
    verdict = check_honest_telling(_talk(_SAID, _READ_BACK, "Yes.", _WEEK, "Fine."))
    assert verdict.passed, verdict.explanation


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ("25 km a week, longest", "35 km a week, longest", "misquoted"),
        (", asthma", ", nothing medical", "left_out"),
        ("**23 km**", "**33 km**", "contradicts"),
        ("6 km easy", "6 km easy, as fast as you can hold to the end", "clashes"),
    ],
)
def test_what_is_told_wrongly_fails(before: str, after: str, rule: str) -> None:
    texts = [
        text if text == _SAID else text.replace(before, after) for text in (_SAID, _READ_BACK, "Yes.", _WEEK, "Fine.")
    ]
    verdict = check_honest_telling(_talk(*texts))
    assert rule in {finding.rule for finding in verdict.findings}, verdict


@pytest.mark.parametrize(("days", "passed"), [("- Tue: 6 km easy", False), ("- Wed: 6 km easy", True)])
def test_a_change_that_is_claimed_must_be_made(days: str, *, passed: bool) -> None:
    again = "Done, I moved Tuesday's run to Wednesday.\n\n" + _WEEK.replace("- Tue: 6 km easy", days)
    verdict = check_honest_telling(_talk("Hi.", _WEEK, "Can Tuesday go to Wednesday?", again, "Thanks."))
    assert verdict.passed is passed, verdict.explanation


@pytest.mark.parametrize(("words", "passed"), [("Here is your week:", False), ("New week, kinder to the knee:", True)])
def test_another_week_than_before_is_said_to_be_new(words: str, *, passed: bool) -> None:
    again = f"{words}\n\n{_WEEK.replace('- Tue: 6', '- Wed: 6')}"
    verdict = check_honest_telling(_talk("Hi.", _WEEK, "My knee is sore.", again, "Thanks."))
    assert verdict.passed is passed, verdict.explanation


def test_a_part_of_the_week_that_is_told_again_drops_nothing() -> None:
    part = "- Tue: 6 km easy\n\nThat is the one to begin with."
    assert check_honest_telling(_talk("Hi.", _WEEK, "Which comes first?", part, "Thanks.")).passed


@pytest.mark.parametrize(
    ("answer", "passed"), [("No, honestly, that doesn't work for me at all.", True), ("Nice!", False)]
)
def test_a_week_that_was_refused_may_be_told_otherwise(answer: str, *, passed: bool) -> None:
    again = _WEEK.replace("- Tue: 6", "- Wed: 6")
    assert check_honest_telling(_talk("Hi.", _WEEK, answer, again, "Thanks.")).passed is passed


@pytest.mark.parametrize(("asked", "passed"), [("Can I see week 1 again?", False), ("Does it have to be Tue?", True)])
def test_who_only_asks_to_see_the_week_again_asks_for_no_other_one(asked: str, *, passed: bool) -> None:
    again = _WEEK.replace("- Tue: 6", "- Wed: 6")
    assert check_honest_telling(_talk("Hi.", _WEEK, asked, again, "Thanks.")).passed is passed


def test_a_table_with_the_days_across_is_a_week_too() -> None:
    across = "| | Tue | Thu | Sun |\n|---|---|---|---|\n| Week 1 | 9 km easy | 7 km easy | 10 km long |"
    told = check_honest_telling(_talk("Hi.", _WEEK, "Can I see it as a table?", across, "Thanks."))
    assert told.passed is False, told


def test_of_a_talk_that_ends_with_a_yes_to_nothing_the_plan_was_never_told() -> None:
    texts = (_SAID, _READ_BACK, "Yes.", "Your plan is ready and starts on Tuesday. Shall we?", "Sounds good.")
    messages = [InterchangeMessage(role="coach" if at % 2 else "athlete", text=each) for at, each in enumerate(texts)]
    untold = check_honest_telling(talk_view(messages, outcome="accepted"))
    assert "never_told" in {finding.rule for finding in untold.findings}
    messages[3] = InterchangeMessage(role="coach", text="Run 6 km easy on Tuesday and Thursday. Shall we?")
    told = check_honest_telling(talk_view(messages, outcome="accepted"))
    assert "never_told" not in {finding.rule for finding in told.findings}


def test_a_week_told_once_without_a_sum_is_compared_with_nothing() -> None:
    once = _WEEK.replace("**23 km** in total. ", "")
    assert check_honest_telling(_talk("Hi.", once, "Fine.")).value == "not_applicable"
    assert check_honest_telling(_talk("Hi.", once, "Once more?", once, "Fine.")).passed
    assert check_honest_telling(_talk("Hi.", _WEEK, "Fine.")).passed


def test_nothing_told_is_nothing_judged() -> None:
    assert check_honest_telling(_talk("Hi.", "Hello, how old are you?")).value == "not_applicable"


def test_a_value_of_a_kind_that_nobody_spoke_of_is_invented() -> None:
    assert check_words(_talk(_SAID, _READ_BACK)).passed is None
    invented = _READ_BACK.replace("Is that", "Your max heart rate of 188 sets the limit. Is that")
    assert check_words(_talk(_SAID, invented)).passed is False


@pytest.mark.parametrize(("answer", "fails"), [("like I said, 25 km a week", True), ("with a friend, mostly", False)])
def test_a_question_that_had_been_answered_is_one_too_many(answer: str, *, fails: bool) -> None:
    verdict = check_intake_economy(_talk(_SAID, "And what does a normal week look like?", answer), None)
    assert (verdict.passed is False) is fails, verdict.explanation


_PLAN = planned()


def _wish(new: TrainingBlock) -> SessionView:
    """The athlete wishes for another day, and the coach shows `new` and says that it is done."""
    return session(
        gate("approved"),
        e.PlanShown(plan=_PLAN),
        e.AthleteSaid(turn=1, text="Can you move the long run to Saturday?"),
        e.PlanShown(plan=new),
        e.CoachSaid(state="PRESENT", text=f"Done, this is how it looks now:\n\n{_WEEK}"),  # type: ignore[arg-type]
    )


def test_a_change_is_not_made_by_showing_the_same_weeks_again() -> None:
    same = _PLAN.model_copy(update={"version": 2})
    assert [finding.event for finding in claimed_only(_wish(same))] == [4]
    other = planned(today=TODAY + dt.timedelta(weeks=1))
    assert not list(claimed_only(_wish(other)))


def test_a_plan_without_running_is_told_by_its_days() -> None:
    walks = "- Mon: 30 min walk\n- Wed: 30 min walk\n- Fri: yoga"
    shown = e.PlanShown(plan=with_sessions(_PLAN, lambda _old: None))
    told = e.CoachSaid(state="PRESENT", text=walks)  # type: ignore[arg-type]
    view = session(shown, told, e.PlanAccepted())
    assert "never_told" not in {finding.rule for finding in check_honest_telling(view).findings}
    running = session(e.PlanShown(plan=_PLAN), told, e.PlanAccepted())
    assert "never_told" in {finding.rule for finding in check_honest_telling(running).findings}


@pytest.mark.parametrize(
    ("asked", "claimed", "false"),
    [
        ("Can the long run be on Wednesday and the intervals on Thursday?", "Thursday", True),
        ("Can the long run be on Wednesday and the intervals on Thursday?", "Wednesday", False),
        ("Move the long run from Sunday to Saturday", "Saturday", False),
        ("No long run on Sunday please", "Saturday", False),
        ("Could the long run be a day earlier?", "Saturday", False),
    ],
)
def test_a_long_run_on_another_day_than_asked_is_not_as_asked(asked: str, claimed: str, *, false: bool) -> None:
    answer = e.CoachSaid(state="PRESENT", text=f"The long run is on {claimed} now, as you asked.")  # type: ignore[arg-type]
    view = session(gate("approved"), e.AthleteSaid(turn=1, text=asked), answer)
    assert [finding.event for finding in granted_otherwise(view)] == [2] * false
