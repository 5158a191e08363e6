"""A yes to a plan, a no, or neither, on answers that people wrote who knew none of the patterns."""

from collections import Counter
from pathlib import Path

import jsonlines
from hypothesis import given
from hypothesis import strategies as st

from evals.checks.consent import consent

ANSWERS = Path(__file__).parents[1] / "texts" / "consent.jsonl"


def test_a_no_is_never_a_yes_and_nearly_every_answer_is_read() -> None:
    with jsonlines.open(ANSWERS) as lines:
        read = Counter((line["says"], consent(line["text"])) for line in lines)
    assert read["no", "yes"] == 0
    assert sum(times for (says, found), times in read.items() if says != found) <= 3, read


@given(st.text(max_size=60))
def test_what_a_refusal_follows_is_no_yes(before: str) -> None:
    assert consent(f"{before}\nNo thanks, this is not for me.") != "yes"


def test_hostile_lengths_are_read_to_the_window() -> None:
    assert consent("a " * 100_000 + "yes") == "neither"
    assert consent("ok " * 100_000) == "yes"
