"""The offline coach's stocks: enough wordings, none too long, no shouting where care is due, nothing left unfilled."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from coach.profile.catalogue import catalogue
from evals.checks.unspoken.scanning import scan
from evals.offline.phrases import has_wordings, phrase, said_before, table, wordings
from evals.offline.short_clauses import figures_in, in_words

BLANKS = {
    "opening": {"goal"}, "goal_change": {"goal"}, "acknowledge_echo": {"echo"}, "unclear_note": {"note"},
    "unclear_yes": {"note"},
    "why_answer": {"why"}, "whom_lead": {"whom"}, "missing_refused": {"missing"},
    "missing_unknown": {"missing"}, "explain": {"longest", "week"}, "lighter_week": {"week"},
    "other_sport": {"sport"},
    "asked_again": {"items"}, "which_of_them": {"items"}, "is_it": {"thing"}, "self_harm": {"help"},
}  # fmt: skip
FILLED = {
    "goal": "the 1500 m in 4:25", "echo": "16 weeks to prepare", "note": "Something with my valve.",
    "why": catalogue().questions["race"].why, "whom": "make an appointment with your doctor.",
    "missing": "injuries and your health", "longest": "13 km", "week": "7", "sport": "swimming",
    "items": "your height and your weight", "thing": "a heart murmur", "help": "Talk today to someone you trust.",
}  # fmt: skip
MANY = frozenset({"acknowledge", "opening", "ask_accept"})
SOBER = [
    name
    for name in table()
    if name.startswith(("not_yet", "meanwhile", "missing", "whom", "care", "unclear_note", "nearest", "acknowledge_"))
]
FIELD = re.compile(r"{(\w*)}")


def test_every_purpose_has_wordings_enough() -> None:
    for purpose, wordings_of in table().items():
        assert len(wordings_of) >= (12 if purpose in MANY else 8), purpose


def test_a_wording_is_short_has_its_blanks_and_leaks_nothing() -> None:
    for purpose in table():
        for place, wording in enumerate(table()[purpose]):
            assert len(wording.split()) <= 45, wording
            assert set(FIELD.findall(wording)) == BLANKS.get(purpose, set()), wording
            text = phrase(purpose, 0, place, **FILLED)
            assert not set("{}") & set(text), purpose
            assert text[0] == text[0].upper(), purpose
            assert scan(text) == (), text


def test_care_and_refusals_do_not_shout() -> None:
    for purpose in SOBER:
        assert [wording for wording in table()[purpose] if "!" in wording] == [], purpose


def test_no_wording_stands_twice() -> None:
    asked = [wording for name in catalogue().fields for wording in wordings(name)]
    counts = Counter([*asked, *(wording for stock in table().values() for wording in stock)])
    assert [wording for wording, times in counts.items() if times > 1] == []


def test_neighbours_in_a_talk_differ_and_every_wording_has_its_turn() -> None:
    for purpose in table():
        most = len(table()[purpose])
        spoken = [phrase(purpose, 3, place, **FILLED) for place in range(2 * most)]
        assert all(one != next_one for one, next_one in pairwise(spoken)), purpose
        assert len(set(spoken)) == most, purpose


def test_seeds_begin_differently() -> None:
    assert len({phrase("acknowledge", seed, 0) for seed in range(40)}) > len(table()["acknowledge"]) / 2


@pytest.mark.parametrize("purpose", ["acknowledge", "not_yet_again", "not_yet_ask"])
def test_a_stock_that_is_looked_for_is_found_in_its_own_words_only(purpose: str) -> None:
    others = [line for name, stock in table().items() if name != purpose for line in stock]
    assert all(said_before(purpose, f"Before. {wording} After.") for wording in table()[purpose])
    assert [line for line in others if said_before(purpose, line)] == []


IN_SEVERAL_ITEMS = {
    name
    for name in catalogue().fields
    for question in catalogue().questions.values()
    if sum(bool(item.asks.get(name)) for item in question.items) > 1
}


def test_a_field_has_three_wordings_that_are_questions_and_leak_nothing() -> None:
    for name in sorted(catalogue().fields.keys() - IN_SEVERAL_ITEMS):
        assert has_wordings(name), name
        assert len(set(wordings(name))) >= 3, name
        for wording in wordings(name):
            assert "?" in wording, name
            assert not set("{}!") & set(wording), name
            assert scan(wording) == (), wording


@pytest.mark.parametrize(
    ("goals", "words"),
    [
        ([{"event": "1500m", "target": "4:25"}], "the 1500 m in 4:25"),
        ([{"event": "10k", "target": "48:00"}], "a 10k in 48 minutes"),
        ([{"event": "8k"}], "an 8k"),
        ([{"event": "marathon", "target": "3:15:00"}], "a marathon in 3:15"),
        ([{"event": "half", "target": "1:26:30"}], "a half marathon in 1:26:30"),
        ([{"type": "fitness", "sport": "strength"}], "getting stronger"),
        ([{"type": "health"}], "running"),
        ([{"event": "half"}, {"event": "5k"}], "a half marathon and a 5k"),
    ],
)
def test_goals_stand_in_a_sentence(goals: list[dict[str, str]], words: str) -> None:
    assert in_words(goals) == words


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"recent_race_distance_km": 1.5, "recent_race_time_s": 305}, "1500 m in 5:05"),
        ({"current_weekly_volume_km": 45, "training_days_per_week": 6}, "six days to train, about 45 km a week now"),
        ({"training_days_per_week": 7}, ""),
        ({"age_years": 43, "weight_kg": 59}, ""),
        ({"sleep_hours_avg": None}, ""),
    ],
)
def test_figures_are_said_back_and_nothing_about_the_person(told: dict[str, object], words: str) -> None:
    assert figures_in([{"field": name, "value": value} for name, value in told.items()]) == words
