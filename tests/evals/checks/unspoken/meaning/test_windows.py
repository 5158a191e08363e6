"""A text in windows for the encoder: no sentence twice, none left out, none too long."""

from hypothesis import given
from hypothesis import strategies as st

from evals.language.encoder import LONGEST as MOST
from evals.language.pieces import BEGIN, END, pieces
from evals.language.windows import around, windows

sentences = st.lists(st.text(alphabet="ab .,é1?漢🙂", min_size=1, max_size=120), max_size=60)


@given(sentences, st.text(alphabet="xy ", max_size=200))
def test_every_sentence_with_a_word_stands_in_one_window(texts: list[str], said: str) -> None:
    made = tuple(windows(texts, said))
    places = [at for window in made for at, _, _ in window.places]
    assert places == [at for at, text in enumerate(texts) if pieces(text).ids]
    for window in made:
        assert len(window.ids) == len(window.kinds) <= MOST
        assert all(0 < first < last <= len(window.ids) for _, first, last in window.places)


def test_what_the_athlete_said_stands_before_and_is_another_text() -> None:
    (plain,), (told,) = windows(["rest."]), windows(["rest."], "is it my age?")
    assert plain.ids == (BEGIN, *pieces("rest.").ids)
    assert told.ids == (BEGIN, *pieces("is it my age?").ids, END, *pieces("rest.").ids)
    assert (set(plain.kinds), told.kinds[0], told.kinds[-1]) == ({0}, 0, 1)


def test_of_a_long_message_the_last_words_are_heard() -> None:
    (window,) = windows(["rest."], "old " * 500 + "new")
    assert len(window.ids) < MOST
    assert pieces("new").ids[0] in window.ids


def test_a_sentence_is_read_between_as_many_neighbours_as_fit() -> None:
    texts = ["run easy along the river today. " * 2] * 9
    assert [around(texts, at) for at in (0, 4, 8)] == [range(3), range(3, 6), range(6, 9)]
    assert around(["rest. " * 99, "run.", "rest. " * 99], 1) == range(1, 2)
    assert around(["rest. " * 99], 0) == range(1)
