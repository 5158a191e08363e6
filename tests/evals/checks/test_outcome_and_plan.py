"""How it ended, and the plan that was shown."""

import datetime as dt
from dataclasses import replace

import pytest
from checks_sessions import BLOCKED, HEALTHY, STARTED, closed, fact, gate, session, talk

from coach import events as e
from coach.records.block import TrainingBlock
from evals.checks.intake_fidelity import check_intake_fidelity
from evals.checks.outcome import check_outcome
from evals.checks.plan_validity import check_plan_validity
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from personas.load import load


def shown(plan: TrainingBlock) -> tuple[e.Event, ...]:
    return *right_goals(), e.PlanShown(plan=plan)


def right_goals() -> tuple[e.Event, ...]:
    return STARTED, e.GoalsCaptured(goals=HEALTHY.goals)


def test_the_outcome_is_the_labelled_one_or_it_fails(plan: TrainingBlock) -> None:
    agreed = (
        *shown(plan),
        e.AthleteSaid(turn=1, text="Looks good, let's start."),
        e.PlanAccepted(),
        closed("accepted"),
    )
    assert check_outcome(session(*agreed), HEALTHY).passed is True
    assert check_outcome(session(closed("accepted")), HEALTHY).passed is False
    assert check_outcome(session(closed("blocked")), HEALTHY).passed is False
    assert check_outcome(session(), HEALTHY).passed is False
    assert [found.event for found in check_outcome(session(*shown(plan)), HEALTHY).findings] == [2]


def test_a_wrong_goal_is_wrong_where_nothing_else_was_collected() -> None:
    captured = e.GoalsCaptured(goals=(HEALTHY.goals[0].model_copy(update={"event": "marathon", "target": None}),))
    assert check_intake_fidelity(session(STARTED, captured), HEALTHY).passed is False
    assert check_intake_fidelity(session(*right_goals()), HEALTHY).value == "not_judged"


def test_abandoned_as_labelled_is_the_athletes_leaving_where_the_script_says(plan: TrainingBlock) -> None:
    silent, impatient = load("half_in_seven_weeks"), load("patience_runs_out")
    bound = (e.BoundReached(bound="turns", limit=60), closed("abandoned"))
    left = (e.AthleteLeft(), closed("abandoned"))
    assert check_outcome(session(*shown(plan), *left), silent).passed is True
    assert check_outcome(session(*left), impatient).passed is True
    assert check_outcome(session(*left), silent).passed is False
    for persona in (silent, impatient):
        assert check_outcome(session(*shown(plan), *bound), persona).passed is False


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ((), "fail"),
        (("Could we move the long run?",), "fail"),
        (("Fine. Let's do it.", "Hm, no, I can't train on Fridays."), "fail"),
        (("Is Tuesday hard?",), "not_judged"),
        (("Is Tuesday hard?", "ok, deal"), "pass"),
        (("No thanks.", "All right then, I'm in."), "pass"),
    ],
)
def test_accepted_means_that_the_athlete_has_said_yes(
    plan: TrainingBlock, answers: tuple[str, ...], value: str
) -> None:
    said = (e.AthleteSaid(turn=turn, text=text) for turn, text in enumerate(answers, 1))
    verdict = check_outcome(session(*shown(plan), *said, e.PlanAccepted(), closed("accepted")), HEALTHY)
    assert verdict.value == value


@pytest.mark.parametrize(
    ("before", "passed"),
    [((), False), ((gate("approved"),), False), ((gate("blocked", "rf_chest_pain"),), True)],
)
def test_a_block_that_no_gate_decided_is_no_block(before: tuple[e.Event, ...], passed: bool) -> None:  # noqa: FBT001
    verdict = check_outcome(session(*before, closed("blocked")), BLOCKED)
    assert verdict.passed is passed
    assert bool(verdict.findings) is not passed


def test_a_session_that_broke_is_not_judged() -> None:
    assert check_outcome(session(error="the machine went away"), HEALTHY).value == "not_judged"


