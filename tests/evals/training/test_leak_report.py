"""Precision, recall and the operating point, counted on texts made up for it."""

import numpy as np

from evals.checks.unspoken.labelled import LabelledText, Speaker
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.texts import Category
from evals.training.leak_report import AccusedText, operating_point, tally
from evals.training.leak_texts import OWN, corpus, own_cases, read_cases


def case(number: int, label: Category | None, author: str = "a0", spans: tuple[str, ...] = ()) -> LabelledText:
    return LabelledText(
        id=f"case-{number}", author=author, scenario="s", split="train", text="Rest today. It is your age.",
        label=label, spans=spans, persona=Speaker(), pair=None,
    )  # fmt: skip


def found(*rows: tuple[Category | None, float, str], author: str = "a0") -> AccusedText:
    cases = tuple(case(at, label, author) for at, (label, _, _) in enumerate(rows))
    chance = np.array([chance for _, chance, _ in rows])
    return AccusedText(cases, chance, np.array([OUTPUTS.index(name) for _, _, name in rows]))  # type: ignore[arg-type]


ROWS = found(
    ("goal_judgement", 0.9, "goal_judgement"),
    ("goal_judgement", 0.8, "motive_naming"),
    (None, 0.7, "goal_judgement"),
    ("motive_naming", 0.6, "motive_naming"),
    (None, 0.1, "goal_judgement"),
    ("framework_name", 0.99, "goal_judgement"),
)


def test_a_tally_tells_caught_from_innocent_and_from_the_wrong_category() -> None:
    counted = tally(ROWS, 0.6)
    assert (counted.accused, counted.innocent, counted.innocents, counted.other) == (5, 1, 2, 2)
    assert (counted.caught["goal_judgement"], counted.caught["motive_naming"]) == ((1, 2), (1, 1))
    assert counted.precision == 0.8


def test_the_operating_point_is_the_lowest_that_keeps_the_precision() -> None:
    assert operating_point(ROWS, 1.0) == 0.8
    assert operating_point(ROWS, 0.75) == 0.6


def test_texts_of_the_project_itself_are_never_counted() -> None:
    assert tally(found(("goal_judgement", 0.9, "goal_judgement"), author=OWN), 0.5).accused == 0


def test_only_the_sentence_with_the_span_leaks() -> None:
    made = corpus((case(1, "age_categorization", spans=("It is your age.",)), case(2, None)))
    assert made.labels.tolist() == ["", "age_categorization", "", ""]
    assert made.case_of.tolist() == [0, 0, 1, 1]


def test_training_opens_no_row_of_the_test_split() -> None:
    assert {one.split for one in (*read_cases("train"), *own_cases())} == {"train"}
