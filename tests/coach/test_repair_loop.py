"""Plans are mended by edit, validate, repair: what is wrong goes back to the model, and only a valid plan is shown."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from plans import planned
from scripted_coach import DONE, conversation, healthy, told

from coach.events import (
    BoundReached,
    CoachSaid,
    ModelCalled,
    PlanChanged,
    PlanProposed,
    PlanShown,
    SessionClosed,
    ToolCalled,
)
from coach.life_stages import stage_of
from coach.loop import Coach
from coach.model import PlainMessage
from coach.plan.attempts import best, errors_of, is_valid
from coach.plan.diff import difference
from coach.plan.validation import RULES
from coach.records.block import PlanFinding, TrainingBlock
from coach.records.change import PlanChange
from coach.safety.rules import healthy_profile
from coach.states import State
from evals.offline import OfflineCoach
from evals.offline.coach_reply import Call, CoachReply, message
from evals.offline.request_view import RequestView, read
from evals.reading.acts import TrainedReader
from personas.acts import RequestChange

FIRST = "Hi, I am 30 and would like to run a 10k in under 50 minutes."
Attempt = Callable[[dict[str, Any]], CoachReply]
"""What the model hands over, given the valid plan that the offline coach would have made."""


def handed(given: dict[str, Any]) -> CoachReply:
    return CoachReply(calls=(Call("generate_plan", given),))


def good(plan: dict[str, Any]) -> CoachReply:
    return handed({"plan": plan})


def broken(places: int) -> Attempt:
    """A plan whose first so many days have the wrong name."""

    def attempt(plan: dict[str, Any]) -> CoachReply:
        for day in plan["weeks"][0]["days"][:places]:
            day["weekday"] = "sun" if day["weekday"] != "sun" else "mon"
        plan["notes"] = [*plan["notes"], f"never to be read {places}"]
        return handed({"plan": plan})

    return attempt


def garbage(_plan: dict[str, Any]) -> CoachReply:
    return handed({"plan": {"weeks": []}})


class Repairing(OfflineCoach):
    """Tells of a healthy athlete with `facts`, then plans as scripted; `told` keeps each planning request."""

    def __init__(self, script: Sequence[Attempt], talk: Sequence[CoachReply] = (), **facts: Any) -> None:
        super().__init__(3, reader=TrainedReader())
        own = stage_of(facts.get("age_years", healthy_profile()["age_years"]))
        more = {own.question.name: ...} if own else {}
        given = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
        self.talk = [healthy(**given, **more), DONE, *talk]
        self.script, self.told = list(script), list[RequestView]()

    def answer(self, request: dict[str, Any]) -> PlainMessage:
        seen, model = read(request, self.reader), str(request["model"])
        if "generate_plan" in seen.tools:
            self.told.append(seen)
            if not self.script:
                return super().answer(request)
            (call,) = self.say(seen).calls
            plan = TrainingBlock.model_validate(call.input["plan"]).model_dump(mode="json")
            return message(self.script.pop(0)(plan), request, model)
        if seen.tools & {"intake_complete", "accept_plan"}:
            return message(self.talk.pop(0) if self.talk else CoachReply(text="There it is."), request, model)
        return super().answer(request)


def talked(client: OfflineCoach, *texts: str) -> Coach:
    return conversation(client, FIRST, *texts, review="go_on")


def heard(coach: Coach) -> str:
    return "\n".join(event.text for event in told(coach, CoachSaid))


def planning_calls(coach: Coach) -> int:
    return sum(event.state is State.PLAN for event in told(coach, ModelCalled))


def test_a_model_that_needs_three_hears_after_each_what_to_mend() -> None:
    client = Repairing([broken(2), broken(1), good])
    coach = talked(client)
    proposed = told(coach, PlanProposed)
    assert [(each.attempt, is_valid(each)) for each in proposed] == [(1, False), (2, False), (3, True)]
    assert planning_calls(coach) == 3
    (shown,) = told(coach, PlanShown)
    assert shown.plan == proposed[2].plan
    for seen, places in ((client.told[1], 2), (client.told[2], 1)):
        ((text, is_error),) = seen.fresh_results
        assert is_error
        assert f"in {places} places" in text
        assert text.count("struct_one_entry_per_day (error): Week 1, Mon 2026-01-05") == 1


def only(week: int) -> Attempt:
    """Of the good plan the week with this number alone, without notes."""

    def attempt(plan: dict[str, Any]) -> CoachReply:
        return handed({"plan": {**plan, "weeks": [plan["weeks"][week - 1]], "notes": []}, "only_changed_weeks": True})

    return attempt


def test_a_repair_may_hold_only_the_weeks_that_change() -> None:
    coach = talked(Repairing([broken(2), only(1)]))
    first, second = told(coach, PlanProposed)
    assert (is_valid(second), second.plan.weeks[1:]) == (True, first.plan.weeks[1:])
    assert second.plan.notes == first.plan.notes
    assert told(coach, PlanShown)[0].plan == second.plan


SENT_BACK: dict[str, tuple[Attempt, str]] = {
    "a patch of no plan": (only(1), "hand over the whole plan"),
    "what is no plan at all": (garbage, "plan.start_date"),
    "neither a plan nor a reason": (lambda _plan: handed({}), "Give plan"),
    "that there is no room where there is": (
        lambda _plan: handed({"cannot": "There is no room for a plan."}),
        "A valid plan exists",
    ),
}


@pytest.mark.parametrize("name", SENT_BACK)
def test_what_is_no_valid_plan_is_sent_back_with_what_to_mend_and_is_never_heard(name: str) -> None:
    attempt, said = SENT_BACK[name]
    client = Repairing([attempt, good])
    coach = talked(client)
    ((text, is_error),) = client.told[1].fresh_results
    assert (is_error, said in text) == (True, True)
    first, second = told(coach, PlanProposed)
    assert (first.plan, is_valid(first), is_valid(second)) == (None, False, True)
    assert [event.plan for event in told(coach, PlanShown)] == [second.plan]
    assert "no room" not in heard(coach)


def test_the_planner_is_told_the_rules_and_the_paces_of_present_fitness() -> None:
    client = Repairing([good], recent_race_distance_km=5.0, recent_race_time_s=1320.0)
    talked(client)
    told = {**client.told[0].get("rules"), **client.told[0].get("rules_for_them")}
    assert "load_first_week" in told
    assert set(told) <= {rule.id for rule in RULES}
    assert client.told[0].get("present_paces")["race"]


def test_a_model_that_never_gets_there_is_stopped_after_five_and_the_best_is_kept_but_never_shown() -> None:
    coach = talked(Repairing([broken(n) for n in (6, 5, 2, 4, 3, 1)]))
    proposed = told(coach, PlanProposed)
    assert (planning_calls(coach), len(proposed)) == (5, 5)
    assert [(event.bound, event.limit) for event in told(coach, BoundReached)] == [("plan_attempts", 5)]
    assert told(coach, SessionClosed)[0].outcome == "failed"
    assert coach.session.facts, "what was told is kept"
    nearest = best(proposed)
    assert nearest is not None
    assert (nearest.attempt, errors_of(nearest), is_valid(nearest)) == (3, 2, False)
    assert not told(coach, PlanShown)
    assert (coach.session.shown, coach.session.plan) == (None, None)
    assert "never to be read" not in heard(coach)


def test_after_five_invalid_plans_the_athlete_hears_an_honest_sentence() -> None:
    coach = talked(Repairing([garbage] * 5))
    last = told(coach, CoachSaid)[-1]
    assert last.state is State.CLOSED
    assert "sorry" in last.text
    assert best(told(coach, PlanProposed)) is None


def test_after_a_valid_plan_no_other_is_taken() -> None:
    def twice(plan: dict[str, Any]) -> CoachReply:
        return CoachReply(calls=(*good(plan).calls, Call("generate_plan", {"plan": {**plan, "notes": ["another"]}})))

    coach = talked(Repairing([twice]))
    assert len(told(coach, PlanProposed)) == 1
    assert "one is enough" in str(told(coach, ToolCalled)[-1].error)
    assert len(told(coach, PlanShown)) == 1


def test_where_the_date_leaves_no_room_the_athlete_hears_so_and_sees_the_nearest_plan() -> None:
    coach = talked(Repairing([], race_distance_km=10.0, weeks_available=0))
    assert "no room for a plan" in heard(coach)
    (shown,) = told(coach, PlanShown)
    assert (shown.plan.race_date, len(shown.plan.weeks)) == (None, 12)
    assert coach.session.state is State.PRESENT


def test_where_nothing_works_the_athlete_hears_what_is_in_the_way_and_no_plan_is_shown() -> None:
    coach = talked(Repairing([], available_days=[]))
    assert heard(coach).count("one day in the week with 20 minutes") == 1
    assert "One day a week is enough to begin" in heard(coach)
    assert not told(coach, PlanShown)
    assert told(coach, SessionClosed)[0].outcome == "failed"


def refine(request: str) -> CoachReply:
    return CoachReply(calls=(Call("refine_plan", {"request": request}),))


def wish(**change: Any) -> RequestChange:
    return RequestChange(change=PlanChange.model_validate(change))


def test_a_second_wish_keeps_the_first_and_each_is_judged_again() -> None:
    wishes = [
        CoachReply(text="Here."),
        refine("no runs on Fridays"),
        CoachReply(text="So."),
        refine("less volume"),
        CoachReply(text="So."),
    ]
    client = Repairing([], wishes)
    client.channel.deposit("no runs on Fridays", (wish(kind="without_days", days=("fri",)),))
    client.channel.deposit("less volume", (wish(kind="less"),))
    coach = talked(client, "no runs on Fridays", "less volume")
    first, second, third = (event.plan for event in told(coach, PlanShown))
    fridays = [day.sessions for week in third.weeks for day in week.days if day.weekday == "fri"]
    assert not any(fridays)
    assert third.weeks[0].km < second.weeks[0].km
    assert (first.version, second.version, third.version) == (1, 2, 3)
    differences = [event.difference for event in told(coach, PlanChanged)]
    assert differences == [difference(first, second), difference(second, third)]
    assert all(is_valid(event) for event in told(coach, PlanProposed))


def test_a_wish_that_cannot_be_met_leaves_the_plan_and_says_why() -> None:
    every = refine("no runs on Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday")
    client = Repairing([], [CoachReply(text="Here."), every, CoachReply(text="So.")])
    days = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    client.channel.deposit("no runs at all", (wish(kind="without_days", days=days),))
    coach = talked(client, "no runs at all")
    before, after = (event.plan for event in told(coach, PlanShown))
    assert before.weeks == after.weeks
    assert "would not work out" in heard(coach)


def proposed(attempt: int, errors: int, warnings: int) -> PlanProposed:
    found = [PlanFinding(rule="r", severity="error", message="m")] * errors
    found += [PlanFinding(rule="w", severity="warn", message="m")] * warnings
    return PlanProposed(attempt=attempt, plan=planned(), findings=tuple(found))


@pytest.mark.parametrize(
    ("attempts", "number"),
    [
        ([(1, 3, 0), (2, 1, 9), (3, 2, 0)], 2),
        ([(1, 1, 4), (2, 1, 2), (3, 1, 3)], 2),
        ([(1, 1, 1), (2, 1, 1)], 2),
    ],
    ids=["fewest errors", "then fewest warnings", "then the latest"],
)
def test_the_best_attempt_is_the_one_with_the_least_to_mend(attempts: Any, number: int) -> None:
    found = best([proposed(*each) for each in attempts] + [PlanProposed(attempt=9, plan=None, error="nothing")])
    assert found is not None
    assert found.attempt == number
