import asyncio
import re
from collections.abc import Callable
from datetime import date

import pytest

from coach.profile.catalogue import catalogue
from personas.acts import Ask, Plain, SumUp, Tell, kinds
from personas.athlete import AthleteView, Reply
from personas.offline import OfflineAthlete
from personas.persona import Persona

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]
INTAKE = tuple(" ".join(question.names) for question in catalogue().questions.values() if question.names)
PLAN = AthleteView("Here's your plan. How does it look?", "present", "week 1", (Plain(kind="show_plan"),))
BLOCK = AthleteView(
    "I can't build a plan until a doctor has looked at this.", "intake", acts=(Plain(kind="explain_block"),)
)
SEEDS = range(8)


def texts(replies: list[Reply]) -> list[str]:
    return [reply.text for reply in replies if reply.text is not None]


def told(reply: Reply) -> dict[str, object]:
    return {act.field: act.value for act in reply.acts or () if isinstance(act, Tell)}


def test_the_first_message_is_the_goal_and_what_is_volunteered(person: Person, talk: Talk) -> None:
    first = talk(person())[0]
    assert (first.text or "").startswith("I'd like to run 10k in under 45 minutes.")
    assert told(first) == {"weeks_available": 12}


def test_same_persona_and_seed_say_the_same_to_the_letter(person: Person, talk: Talk) -> None:
    assert talk(person(), *INTAKE, PLAN, seed=7) == talk(person(), *INTAKE, PLAN, seed=7)


def test_other_seeds_use_other_words(person: Person, talk: Talk) -> None:
    assert len({tuple(texts(talk(person(), *INTAKE[:6], seed=seed))) for seed in SEEDS}) == len(SEEDS)


def test_several_questions_each_get_their_answer(person: Person, talk: Talk) -> None:
    answer = talk(person(), "age_years height_cm weight_kg", seed=3)[1]
    assert told(answer) == {"age_years": 28, "height_cm": 168, "weight_kg": 59}
    assert all(re.search(figure, answer.text or "") for figure in ("28", r"168|1\.68", "59"))


def test_what_is_not_in_the_file_does_not_apply(person: Person, talk: Talk) -> None:
    assert told(talk(person(), "days_since_concussion")[1]) == {"days_since_concussion": None}


def test_what_the_athlete_does_not_know_is_said_so(person: Person, talk: Talk) -> None:
    unknown = person(facts={"resting_sbp_mmhg": {"value": 150, "knows": False}})
    for seed in SEEDS:
        answer = talk(unknown, "resting_sbp_mmhg", seed=seed)[1]
        assert [act.kind for act in answer.acts or ()] == ["dont_know"]
        assert "150" not in (answer.text or "")


def test_imperial_athletes_use_miles_pounds_and_feet(person: Person, talk: Talk) -> None:
    plain = person(units="imperial", facts={"current_weekly_volume_km": {"value": 35}})
    answer = talk(plain, "height_cm weight_kg current_weekly_volume_km")[1].text or ""
    assert re.search(r"21\.7 miles", answer)
    assert re.search(r"130 (lb|pounds)", answer)
    assert re.search(r"5 ?(foot|ft|') ?6", answer)


def test_a_question_about_no_field_gets_no_invented_fact(person: Person, talk: Talk) -> None:
    asked = ("Who cuts your hair?", "Do you run with music?", "What do you do for a living?", "What's your heart rate?")
    heard = [AthleteView(text, "intake", acts=(Plain(kind="ask_other", words=text),)) for text in asked]
    for reply in talk(person(), *heard)[1:]:
        assert reply.text
        assert not re.search(r"\d", reply.text)


def test_a_summary_with_a_wrong_figure_is_put_right(person: Person, talk: Talk) -> None:
    wrong = AthleteView("So you're 34, right?", "intake", acts=(SumUp(facts={"age_years": 34}),))
    right = AthleteView("So you're 28, right?", "intake", acts=(SumUp(facts={"age_years": 28}),))
    for seed in SEEDS:
        _, _, mended, confirmed = talk(person(), "age_years", wrong, right, seed=seed)
        assert told(mended) == {"age_years": 28}
        assert "28" in (mended.text or "")
        assert [act.kind for act in confirmed.acts or ()] == ["confirm"]


@pytest.mark.parametrize(
    ("field", "own", "told_back"),
    [("regular_exercise_3m", True, False), ("known_conditions", ["osteoporosis"], ("asthma_current",))],
)
def test_what_is_told_back_wrong_is_put_right_once_and_never_confirmed(
    person: Person, talk: Talk, field: str, own: object, told_back: object
) -> None:
    knows = person(facts={field: {"value": own, "tell": "when_asked"}})
    wrong = AthleteView("So that's it, right?", "intake", acts=(SumUp(facts={field: told_back}),))
    for seed in SEEDS:
        *_, mended, still = talk(knows, field, wrong, wrong, seed=seed)
        assert field in told(mended)
        assert "confirm" not in kinds(still.acts or ())


def test_patience_ends(person: Person, talk: Talk) -> None:
    replies = talk(person(patience_turns=3), *["!ask_other"] * 4)
    assert [reply.leaves for reply in replies] == [False, False, False, True, False]
    assert replies[4].text is None


def test_a_block_is_heard_once_and_then_left(person: Person, talk: Talk) -> None:
    replies = talk(person(), BLOCK, BLOCK, BLOCK)
    assert [reply.leaves for reply in replies] == [False, False, True, False]
    assert replies[3].text is None


def test_expectations_are_never_looked_at(person: Person, talk: Talk) -> None:
    plain = person()
    changed = plain.model_dump(mode="json")
    changed["expect"] = {"safety": {"status": "blocked", "rules": ["rf_chest_pain"]}, "outcome": "blocked"}
    changed["because"] = "another label"
    other = Persona.model_validate(changed)
    assert talk(plain, *INTAKE, PLAN) == talk(other, *INTAKE, PLAN)


def test_today_changes_no_answer_about_weeks(person: Person) -> None:
    async def session(today: date) -> Reply:
        athlete = OfflineAthlete(person(), 1, today=today)
        await athlete.reply(None)
        return await athlete.reply(AthleteView("?", "intake", acts=(Ask(field="weeks_available"),)))

    assert asyncio.run(session(date(2026, 1, 5))) == asyncio.run(session(date(2026, 6, 1)))


@pytest.mark.parametrize("units", ["metric", "imperial"])
def test_every_act_quotes_the_message(person: Person, talk: Talk, units: str) -> None:
    for reply in talk(person(units=units), *INTAKE, "!ask_more", PLAN):
        assert all(act.words and act.words in (reply.text or "") for act in reply.acts or ())
