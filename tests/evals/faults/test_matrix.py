"""When a scorer fires, and what a row of the matrix says."""

from dataclasses import replace

from evals.faults.fault import CLEAN, Fault
from evals.faults.matrix import accusations, fires, row, unjudged
from evals.faults.played import Judged, Played

FAULT = Fault(id="f", owner="a", personas=("p", "q"), because="x", follows={"b": "y"})


def judged(value: float | str, *, passed: bool | None, findings: int = 0) -> Judged:
    return Judged(passed, value, findings, "what", 3)


def played(fault: str, persona: str, **by_scorer: Judged) -> Played:
    return Played(fault, persona, 0, by_scorer)


def test_a_failed_verdict_fires_and_a_pass_does_not() -> None:
    clean = judged("pass", passed=True)
    assert fires(judged("fail", passed=False, findings=1), clean)
    assert not fires(clean, clean)
    assert not fires(judged("not_judged", passed=None), clean)


def test_a_scorer_that_fails_the_clean_session_too_fires_only_with_more_findings() -> None:
    clean = judged(0.9, passed=False, findings=1)
    assert not fires(judged(0.9, passed=False, findings=1), clean)
    assert fires(judged(0.8, passed=False, findings=2), clean)
    assert not fires(judged("fail", passed=False, findings=1), judged("fail", passed=False, findings=1))


def test_a_number_that_is_neither_pass_nor_fail_fires_when_it_is_half_as_large_again() -> None:
    clean = judged(1.0, passed=None)
    assert fires(judged(1.6, passed=None), clean)
    assert not fires(judged(1.4, passed=None), clean)
    assert not fires(judged(9.0, passed=None), None)


def test_a_row_tells_survivors_from_what_is_unlisted_and_from_what_did_not_follow() -> None:
    good, bad = judged("pass", passed=True), judged("fail", passed=False, findings=1)
    clean = {(name, 0): played("clean", name, a=good, b=good, c=good) for name in ("p", "q")}
    found = row(FAULT, [played("f", "p", a=bad, b=good, c=bad), played("f", "q", a=good, b=good, c=good)], clean)
    assert (found.sessions, found.fired, found.unlisted, found.absent) == (2, {"a", "c"}, {"c"}, {"b"})
    assert found.unshown == ("q",)
    assert str(found.shown["a"][0]) == "p, seed 0, turn 3: what"


def test_a_session_that_broke_is_told_apart_and_kills_nothing() -> None:
    found = row(FAULT, [Played("f", "p", 0, {}, "KeyError: x")], {})
    assert (found.fired, len(found.broken)) == (frozenset(), 1)


def test_every_failure_of_a_clean_session_is_an_accusation() -> None:
    bad = judged("fail", passed=False, findings=1)
    found = accusations([played(CLEAN.id, "p", a=bad, b=judged("pass", passed=True))])
    assert [(scorer, shown.persona) for scorer, shown in found] == [("a", "p")]


def test_a_clean_session_that_a_scorer_leaves_unjudged_is_told() -> None:
    blind, silent = judged("not_judged", passed=None), judged("not_applicable", passed=None)
    ((scorer, where),) = unjudged([played(CLEAN.id, "p", a=blind, b=silent, c=judged("pass", passed=True))])
    assert (scorer, where.persona) == ("a", "p")


def test_an_owner_that_fires_for_something_else_has_not_seen_the_fault() -> None:
    fault = replace(FAULT, shows=frozenset({"jumps"}))
    other = replace(judged("fail", passed=False, findings=1), rules=("hills",))
    found = row(fault, [played("f", "p", a=other)], {})
    assert "a" not in found.shown
    assert [each.persona for each in found.missed] == ["p"]
    assert "a" in row(fault, [played("f", "p", a=replace(other, rules=("hills", "jumps")))], {}).shown
