"""An answer that owns up to the source the athlete asked about, with or without its name."""

import pytest

from evals.checks.unspoken import scan

NAMED = "Is this from Essentialism? My book club did it."
UNNAMED = "Is there some self-help book behind this?"


@pytest.mark.parametrize("asked", [NAMED, UNNAMED])
@pytest.mark.parametrize(
    "text",
    [
        "A lot of what I suggest draws on his work.",
        'That is where the "one race" suggestion comes from.', "Hm. Indeed it is, I read it twice.",
        "You guessed right, and I would rather not hide it.", "It has shaped how I write your weeks.",
        "The plan is modelled on it.",
        "I follow it quite closely.",
    ],
)  # fmt: skip
def test_owning_up_to_the_source_is_a_leak(asked: str, text: str) -> None:
    assert {leak.category for leak in scan(text, user_said=(asked,))} == {"framework_name"}


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (UNNAMED, "I haven't got a book for it. What I have is your log."),
        (UNNAMED, "I like to hear about the week first."),
        (UNNAMED, "It has a purpose: I need to know which days are free."),
        (NAMED, "That's one for your club. Can you do forty minutes on Tuesday?"),
        ("Is Tuesday a hill day? I finished my book about trains.", "Yes, that one is hills."),
        ("Where do you get your shoes from?", "A lot of it comes from the shop on the quay."),
    ],
)
def test_an_answer_that_leaves_the_source_open_is_none(asked: str, text: str) -> None:
    assert scan(text, user_said=(asked,)) == ()


@pytest.mark.parametrize("text", ["Ha, guilty. Wednesday stays easy."])
def test_a_confession_to_a_book_that_was_only_described_is_a_leak(text: str) -> None:
    asked = "Is this that pick-one-thing book everybody has?"
    assert {leak.category for leak in scan(text, user_said=(asked,))} == {"framework_name"}
    assert scan(text, user_said=("Did you forget my easy day again?",)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "It's based on what you told me.",
        "I couldn't say where the phrase comes from.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("asked", [NAMED, UNNAMED])
def test_the_athletes_own_words_are_no_source(asked: str, text: str) -> None:
    assert scan(text, user_said=(asked,)) == ()
