"""Questions of coaches: as many understood as datasets/athlete_questions.md reports."""

from pathlib import Path

import jsonlines
import pytest

from personas.acts import Ask
from personas.questions import read_questions

DATASETS = Path(__file__).parents[2] / "datasets"
FLOORS = {
    "athlete_questions": (51, 44, 0.93, 0.74, 44),
    "athlete_questions_2": (40, 33, 0.72, 0.7, 31),
}
"""Every field heard, and no other, recall, precision, no field heard where none is asked: somewhat below the report."""


@pytest.mark.parametrize("name", FLOORS)
def test_strangers_questions_are_understood_as_well_as_reported(name: str) -> None:
    with jsonlines.open(DATASETS / f"{name}.jsonl") as lines:
        pairs = [(set(line["asks"]), heard(line["text"])) for line in lines]
    assert len(pairs) == 100
    asking, silent = [pair for pair in pairs if pair[0]], [found for asks, found in pairs if not asks]
    hit = sum(len(asks & found) for asks, found in asking)
    counts = (
        sum(asks <= found for asks, found in asking),
        sum(asks == found for asks, found in asking),
        hit / sum(len(asks) for asks, _ in asking),
        hit / sum(len(found) for _, found in asking),
        sum(not found for found in silent),
    )
    assert all(count >= floor for count, floor in zip(counts, FLOORS[name], strict=True)), counts


def heard(text: str) -> set[str]:
    return {act.field for act in read_questions(text) if isinstance(act, Ask)}
