"""The table of words: what an expression finds, and that no list in it is left without a reader."""

from pathlib import Path

import pytest
import yaml

from evals.checks.words import PATH, patterns

TABLE = yaml.safe_load(PATH.read_text(encoding="utf-8"))
CODE = "".join(path.read_text(encoding="utf-8") for path in Path(PATH.parent).glob("*.py"))


@pytest.mark.parametrize(("subject", "name"), [(subject, name) for subject in TABLE for name in TABLE[subject]])
def test_every_list_makes_a_pattern_that_a_check_asks_for(subject: str, name: str) -> None:
    (pattern,) = patterns(subject, name)
    assert pattern.search("") is None
    assert f'"{subject}"' in CODE
    assert f'"{name}"' in CODE or name.removesuffix(" asks").removesuffix(" tells") in CODE


def test_an_expression_finds_whole_words_and_between_slashes_what_it_says() -> None:
    left_out, jumps = *patterns("contraindicated", "left_out"), *patterns("deeds", "jumps")
    assert left_out.search("No hills today")
    assert left_out.search("I don't")
    assert not left_out.search("nobody noted it")
    assert not jumps.search("jumpsuit")
