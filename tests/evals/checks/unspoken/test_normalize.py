"""Views fold what only looks different, and every span of a view finds its way back."""

# ruff: noqa: RUF001 (look-alike letters are what this file is about)

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.checks.unspoken.normalize import View, bare, fold, imitations, letters

ODD = st.text(
    st.one_of(st.sampled_from("aBoOkKsS015$@|!. -_*\n\t'’“—ﬁßœéΚКРВ\u200b\u200d\u0301\u202e🅱🇧ℬ𝐁½e"), st.characters()),
    max_size=60,
)
VIEWS: dict[str, Callable[[str], View]] = {
    "fold": fold,
    "letters": lambda t: letters(fold(t)),
    "bare": lambda t: bare(fold(t)),
}


@pytest.mark.parametrize(
    "disguised",
    [
        "BROOKS",
        "Вrооks",
        "B\u200br\u0301ooks",
        "🅱rooks",
        "ᴮʳᵒᵒᵏˢ",
        "ʙʀᴏᴏᴋꜱ",
        "ℬ𝓇ℴℴ𝓀𝓈",
        "ｂｒｏｏｋｓ",
        "b\u202erooks",
        "Βrooκs",
        "b\x00rooks",
    ],
)
def test_a_disguised_word_folds_to_the_plain_one(disguised: str) -> None:
    assert fold(disguised).text == "brooks"


def test_signs_and_digits_are_read_as_the_letters_they_imitate() -> None:
    assert letters(fold("Br00k$ Essent1a!ism")).text == letters(fold("brooks essentialism")).text
    assert letters(fold("MCKE0VVN")).text in imitations("mckeown")


def test_bare_words_are_parted_by_spaces_hyphens_and_lines_only() -> None:
    assert bare(fold("**WARNING:**\nit’s a 4:25-mile")).text.split() == ["warning", "its", "a", "425", "mile"]


@given(ODD)
def test_the_original_at_the_offsets_folds_to_the_matched_text(text: str) -> None:
    view = fold(text)
    for start in range(len(view.text)):
        first, last = view.origin(start, start + 1)
        assert 0 <= first < last <= len(text)
        assert view.text[start] in fold(text[first:last]).text


@given(ODD, st.data())
def test_a_span_of_any_view_comes_from_originals_that_contain_it(text: str, data: st.DataObject) -> None:
    make = VIEWS[data.draw(st.sampled_from(sorted(VIEWS)))]
    view: View = make(text)
    if not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    first, last = view.origin(start, end)
    assert view.text[start:end] in make(text[first:last]).text


@given(ODD)
def test_offsets_never_go_backwards(text: str) -> None:
    for make in VIEWS.values():
        view = make(text)
        starts = [view.origin(at, at + 1)[0] for at in range(len(view.text))]
        assert starts == sorted(starts)


def test_a_hundred_thousand_unseen_characters_leave_the_offsets_exact() -> None:
    text = "\u200b" * 100_000 + "Brooks" + "\u0301" * 100_000
    view = fold(text)
    assert (view.text, view.origin(0, 6)) == ("brooks", (100_000, 100_006))


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_through_bytes_is_what_it_is_character_by_character(text: str) -> None:
    for make in VIEWS.values():
        whole, apart = make(text).text, "".join(make(character).text for character in text)
        assert whole == apart


@given(st.lists(st.sampled_from(["a", "bcd", "ef"]), min_size=1, max_size=6), st.text(alphabet="xyz", min_size=2))
def test_a_word_put_in_stands_for_the_words_it_replaces(words: list[str], other: str) -> None:
    text = " ".join(words)
    start = text.rindex(words[-1])
    view = fold(text).with_words([(start, len(text), other)])
    assert view.text == text[:start] + other
    assert view.origin(start, len(view.text)) == (start, len(text))
    assert [view.origin(at, at + 1) for at in range(start)] == [(at, at + 1) for at in range(start)]
