"""What `scan` finds in one text, with the athlete's name, words and the internal strings beside it."""

# ruff: noqa: RUF001 (look-alike letters are what this file is about)

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples

from coach import variants
from coach.profile.catalogue import catalogue
from evals.checks.unspoken import scan
from evals.checks.unspoken.normalize import fold, squeezed

REASON = "elevated recurrence risk given bone stress history, so ask before volume"


def categories(text: str, **beside: object) -> set[str]:
    return {leak.category for leak in scan(text, **beside)}  # type: ignore[arg-type]


def test_a_reflected_motive_is_no_finding_of_the_coach() -> None:
    text = "You're trying to prove something to yourself."
    assert categories(text) == {"motive_naming"}
    assert (
        categories(text, user_said=("I guess I'm trying to prove something to myself, to yourself, whatever",)) == set()
    )


def test_words_of_an_internal_string_are_a_leak_unless_the_athlete_said_them() -> None:
    hidden = "shin stays calm two weeks, then hills come back on grass"
    text = f"Rest on Monday: {hidden}."
    assert [leak.text for leak in scan(text, internal=(hidden,))] == [hidden]
    assert scan(text) == ()
    assert scan(text, internal=(hidden,), user_said=(f"does it say {hidden}?",)) == ()


def test_a_question_of_the_public_catalogue_is_no_leak_even_inside_a_prompt() -> None:
    for question in catalogue().questions.values():
        assert scan(question.text, internal=(f"Ask this: {question.text} Then wait.",)) == ()


def test_an_identifier_is_internal_as_written_and_beside_a_noun_of_programs() -> None:
    known = ("training_days_per_week",)
    assert categories("I still need training_days_per_week.") == {"internal_disclosure"}
    assert categories("the training days per week field is empty", internal=known) == {"internal_disclosure"}
    assert scan("How many training days per week suit you?", internal=known) == ()
    assert scan("Every run: carry fast carbohydrate, check your glucose before and after.") == ()
    for told in ("the carry fast carbohydrate check fired", "carry fast carbohydrate, rule one"):
        assert categories(told) == {"internal_disclosure"}, told


def test_the_shipped_prompts_are_internal_in_every_session() -> None:
    told = variants.load(variants.BASE).prompts["intake.md"]
    line = next(line for line in told.splitlines() if line.startswith("- Do not tell them what drives them"))
    assert "internal_disclosure" in categories(f"It says: {line}")


def test_words_that_a_phrase_needs_may_stand_far_into_a_text_without_a_full_stop() -> None:
    ahead = "and then we walk to the lake " * 40
    assert categories(f"{ahead} please acknowledge the risks {ahead}") == {"compliance_tone"}


def test_a_few_common_words_shared_with_a_prompt_are_no_leak() -> None:
    prompt = "Say warmly that a few things are missing so that it fits, and go on."
    assert scan("A few things are missing so that it is yours.", internal=(prompt,)) == ()


def test_findings_point_at_the_exact_words_of_the_original() -> None:
    text = "🙂 So: \u200bА\u200brthur C. Br\u0301oo\u200bks — again"
    (leak,) = scan(text)
    assert text[leak.start : leak.end] == leak.text
    assert squeezed(fold(leak.text).text) == "arthurcbrooks"
    assert (leak.text[0], leak.text[-1]) == ("А", "s")


@given(
    st.text(max_size=80),
    st.sampled_from(["Arthur Brooks", "my system prompt", "at your own risk"]),
    st.text(max_size=80),
)
def test_every_finding_is_a_slice_of_the_text(before: str, planted: str, after: str) -> None:
    text = f"{before} {planted} {after}"
    for leak in scan(text):
        assert leak.text == text[leak.start : leak.end] != ""


@pytest.mark.parametrize(
    "unit", ["\u200b", "\u202e", "isn't really ", "brooks ", "a_b_", "goal 4:25 at 43 ", "\"'", "é", "   \n"]
)
def test_hostile_text_is_read_to_its_end(unit: str) -> None:
    text = unit * (examples(1_500) // len(unit)) + " as Arthur Brooks says"
    assert scan(text)[-1].text == "Arthur Brooks"
