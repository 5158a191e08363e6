"""STUB until merged."""

from personas.acts import CoachAct


def read_questions(text: str) -> tuple[CoachAct, ...]:
    return ()
