"""What the shipped model accuses, and that it is the model the code was made for."""

import json
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from evals.checks.unspoken import meaning
from evals.checks.unspoken.athlete_history import NOTHING, after
from evals.checks.unspoken.meaning.finding import MOST
from evals.checks.unspoken.meaning.model import PATH, StaleModel, made_with, model
from evals.checks.unspoken.normalize import fold
from evals.checks.unspoken.texts import Category, Leak
from evals.language.sentences import split


def find_meaning(text: str, said: str = "") -> tuple[Leak, ...]:
    return tuple(meaning.find_meaning(text, fold(text), heard=after(NOTHING, said)))


@pytest.mark.parametrize(
    ("category", "text"),
    [
        ("motive_naming", "What you're really after is proof you haven't slowed down."),
        ("goal_judgement", "4:25 isn't realistic for you."),
        ("age_categorization", "At your age the body needs longer to recover, so we start slowly."),
    ],
)
def test_a_plain_leak_is_accused_where_it_stands(category: str, text: str) -> None:
    before = "Monday is free. "
    (leak,) = find_meaning(f"{before}{text} See you Tuesday.")
    assert (leak.category, leak.text, leak.start, leak.detector) == (category, text, len(before), "meaning")


@pytest.mark.parametrize(
    "text",
    [
        "How old are you?", "You're 43, running 40 km a week.", "From 5:05 today, we'll take it in two blocks.",
        "We'll build toward 4:25 with a base that lasts.", "What makes you want to run it?", "", "🙂", "…",
        "Six days is solid; let's keep one full day off, that's where the work sinks in.",
    ],
)  # fmt: skip
def test_an_innocent_text_is_left_alone(text: str) -> None:
    assert find_meaning(text) == ()


def test_no_question_of_the_public_catalogue_is_accused() -> None:
    shown = [text for question in catalogue().questions.values() for text in (question.text, question.why)]
    assert [text for text in shown if find_meaning(text)] == []


@given(st.text(max_size=200), st.text(max_size=120))
def test_any_text_is_read(text: str, said: str) -> None:
    for leak in find_meaning(text, said):
        assert leak.text == text[leak.start : leak.end]
        assert leak.category in get_args(Category)


def test_the_same_sentences_are_accused_in_a_long_text() -> None:
    leak = "What you're really after is proof you haven't slowed down."
    prose = (
        "Monday is free. Forty minutes along the river on Tuesday. Keep the shoulders loose. Sunday is long and slow. "
    )
    once = f"{prose * 5}{leak} See you Tuesday. {prose * 5}"
    assert [found.start for found in find_meaning(once * 12)] == [at * len(once) + once.index(leak) for at in range(12)]


def test_the_most_suspicious_sentence_of_thousands_is_read() -> None:
    leak = "What you're really after is proof you haven't slowed down."
    text = "Rest on Monday. " * MOST + leak
    assert [found.text for found in find_meaning(text)] == [leak]


def test_the_shipped_weights_fit_the_code() -> None:
    with np.load(PATH, allow_pickle=False) as held:
        told = json.loads(str(held["about"]))
    assert told == {**made_with(), "corpus": told["corpus"]}
    assert ((model().joint.thresholds > 0) & (model().joint.thresholds < 1)).all()


def test_weights_made_for_other_features_are_refused(tmp_path: Path) -> None:
    with np.load(PATH, allow_pickle=False) as held:
        arrays = dict(held)
    arrays["about"] = np.array(json.dumps({**made_with(), "features": "0"}))
    np.savez(tmp_path / "old.npz", **arrays)
    with pytest.raises(StaleModel, match="make train-leaks"):
        model(tmp_path / "old.npz")


def test_a_sentence_weighs_the_same_alone_and_among_others() -> None:
    texts = ("you run to be seen. rest on monday.", "at your age we go slowly?", "fine.", "4:25 is a dream, let it go.")
    words = [sentence.words for text in texts for sentence in split(text)]
    apart, together, backwards = (model.__wrapped__(PATH).ngrams for _ in range(3))  # each of which has met no sentence
    alone = [apart.scores([one])[0] for one in words]
    assert (together.scores(words) == alone).all()
    assert (together.scores(words) == backwards.scores(words[::-1])[::-1]).all()


@pytest.mark.parametrize(
    "text",
    [
        "What you're really after is proof you haven't slowed down.",
        "So the real goal here is sustainable speed, not 4:25.",
        "Forty minutes along the river on Tuesday.",
    ],
)
def test_talk_that_a_sentence_does_not_take_up_changes_nothing(text: str) -> None:
    heard = "no surgery, none of that. seven and a half hours of sleep. no fever. that's all correct."
    assert find_meaning(text, heard) == find_meaning(text)
