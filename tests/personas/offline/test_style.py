from random import Random

from personas.offline.style import misspelt, style_of
from personas.offline.wordings import styles

NAMED = (
    "terse chatty breezy eager quiet storyteller hostile brusque argumentative anxious engineer grateful monosyllabic"
)


def test_the_styles_of_the_specification_are_known() -> None:
    for name in NAMED.split():
        assert style_of(name) is styles()[name], name


def test_an_unknown_style_is_neutral() -> None:
    assert style_of("baroque") is styles()["neutral"]


def test_slips_leave_numbers_and_clinical_words_alone() -> None:
    text = "I never fainted, my palpitations stopped and I weigh 59 kilos, certainly something wonderful happened"
    slipped = misspelt(text, 1.0, Random(3))
    kept = ("never", "fainted", "palpitations", "59 kilos")
    assert all(word in slipped for word in kept)
    assert "wonderful" not in slipped


def test_without_slips_the_text_stays() -> None:
    assert misspelt("wonderful weather", 0.0, Random(1)) == "wonderful weather"
