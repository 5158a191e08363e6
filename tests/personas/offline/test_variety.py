"""Nobody speaks like a form: many ways for each common fact, no sentence twice, every behaviour acted out."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from coach.profile.catalogue import catalogue
from personas.athlete import Heard, Reply
from personas.load import load
from personas.offline.memory import sentences
from personas.offline.wordings import manner, styles
from personas.persona import Persona

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]
GOAL: dict[str, Any] = {"text": "I want to get faster", "type": "fitness", "sport": "running"}
FACTS = {
    "weeks_available": {"value": 12},
    "race_distance_km": {"value": 10},
    "goal_time_s": {"value": 2700},
    "available_days": {"value": ["mon", "wed", "sat"]},
    "recent_race_distance_km": {"value": 5},
    "recent_race_time_s": {"value": 1320},
}
COMMON = {
    "age": "How old are you?",
    "sex": "Are you male or female?",
    "height": "How tall are you?",
    "weight": "What do you weigh?",
    "weekly volume": "How far do you run in a week?",
    "days per week": "How many days a week can you train?",
    "available days": "Which days suit you?",
    "sleep": "How many hours do you sleep?",
    "longest run": "What was your longest run last month?",
    "experience": "How long have you been running?",
    "race": "What distance is your race?",
    "weeks": "How many weeks are there until the race?",
    "goal time": "What is your goal time?",
    "recent time": "What was your last race time?",
    "symptoms": "Any symptoms?",
    "conditions": "Any medical conditions?",
    "medicines": "Do you take any medication?",
}
STYLES = ("neutral", "chatty", "anxious")
UNFORESEEN = {
    "music": "Do you run with music?",
    "work": "What do you do for a living?",
    "terrain": "Is it hilly where you run?",
    "why": "What got you into running in the first place?",
    "company": "Who do you run with?",
    "body": "Are you allergic to anything?",
    "numbers": "What's your resting heart rate?",
    "sureness": "How confident are you that you can keep this up?",
}
INTAKE = tuple(question.text for question in catalogue().questions.values())
PLAN = Heard("Here's your plan. How does it look?", "present", "week 1: four easy runs")
LIBRARY = ("healthy_10k", "masters_runner", "achilles_grumbler", "daily_marathoner", "new_mother", "plan_now")


_AGAIN = re.compile(r"like I said|mentioned|same as before|told you|once more|\bagain\b|repeat", re.IGNORECASE)


def core(text: str, style: str) -> str:
    """What is said without the style's openers and chatter."""
    voice = styles()[style]
    asides = {sentence for line in voice.chatter for sentence in sentences(line)}
    kept = " ".join(sentence for sentence in sentences(text) if sentence not in asides)
    openers = (" ".join(sentences(opener)) for opener in voice.openers)
    return next((kept[len(o) + 1 :] for o in openers if kept.startswith(f"{o} ")), kept)


def said(reply: Reply) -> str:
    return reply.text or ""


@pytest.mark.parametrize("fact", COMMON)
def test_a_common_fact_has_at_least_twenty_wordings(person: Person, talk: Talk, fact: str) -> None:
    """Counted by the words that carry the fact; only for the sex, which has few, with what stands around them."""
    ways: set[str] = set()
    for style in STYLES:
        someone = Persona.model_validate({**person(FACTS, style=style).model_dump(mode="json"), "goals": [GOAL]})
        told = (said(talk(someone, COMMON[fact], seed=seed)[1]) for seed in range(50))
        ways |= {text if fact == "sex" else core(text, style) for text in told}
    assert len(ways) >= 20


@pytest.mark.parametrize("topic", UNFORESEEN)
def test_what_is_in_no_file_is_answered_in_several_natural_ways(person: Person, talk: Talk, topic: str) -> None:
    answers = {said(talk(person(), UNFORESEEN[topic], seed=seed)[1]) for seed in range(30)}
    assert len(answers) >= 5
    assert not any(re.search(r"\d|not sure what you mean|sure I follow", answer) for answer in answers)


@pytest.mark.parametrize("stock", ["dont_know", "decline", "deflect", "not_apply_to", "plain_no", "unclear", "again"])
def test_replies_without_a_fact_vary(stock: str) -> None:
    assert len(manner()[stock]) >= 6


@pytest.mark.parametrize("name", LIBRARY)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_sentence_comes_twice_when_the_whole_catalogue_is_asked(talk: Talk, name: str, seed: int) -> None:
    heard = [s for reply in talk(load(name), *INTAKE, PLAN, PLAN, seed=seed) for s in sentences(said(reply))]
    assert sorted(heard) == sorted(set(heard))


def test_what_was_said_before_is_marked_once_in_a_message(person: Person, talk: Talk) -> None:
    asked = ("How old are you and how tall?", "And your weight?", "Once more: age, height, weight?")
    for seed in range(12):
        answer = said(talk(person(), *asked, seed=seed)[3])
        assert len(_AGAIN.findall(answer)) < 2


def test_many_noes_are_run_together(person: Person, talk: Talk) -> None:
    asked = "Any stress fracture, tendon pain, operation, concussion, fever or pain?"
    answers = [said(talk(person(), asked, seed=seed)[1]) for seed in range(20)]
    assert any(re.search(r"\bno [^.,]+, no [^.,]+ and no ", answer, re.IGNORECASE) for answer in answers)
    assert not any(re.search(r"\bdoesn't apply in my case\b", answer) for answer in answers)


def test_one_session_is_not_counted_in_the_plural(person: Person, talk: Talk) -> None:
    one = person(facts={"hard_sessions_requested_per_week": {"value": 1}})
    for seed in range(12):
        answer = said(talk(one, "How many hard sessions a week would you enjoy?", seed=seed)[1])
        assert not re.search(r"\b(1|one) hard sessions\b", answer, re.IGNORECASE)


def test_grave_news_comes_without_small_talk(person: Person, talk: Talk) -> None:
    faint = person(facts={"symptoms": {"value": ["syncope"]}}, style="eager")
    for seed in range(12):
        answer = said(talk(faint, "Have you ever fainted?", seed=seed)[1])
        assert not re.search(r"awesome|great|gladly|can't wait|up for this|so keen", answer, re.IGNORECASE)


def test_what_nobody_asked_does_not_begin_with_yes(person: Person, talk: Talk) -> None:
    expecting = person(facts={"pregnant": {"value": True, "tell": "volunteers"}})
    for seed in range(12):
        assert not re.search(r"\byes\b", said(talk(expecting, seed=seed)[0]), re.IGNORECASE)
