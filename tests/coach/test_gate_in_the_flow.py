"""The safety gate inside a session: what it asks for, when it runs again, and what the athlete hears of it."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from anthropic.types import Message

from coach import variants
from coach.events import CoachSaid, GateEvaluated, Moved, PlanShown, PlanWithdrawn, SessionClosed
from coach.loop import Coach
from coach.profile.catalogue import catalogue
from coach.records.intake import SafetyFlag
from coach.safety.rules import Rule, healthy_profile, referrals, rules
from coach.states import Reason, State
from evals.offline import OfflineCoach
from evals.offline.phrases import table
from evals.offline.said import Call, Said, message
from evals.offline.seen import Seen, read

FIRST = "Hi, I would like to run a 10k in under 50 minutes."
MODELS = {"fast": "a-fast-model", "reasoning": "a-reasoning-model"}


def items(**facts: Any) -> list[dict[str, Any]]:
    """Facts as a model sends them; `...` is an answer declined, and `NotImplemented` one not known."""
    standings = {...: "declined", NotImplemented: "not_known"}
    found: list[dict[str, Any]] = []
    for name, value in facts.items():
        standing = standings.get(value) if value is ... or value is NotImplemented else None
        told = list(value) if isinstance(value, tuple) else value
        found.append({"field": name, "raw": name, **({"standing": standing} if standing else {"value": told})})
    return found


def collect(**facts: Any) -> Said:
    return Said(calls=(Call("collect_data", {"items": items(**facts)}),))


def correct(**facts: Any) -> Said:
    return Said(calls=(Call("correct_data", {"items": items(**facts)}),))


def healthy(*without: str, **changes: Any) -> Said:
    """Everything that a healthy man tells who is asked; what does not apply to him is left to inference."""
    fields = catalogue().fields
    told = {name: value for name, value in healthy_profile().items() if fields[name].opens is None}
    told |= {"sex": "male", "recent_race_distance_km": None, "recent_race_time_s": None, "clearances": (), **changes}
    return collect(**{name: value for name, value in told.items() if name not in without})


DONE = Said(calls=(Call("intake_complete", {}),))


class Scripted(OfflineCoach):
    """Talks from a script while it may talk freely; goals, schemas and plans are the offline coach's own.

    `seen` keeps what each scripted answer had before it. The analyst's schema is the offline coach's, with `flags`,
    with the fields `optional` as such, and with required slots of its `own`.
    """

    def __init__(
        self,
        script: Sequence[Said],
        *,
        flags: tuple[SafetyFlag, ...] = (),
        optional: tuple[str, ...] = (),
        own: tuple[str, ...] = (),
    ) -> None:
        super().__init__(3)
        self.script = list(script)
        self.flags, self.priorities = flags, {**dict.fromkeys(optional, "optional"), **dict.fromkeys(own, "required")}
        self.seen: list[Seen] = []

    def answer(self, request: dict[str, Any]) -> Message:
        seen = read(request)
        if seen.tools & {"intake_complete", "accept_plan"}:
            self.seen.append(seen)
            said = self.script.pop(0) if self.script else Said(text="And what else?")
            return message(said, request, str(request["model"]))
        if "analyze_goal" in seen.tools:
            return message(self._schema(seen), request, str(request["model"]))
        return super().answer(request)

    def _schema(self, seen: Seen) -> Said:
        (call,) = self.say(seen).calls
        fields = [field for field in call.input["fields"] if field["name"] not in self.priorities]
        fields += [
            {"name": name, "question": f"And {name}?", "reason": "r", "priority": priority}
            for name, priority in self.priorities.items()
        ]
        flags = [flag.model_dump(mode="json") for flag in self.flags]
        return Said(calls=(Call("analyze_goal", {**call.input, "fields": fields, "safety_flags": flags}),))


def talk(*script: Said, says: Sequence[str] = (), client: OfflineCoach | None = None, **schema: Any) -> Coach:
    """A session in which the athlete says FIRST and then `says`, while the coach follows the script."""
    coach = Coach(client or Scripted(script, **schema), variants.load("baseline"), models=MODELS)
    coach.start(session="s", athlete="a", today="2026-01-05")

    async def say() -> None:
        for text in (FIRST, *says):
            await coach.hear(text)

    asyncio.run(say())
    return coach


def told(coach: Coach, kind: type) -> list[Any]:
    return [event for event in coach.recorder.events if isinstance(event, kind)]


def moves(coach: Coach) -> list[Reason]:
    return [event.reason for event in told(coach, Moved)]


def last_words(coach: Coach) -> str:
    return str(told(coach, CoachSaid)[-1].text)


def statuses(coach: Coach) -> list[str]:
    return [event.result.status for event in told(coach, GateEvaluated)]


def missing(gate: GateEvaluated) -> set[str]:
    return {name for entry in gate.result.unresolved for name in entry.missing}


def test_a_healthy_athlete_comes_to_a_plan() -> None:
    coach = talk(healthy(), DONE, Said(text="Here it is."))
    (gate,) = told(coach, GateEvaluated)
    assert gate.result.status == "approved"
    assert coach.session.state is State.PRESENT
    assert len(told(coach, PlanShown)) == 1


REFUSED = [Said(text="Without that I can't plan for you yet."), DONE]


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
    assert client.seen[2].get("still_needed") is None, "what was refused is not asked again"
    assert client.seen[2].get("no_plan_yet")["told_already"] is False
    assert told(coach, SessionClosed)[0].outcome == "blocked"
    assert not told(coach, PlanShown)


@pytest.mark.parametrize("standing", [..., NotImplemented], ids=["declined", "not known"])
def test_a_refused_answer_that_could_only_warn_counts_as_the_warning(standing: Any) -> None:
    coach = talk(healthy(sleep_hours_avg=standing), DONE, Said(text="Here it is."))
    (gate,) = told(coach, GateEvaluated)
    assert (gate.result.status, gate.result.fired) == ("approved_with_warnings", ("sleep_short",))
    assert coach.session.state is State.PRESENT


def test_who_refused_may_answer_after_all() -> None:
    script = [healthy(tendon_pain_nrs=...), DONE, REFUSED[0], correct(tendon_pain_nrs=0), DONE, Said(text="Here.")]
    coach = talk(*script, says=["Alright, there is none."])
    assert statuses(coach) == ["unresolved", "approved"]
    assert coach.session.state is State.PRESENT


def test_a_fact_disclosed_late_in_the_intake_stops_it_at_once() -> None:
    coach = talk(
        healthy(), Said(text="Did I get it right?"), collect(symptoms=("syncope",)), says=["I fainted last week."]
    )
    assert statuses(coach) == ["blocked"]
    assert moves(coach)[-2:] == [Reason.RED_FLAG, Reason.GATE_BLOCKED]
    assert coach.session.state is State.INTAKE


def test_a_correction_in_the_intake_lifts_the_block_it_came_from() -> None:
    coach = talk(
        healthy(symptoms=("syncope",)),
        Said(text="Please see a doctor first. Did I get something wrong?"),
        correct(symptoms=()),
        DONE,
        Said(text="Here it is."),
        says=["I never fainted, that was my brother."],
    )
    assert statuses(coach) == ["blocked", "approved"]
    assert coach.session.state is State.PRESENT


def test_a_written_clearance_lifts_what_it_clears() -> None:
    coach = talk(
        healthy(symptoms=("syncope",)),
        Said(text="Please see a heart doctor first."),
        correct(clearances=("cardiac",)),
        DONE,
        Said(text="Here it is."),
        says=["I did, and have it in writing."],
    )
    assert statuses(coach) == ["blocked", "approved_with_warnings"]
    assert coach.session.state is State.PRESENT


def test_a_block_with_nothing_to_add_ends_blocked_after_it_was_explained() -> None:
    script = [healthy(symptoms=("syncope",)), Said(text="Please see a doctor first."), DONE]
    coach = talk(*script, says=["I have nothing to add."])
    assert told(coach, SessionClosed)[0].outcome == "blocked"
    kinds = [event.kind for event in coach.recorder.events]
    assert kinds.index("coach_said", kinds.index("gate_evaluated")) < kinds.index("session_closed")


def test_a_model_that_claims_to_be_done_before_it_explained_is_not_let_go() -> None:
    coach = talk(healthy(symptoms=("syncope",)), DONE, Said(text="Please see a doctor first."))
    assert not coach.closed
    assert last_words(coach) == "Please see a doctor first."


PRESENTED = (healthy(), DONE, Said(text="Here it is."))


def test_a_fact_disclosed_at_the_plan_withdraws_it_when_it_blocks() -> None:
    coach = talk(*PRESENTED, correct(symptoms=("rest_chest_pain",)), says=["By the way, my chest hurts at night."])
    assert statuses(coach) == ["approved", "blocked"]
    assert moves(coach)[-2:] == [Reason.FACT_CHANGED, Reason.GATE_BLOCKED]
    assert len(told(coach, PlanWithdrawn)) == 1
    assert (coach.session.state, coach.session.plan, coach.session.shown) == (State.INTAKE, None, None)


def test_a_fact_disclosed_at_the_plan_that_opens_a_question_withdraws_it_until_that_is_answered() -> None:
    client = Scripted(
        [
            *PRESENTED,
            correct(known_conditions=("asthma",)),
            Said(text="How well is it under control?"),
            collect(asthma_control="well", reliever_uses_per_week=1),
            DONE,
            Said(text="Here it is again."),
        ]
    )
    coach = talk(client=client, says=["I have asthma, by the way.", "Well, about once a week."])
    assert statuses(coach) == ["approved", "unresolved", "approved_with_warnings"]
    assert missing(told(coach, GateEvaluated)[1]) == {"asthma_control", "reliever_uses_per_week"}
    assert set(client.seen[4].get("still_needed")) == {"asthma_control", "reliever_uses_per_week"}
    assert (len(told(coach, PlanShown)), len(told(coach, PlanWithdrawn))) == (2, 1)
    assert coach.session.state is State.PRESENT


def test_a_fact_corrected_at_the_plan_that_only_warns_makes_a_new_plan() -> None:
    coach = talk(*PRESENTED, correct(tendon_pain_nrs=4), Said(text="I changed it."), says=["My heel is at 4."])
    assert statuses(coach) == ["approved", "approved_with_warnings"]
    first, second = told(coach, PlanShown)
    assert first.plan != second.plan
    assert coach.session.state is State.PRESENT


def test_saying_the_same_again_runs_nothing_again() -> None:
    coach = talk(*PRESENTED, correct(age_years=30), Said(text="As I noted."), says=["I'm 30, remember."])
    assert statuses(coach) == ["approved"]
    assert coach.session.shown is not None


@pytest.mark.parametrize("order", [1, -1], ids=["told first", "accepted first"])
def test_a_plan_accepted_in_the_breath_of_a_disclosure_is_not_agreed(order: int) -> None:
    calls = (correct(symptoms=("syncope",)).calls[0], Call("accept_plan", {}))[::order]
    coach = talk(*PRESENTED, Said(calls=calls), Said(text="That comes first."), says=["Great. I fainted, though."])
    assert statuses(coach) == ["approved", "blocked"]
    assert not coach.closed
    assert coach.session.shown is None


def test_another_goal_is_judged_anew() -> None:
    change = Said(calls=(Call("change_goal", {"words": "I want to run a marathon in 4:00"}),))
    coach = talk(*PRESENTED, change, says=["I want to run a marathon in 4:00 instead."])
    assert Reason.GOAL_CHANGED in moves(coach)
    assert len(told(coach, PlanWithdrawn)) == 1
    assert not coach.session.gate_is_current
    assert coach.session.state is State.INTAKE


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
    (proposed,) = (each for each in result.verdicts if each.proposed)
    assert ("of_the_analyst" in result.fired) == (proposed.verdict == "fired")
    assert result.requires_human_review == (action == "flag_for_review")


class Explaining(Scripted):
    """Follows the script to its end, then explains as the offline coach does."""

    def answer(self, request: dict[str, Any]) -> Message:
        if not self.script and "intake_complete" in read(request).tools:
            return OfflineCoach.answer(self, request)
        return super().answer(request)


BLOCKS = {c.rule.id: c.rule for c in rules() if c.rule.action == "block" and c.rule.scope != "session"}
INTERNAL = re.compile(
    r"\b(gates?|rules?|flag\w*|block(ed|s)|screening|risk|liab\w+|waiver|consult a|disclaim\w*)\b|_", re.IGNORECASE
)


@pytest.mark.parametrize("rule", BLOCKS.values(), ids=BLOCKS)
def test_a_block_is_explained_by_someone_who_cares(rule: Rule) -> None:
    client = Explaining([healthy(**rule.fires[-1])])
    coach = talk(client=client, says=["That is all."])
    gate = told(coach, GateEvaluated)[0]
    assert rule.id in gate.result.fired
    said = "\n".join(event.text for event in told(coach, CoachSaid)[:1])
    assert rule.hint in said, "why, in human words"
    assert rule.referral is None or referrals()[rule.referral] in said, "whom to see"
    assert any(line in said for line in table()["meanwhile"]), "what the two can do meanwhile"
    assert said.endswith("?"), "a way on"
    assert not INTERNAL.search(said)
    assert not [id_ for id_ in gate.result.fired if id_ in said]


def test_what_is_unknown_is_named_asked_for_alone_and_the_session_goes_on() -> None:
    client = Scripted(
        [
            healthy("tendon_pain_nrs"),
            DONE,
            Said(text="One more thing: any tendon pain, from 0 to 10?"),
            collect(tendon_pain_nrs=0),
            DONE,
            Said(text="Here it is."),
        ],
        optional=("tendon_pain_nrs",),
    )
    coach = talk(client=client, says=["None at all, 0."])
    assert statuses(coach) == ["unresolved", "approved"]
    assert missing(told(coach, GateEvaluated)[0]) == {"tendon_pain_nrs"}
    asked = client.seen[2]
    assert asked.get("still_needed") == ["tendon_pain_nrs"]
    assert "tendon_pain_nrs" in {field["name"] for field in asked.get("intake_fields")}
    assert coach.session.state is State.PRESENT


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
            Said(calls=(Call("change_goal", {"words": "I want to run a half marathon"}),)),
            Said(text="Alright, a half."),
            collect(**NEW_GOAL),
            DONE,
            Said(text="Here it is."),
            correct(known_conditions=("asthma",)),
            Said(text="How well is it under control?"),
        ]
    )
    coach = talk(client=client, says=["Rather a half marathon.", "40 km, 20 weeks, no time.", "I have asthma, too."])
    assert statuses(coach)[-1] == "unresolved"
    slots = {field["name"]: field["question"] for field in client.seen[-1].get("intake_fields")}
    for name in ("asthma_control", "reliever_uses_per_week"):
        assert name in client.seen[-1].get("still_needed")
        assert slots[name] == catalogue().questions[catalogue().fields[name].question].text


def test_a_required_slot_of_the_analysts_own_is_settled_by_a_note() -> None:
    client = Scripted([collect(shoe_size="43"), Said(text="Thanks.")], own=("shoe_size", "cat_or_dog"))
    talk(client=client)
    assert {"shoe_size", "cat_or_dog"} <= set(client.seen[0].get("still_needed"))
    assert "shoe_size" not in client.seen[1].get("still_needed")
    assert "cat_or_dog" in client.seen[1].get("still_needed")
