"""What blocks training is found in a message, asked for or not."""

import pytest

from evals.reading.red_flags import red_flags


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I think about killing myself.", ("rf_self_harm",)),
        ("I fainted on a run last week.", ("rf_syncope",)),
        ("I'm nine weeks pregnant, with a little bleeding since Friday.", ("pregnancy_contraindication",)),
        ("I throw up after meals.", ("eating_disorder_current",)),
        ("None. 8 hours.", ()),
        ("I run 25 km a week and weigh 74 kg.", ()),
    ],
)
def test_a_statement_that_blocks_names_its_rules(text: str, found: tuple[str, ...]) -> None:
    assert red_flags(text, ()) == found


def test_what_was_told_as_an_answer_counts_as_well() -> None:
    assert red_flags("Yes.", [("pain_signs", ("limping",))]) == ("pain_stop_signs",)
    assert red_flags("No.", [("pain_signs", ())]) == ()
