"""A yes to a plan, a no, or neither, on answers that people wrote who knew none of the patterns."""

from collections import Counter
from pathlib import Path

import jsonlines
from hypothesis import given
from hypothesis import strategies as st

from evals.checks.outcome import consent

ANSWERS = Path(__file__).parents[1] / "texts" / "consent.jsonl"


def test_nobody_is_read_against_their_meaning_and_most_are_read() -> None:
    """Of 300: no yes as a no, hardly a no as a yes; what is not understood is neither."""
    with jsonlines.open(ANSWERS) as lines:
        read = Counter((line["says"], consent(line["text"])) for line in lines)
    assert read["yes", "no"] == 0
    assert read["no", "yes"] <= 2, read
    assert read["yes", "yes"] >= 0.9 * (read["yes", "yes"] + read["yes", "neither"])
    assert read["no", "no"] >= 0.6 * (read["no", "no"] + read["no", "neither"])


@given(st.text(max_size=60))
def test_what_a_refusal_follows_is_no_yes(before: str) -> None:
    assert consent(f"{before}\nNo thanks, this is not for me.") != "yes"


def test_hostile_lengths_are_read_to_the_window() -> None:
    assert consent("a " * 100_000 + "yes") == "neither"
    assert consent("ok " * 100_000) == "yes"
