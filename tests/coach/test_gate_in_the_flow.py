"""The safety gate inside a session: what it asks for, when it runs again, and what the athlete hears of it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripted_coach import DONE, Scripted, collect, correct, healthy, last_words, missing, moves, statuses, talk, told

from coach.events import (
    CoachSaid,
    GateEvaluated,
    HealthWordsQueried,
    PlanAccepted,
    PlanShown,
    PlanWithdrawn,
    SessionClosed,
)
from coach.model import PlainMessage
from coach.profile.catalogue import catalogue
from coach.records.intake import SafetyFlag
from coach.safety.rules import SafetyRule, referrals, rules
from coach.sourced_yaml import read as read_yaml
from coach.states import State
from evals.offline import OfflineCoach
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.phrases import table
from evals.offline.request_view import read

FLOWS = read_yaml(Path(__file__).with_name("gate_in_the_flow.yaml")).data
assert FLOWS
STANDINGS = {"declined": ..., "not known": NotImplemented}
CALLS = {"done": DONE, "accept": CoachReply(calls=(Call("accept_plan", {}),)), "healthy": healthy()}
FACTS: dict[str, Callable[..., CoachReply]] = {"healthy": healthy, "collect": collect, "correct": correct}


def reply(step: Any) -> CoachReply:
    """A step of a script: words, a call by its name, or a list of calls in one breath."""
    if isinstance(step, list):
        return CoachReply(calls=tuple(call for each in step for call in reply(each).calls))
    if isinstance(step, str):
        return CALLS.get(step) or CoachReply(text=step)
    ((name, given),) = step.items()
    if name not in FACTS:
        return CoachReply(calls=(Call(name.removeprefix("call "), given),))
    facts = {field: tuple(value) if isinstance(value, list) else value for field, value in given.items()}
    return FACTS[name](**{field: STANDINGS.get(value, value) for field, value in facts.items()})


@pytest.mark.parametrize("name", FLOWS)
def test_the_gate_in_a_session(name: str) -> None:
    row = dict(FLOWS[name])
    coach = talk(*map(reply, row.pop("script")), says=row.pop("says", ()))
    shown = [event.plan for event in told(coach, PlanShown)]
    came = {
        "gates": statuses(coach), "fired": list(told(coach, GateEvaluated)[-1].result.fired),
        "moves": moves(coach)[-len(row.get("moves", ())) :], "planned": coach.session.plan is not None,
        "shown": len(shown), "different_plans": len({plan.model_dump_json() for plan in shown}),
        "withdrawn": len(told(coach, PlanWithdrawn)), "on_the_table": coach.session.shown is not None,
        "agreed": len(told(coach, PlanAccepted)), "queried": len(told(coach, HealthWordsQueried)),
        "current": coach.session.gate_is_current, "outcome": coach.session.outcome, "state": coach.session.state,
        "last_words": last_words(coach), "open_notes": list(coach.session.open_notes),
    }  # fmt: skip
    assert {"gates", "state"} <= set(row)
    assert {key: came[key] for key in row} == row


REFUSED = [CoachReply(text="Without that I can't plan for you yet."), DONE]


@pytest.mark.parametrize("standing", [..., NotImplemented], ids=["declined", "not known"])
def test_a_refused_answer_that_could_block_ends_without_a_plan_once_the_coach_has_said_so(standing: Any) -> None:
    client = Scripted([healthy(tendon_pain_nrs=standing), DONE, *REFUSED])
    coach = talk(client=client, says=["No, thank you."])
    (gate,) = told(coach, GateEvaluated)
    assert (gate.result.status, missing(gate), gate.declined) == (
        "unresolved",
        {"tendon_pain_nrs"},
        ("tendon_pain_nrs",),
    )
    assert not client.seen[2].get("still_needed"), "what was refused is not asked again"
    assert client.seen[2].get("no_plan_yet")["told_already"] is False
    assert told(coach, SessionClosed)[0].outcome == "blocked"
    assert not told(coach, PlanShown)


def flag(condition: str, action: Any) -> SafetyFlag:
    return SafetyFlag(id="of_the_analyst", condition=condition, action=action, hint="Let's look at this together.")


@pytest.mark.parametrize(
    ("condition", "action", "facts", "status"),
    [
        ("sleep_hours_avg < 8.5", "block", {}, "blocked"),
        ("sleep_hours_avg < 8.5", "warn", {}, "approved_with_warnings"),
        ("sleep_hours_avg < 8.5", "flag_for_review", {}, "approved_with_warnings"),
        ("sleep_hours_avg > 8.5", "block", {}, "approved"),
        ("sleep_hours_avg < 8.5", "warn", {"symptoms": ("syncope",)}, "blocked"),
        ("sleep_hours_avg > 8.5", "warn", {"symptoms": ("syncope",)}, "blocked"),
    ],
)
def test_what_the_analyst_proposes_only_adds_or_raises(
    condition: str, action: str, facts: dict[str, Any], status: str
) -> None:
    coach = talk(healthy(**facts), DONE, flags=(flag(condition, action),))
    result = told(coach, GateEvaluated)[0].result
    assert result.status == status
    assert ("rf_syncope" in result.fired) == bool(facts)
    proposed = [each.rule for each in result.verdicts if each.proposed]
    assert proposed == (["of_the_analyst"] if "of_the_analyst" in result.fired else [])
    assert bool(proposed) == ("<" in condition)
    assert result.requires_human_review == (action == "flag_for_review")


class Explaining(Scripted):
    """Follows the script to its end, then explains as the offline coach does."""

    def answer(self, request: dict[str, Any]) -> PlainMessage:
        if not self.script and "intake_complete" in read(request, self.reader).tools:
            return OfflineCoach.answer(self, request)
        return super().answer(request)


BLOCKS = {c.rule.id: c.rule for c in rules() if c.rule.action == "block" and c.rule.scope != "session"}
INTERNAL = re.compile(
    r"\b(gates?|rules?|flag\w*|block(ed|s)|screening|risk|liab\w+|waiver|consult a|disclaim\w*)\b|_", re.IGNORECASE
)


@pytest.mark.parametrize("rule", BLOCKS.values(), ids=BLOCKS)
def test_a_block_is_explained_by_someone_who_cares(rule: SafetyRule) -> None:
    client = Explaining([healthy(**rule.fires[-1])])
    coach = talk(client=client, says=["That is all."])
    gate = told(coach, GateEvaluated)[0]
    assert rule.id in gate.result.fired
    said = "\n".join(event.text for event in told(coach, CoachSaid)[:1])
    assert rule.hint in said, "why, in human words"
    assert rule.referral is None or referrals()[rule.referral].lower() in said.lower(), "whom to see"
    stocks = [lines for purpose, lines in table().items() if purpose.startswith("meanwhile_")]
    assert any(line in said for lines in stocks for line in lines), "what the two can do meanwhile"
    assert said.endswith("?"), "a way on"
    assert not INTERNAL.search(said)
    assert not [id_ for id_ in gate.result.fired if id_ in said]


def test_what_is_unknown_is_named_asked_for_alone_and_the_session_goes_on() -> None:
    script = [
        *(healthy("weeks_since_surgery"), DONE, CoachReply(text="One more thing: any operation lately?")),
        *(collect(weeks_since_surgery=None), DONE, CoachReply(text="Here it is.")),
    ]
    client = Scripted(script, optional=("weeks_since_surgery",))
    coach = talk(client=client, says=["None at all."])
    assert statuses(coach) == ["approved"], "the gate is not asked before"
    asked = client.seen[2]
    assert asked.get("still_needed") == ["weeks_since_surgery"]
    ((fields,),) = ([entry["fields"] for entry in asked.get("ask_next")],)
    assert set(fields) == {"weeks_since_surgery", "weeks_since_acl_reconstruction"}
    assert coach.session.state is State.PRESENT


NEW_GOAL = {
    "target_weekly_volume_km": 40, "weeks_available": 20, "goal_time_s": None, "desired_intensity": "vigorous",
    "hard_sessions_requested_per_week": 1,
}  # fmt: skip


def test_a_question_that_no_schema_held_is_asked_in_the_catalogues_words() -> None:
    """The second schema is made when nothing speaks of asthma any more; the disclosure comes after it."""
    half = CoachReply(calls=(Call("change_goal", {"words": "I want to run a half marathon"}),))
    script = [
        *(healthy(), DONE, CoachReply(text="Here it is.")),
        *(half, CoachReply(text="Alright, a half."), collect(**NEW_GOAL), DONE, CoachReply(text="Here it is.")),
        *(correct(known_conditions=("asthma",)), CoachReply(text="How well is it under control?")),
    ]
    client = Scripted(script)
    coach = talk(client=client, says=["Rather a half marathon.", "40 km, 20 weeks, no time.", "I have asthma, too."])
    (asked,) = client.seen[-1].get("ask_next")
    needed = {"asthma_control", "reliever_uses_per_week"}
    assert (statuses(coach)[-1], missing(told(coach, GateEvaluated)[-1])) == ("unresolved", needed)
    assert set(asked["fields"]) == needed == set(client.seen[-1].get("still_needed"))
    assert asked["question"] == catalogue().questions["asthma"].text


def test_a_required_slot_of_the_analysts_own_is_settled_by_a_note() -> None:
    client = Scripted([collect(shoe_size="43"), CoachReply(text="Thanks.")], own=("shoe_size", "cat_or_dog"))
    talk(client=client)
    assert {"shoe_size", "cat_or_dog"} <= set(client.seen[0].get("still_needed"))
    assert "shoe_size" not in client.seen[1].get("still_needed")
    assert "cat_or_dog" in client.seen[1].get("still_needed")
