"""Words by what they are about: data that reads, and means what it says."""

import yaml

from evals.checks.unspoken.meaning.classes import PATH, classes, ending, parted


def test_every_entry_is_found_under_its_own_class() -> None:
    known = classes()
    for name, listed in yaml.safe_load(PATH.read_text(encoding="utf-8")).items():
        for entry in listed.split():
            parts = tuple(part for word in entry.split("_") for part in parted(word))
            if len(parts) > 1:
                assert (parts, name) in known.phrases[parts[0], parts[1]]
            else:
                assert name in known.of(entry.removesuffix("*"))


def test_a_stem_covers_its_words_and_a_word_only_itself() -> None:
    assert "think" in classes().of("believes")
    assert "goal" in classes().of("goals")
    assert "goal" not in classes().of("goalkeeper")


def test_short_forms_are_two_words() -> None:
    assert parted("don't") == ("do", "n't")
    assert parted("you're") == ("you", "'re")
    assert parted("can't") == ("can", "n't")
    assert parted("coach") == ("coach",)


def test_a_word_without_a_class_shows_its_ending() -> None:
    assert (ending("quizzically"), ending("zorb")) == ("~ly", "~")
