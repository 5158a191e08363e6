"""The small language of phrases: what each sign finds, and which words a phrase cannot do without."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.checks.unspoken.phrases import Anchor, Reader, bounded

READER = Reader({"colour": ("red", "light blue"), "shade": ("dark <colour>", "pale")})


def finds(phrase: str, text: str) -> str | None:
    match = bounded(READER.read(phrase)).search(text)
    return match[0] if match else None


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("own risk", "at your own risk.", "own risk"),
        ("own risk", "your own, risk", "own, risk"),
        ("own risk", "grown risk", None),
        ("own risk", "own risks", None),
        ("risk*", "risky", "risky"),
        ("please? sign", "sign here", "sign"),
        ("please? sign", "please sign", "please sign"),
        ("sign (here|right below)", "sign right below", "sign right below"),
        ("sign ... below", "sign the form below", "sign the form below"),
        ("sign ... below", "sign it. Go below", None),
        ("sign ... below", "sign a b c d e f g below", None),
        ("<colour> flag", "a light blue flag", "light blue flag"),
        ("<shade>", "dark red", "dark red"),
        ("rule #", "rule 14 says", "rule 14"),
        ("rule r-#", "rule r-14 says", "rule r-14"),
        ("that('s| is) on you", "that's on you", "that's on you"),
        ("that('s| is) on you", "that is on you", "that is on you"),
        ("safety-first", "safety first", "safety first"),
    ],
)
def test_a_phrase_finds_what_it_says(phrase: str, text: str, found: str | None) -> None:
    assert finds(phrase, text) == found


@pytest.mark.parametrize("phrase", ["(open", "<nothing>", "a ()", "a)", ""])
def test_a_phrase_that_cannot_be_read_is_refused(phrase: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        READER.read(phrase)


def test_a_phrase_needs_the_words_that_may_not_be_missing() -> None:
    needed = READER.read("please? sign ... (waiver*|form)").needed()
    assert needed == (
        frozenset({Anchor("sign", begins=False)}),
        frozenset({Anchor("waiver", begins=True), Anchor("form", begins=False)}),
    )


@settings(derandomize=True)
@given(st.text("sign the-form,'\"/ ", max_size=200))
def test_a_long_gap_takes_no_longer_than_its_words(text: str) -> None:
    assert finds("sign ... waiver", text) is None
