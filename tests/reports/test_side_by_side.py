"""Two conversations aligned: every turn once, in its order, beside what answers to it; and what moved, in words."""

from typing import Any

from comparisons import CLEAN, LogBuilder, line_of, scored
from hypothesis import given
from hypothesis import strategies as st

from reports.compare import compare
from reports.marked_talk import Talk, TalkPiece, Turn
from reports.policy import Policy
from reports.side_by_side import rows

WHO = st.sampled_from(["athlete", "coach", "plan_shown"])
TALKS = st.lists(st.tuples(WHO, st.sampled_from("AB"), st.text("ab ", max_size=6)), max_size=8)


def talk(turns: Any) -> Talk:
    found = tuple(Turn(at, who, state, (TalkPiece(text),)) for at, (who, state, text) in enumerate(turns))
    return Talk("accepted", None, (), found, (), (), plan_shown=False)


@given(TALKS, TALKS)
def test_every_turn_of_both_stands_once_and_in_order_and_only_beside_the_same_person(one: Any, other: Any) -> None:
    found = rows(talk(one), talk(other))
    assert [row.base for row in found if row.base is not None] == list(range(len(one)))
    assert [row.candidate for row in found if row.candidate is not None] == list(range(len(other)))
    for base, candidate, differs in found:
        if base is None or candidate is None:
            assert differs
        else:
            assert one[base][0] == other[candidate][0]
            assert differs == (one[base][2] != other[candidate][2])


@given(TALKS)
def test_a_talk_beside_itself_differs_nowhere_and_beside_none_everywhere(turns: Any) -> None:
    assert [row[:2] for row in rows(talk(turns), talk(turns)) if not row.differs] == [(n, n) for n in range(len(turns))]
    assert all(row.differs and row.base is None for row in rows(None, talk(turns)))


def test_a_question_that_was_split_stands_beside_the_part_most_like_it() -> None:
    asked = [("coach", "INTAKE", "How old are you? How far do you run?"), ("athlete", "INTAKE", "37, and 20 km")]
    parts = [("coach", "INTAKE", "How old?"), ("athlete", "INTAKE", "37"), ("coach", "INTAKE", "How far do you run?")]
    assert [row[:2] for row in rows(talk(asked), talk(parts))] == [(None, 0), (None, 1), (0, 2), (1, None)]


def test_the_direction_is_told_where_nothing_can_be_judged(logs: LogBuilder, policy: Policy) -> None:
    def run(name: str, *turns: float) -> Any:
        sessions = {
            (who, 1): {**CLEAN, "intake_economy": scored(n, passed=n < 17)} for who, n in zip("abc", turns, strict=True)
        }
        return logs.but(run=name).build(sessions)

    found = compare(run("base", 4, 10, 9), run("cand", 6, 17, 8), policy)
    value, passed = (line for line in found.lines if line.scorer == "intake_economy")
    assert value.moved == "2 of 3 rose (worse): 4 to 6, 10 to 17; 1 of 3 fell (better): 9 to 8"
    assert passed.moved == "1 of 3 no longer passes"
    assert line_of(found, "unspoken").moved == "none of 3"
    assert {line.verdict for line in found.lines} == {"too few sessions to tell"}
    assert {line.standing for line in found.gate if line.kind == "non-inferiority"} == {"could not be judged"}
