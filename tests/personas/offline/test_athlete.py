import asyncio
import re
from collections.abc import Callable
from datetime import date

import pytest

from coach.profile.catalogue import catalogue
from personas.athlete import Heard, Reply
from personas.offline import OfflineAthlete
from personas.offline.memory import sentences
from personas.offline.wordings import styles
from personas.persona import Persona

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]
INTAKE = tuple(question.text for question in catalogue().questions.values())
PLAN = Heard("Here's your plan. How does it look?", "present", "week 1: four easy runs")
BLOCK = "I can't build a plan until a doctor has looked at this. Is there anything you'd like to add?"


def texts(replies: list[Reply]) -> list[str]:
    return [reply.text for reply in replies if reply.text is not None]


def test_the_first_message_is_the_goal_and_what_is_volunteered(person: Person, talk: Talk) -> None:
    first = talk(person())[0].text
    assert first is not None
    assert first.startswith("I'd like to run 10k in under 45 minutes.")
    assert re.search(r"\b(12|twelve) weeks", first, re.IGNORECASE)


def test_same_persona_and_seed_say_the_same_to_the_letter(person: Person, talk: Talk) -> None:
    assert talk(person(), *INTAKE, PLAN, seed=7) == talk(person(), *INTAKE, PLAN, seed=7)


def test_other_seeds_use_other_words(person: Person, talk: Talk) -> None:
    talks = {tuple(texts(talk(person(), *INTAKE[:6], seed=seed))) for seed in range(8)}
    assert len(talks) == 8


def test_a_common_fact_is_said_in_at_least_twenty_ways(person: Person, talk: Talk) -> None:
    for question in ("How many days a week can you train?", "How far do you run in a week?", "Any symptoms?"):
        assert len({talk(person(), question, seed=seed)[1].text for seed in range(120)}) >= 20, question


@pytest.mark.parametrize("style", sorted(styles()))
def test_no_sentence_comes_twice_in_a_long_session(person: Person, talk: Talk, style: str) -> None:
    asked = (*INTAKE, *INTAKE[:6], "And how are you?", "What's your favourite colour?", "Do you like hills?")
    said = [s for text in texts(talk(person(style=style), *asked, PLAN, PLAN)) for s in sentences(text)]
    assert sorted(said) == sorted(set(said))


def test_several_questions_each_get_their_answer(person: Person, talk: Talk) -> None:
    answer = talk(person(), "How old are you, how tall are you and what do you weigh?", seed=3)[1].text or ""
    assert re.search(r"28|twenty-eight", answer, re.IGNORECASE)
    assert re.search(r"168|1\.68", answer)
    assert "59" in answer


def test_a_healthy_athlete_says_a_plain_no(person: Person, talk: Talk) -> None:
    for seed in range(20):
        answer = talk(person(), "Any chest pain, fainting, palpitations?", seed=seed)[1].text or ""
        assert re.search(r"\b(no|nope|none|never|nothing|rule those out)\b", answer, re.IGNORECASE), answer
        assert not re.search(r"\byes\b", answer, re.IGNORECASE), answer


def test_what_is_not_in_the_file_does_not_apply(person: Person, talk: Talk) -> None:
    answer = talk(person(), "When was your concussion?")[1].text or ""
    assert re.search(r"\b(no|haven't|doesn't|isn't|not)\b", answer, re.IGNORECASE)


def test_what_the_athlete_does_not_know_is_said_so(person: Person, talk: Talk) -> None:
    unknown = person(facts={"resting_sbp_mmhg": {"value": 150, "knows": False}})
    for seed in range(10):
        answer = talk(unknown, "What is your systolic blood pressure?", seed=seed)[1].text or ""
        assert "150" not in answer
        assert re.search(r"know|no idea|couldn't|not sure|no clue|told me", answer, re.IGNORECASE), answer


def test_imperial_athletes_use_miles_pounds_and_feet(person: Person, talk: Talk) -> None:
    asked = "How tall are you, what do you weigh and how far do you run in a week?"
    plain = person(units="imperial", facts={"current_weekly_volume_km": {"value": 35}})
    answer = talk(plain, asked)[1].text or ""
    assert re.search(r"21\.7 miles", answer)
    assert re.search(r"130 (lb|pounds)", answer)
    assert re.search(r"5 ?(foot|ft|') ?6", answer)


