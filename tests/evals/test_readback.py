"""The offline athlete's own sentences, as answers to the catalogue's questions: none may be read as another thing."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from sampling import share

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from personas.offline.values import Manner, worded
from personas.offline.wordings import FactWords, facts

VALUES: Final[dict[str, Any]] = {
    "age_years": 28, "height_cm": 168, "weight_kg": 59, "training_days_per_week": 5, "current_weekly_volume_km": 35,
    "target_weekly_volume_km": 50, "longest_run_last_30d_km": 14, "weeks_available": 12, "race_distance_km": 10,
    "running_experience_years": 4, "weekly_sport_hours": 9, "goal_time_s": 304, "recent_race_distance_km": 10,
    "recent_race_time_s": 2804, "sleep_hours_avg": 7.5, "weeks_postpartum": 11, "weight_loss_last_month_pct": 3,
    "goal_weight_kg": 55, "goal_weight_weeks": 14, "tendon_pain_nrs": 3, "weeks_since_surgery": 20,
    "days_since_concussion": 9, "temp_c": 38.2, "hours_since_fever": 30, "missed_cycles_consecutive": 4,
    "hard_sessions_requested_per_week": 2, "resting_sbp_mmhg": 150, "resting_dbp_mmhg": 90,
    "available_days": ("mon", "wed", "sat"),
}  # fmt: skip
SEEDS: Final = 2
ONE_IN: Final = 3
LEAST_READ: Final = 0.95
NEAR: Final = 0.02
NONE: Final = object()
ANY_DAY: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Told(NamedTuple):
    field: str
    text: str
    truth: Any


def told(field: str, words: FactWords) -> Iterator[Told]:
    """Every wording of the field with the truth that it words."""
    if field in VALUES:
        for template in (*words.tag, *words.full):
            for seed in range(SEEDS):
                value = worded(words.kind, VALUES[field], Manner("metric", approx=False, rng=Random(seed)))
                yield Told(field, template.format(v=value), VALUES[field])
    several = catalogue().fields[field].type == "list"
    for value, entry in words.values.items():
        yield from (Told(field, text, (value,) if several else value) for text in entry.full)
    yield from (Told(field, text, truth=True) for text in words.if_true)
    yield from (Told(field, text, truth=False) for text in words.if_false)
    yield from (Told(field, text, 0) for text in words.zero)
    yield from (Told(field, text, NONE) for text in words.none)


def agrees(read: Any, truth: Any) -> bool:
    if truth is NONE:
        return read in (None, False, (), "none", 0, ANY_DAY)
    if isinstance(truth, tuple):
        return set(truth) <= set(read)
    if isinstance(truth, int | float) and isinstance(read, int | float):
        return abs(read - truth) <= NEAR * max(1, truth) if truth != VALUES["goal_time_s"] else read == truth
    return bool(read == truth)


@pytest.fixture(scope="module")
def readings() -> list[tuple[Told, str]]:
    """Each sentence with `right`, `wrong` or `unread`."""
    found = []
    for field, words in facts().items():
        question = catalogue().questions[catalogue().fields[field].question].text
        for item in share(dict.fromkeys(told(field, words)), ONE_IN):
            fact = extract(f"{item.text[0].upper()}{item.text[1:]}.", question=question).facts.get(field)
            found.append((item, "unread" if fact is None else "right" if agrees(fact.value, item.truth) else "wrong"))
    return found


def test_no_sentence_of_the_athlete_is_read_as_another_value(readings: list[tuple[Told, str]]) -> None:
    assert [item for item, outcome in readings if outcome == "wrong"] == []


def test_nearly_every_sentence_of_the_athlete_is_read(readings: list[tuple[Told, str]]) -> None:
    right = sum(outcome == "right" for _, outcome in readings)
    assert right / len(readings) >= LEAST_READ
