from pathlib import Path

import pytest

from personas.offline.trial import Text, Trial, read, trial

DATASETS = Path(__file__).parents[3] / "datasets"
FLOORS = {
    "athlete_questions.jsonl": {"whole": 48, "recall": 0.93, "precision": 0.74, "quiet": 40},
    "athlete_questions_2.jsonl": {"whole": 40, "recall": 0.72, "precision": 0.68, "quiet": 28},
}
"""Somewhat below what datasets/athlete_questions.md reports."""


@pytest.mark.parametrize("name", FLOORS)
def test_strangers_questions_are_understood_as_well_as_reported(name: str) -> None:
    counts = trial(read(DATASETS / name))
    assert counts.asking + counts.not_asking == 100
    assert {key: getattr(counts, key) for key in FLOORS[name] if getattr(counts, key) < FLOORS[name][key]} == {}


def test_the_counts_are_what_they_say() -> None:
    texts = [("How old are you?", {"age_years"}), ("How tall are you?", {"age_years"}), ("Nice weather.", set())]
    counted = trial(Text(text=text, asks=frozenset(asks)) for text, asks in texts)
    assert counted == Trial(2, 1, 1, 2, 2, 1, 1, 1)
    assert (counted.recall, counted.precision) == (0.5, 0.5)
    assert str(counted).startswith("2 texts ask for fields: all of them heard in 1")
