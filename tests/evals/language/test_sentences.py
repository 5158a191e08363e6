"""Text to sentences to tokens: every place is true, numbers are told apart, time is linear."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.checks.unspoken.normalize import fold
from evals.language.sentences import LONGEST, split


def words(text: str) -> list[tuple[str, ...]]:
    return [one.words for one in split(fold(text).text)]


@given(st.text(alphabet="ab1.,!?'\"~ \n-:", max_size=300))
def test_sentences_follow_each_other_inside_the_text(text: str) -> None:
    at = 0
    for one in split(text):
        assert at <= one.start < one.end <= len(text)
        assert 0 < len(one.words) <= LONGEST
        at = one.start


def test_a_sentence_without_an_end_is_read_in_pieces() -> None:
    assert [len(one) for one in words("run " * (2 * LONGEST + 1))] == [LONGEST, LONGEST, 1]


@pytest.mark.parametrize("run", ["." * 30_000 + "a", "1" * 30_000 + "a", "~" * 30_000, "a-" * 15_000, "\n " * 15_000])
def test_long_runs_of_one_sign_are_read_in_one_pass(run: str) -> None:
    assert sum(len(one.words) for one in split(run)) <= len(run)
