import re
from collections.abc import Callable

import pytest

from personas.acts import Tell
from personas.athlete import Reply
from personas.persona import Persona

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]
SEEDS = range(10)
Facts = dict[str, dict[str, object]]


def disorder(tell: str) -> Facts:
    return {"eating_disorder_status": {"value": "past", "tell": tell}}


def asthma(tell: str) -> Facts:
    return {"known_conditions": {"value": ["asthma"], "tell": tell}}


CHEST: Facts = {"symptoms": {"value": ["exertional_chest_pain"], "tell": "if_probed"}}
FRACTURE: Facts = {"bsi_status": {"value": "healed", "tell": "if_probed"}}
ED = "eating_disorder_status"


def said(reply: Reply) -> str:
    return (reply.text or "").lower()


LEVELS: dict[str, tuple[Facts, tuple[str, ...], tuple[str, str], list[bool]]] = {
    "volunteers says it at once": (asthma("volunteers"), (), ("asthma", "asthma"), [True]),
    "when asked waits for any question that covers it": (
        asthma("when_asked"), ("known_conditions",), ("asthma", "asthma"), [False, True],
    ),
    "if probed denies the general question and tells on the specific one": (
        CHEST, ("symptoms*", "symptoms=exertional_chest_pain"), ("chest", "chest"), [False, False, True],
    ),
    "if probed on a scalar": (
        FRACTURE, ("bsi_status*", "bsi_status"), ("fracture", "healed|past"), [False, False, True],
    ),
    "if probed tells nothing where something else is named": (
        CHEST, ("symptoms=exertional_presyncope,palpitations",), ("chest", "chest"), [False, False],
    ),
    "reluctant deflects once then tells": (
        disorder("reluctant"), (ED, ED), ("past|had", "past|had an eating disorder"), [False, False, True],
    ),
    "reluctant offers nothing that nobody asked about": (
        disorder("reluctant"), ("!ask_more",), ("eating", "eating"), [False, False],
    ),
    "late holds back until its disclosure": (
        asthma("late"), ("known_conditions", "age_years", "height_cm"), ("asthma", "asthma"), [False] * 3 + [True],
    ),
}  # fmt: skip
"""The fact, what is asked, words that hide nothing of it and words that tell it, and which replies tell it."""


@pytest.mark.parametrize("level", LEVELS)
def test_a_fact_is_told_when_its_level_says(person: Person, talk: Talk, level: str) -> None:
    facts, asked, (hint, told), expected = LEVELS[level]
    late = [{"kind": "discloses_late", "field": "known_conditions", "at_turn": 4}] if level.startswith("late") else []
    for seed in SEEDS:
        replies = talk(person(facts=facts, behaviours=late), *asked, seed=seed)
        assert [bool(re.search(told, said(reply))) for reply in replies] == expected
        assert not any(
            re.search(hint, said(reply)) for reply, tells in zip(replies, expected, strict=True) if not tells
        )


def test_reluctant_tells_what_was_put_off_when_asked_for_anything_more(person: Person, talk: Talk) -> None:
    for seed in SEEDS:
        _, first, more, again = talk(person(facts=disorder("reluctant")), ED, "!ask_more", "!ask_more", seed=seed)
        assert "past" not in said(first)
        assert re.search(r"past|had an eating disorder", said(more))
        assert not re.search(r"everything right|nothing (more|else)", said(more))
        assert "eating disorder" not in said(again)


@pytest.mark.parametrize("times", [1, 3])
def test_never_declines_however_often(person: Person, talk: Talk, times: int) -> None:
    secret = person(facts={"weight_kg": {"value": 59, "tell": "never"}})
    for seed in SEEDS:
        for reply in talk(secret, *["weight_kg"] * times, seed=seed)[1:]:
            assert "59" not in said(reply)
            assert [act.kind for act in reply.acts or ()] == ["decline"]


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
    for seed in SEEDS:
        _, first, second = talk(sore, "tendon_pain_nrs", "tendon_pain_nrs", seed=seed)
        assert [act.kind for act in first.acts or ()] == ["put_off"]
        assert [(act.kind, act.value) for act in second.acts or () if isinstance(act, Tell)] == [("tell", None)]
        assert "4" not in said(first) + said(second)
