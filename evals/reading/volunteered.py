"""Symptoms and conditions that a reply states without being asked: read without the question as well.

A question about something else makes the network deaf to them, and a person who mentions one seldom tells all that a
field's question would ask for: the values that are likely count, whether or not others are doubtful.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from coach.profile.uncatalogued import fields_meant
from coach.sentences import PARTS
from evals.reading.candidates import LIKELY, Candidate
from evals.reading.network import Reading, read_network
from evals.reading.propositions import Said
from evals.reading.records import Span
from evals.reading.thresholds import alarms, thresholds
from personas.acts import Ask
from personas.questions import read_questions

_MOST: Final = 8
"""Sentences of a reply that are read alone."""


@lru_cache(maxsize=4096)
def asked_fields(question: str | None) -> frozenset[str]:
    """The fields that a question asks for or names in words on health."""
    asks = read_questions(question) if question else ()
    return frozenset(fields_meant("", question or "")) | {ask.field for ask in asks if isinstance(ask, Ask)}


def volunteered(text: str, question: str | None, reading: Reading) -> Iterator[Candidate]:
    """What alarms of the fields that `question` does not ask for.

    By `reading`, which was made with the question, and by a reading of each sentence alone that has words on health.
    """
    asked, known = asked_fields(question), thresholds()
    about_health = not {*known.harm, *known.alarming}.isdisjoint(asked)
    readings = [reading, *_alone(text, asked)]
    found: dict[str, list[tuple[float, Said, Span]]] = {}
    for field, said in reading.chances:
        surest = max(readings, key=lambda each: each.chances[field, said])
        chance = surest.chances[field, said]
        if chance > LIKELY and field not in asked and alarms(field, said):
            found.setdefault(field, []).append((chance, said, surest.places[field, said]))
    for field, values in found.items():
        chance, likeliest, span = max(values, key=lambda each: each[0])
        value = tuple(sorted(str(said) for _, said, _ in values)) if field in known.alarm_lists else likeliest
        yield Candidate(field, value, span, chance, is_volunteered=not about_health)


def _alone(text: str, asked: frozenset[str]) -> Iterator[Reading]:
    """Readings without a question of the first sentences that name a field that may alarm and was not `asked`.

    Their places are those in `text`.
    """
    guarded = {*thresholds().alarm_lists, *thresholds().alarming} - asked
    spoken = (each for each in PARTS.finditer(text) if not guarded.isdisjoint(fields_meant("", each[0])))
    for sentence in islice(spoken, _MOST):
        made, start = read_network(None, sentence[0], ()), sentence.start()
        yield made._replace(places={one: (low + start, high + start) for one, (low, high) in made.places.items()})
