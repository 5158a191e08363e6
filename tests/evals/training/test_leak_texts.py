"""What is learned from: the sentences that leak, and no text of the test split."""

from evals.checks.unspoken.labelled import LabelledText
from evals.checks.unspoken.texts import Category, NamedAthlete
from evals.labelled.leaks import SET
from evals.training.leak_texts import corpus, own_cases


def case(number: int, label: Category | None, author: str = "a0", spans: tuple[str, ...] = ()) -> LabelledText:
    return LabelledText(
        id=f"case-{number}", author=author, scenario="s", split="train", text="Rest today. It is your age.",
        label=label, spans=spans, persona=NamedAthlete(), pair=None,
    )  # fmt: skip


def test_only_the_sentence_with_the_span_leaks() -> None:
    made = corpus((case(1, "age_categorization", spans=("It is your age.",)), case(2, None)))
    assert made.labels.tolist() == ["", "age_categorization", "", ""]
    assert made.case_of.tolist() == [0, 0, 1, 1]


def test_training_opens_no_row_of_the_test_split() -> None:
    assert {one.split for one in (*SET.cases("train"), *own_cases())} == {"train"}
