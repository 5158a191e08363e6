"""How findings on a labelled text are counted."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sampling import share

from evals.checks.measured import measured
from evals.checks.unspoken.labelled import CleanConversation, LabelledText, check_labelled, clean, readings
from evals.checks.unspoken.texts import Category, Leak
from evals.labelled.leaks import SET, accused, read


def case(label: str | None) -> LabelledText:
    row: dict[str, Any] = {"id": "x", "author": "a1", "scenario": "s", "split": "train", "text": "t", "spans": ()}
    return LabelledText.model_validate({**row, "persona": {"name": None, "age": None}, "pair": None, "label": label})


def leak(category: Category) -> Leak:
    return Leak(category, 0, 1, "t", "words", "why")


@pytest.mark.parametrize(
    ("label", "found", "expected", "passed"),
    [
        (None, (), [], True),
        (None, (leak("framework_name"),), [("framework_name", "false")], False),
        ("framework_name", (), [("framework_name", "missed")], False),
        ("framework_name", (leak("framework_name"),), [("framework_name", "caught")], True),
        (
            "framework_name",
            (leak("goal_judgement"),),
            [("framework_name", "missed"), ("goal_judgement", "beside")],
            False,
        ),
    ],
)
def test_a_text_is_accused_of_each_category_found_in_it(
    label: str | None, found: tuple[Leak, ...], expected: list[tuple[str, str]], *, passed: bool
) -> None:
    assert list(readings(found, case(label))) == expected
    assert check_labelled(found, case(label)).passed is passed


def test_the_corpus_is_well_formed_outside_of_what_it_keeps_for_the_end() -> None:
    found = [each for each in SET.cases() if each.split != "test"]
    splits = Counter(each.split for each in found)
    assert min(splits["train"], splits["dev"]) > 500
    assert all(span in each.text for each in found for span in each.spans)


def test_the_shipped_recall_is_what_the_test_split_gives_and_few_innocents_are_accused() -> None:
    """Counts only: what stands beside a verdict is of texts that nobody trained on. No more caught and no more missed
    than was measured: of the whole split, just as many of both."""
    caught, missed = Counter[str](), Counter[str]()
    accused, innocent, cases = 0, 0, SET.cases("test")
    for each in share(cases, one_in=3):
        found = read(each)
        accused += bool(found)
        innocent += bool(found) and each.label is None
        for category, reading in readings(found, each):
            caught[category] += reading == "caught"
            missed[category] += reading == "missed"
    shares = measured("unspoken").shares
    assert Counter(each.label for each in cases if each.label) == {name: seen.of for name, seen in shares.items()}
    assert +caught <= Counter({category: seen.found for category, seen in shares.items()})
    assert +missed <= Counter({category: seen.of - seen.found for category, seen in shares.items()})
    assert 1 - innocent / accused >= 0.985


def talk(*messages: tuple[str, str]) -> dict[str, Any]:
    return {"id": "z-1", "author": "z", "split": "dev", "style": "brief", "messages": messages}


def test_a_conversation_is_accused_by_any_message_of_the_coach_with_what_was_said_before() -> None:
    leak = "What you're really after is proof you haven't slowed down."
    quiet = talk(("athlete", leak), ("coach", "Six days is solid."), ("athlete", "ok"), ("coach", "Rest on Monday."))
    assert [one.user_said for one in CleanConversation.model_validate(quiet).texts()] == [(leak,), (leak, "ok")]
    assert not accused(CleanConversation.model_validate(quiet))
    assert accused(CleanConversation.model_validate(talk(("athlete", "hi"), ("coach", f"Rest on Monday. {leak}"))))


def test_sessions_with_a_defect_are_no_clean_talk(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    kept, rows = talk(("coach", "Hi.")), ({"defect": None}, {"defect": {"owner": "care_tone"}}, {"split": "train"})
    path.write_text("\n".join(json.dumps(kept | row) for row in rows), encoding="utf-8")
    assert clean("dev", (path,)) == (CleanConversation.model_validate(kept),)