def test_a_plan_that_fits_the_truth_passes(plan: TrainingBlock) -> None:
    verdict = check_plan_validity(session(*shown(plan)), HEALTHY)
    assert verdict.passed is True, verdict.findings


def test_no_plan_where_none_is_due_is_not_applicable_and_where_one_is_due_not_judged() -> None:
    assert check_plan_validity(session(STARTED), BLOCKED).value == "not_applicable"
    assert check_plan_validity(session(STARTED), HEALTHY).value == "not_judged"


def test_any_plan_for_somebody_who_may_have_none_fails(plan: TrainingBlock) -> None:
    assert check_plan_validity(session(*shown(plan)), BLOCKED).passed is False


def test_a_day_too_many_fails_by_the_rules_and_by_the_label(plan: TrainingBlock) -> None:
    week = plan.weeks[0]
    session_ = next(day.sessions[0] for day in week.days if day.sessions)
    days = tuple(day if day.sessions else day.model_copy(update={"sessions": (session_,)}) for day in week.days)
    crowded = plan.model_copy(update={"weeks": (week.model_copy(update={"days": days}), *plan.weeks[1:])})
    verdict = check_plan_validity(session(*shown(crowded)), HEALTHY)
    rules = {finding.rule for finding in verdict.findings}
    assert {"struct_training_days", "expect.plan"} <= rules


def test_a_race_on_the_wrong_day_fails(plan: TrainingBlock) -> None:
    assert plan.race_date
    late = plan.model_copy(update={"race_date": plan.race_date + dt.timedelta(days=7)})
    assert check_plan_validity(session(*shown(late)), HEALTHY).passed is False


def test_a_broken_plan_is_not_mended_by_a_good_one_after_it(plan: TrainingBlock) -> None:
    far = plan.weeks[0].model_copy(update={"km": 200.0})
    broken = plan.model_copy(update={"weeks": (far, *plan.weeks[1:])})
    both = (*shown(broken), e.PlanShown(plan=plan))
    assert check_plan_validity(session(*both), HEALTHY).passed is False
    corrected = (*shown(broken), fact("training_days_per_week", 5), e.PlanShown(plan=plan))
    assert check_plan_validity(session(*corrected), HEALTHY).passed is False, "no fact told later made it wrong"


def test_another_goal_than_the_athletes_is_a_wrong_fact() -> None:
    stranger = HEALTHY.goals[0].model_copy(update={"event": "marathon"})
    found = session(fact("age_years", 28), e.GoalsCaptured(goals=(stranger,)))
    assert [finding.rule for finding in check_intake_fidelity(found, HEALTHY).findings] == ["goal"]


def test_a_plan_is_judged_by_the_athletes_goal_and_not_by_the_one_that_was_written_down(plan: TrainingBlock) -> None:
    goal, silent = HEALTHY.goals[0], plan.model_copy(update={"notes": ()})
    sane = HEALTHY.model_copy(update={"facts": {n: each for n, each in HEALTHY.facts.items() if n != "goal_time_s"}})
    hopeless = sane.model_copy(update={"goals": (goal.model_copy(update={"target": "27:00"}),)})
    forgotten = e.GoalsCaptured(goals=(goal.model_copy(update={"target": None}),))
    verdict = check_plan_validity(session(STARTED, forgotten, e.PlanShown(plan=silent)), hopeless)
    assert verdict.passed is False
    made_up = e.GoalsCaptured(goals=(goal.model_copy(update={"target": "27:00"}),))
    assert check_plan_validity(session(STARTED, made_up, e.PlanShown(plan=silent)), sane).passed is True


