"""A complaint that nobody asked about is answered with a question about it, never with the next one on the list."""

import pytest
from scripted_coach import conversation, last_words

from coach.context import SECTIONS
from coach.loop import Coach
from coach.records.fact import Fact
from coach.safety.gate import evaluate
from coach.safety.refusal import refusal_of
from coach.safety.rules import healthy_profile, referrals, rules
from coach.session import Session, replace
from coach.states import State
from coach.thread import SpokenLine
from evals.offline import OfflineCoach
from evals.offline.phrases import table, wordings
from evals.reading.acts import TrainedReader
from personas.acts import Ask
from personas.questions import read_questions

HEALTH = {"pain_signs", "tendon_pain_nrs", "symptoms", "bsi_status", "known_conditions", "parq_yes"}


def talk(*texts: str) -> Coach:
    return conversation(OfflineCoach(1, reader=TrainedReader()), *texts)


@pytest.mark.parametrize(
    "texts",
    [
        ("I want to run a 10k, but my knee hurts when I run downhill",),
        ("I want to run a 10k", "4 days. my knee hurts when I run downhill"),
        ("I want to run a 10k", "by the way my shin is killing me"),
        ("I want to run a 10k", "34. the achilles is a 3 out of 10"),
    ],
)
def test_pain_told_unasked_is_what_the_answer_is_about(texts: tuple[str, ...]) -> None:
    reply = last_words(talk(*texts))
    assert any(reply.startswith(line) for line in table()["acknowledge_pain"])
    asked = {act.field for act in read_questions(reply) if isinstance(act, Ask)}
    assert asked <= HEALTH


def section(coach: str, athlete: str, **facts: int) -> list[str]:
    talk = (SpokenLine("assistant", coach), SpokenLine("user", athlete))
    told = {name: Fact(field=name, turn=turn) for name, turn in facts.items()}
    found = SECTIONS[State.PRESENT]["speaks_of_health"](replace(Session(), talk=talk, facts=told, turn=3))
    return list(found)


def test_the_engine_tells_a_model_so_too() -> None:
    assert section("How does that sit with your week?", "fine, but my knee hurts") == ["pain_signs"]
    assert section("How does that sit with your week?", "fine, but my knee hurts", pain_signs=1) == ["pain_signs"]


@pytest.mark.parametrize(
    ("coach", "athlete", "recorded"),
    [
        ("Is there any pain right now?", "my knee hurts", {}),
        ("How many days?", "four, and my knee hurts", {"pain_signs": 3}),
        ("How many days?", "four, and I swim on Sundays", {}),
    ],
)
def test_what_was_asked_recorded_or_is_no_complaint_is_not_told(
    coach: str, athlete: str, recorded: dict[str, int]
) -> None:
    assert section(coach, athlete, **recorded) == []


BLOCKED = ("a 10k in under 50", "i get chest pain when i run uphill")
CLEARED = (*BLOCKED, "I was cleared by my cardiologist")


def test_a_block_tells_its_own_reasons_and_not_what_would_shape_a_plan() -> None:
    result = evaluate({**healthy_profile(), "symptoms": ("exertional_chest_pain",), "target_weekly_volume_km": 200.0})
    by_id = {compiled.rule.id: compiled.rule for compiled in rules()}
    told = refusal_of(result)
    others = [by_id[name] for name in result.fired if by_id[name].action != "block"]
    assert others
    assert by_id["rf_chest_pain"].hint in told.reasons
    assert not {rule.hint for rule in others} & {*told.reasons}
    assert told.referrals == (referrals()[by_id["rf_chest_pain"].referral or ""],)


def test_a_block_says_nothing_of_what_is_not_known_besides() -> None:
    """Seen: "There are a few things I don't know yet (peak week), and that's all right" below a red flag."""
    known = {**healthy_profile(), "age_years": 45, "symptoms": ("exertional_chest_pain",)}
    del known["target_weekly_volume_km"]
    result = evaluate(known, frozenset({"target_weekly_volume_km"}))
    assert "masters_high_volume" in result.fired
    assert any("I don't know yet" in each for each in result.warnings)
    assert not any("I don't know yet" in each or "80 km" in each for each in refusal_of(result).reasons)


def test_who_speaks_of_a_clearance_is_asked_whether_it_is_in_writing_and_heard() -> None:
    assert any(wording in last_words(talk(*CLEARED)) for wording in wordings("clearances"))
    facts = talk(*CLEARED, "yes, in writing, last month").session.facts
    assert facts["clearances"].value == ("cardiac",)


@pytest.mark.parametrize("text", ["not in writing yet", "no, only on the phone", "hm"])
def test_what_is_not_in_writing_is_no_clearance(text: str) -> None:
    fact = talk(*CLEARED, text).session.facts.get("clearances")
    assert fact is None or fact.value != ("cardiac",)


def test_an_invited_correction_after_a_block_is_heard() -> None:
    coach = talk(*BLOCKED, "sorry, that was wrong, it was heartburn. no chest pain", "no, none of those symptoms")
    assert coach.session.facts["symptoms"].value == ()
    assert not coach.closed


def test_words_that_are_not_understood_do_not_end_the_talk_after_a_block() -> None:
    coach = talk(*BLOCKED, "huh, what")
    assert not coach.closed
    assert "?" in last_words(coach)


def test_who_asks_to_run_all_the_same_after_a_block_is_answered() -> None:
    reply = last_words(talk(*BLOCKED, "can i at least jog easy till then"))
    assert any(reply.startswith(line) for line in table()["not_yet_again"])


def test_a_plain_no_answers_every_question_about_health_and_a_no_by_name_what_it_names() -> None:
    facts = talk("a 10k, I'm 34", "4 days, 30 km a week. I have no chest pain").session.facts
    assert set(facts["symptoms"].denied or ()) == {"exertional_chest_pain", "rest_chest_pain"}
    assert not facts["symptoms"].value
    coach = talk("a 10k in under 50", "my knee hurts when I run downhill", "no")
    assert coach.session.facts["pain_signs"].value == ()
