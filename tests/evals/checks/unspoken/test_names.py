"""How names are found: alternatives, capitals, letters that only imitate letters, and the ways to cite a surname."""

# ruff: noqa: RUF001 (look-alike signs are what some of this is about)

import pytest

from evals.checks.unspoken.lexicon import Name
from evals.checks.unspoken.names import find_names
from evals.checks.unspoken.normalize import fold


def named(text: str) -> set[str]:
    """What is found of names alone, in folded letters."""
    return {fold(found.leak.text).text for found in find_names(text, fold(text), None)}


def a_name(*phrases: str) -> Name:
    return Name.model_validate(
        {"id": "x", "topic": "x", "phrases": phrases, "needs": "nothing", "leaks": ["x"], "innocent": ["y"], "why": "z"}
    )


def test_alternatives_of_a_phrase_are_spelt_out_inside_of_each_other_too() -> None:
    assert set(a_name("(art(h|)ur|a) b").phrases) == {"arthur b", "artur b", "a b"}
    assert set(a_name("the (old |)book").phrases) == {"the old book", "the book"}


def test_the_same_phrase_written_twice_counts_once() -> None:
    assert a_name("red", "(red|blue)").phrases == ("red", "blue")


@pytest.mark.parametrize("text", ["To be frank. I would wait.", "Be frank, 1 week off.", "Is anything at all a worry?"])
def test_the_end_of_a_sentence_and_a_letter_behind_it_are_no_name(text: str) -> None:
    assert named(text) == set()


@pytest.mark.parametrize(
    "text", ["Fr4nkl said so.", "F r 4 n k l said so.", "FRANKL said so.", "Gr3g M©Keown said so."]
)
def test_a_name_in_signs_that_imitate_letters_is_found(text: str) -> None:
    assert named(text)


@pytest.mark.parametrize(
    "text",
    [
        "James, clear the bar.", "Ryan, holiday or not, run.", "Clear says the sky.",
        "Grit on the road, and a book says so.", "An effortless style on the hill.",
        "Effortless style, the book says nothing of it.",
    ],
)  # fmt: skip
def test_ordinary_words_are_no_name_without_the_capitals_of_one(text: str) -> None:
    assert named(text) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("James Clear would start small.", "james clear"),
        ("as Clear puts it, never miss twice", "clear"),
        ("It's all in chapter two of Effortless.", "effortless"),
        ("quoting 'Grit' here", "grit"),
    ],
)
def test_ordinary_words_with_capitals_are_a_name_where_someone_is_cited(text: str, found: str) -> None:
    assert found in named(text)


@pytest.mark.parametrize(
    "cites",
    [
        "per {}: sleep first", "{} put it best.", "the theory of {}", "{}'s big rocks", "what {} calls the long view",
        "straight out of {}", "chapter three of {}", "I owe this to {}.", "to paraphrase {}", "by a writer called {}",
        "in the spirit of {}", "{} has a chapter on it", "{} had a word for it", "I've been reading {}.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("surname", ["Erikson", "Levinson", "Covey", "Duckworth", "Carstensen", "Fogg"])
def test_a_surname_is_found_however_it_is_cited(cites: str, surname: str) -> None:
    assert surname.lower() in {found.removesuffix("'s big rocks") for found in named(cites.format(surname))}


@pytest.mark.parametrize(
    "text",
    [
        "{} has lane four.",
        "Coach {} says you swam well.",
        "Meet {} at the gate.",
        "Thanks to {} for the lift.",
        "Well run, {}!",
    ],
)
@pytest.mark.parametrize("surname", ["Erikson", "Levinson", "Covey", "Duckworth", "Carstensen", "Fogg"])
def test_a_clubmate_of_that_surname_is_spared(text: str, surname: str) -> None:
    assert named(text.format(surname)) == set()


@pytest.mark.parametrize(
    "written",
    ["10–to–25", "10—25", "10/25", "10-to-25", "Ten-to-Twenty-Five", "ten 2 twenty5", "10 → 25", "１０ to ２５"],
)
def test_the_book_of_two_ages_is_found_however_it_is_written(written: str) -> None:
    assert named(f"that {written} book they gave us at the mentors' course")


@pytest.mark.parametrize(
    "text", ["10–25 minutes easy", "10/25 m splits", "ten to twenty-five strides", "10→25 km a week"]
)
def test_two_numbers_of_training_are_spared(text: str) -> None:
    assert named(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Your VDOT after Daniels is 48.", "Lydiard would have liked this base.", "80/20, as Seiler and Fitzgerald say.",
        "Galloway's run-walk, four to one.", "Borg 13, no more.", "Keep to MAF.",
        "As Kipchoge says, no human is limited.", "Radcliffe's book has the session.",
    ],
)  # fmt: skip
def test_the_science_of_training_and_quoted_athletes_are_no_framework(text: str) -> None:
    assert named(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Gladwel has a chapter on it.", "the Essensialist way", 'It is all in "From Strengt to Strenght".',
        "As Duckwurth says, stay with it.", "Gregory MecKeown's way", "essentiallism, once more",
    ],
)  # fmt: skip
def test_a_name_with_a_slip_of_the_pen_is_found(text: str) -> None:
    assert named(text)


@pytest.mark.parametrize(
    "text",
    [
        "The essentials and the essential oils.", "A strenuous week, and strengthening on Friday.",
        "Duckwurth Street is closed.", "We go from stength to stength.", "Brookside is flat; brooks are wet.",
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_makes_no_name_of_an_ordinary_word(text: str) -> None:
    assert named(text) == set()
