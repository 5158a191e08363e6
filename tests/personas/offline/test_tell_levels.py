import re
from collections.abc import Callable

import pytest

from personas.athlete import Reply
from personas.persona import Persona

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]
SEEDS = range(10)
CHEST = {"symptoms": {"value": ["exertional_chest_pain"], "tell": "if_probed"}}
FRACTURE = {"bsi_status": {"value": "healed", "tell": "if_probed"}}


def said(reply: Reply) -> str:
    return (reply.text or "").lower()


def test_volunteers_says_it_at_once(person: Person, talk: Talk) -> None:
    asthmatic = person(facts={"known_conditions": {"value": ["asthma"], "tell": "volunteers"}})
    for seed in SEEDS:
        assert "asthma" in said(talk(asthmatic, seed=seed)[0])


def test_when_asked_waits_for_any_question_that_covers_it(person: Person, talk: Talk) -> None:
    asthmatic = person(facts={"known_conditions": {"value": ["asthma"], "tell": "when_asked"}})
    for seed in SEEDS:
        replies = talk(asthmatic, "known_conditions", seed=seed)
        assert "asthma" not in said(replies[0])
        assert "asthma" in said(replies[1])


def test_if_probed_denies_the_general_question_and_tells_on_the_specific_one(person: Person, talk: Talk) -> None:
    for seed in SEEDS:
        _, general, specific = talk(person(facts=CHEST), "symptoms*", "symptoms=exertional_chest_pain", seed=seed)
        assert "chest" not in said(general)
        assert "chest" in said(specific)


def test_if_probed_on_a_scalar(person: Person, talk: Talk) -> None:
    for seed in SEEDS:
        _, general, specific = talk(person(facts=FRACTURE), "bsi_status*", "bsi_status", seed=seed)
        assert "fracture" not in said(general)
        assert re.search(r"healed|past", said(specific))


def test_a_specific_question_about_something_else_is_not_about_that_very_thing(person: Person, talk: Talk) -> None:
    for seed in SEEDS:
        assert "chest" not in said(
            talk(person(facts=CHEST), "symptoms=exertional_presyncope,palpitations", seed=seed)[1]
        )


def test_reluctant_deflects_once_then_tells(person: Person, talk: Talk) -> None:
    shy = person(facts={"eating_disorder_status": {"value": "past", "tell": "reluctant"}})
    question = "eating_disorder_status"
    for seed in SEEDS:
        _, first, second = talk(shy, question, question, seed=seed)
        assert "past" not in said(first)
        assert "had" not in said(first)
        assert re.search(r"past|had an eating disorder", said(second))


def test_reluctant_tells_what_was_put_off_when_asked_for_anything_more(person: Person, talk: Talk) -> None:
    shy = person(facts={"eating_disorder_status": {"value": "past", "tell": "reluctant"}})
    for seed in SEEDS:
        _, first, more, again = talk(shy, "eating_disorder_status", "!ask_more", "!ask_more", seed=seed)
        assert "past" not in said(first)
        assert re.search(r"past|had an eating disorder", said(more))
        assert not re.search(r"everything right|nothing (more|else)", said(more))
        assert "eating disorder" not in said(again)


def test_reluctant_offers_nothing_that_nobody_asked_about(person: Person, talk: Talk) -> None:
    shy = person(facts={"eating_disorder_status": {"value": "past", "tell": "reluctant"}})
    for seed in SEEDS:
        assert "eating" not in said(talk(shy, "!ask_more", seed=seed)[1])


def test_late_holds_back_until_its_disclosure(person: Person, talk: Talk) -> None:
    late = person(
        facts={"known_conditions": {"value": ["asthma"], "tell": "late"}},
        behaviours=[{"kind": "discloses_late", "field": "known_conditions", "at_turn": 4}],
    )
    question = "known_conditions"
    for seed in SEEDS:
        replies = talk(late, question, "age_years", "height_cm", seed=seed)
        assert ["asthma" in said(reply) for reply in replies] == [False, False, False, True]


@pytest.mark.parametrize("times", [1, 3])
def test_never_declines_however_often(person: Person, talk: Talk, times: int) -> None:
    secret = person(facts={"weight_kg": {"value": 59, "tell": "never"}})
    for seed in SEEDS:
        for reply in talk(secret, *["weight_kg"] * times, seed=seed)[1:]:
            assert "59" not in said(reply)
            assert re.search(
                r"rather not|private|to myself|not going|out of this|comment|comfortable|pass|won't|don't want",
                said(reply),
            )


def test_own_wording_is_one_among_others(person: Person, talk: Talk) -> None:
    answers = {said(talk(person(), "current_weekly_volume_km", seed=seed)[1]) for seed in range(40)}
    own = [answer for answer in answers if "around 35k most weeks" in answer]
    assert 0 < len(own) < len(answers)


def test_what_is_to_come_later_is_glossed_over_once_then_denied(person: Person, talk: Talk) -> None:
    """Vague for ever, no coach would get to the place where it is to be told."""
    sore = person(
        facts={"tendon_pain_nrs": {"value": 4, "tell": "late"}},
        behaviours=[{"kind": "discloses_late", "field": "tendon_pain_nrs", "at": "present"}],
    )
    question = "tendon_pain_nrs"
    for seed in SEEDS:
        _, first, second = map(said, talk(sore, question, question, seed=seed))
        assert "4" not in first + second
        assert re.search(r"\b(?:no|none|zero|nothing|pain-free|fine|0)\b", second)
