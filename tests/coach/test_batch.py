"""Hostile lines: each is answered with its error and its number, and the run goes on to the end."""

import json
import sys
from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.batch import answer
from coach.cli import main
from coach.commands.check_safety import ProfileLine, judge
from coach.safety.rules import healthy_profile

Answered = Callable[..., tuple[int, list[dict[str, Any]]]]


def line(**changes: object) -> str:
    return json.dumps({"id": "x", "goal": {}, "profile": {**healthy_profile(), **changes}})


def with_goal(goal: str) -> str:
    return line().replace('"goal": {}', f'"goal": {goal}')


def spelled(field: str, text: str) -> str:
    """A line whose `field` is written as `text`, which no JSON writer would write."""
    return line(**{field: "@"}).replace('"@"', text)


BAD = {
    "part of a whole number": (spelled("age_years", "43.5"), "age_years must be a whole number"),
    "bool for a number": (spelled("weight_kg", "true"), "weight_kg must be a number"),
    "NaN": (spelled("weight_kg", "NaN"), "weight_kg must be a number"),
    "-Infinity": (spelled("weight_kg", "-Infinity"), "weight_kg must be a number"),
    "1e999": (spelled("weight_kg", "1e999"), "weight_kg must be a number"),
    "400 digits for a number": (spelled("weight_kg", "9" * 400), "weight_kg must be between"),
    "400 digits for a whole number": (spelled("age_years", "9" * 400), "age_years must be between"),
    "5000 digits": (spelled("age_years", "9" * 5000), "Invalid JSON"),
    "a field twice": (line().replace('"age_years"', '"age_years": 12, "age_years"'), "age_years stands twice"),
    "a profile twice": (line()[:-1] + ', "profile": {}}', "profile stands twice"),
    "null in a list": (line(symptoms=[None]), "symptoms must be a list of words"),
    "a letter that only looks the same": (
        line().replace("age_years", "\u0430ge_years"),
        "is not a field of the catalogue",
    ),
    "a huge list": (line(medications=[f"m{n}" for n in range(100_000)]), "medications must hold at most 200 words"),
    "a huge word": (line(medications=["x" * 10_000_000]), "medications must hold short words"),
    "10 MB of nothing": ("x" * 10_000_000, "Invalid JSON"),
    "deep nesting": (spelled("symptoms", "[" * 100_000 + "]" * 100_000), "Invalid JSON: recursion limit"),
    "nesting": (spelled("symptoms", "[" * 150 + "]" * 150), "symptoms must be a list of words"),
    "half a surrogate pair": ('{"id": "\\ud800", "goal": {}, "profile": {}}', "Invalid JSON"),
    "no object": ("[1, 2]", "should be an object"),
    "null": ("null", "should be an object"),
    "two objects": (line() + " {}", "Invalid JSON: trailing characters"),
    "an id that is no id": ('{"id": true, "goal": {}, "profile": {}}', "id: "),
    "declined and given": (line(declined=["sex"]), "sex has a value too"),
    "declined and unknown": (line(declined=["bmi"]), "'bmi' is not a field of the catalogue"),
    "declined is no list": (line(declined="sex"), "declined must be a list"),
    "a word that the list does not know": (line(symptoms=["headache"]), "symptoms"),
    "a word that is none of the field": (line(sex="F"), "sex"),
    "no profile": ('{"id": 7, "goal": {}}', "profile"),
    "no goal": ('{"id": 7, "profile": {}}', "goal"),
    "null for a goal": (with_goal("null"), "goal"),
    "a goal of no type that there is": (with_goal('{"type": "glory"}'), "goal.type"),
    "a date that is none": (with_goal('{"race_date": "soon"}'), "goal.race_date"),
    "a key that no goal has": (with_goal('{"colour": "red"}'), "goal.colour"),
    "a key that no line has": ('{"id": 7, "goal": {}, "profile": {}, "mood": "good"}', "mood"),
}


@pytest.mark.parametrize(("bad", "said"), BAD.values(), ids=BAD)
def test_a_hostile_line_is_answered_and_the_run_goes_on(answered: Answered, bad: str, said: str) -> None:
    code, answers = answered("check-safety", line(), "", bad, line())
    assert (code, len(answers)) == (2, 3)
    assert answers[1]["error"].startswith("line 3: ")
    assert said in answers[1]["error"]
    assert len(answers[1]["error"]) < 500
    assert [answers[0]["status"], answers[2]["status"]] == ["approved", "approved"]


def test_windows_line_ends_and_a_byte_order_mark_are_no_error(answered: Answered) -> None:
    code, answers = answered("check-safety", b"\xef\xbb\xbf" + line().encode() + b"\r", line() + "\r")
    assert (code, [each["status"] for each in answers]) == (0, ["approved", "approved"])


def test_bytes_that_are_no_text_on_standard_input_are_one_bad_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = b"\xef\xbb\xbf" + line().encode() + b"\n\xff\xfe\n" + line().encode() + b"\n"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(raw), encoding="ascii"))
    assert main(["check-safety", "-"]) == 2
    answers = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert [each.get("status") for each in answers] == ["approved", None, "approved"]


@given(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), min_size=1))
def test_whatever_stands_in_a_line_the_next_one_is_judged(junk: str) -> None:
    out = StringIO()
    answer([junk + "\n", line()], ProfileLine, judge, out)
    answers = [json.loads(each) for each in out.getvalue().splitlines()]
    assert answers[-1]["status"] == "approved"
    assert all("line 1: " in each["error"] for each in answers[:-1])
