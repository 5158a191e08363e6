"""Health told in passing: words in a tool's input about health that none of its fields records."""

from collections.abc import Collection, Iterator
from typing import Any

from coach.events import NoteRecorded
from coach.profile.uncatalogued import symptoms_meant
from coach.session import Session

ASK = "The words speak of the athlete's health: ask about it, and record the answer with collect_data."
_LONGEST = 500


def unlisted_health_words(
    session: Session, name: str, words: str, recorded: Collection[str] = ()
) -> tuple[NoteRecorded, ...]:
    """An unclear note `name` where `words` mean fields on health that nobody would ask about any more.

    None where one of these fields is in `recorded`, or where the gate has not judged and one has yet to be asked.
    """
    meant = symptoms_meant(words)
    will_be_asked = session.gate is None and not session.facts.keys() >= set(meant)
    if not meant or will_be_asked or set(meant) & set(recorded):
        return ()
    return (NoteRecorded(name=name, text=words[:_LONGEST], turn=session.turn, unclear=True),)


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings_in(each)