def test_a_question_nobody_foresaw_gets_no_invented_fact(person: Person, talk: Talk) -> None:
    asked = (
        "Who cuts your hair?",
        "What is the capital of Peru?",
        "Do you believe in luck?",
        "Which moon phase suits you?",
    )
    for reply in talk(person(), *asked)[1:]:
        assert reply.text
        assert not re.search(r"\d", reply.text)


def test_a_summary_with_a_wrong_figure_is_put_right(person: Person, talk: Talk) -> None:
    replies = talk(person(), "How old are you?", "So you're 34, female, ready to go. Did I get that right?")
    assert re.search(r"28|twenty-eight", replies[2].text or "", re.IGNORECASE)


def test_a_right_summary_is_confirmed(person: Person, talk: Talk) -> None:
    replies = talk(person(), "How old are you?", "So you're 28, ready to go. Is all of that right?")
    assert re.search(r"right|correct|that's me|sums|matches|accurate", replies[2].text or "", re.IGNORECASE)


def test_a_plan_is_accepted_when_nothing_is_left(person: Person, talk: Talk) -> None:
    for seed in range(12):
        answer = talk(person(), PLAN, seed=seed)[1].text or ""
        assert re.search(r"works|happy|like it|accept|I'm in|follow|good for me|take it|go with", answer), answer


def test_patience_ends(person: Person, talk: Talk) -> None:
    replies = talk(person(patience_turns=3), "And?", "And?", "And?", "And?")
    assert [reply.leaves for reply in replies] == [False, False, False, True, False]
    assert replies[4].text is None


def test_a_block_is_heard_once_and_then_left(person: Person, talk: Talk) -> None:
    replies = talk(person(), BLOCK, BLOCK, BLOCK)
    assert re.search(r"nothing|whole story", replies[1].text or "", re.IGNORECASE)
    assert [reply.leaves for reply in replies] == [False, False, True, False]
    assert replies[3].text is None


def test_expectations_are_never_looked_at(person: Person, talk: Talk) -> None:
    """The same talk comes out whatever the labels say."""
    plain = person()
    changed = plain.model_dump(mode="json")
    changed["expect"] = {"safety": {"status": "blocked", "rules": ["rf_chest_pain"]}, "outcome": "blocked"}
    changed["because"] = "another label"
    other = Persona.model_validate(changed)
    assert talk(plain, *INTAKE, PLAN) == talk(other, *INTAKE, PLAN)


def test_a_reply_after_the_end_is_silence(person: Person) -> None:
    async def session() -> Reply:
        athlete = OfflineAthlete(person(patience_turns=1), 1)
        await athlete.reply(None)
        await athlete.reply(Heard("Hello?", "goal"))
        return await athlete.reply(Heard("Hello?", "goal"))

    assert asyncio.run(session()) == Reply(None)


def test_the_date_of_the_race_counts_from_the_day_of_the_talk(person: Person) -> None:
    async def session(today: date) -> str:
        athlete = OfflineAthlete(person(), 1, today=today)
        await athlete.reply(None)
        return (await athlete.reply(Heard("What's the date of the race?", "intake"))).text or ""

    assert "Sunday 29 March" in asyncio.run(session(date(2026, 1, 5)))
    assert "Sunday 5 April" in asyncio.run(session(date(2026, 1, 12)))


def test_without_a_question_for_the_date_no_date_is_said(person: Person, talk: Talk) -> None:
    for seed in range(10):
        answer = talk(person(), "How many weeks until the race?", seed=seed)[1].text or ""
        assert not re.search(r"march|sunday", answer, re.IGNORECASE)


def test_a_child_has_school_and_no_job(person: Person, talk: Talk) -> None:
    child = person(facts={"age_years": {"value": 14}})
    for seed in range(6):
        assert "school" in (talk(child, "What do you do for a living?", seed=seed)[1].text or "").lower()


def test_a_right_check_of_one_figure_is_confirmed_and_a_wrong_one_put_right_once(person: Person, talk: Talk) -> None:
    asked = ("How many days a week can you train?", "You said 5 days a week, correct?", "So 4 days a week, right?")
    for seed in range(8):
        replies = texts(talk(person(), *asked, seed=seed))
        assert re.search(r"\byes|yep|right|correct|accurate|that's me|sums", replies[2], re.IGNORECASE), replies[2]
        assert len(re.findall(r"\b(5|five)\b", replies[3], re.IGNORECASE)) == 1
