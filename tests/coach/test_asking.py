"""What is asked, in which order, and that the gate hears of everything that an athlete has."""

from collections.abc import Iterator
from typing import Any

import pytest

from coach.events import Event, FactRecorded, GoalsCaptured, Moved
from coach.flow import FLOW
from coach.missing_facts import profile_of, unsettled
from coach.next_questions import Due, questions_due
from coach.profile.catalogue import catalogue
from coach.profile.inference import denied
from coach.profile.profile import Profile
from coach.profile.validation import parse_profile
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.records.intake import IntakeField
from coach.safety.gate import decide
from coach.safety.rules import healthy_profile
from coach.schemas import schema_for
from coach.session import Session
from coach.states import Reason, State
from coach.tools import COLLECT_DATA, CORRECT_DATA
from coach.tools.analyze_goal import accept
from coach.tools.tool import Tool, ToolError
from evals.labelled.vignettes import SET

MILE = Goal(text="I want to run 1500 m in 4:25", type="performance", event="1500m", target="4:25")
TEN_K = Goal(text="a faster 10k", type="performance", event="10k")
LOSE = Goal(text="lose some weight", type="weight_loss")
ASKED_IF = {"asthma_control": "well", "reliever_uses_per_week": 0, "resting_sbp_mmhg": 120, "resting_dbp_mmhg": 80}
HEALTHY: Profile = {**healthy_profile(), **ASKED_IF, "race_distance_km": 10, "goal_time_s": None, "clearances": ()}
IN_PARTS = catalogue().in_parts
_DIAGNOSED_ONLY = 160
"""mmHg: a reading is asked of those who were told of high blood pressure."""


def intake(*goals: Goal, own: tuple[IntakeField, ...] = ()) -> Session:
    session = FLOW.step(Session(), GoalsCaptured(goals=goals))
    session = after(session, Moved(source=State.GOAL_CAPTURE, target=State.ANALYST, reason=Reason.GOAL_STATED))
    schema = schema_for(goals)
    session = after(session, accept(session, schema.model_copy(update={"fields": (*schema.fields, *own)})))
    return after(session, Moved(source=State.ANALYST, target=State.INTAKE, reason=Reason.SCHEMA_ACCEPTED))


def after(session: Session, *events: Event) -> Session:
    for event in events:
        session = FLOW.step(session, event)
    return session


def record(session: Session, tool: Tool, *items: dict[str, Any]) -> Session:
    return after(session, *tool.call(session, {"items": list(items)}).events)


def answered(session: Session, asked: Due, truth: Profile) -> Session:
    """The session after a truthful answer to one question, heard by a model that records what was named."""
    items = []
    for name, values in asked.fields.items():
        true = truth.get(name)
        told = list(true) if isinstance(true, tuple) else true
        nothing = name in catalogue().deniable and true is None
        item: dict[str, Any] = {"field": name, "raw": name, "value": denied(name) if nothing else told}
        if true is None and not nothing:
            item |= {"value": None, "standing": "not_known"}
        if name in IN_PARTS:
            item["value"] = [value for value in values if value in (told or ())]
            item["denied"] = [value for value in values if value not in (told or ())]
        items.append({**item, "value": list(item["value"]) if isinstance(item["value"], tuple) else item["value"]})
    return record(session, COLLECT_DATA, *items)


def talk(truth: Profile, *goals: Goal, own: tuple[IntakeField, ...] = ()) -> Iterator[tuple[tuple[Due, ...], Session]]:
    """The questions of each message until nothing is due, with the session after their answers."""
    session = intake(*goals, own=own)
    for _ in range(60):
        if not (asked := questions_due(session)):
            return
        for each in asked:
            session = answered(session, each, truth)
        yield asked, session
    pytest.fail("the intake has no end")


def told(truth: Profile, *goals: Goal) -> Session:
    return list(talk(truth, *goals))[-1][1]


def verdict(truth: Profile, goal: Goal) -> tuple[str, tuple[str, ...]]:
    """What the gate decides of the answers, once nothing is due."""
    session = told(truth, goal)
    assert not unsettled(session)
    result = decide({**profile_of(session), **{name: truth.get(name) for name in ("race_distance_km", "goal_time_s")}})
    return result.status, result.fired


VIGNETTES = [(case.id, *parse_profile(case.profile), case.expect.status) for case in SET.cases()]
FOUND = [
    (name, known)
    for name, known, declined, status in VIGNETTES
    if status != "unresolved" and not declined and (known.get("resting_sbp_mmhg") or 0) <= _DIAGNOSED_ONLY
]


@pytest.mark.parametrize(("name", "truth"), FOUND, ids=[name for name, _ in FOUND])
def test_the_gate_decides_of_the_answers_what_it_decides_of_the_athlete(name: str, truth: Profile) -> None:
    """Whoever has it is found: every labelled athlete, asked what is due, comes out as labelled."""
    result = decide(truth)
    assert verdict(truth, LOSE if truth.get("goal_weight_kg") else TEN_K) == (result.status, result.fired)


ENTRIES = [(name, value) for name, values in IN_PARTS.items() for value in sorted(values)]


@pytest.mark.parametrize(("name", "entry"), ENTRIES)
def test_a_yes_to_the_question_that_names_it_reaches_the_gate(name: str, entry: str) -> None:
    truth = {**HEALTHY, name: (entry,)}
    told_at = [
        session for asked, session in talk(truth, TEN_K) if any(entry in each.fields.get(name, ()) for each in asked)
    ]
    assert entry in profile_of(told_at[0])[name]  # type: ignore[operator]
    result = decide(truth)
    assert verdict(truth, TEN_K) == (result.status, result.fired)