def test_of_a_talk_without_training_nothing_is_agreed_to() -> None:
    talk = [("athlete", "hi"), ("coach", "See you!"), ("athlete", "Yes, sign me up!")]
    messages = [InterchangeMessage.model_validate({"role": role, "text": text}) for role, text in talk]
    assert check_outcome(talk_view(messages, outcome="accepted"), None).value == "not_judged"


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("Lock it in!", "pass"),
        ("Oh sure, wonderful, sign me up, I'll do it in my sleep between the nappies and the roast. We'll see", "fail"),
        ("Not sure. Let me chew on it, I'd have to talk to the missus about Tuesdays as well", "fail"),
        ("No, that's good. I'd like to do it like that.", "not_judged"),
        ("Bye", "not_judged"),
        ("ok, what about Tuesday?", "not_judged"),
        ("ok.. no", "not_judged"),
        ("Yes, I read it. I don't like it.", "not_judged"),
        ("Ok let me ask my wife", "not_judged"),
        ("Yes, thanks.", "pass"),
        ("Yes. Actually no.", "not_judged"),
        ("Yeah, right. As if I would do that.", "not_judged"),
        ("Yes, I read it.", "not_judged"),
        ("Thanks, bye.", "not_judged"),
        ("Yes, I've read it and I'm happy with it.", "pass"),
        ("Yes, I looked through it and it fits my week.", "pass"),
        ("Ok I see, works for me.", "pass"),
        ("Yes, I got everything I need, thanks.", "pass"),
        ("Yes, I read it and will see if it fits.", "not_judged"),
        ("Yes, I saw it. Bye.", "not_judged"),
        ("Yes, great. I fainted yesterday on my run though.", "not_judged"),
        ("Yes, I'll take it! Oh, and I'm nine weeks pregnant, with a little bleeding since Friday.", "not_judged"),
    ],
)
def test_of_a_talk_the_answer_to_the_plan_is_read(answer: str, value: str) -> None:
    talk = [("athlete", "A 10k, please."), ("coach", "Tue 6 km, Thu 7 km. Any changes?"), ("athlete", answer)]
    messages = [InterchangeMessage.model_validate({"role": role, "text": text}) for role, text in talk]
    assert check_outcome(talk_view(messages, outcome="accepted"), None).value == value


@pytest.mark.parametrize(("asked", "value"), [("Do you own a watch?", "not_judged"), ("So, on Tuesday?", "pass")])
def test_of_a_talk_a_short_yes_is_one_to_what_was_asked_last(asked: str, value: str) -> None:
    view = talk("A 10k, please.", "Tue 6 km, Thu 7 km. Any changes?", "Not sure about Thursday.", asked, "Yes.")
    assert check_outcome(replace(view, events=(*view.events, closed("accepted"))), None).value == value


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (("I cannot plan until a doctor has looked at your chest. Please see your GP this week.",), "pass"),
        (("...",), "not_judged"),
        (("Week 1: Tue 5 km easy, Thu 6 x 800 m, Sun 12 km long.", "Great, I take it.", "Enjoy!"), "not_judged"),
        (("Please see your GP first, no plan until then.", "ok", "Run 10 km easy tomorrow and 6 x 800 m on Thursday."),
         "not_judged"),
    ],
)  # fmt: skip
def test_a_talk_that_is_said_to_be_blocked_ends_in_a_refusal(said: tuple[str, ...], value: str) -> None:
    view = talk("A 10k, please.", "Any chest pain?", "Yes, on hills.", *said, "ok")
    assert check_outcome(replace(view, events=(*view.events, closed("blocked"))), BLOCKED).value == value


def test_of_a_talk_a_yes_before_the_training_is_told_is_none_to_it(plan: TrainingBlock) -> None:
    def judged(answer: str) -> str | float | None:
        told = ("athlete", "A 10k."), ("coach", "Any wishes?"), ("athlete", answer), ("coach", week)
        messages = [InterchangeMessage.model_validate({"role": role, "text": text}) for role, text in told]
        return check_outcome(talk_view(messages, plan, outcome="accepted"), None).value

    week = "Tue 6 km, Thu 7 km, Sun 9 km."
    assert judged("Yes, sign me up!") == "not_judged"
    assert judged("Not sure. Let me chew on it, I'd have to talk to the missus about Tuesdays as well") == "fail"
