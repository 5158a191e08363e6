"""When a scorer fires, and what counts as a failure of the matrix."""

from dataclasses import replace

from evals.faults.fault import CLEAN, Fault
from evals.faults.matrix import MatrixRow, ProblemKind, clean_problems, fires, row
from evals.faults.played import ScoredSession, ScorerResult

FAULT = Fault(id="f", owner="a", personas=("p", "q"), because="x is wrong", follows={"b": "y"})


def judged(value: float | str, *, passed: bool | None, findings: int = 0) -> ScorerResult:
    return ScorerResult(passed, value, findings, "what", 3)


def played(fault: str, persona: str, **by_scorer: ScorerResult) -> ScoredSession:
    return ScoredSession(fault, persona, 0, by_scorer)


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


GOOD, BAD = judged("pass", passed=True), judged("fail", passed=False, findings=1)


def problems(found: MatrixRow) -> list[tuple[ProblemKind, str]]:
    return [(problem.kind, problem.what) for problem in found.problems()]


def test_a_fault_whose_owner_and_followers_fire_on_every_persona_has_no_problem() -> None:
    found = row(FAULT, [played("f", name, a=BAD, b=BAD, c=GOOD) for name in ("p", "q")], {})
    assert problems(found) == []
    assert [found.mark(scorer) for scorer in "abc"] == ["K", "f", "."]


def test_a_survivor_an_unlisted_scorer_and_one_that_did_not_follow_are_each_a_problem() -> None:
    clean = {(name, 0): played("clean", name, a=GOOD, b=GOOD, c=GOOD) for name in ("p", "q")}
    found = row(FAULT, [played("f", "p", a=BAD, b=GOOD, c=BAD), played("f", "q", a=GOOD, b=GOOD, c=GOOD)], clean)
    assert problems(found) == [
        (ProblemKind.SURVIVED, "f: a did not see it on q (x is wrong)"),
        (ProblemKind.UNLISTED, "f: c (p, seed 0, turn 3: what)"),
        (ProblemKind.ABSENT, "f: b (y)"),
    ]
    assert [found.mark(scorer) for scorer in "abc"] == ["K", "?", "!"]


def test_a_fault_that_no_scorer_could_judge_survives() -> None:
    blind = judged("not_judged", passed=None)
    found = row(FAULT, [played("f", name, a=blind, b=BAD) for name in ("p", "q")], {})
    assert problems(found) == [(ProblemKind.SURVIVED, "f: a did not see it on p, q (x is wrong)")]


def test_a_session_that_broke_is_a_problem_of_its_own_and_neither_kills_nor_survives() -> None:
    broke = [ScoredSession("f", name, 0, {}, "KeyError: x") for name in ("p", "q")]
    found = row(FAULT, broke, {})
    assert problems(found) == [
        (ProblemKind.BROKEN, "f: p, seed 0: KeyError: x"),
        (ProblemKind.BROKEN, "f: q, seed 0: KeyError: x"),
    ]
    assert [found.mark(scorer) for scorer in "abc"] == ["E", "E", "."]
    half = row(FAULT, [broke[0], played("f", "q", a=GOOD, b=GOOD)], {})
    assert [kind for kind, _ in problems(half)] == [ProblemKind.BROKEN, ProblemKind.SURVIVED]


def test_a_clean_session_that_is_failed_or_not_judged_or_broke_is_a_problem() -> None:
    blind, silent = judged("not_judged", passed=None), judged("not_applicable", passed=None)
    sessions = [
        played(CLEAN.id, "p", a=BAD, b=GOOD, c=blind, d=silent),
        ScoredSession(CLEAN.id, "q", 0, {}, "KeyError: x"),
    ]
    assert [(problem.kind, problem.what) for problem in clean_problems(sessions)] == [
        (ProblemKind.BROKEN, "clean: q, seed 0: KeyError: x"),
        (ProblemKind.ACCUSED, "a: p, seed 0, turn 3: what"),
        (ProblemKind.UNJUDGED, "c: p, seed 0, turn 3: what"),
    ]


def test_an_owner_that_fires_for_something_else_has_not_seen_the_fault() -> None:
    fault = replace(FAULT, shows=frozenset({"jumps"}), personas=("p",), follows={})
    other = replace(BAD, rules=("hills",))
    found = row(fault, [played("f", "p", a=other)], {})
    assert [kind for kind, _ in problems(found)] == [ProblemKind.SURVIVED, ProblemKind.SURVIVED]
    assert problems(row(fault, [played("f", "p", a=replace(other, rules=("hills", "jumps")))], {})) == []