@pytest.mark.parametrize("name", IN_PARTS)
def test_a_no_closes_what_its_question_named_and_nothing_else(name: str) -> None:
    first, *rest = sorted(IN_PARTS[name])
    session = record(intake(MILE), COLLECT_DATA, {"field": name, "value": [], "denied": [first], "raw": "no"})
    assert name in unsettled(session)
    assert name not in profile_of(session)
    assert first not in {value for asked in all_due(session) for value in asked.fields.get(name, ())}
    session = record(session, COLLECT_DATA, {"field": name, "value": [], "denied": rest, "raw": "no"})
    assert profile_of(session)[name] == ()
    assert name not in unsettled(session)


def all_due(session: Session) -> Iterator[Due]:
    for asked, _ in talk_on(session, HEALTHY):
        yield from asked


def talk_on(session: Session, truth: Profile) -> Iterator[tuple[tuple[Due, ...], Session]]:
    while asked := questions_due(session):
        for each in asked:
            session = answered(session, each, truth)
        yield asked, session


@pytest.mark.parametrize("name", IN_PARTS)
def test_a_general_no_closes_nothing(name: str) -> None:
    session = record(intake(MILE), COLLECT_DATA, {"field": name, "value": [], "raw": "I'm fine"})
    assert name in unsettled(session)
    assert decide(profile_of(session)).status == "unresolved"


def test_a_later_no_takes_nothing_back_and_a_correction_does() -> None:
    chest = {"field": "symptoms", "value": ["exertional_chest_pain"], "raw": "tight on the hill"}
    session = record(intake(MILE), COLLECT_DATA, chest)
    assert "rf_chest_pain" in decide(profile_of(session)).fired
    session = record(session, COLLECT_DATA, {"field": "symptoms", "value": [], "denied": ["palpitations"], "raw": "no"})
    assert profile_of(session)["symptoms"] == ("exertional_chest_pain",)
    session = record(session, CORRECT_DATA, {"field": "symptoms", "value": [], "raw": "it was a sore muscle"})
    assert "symptoms" in unsettled(session)
    assert set(session.facts["symptoms"].denied or ()) == {"exertional_chest_pain", "palpitations"}


def test_what_was_told_of_a_list_closes_nothing_before_all_of_it_was_asked() -> None:
    doctor = {"field": "parq_yes", "value": ["q1"], "denied": ["q7"], "raw": "my heart"}
    assert "tendon_pain_nrs" not in profile_of(record(intake(MILE), COLLECT_DATA, doctor))


def test_an_unclear_note_asks_for_the_rest_of_the_health_question_still() -> None:
    session = record(intake(MILE), COLLECT_DATA, {"field": "parq_yes", "value": [], "denied": ["q1"], "raw": "no"})
    with pytest.raises(ToolError) as caught:
        COLLECT_DATA.call(session, {"items": [{"field": "fainting", "value": True, "raw": "I fainted"}]})
    session = after(session, *caught.value.events)
    later = FactRecorded(fact=Fact(field="age_years", value=40, turn=session.turn + 1))
    assert "parq_yes" in unsettled(after(session, later))


def test_an_old_record_of_a_list_is_the_whole_of_it() -> None:
    session = after(intake(MILE), FactRecorded(fact=Fact(field="symptoms", value=())))
    assert profile_of(session)["symptoms"] == ()


@pytest.mark.parametrize(
    ("told_of", "opened"),
    [
        ({"age_years": 16}, {"guardian"}),
        ({"regular_exercise_3m": False}, {"risk_factors", "intensity", "supervision"}),
        ({"known_conditions": ("asthma",), "parq_yes": ("q4",)}, {"asthma", "clearance"}),
        ({"known_conditions": ("hypertension",)}, {"blood_pressure", "clearance"}),
        ({"medications": ("insulin",)}, {"diabetes_plan", "diabetes_today", "clearance"}),
        ({"bsi_status": "healed"}, {"bone_history", "clearance"}),
        ({"weeks_since_acl_reconstruction": 30}, {"knee", "clearance"}),
        ({"expected_wbgt_c": 29}, {"heat"}),
        ({"pregnant": True}, {"pregnancy", "clearance"}),
        ({"weeks_postpartum": 20}, {"postpartum", "clearance"}),
        ({"missed_cycles_consecutive": 3}, {"cycle_reason", "clearance"}),
    ],
)
def test_an_answer_opens_just_its_follow_up_questions(told_of: Profile, opened: set[str]) -> None:
    healthy = {each.id for asked, _ in talk(HEALTHY, TEN_K) for each in asked}
    assert {each.id for asked, _ in talk({**HEALTHY, **told_of}, TEN_K) for each in asked} - healthy == opened


def test_the_analysts_own_questions_are_asked_and_its_words_on_health_are_not() -> None:
    field = schema_for((MILE,)).fields[0]
    own = field.model_copy(update={"name": "work", "question": "What is work like?"})
    vague = field.model_copy(update={"name": "symptoms", "question": "Are you fine?"})
    texts = {each.text for asked, _ in talk(HEALTHY, MILE, own=(own, vague)) for each in asked}
    assert "What is work like?" in texts
    assert not any("Are you fine?" in text for text in texts)
