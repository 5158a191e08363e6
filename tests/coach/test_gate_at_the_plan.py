"""The safety gate with a plan on the table: disclosures, corrections, other goals, and what is asked again."""

from scripted_coach import DONE, Scripted, collect, correct, healthy, missing, moves, statuses, talk, told

from coach.events import GateEvaluated, PlanShown, PlanWithdrawn
from coach.profile.catalogue import catalogue
from coach.states import Reason, State
from evals.offline.coach_reply import Call, CoachReply

PRESENTED = (healthy(), DONE, CoachReply(text="Here it is."))


def test_a_fact_disclosed_at_the_plan_that_opens_a_question_withdraws_it_until_that_is_answered() -> None:
    client = Scripted(
        [
            *PRESENTED,
            correct(known_conditions=("asthma",)),
            CoachReply(text="How well is it under control?"),
            collect(asthma_control="well", reliever_uses_per_week=1),
            DONE,
            CoachReply(text="Here it is again."),
        ]
    )
    coach = talk(client=client, says=["I have asthma, by the way.", "Well, about once a week."])
    assert statuses(coach) == ["approved", "unresolved", "approved_with_warnings"]
    assert missing(told(coach, GateEvaluated)[1]) == {"asthma_control", "reliever_uses_per_week"}
    assert set(client.seen[4].get("still_needed")) == {"asthma_control", "reliever_uses_per_week"}
    assert (len(told(coach, PlanShown)), len(told(coach, PlanWithdrawn))) == (2, 1)
    assert coach.session.state is State.PRESENT


def test_another_goal_is_judged_anew() -> None:
    change = CoachReply(calls=(Call("change_goal", {"words": "I want to run a marathon in 4:00"}),))
    coach = talk(*PRESENTED, change, says=["I want to run a marathon in 4:00 instead."])
    assert Reason.GOAL_CHANGED in moves(coach)
    assert len(told(coach, PlanWithdrawn)) == 1
    assert not coach.session.gate_is_current
    assert coach.session.state is State.INTAKE


NEW_GOAL = {
    "target_weekly_volume_km": 40,
    "weeks_available": 20,
    "goal_time_s": None,
    "desired_intensity": "vigorous",
    "hard_sessions_requested_per_week": 1,
}


def test_a_question_that_no_schema_held_is_asked_in_the_catalogues_words() -> None:
    """The second schema is made when nothing speaks of asthma any more; the disclosure comes after it."""
    client = Scripted(
        [
            *PRESENTED,
            CoachReply(calls=(Call("change_goal", {"words": "I want to run a half marathon"}),)),
            CoachReply(text="Alright, a half."),
            collect(**NEW_GOAL),
            DONE,
            CoachReply(text="Here it is."),
            correct(known_conditions=("asthma",)),
            CoachReply(text="How well is it under control?"),
        ]
    )
    coach = talk(client=client, says=["Rather a half marathon.", "40 km, 20 weeks, no time.", "I have asthma, too."])
    assert statuses(coach)[-1] == "unresolved"
    (asked,) = client.seen[-1].get("ask_next")
    assert (
        set(asked["fields"]) == {"asthma_control", "reliever_uses_per_week"} == set(client.seen[-1].get("still_needed"))
    )
    assert asked["question"] == catalogue().questions["asthma"].text
