"""What a model keeps of the talk: entities, promises, preferences, and never a symptom."""

from scripted_coach import healthy, talk, told

from coach.events import NoteRecorded, ToolCalled
from coach.memory import Remembered, SpokenLine, fitting
from evals.offline.coach_reply import Call, CoachReply

PROMISE = {"kind": "promise", "text": "I'll come back to the hills on Sunday."}


def remembering(**given: str) -> CoachReply:
    return CoachReply(calls=(Call("remember", given),))


def test_a_promise_is_kept() -> None:
    coach = talk(remembering(**PROMISE), CoachReply(text="Deal."))
    (kept,) = told(coach, Remembered)
    assert (kept.of, kept.text, kept.turn) == ("promise", PROMISE["text"], 1)
    assert coach.session.memory == (kept,)


def test_a_symptom_is_no_memory_but_a_question() -> None:
    coach = talk(
        healthy(), CoachReply(text="Did I get it right?"), remembering(kind="entity", text="Her knee hurts downhill."),
        CoachReply(text="Tell me about that."), says=["My knee hurts downhill."],
    )  # fmt: skip
    assert not told(coach, Remembered)
    assert [note.unclear for note in told(coach, NoteRecorded)] == [True]
    assert next(each for each in told(coach, ToolCalled) if each.tool == "remember").error


def test_the_newest_lines_that_fit_are_kept_and_at_least_one() -> None:
    lines = [SpokenLine("user", "x" * 30)] * 5
    assert [fitting(lines, tokens) for tokens in (0, 10, 25, 1000)] == [1, 1, 2, 5]
