"""The rules and the whole reader on one reply."""

from datetime import date

from coach.profile.extraction import extract
from coach.profile.extraction.reader import by_rules
from coach.records.fact import Value


def read_twice(text: str, question: str | None = None, today: date | None = None) -> dict[str, Value]:
    """What the rules read. The whole reader may doubt some of it; that it reads none of it otherwise is checked."""
    ruled = {name: fact.value for name, fact in by_rules(text, question=question, today=today).facts.items()}
    whole = {name: fact.value for name, fact in extract(text, question=question, today=today).facts.items()}
    assert {name: value for name, value in whole.items() if name in ruled and value != ruled[name]} == {}
    return ruled
