"""How a reading of a reply is judged."""

from collections import Counter
from typing import Any

import pytest

from evals.checks.reply_reading import LabelledFact, LabelledUtterance, check_utterance, readings
from evals.labelled.replies import SET


def case(**more: Any) -> LabelledUtterance:
    base = {"id": "x", "scenario": "s", "split": "train", "style": "terse", "question": None, "text": "43, 10 stone"}
    facts = {"age_years": LabelledFact(value=43), "weight_kg": LabelledFact(value=63.5)}
    return LabelledUtterance.model_validate({**base, "facts": facts, **more})


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ({"age_years": 43, "weight_kg": 63.503}, {"age_years": "right", "weight_kg": "right"}),
        ({"age_years": 43}, {"age_years": "right", "weight_kg": "missed"}),
        ({"age_years": 34, "weight_kg": 63.5}, {"age_years": "wrong", "weight_kg": "right"}),
        ({"age_years": 43, "weight_kg": 63.5, "sex": "female"}, {"sex": "invented"}),
    ],
)
def test_each_field_is_right_missed_wrong_or_invented(found: dict[str, Any], expected: dict[str, str]) -> None:
    assert expected.items() <= dict(readings(found, case())).items()


def test_what_is_allowed_is_neither_owed_nor_invented() -> None:
    allowed = case(allowed={"sex": ("female",)})
    found = {"age_years": 43, "weight_kg": 63.5}
    assert check_utterance(found, allowed).passed
    assert check_utterance({**found, "sex": "female"}, allowed).passed
    assert not check_utterance({**found, "sex": "male"}, allowed).passed


def test_true_is_not_one_and_lists_are_sets() -> None:
    flag = case(facts={"pregnant": LabelledFact(value=True), "symptoms": LabelledFact(value=("a", "b"))})
    assert check_utterance({"pregnant": True, "symptoms": ("b", "a")}, flag).passed
    assert not check_utterance({"pregnant": 1, "symptoms": ("a", "b")}, flag).passed
    assert not check_utterance({"pregnant": True, "symptoms": "ab"}, flag).passed


def test_every_reply_of_the_corpus_is_well_formed() -> None:
    found = SET.cases()
    splits = Counter(each.split for each in found)
    assert (set(splits), min(splits.values()) >= 100) == ({"train", "dev", "test"}, True)
    assert all(span in each.text for each in found for told in each.facts.values() for span in told.spans)
