"""A text is searched sentence by sentence, and a sentence without end piece by piece."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from evals.checks.unspoken.sentences import Sentences


def test_each_sentence_is_a_stretch() -> None:
    text = "Easy today. How is the knee? Sleep well!"
    sentences = Sentences(text)
    found = [text[slice(*sentences.stretch(end))] for end in sentences.ends]
    assert found == ["Easy today.", " How is the knee?", " Sleep well!"]
    assert sentences.cut == frozenset()


def test_a_sentence_without_end_is_cut_into_pieces_that_overlap() -> None:
    sentences = Sentences("word " * 1000)
    stretches = [sentences.stretch(end) for end in sentences.ends]
    assert sentences.cut == frozenset(sentences.ends)
    assert all(left.end > right.start for left, right in itertools.pairwise(stretches))
    assert (stretches[0].start, stretches[-1].end) == (0, 5000)


@settings(derandomize=True)
@given(st.text("ab .!?\"'", max_size=3000))
def test_every_place_lies_in_a_piece_and_no_piece_is_long(text: str) -> None:
    sentences = Sentences(text)
    start = 0
    for end in sentences.ends:
        stretch = sentences.stretch(end)
        assert stretch.start <= start <= end <= stretch.end
        assert stretch.end - stretch.start <= 820
        start = end
    assert start == len(text)
