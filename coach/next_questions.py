"""What to ask next: two at most, what an answer on health opened first, what is private last and alone. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from coach.fold import HEALTH_QUESTION
from coach.memoize import by_parts
from coach.missing_facts import CLEARANCES, profile_of, unnamed, unsettled, wants_letter
from coach.profile.catalogue import Question, QuestionItem, Stage, catalogue
from coach.profile.health_words import TOPICS_OF_HEALTH
from coach.profile.inference import applies
from coach.profile.profile import Profile
from coach.safety.rules import fields_read
from coach.session import Session

MOST_QUESTIONS = 2
MOST_WORDS = 60
"""Of the questions of one message."""
HEALTH_AGAIN = "health_again"
_ORDER: tuple[Stage, ...] = ("follow_up", "opening", "health", "closing", "private")


@dataclass(frozen=True, slots=True)
class Due:
    """A question to put. `id`: of the catalogue's question, or of the field where it has none. `fields`: what it asks
    for, with the entries that it names of a list. `reason_first`: it comes alone, and begins with `why`.
    `optional`: it never has a message of its own."""

    id: str
    stage: Stage
    text: str
    why: str | None
    fields: Mapping[str, tuple[str, ...]]
    reason_first: bool = False
    optional: bool = False


def questions_due(session: Session) -> tuple[Due, ...]:
    """The questions for the next message; when nothing is unsettled none, or what is left for the summary.

    Under a block that a written clearance would lift that one alone.
    """
    if wants_letter(session):
        key = catalogue().fields[CLEARANCES].question
        question = catalogue().questions[key]
        return (_due(key, question, [(item, item.asks) for item in question.items]),)
    waiting = _waiting(session)
    optional = tuple(_optional(session))
    if not waiting:
        return optional[:1]
    first, *others = waiting
    fits = (each for each in (*others, *optional) if _together(first, each))
    return (first, *islice(fits, MOST_QUESTIONS - 1))


def _optional(session: Session) -> Iterator[Due]:
    """What the analyst would like to know in words of its own, but not for a message of its own; once."""
    for field in session.intake.fields if session.intake else ():
        if field.priority != "recommended" or field.name in catalogue().fields or field.name in session.notes:
            continue
        if not any(field.question in line.text for line in session.talk):
            yield Due(field.name, "opening", field.question, field.user_facing_reason, {field.name: ()}, optional=True)


def _together(first: Due, other: Due) -> bool:
    """Whether both go into one message: what is private stands alone, and a new topic waits for the one at hand."""
    if first.stage == "private" or first.stage != other.stage:
        return False
    fits = len(f"{first.text} {other.text}".split()) <= MOST_WORDS
    return fits and follows_up_on_health(first.id) == follows_up_on_health(other.id)


def follows_up_on_health(key: str) -> bool:
    question = catalogue().questions.get(key)
    return question is not None and question.stage == "follow_up" and question.topic in TOPICS_OF_HEALTH


@by_parts("facts", "notes", "goals", "intake", "added_fields", "gate", "health_before")
def _waiting(session: Session) -> tuple[Due, ...]:
    """The questions for what is unsettled, in the order in which they are put."""
    found = _unsorted(session, unsettled(session))
    return tuple(sorted(found, key=lambda each: (_ORDER.index(each.stage), not follows_up_on_health(each.id))))


def _unsorted(session: Session, names: tuple[str, ...]) -> Iterator[Due]:
    if not names:
        return
    own = _own_words(session, names)
    yield from own
    left = frozenset(names) - {name for each in own for name in each.fields}
    asked: set[str] = set()
    known = profile_of(session)
    for key, question in catalogue().questions.items():
        if left.isdisjoint(question.fields):
            continue
        parts = [(item, _open(item, question, session, known)) for item in question.items]
        if any(left.intersection(asks) for _, asks in parts):
            found = _due(key, question, [(item, asks) for item, asks in parts if asks])
            asked.update(found.fields)
            yield found
    yield from _unopened([name for name in names if name in left and name not in asked])


def _unopened(names: list[str]) -> Iterator[Due]:
    """What the gate wants all the same, though nobody knows whether it applies; and what stands in no question."""
    left = set(names)
    if HEALTH_QUESTION in left:
        left.discard(HEALTH_QUESTION)
        again = catalogue().questions[HEALTH_AGAIN]
        entries = tuple(sorted(catalogue().in_parts[HEALTH_QUESTION]))
        yield Due(HEALTH_AGAIN, again.stage, again.text, again.why, {HEALTH_QUESTION: entries})
    for key, question in catalogue().questions.items():
        if left.isdisjoint(question.fields):
            continue
        parts = [(item, {name: item.asks[name] for name in item.asks if name in left}) for item in question.items]
        if named := [(item, asks) for item, asks in parts if asks]:
            found = _due(key, question, named)
            left.difference_update(found.fields)
            yield found
    for name in sorted(left):
        yield Due(name, "opening", f"What can you tell me about {name.replace('_', ' ')}?", None, {name: ()})


def _due(key: str, question: Question, items: Sequence[tuple[QuestionItem, Mapping[str, tuple[str, ...]]]]) -> Due:
    fields: dict[str, tuple[str, ...]] = {}
    for _, asks in items:
        for name, values in asks.items():
            fields[name] = tuple(dict.fromkeys([*fields.get(name, ()), *values]))
    text = question.worded([item for item, _ in items])
    return Due(key, question.stage, text, question.why, fields, question.stage == "private")


def _open(item: QuestionItem, question: Question, session: Session, known: Profile) -> Mapping[str, tuple[str, ...]]:
    """What of the item is to be asked or named: what is not settled, and is not left to a question that follows up."""
    openings = (name for name in item.asks if _is_open(name, question, session, known))
    entries = {name: _entries(name, item.asks[name], session) for name in openings}
    return {name: still for name, still in entries.items() if still is not None}


def _is_open(name: str, question: Question, session: Session, known: Profile) -> bool:
    """Whether the question is the one to ask for the field now, or to name it where it may still turn out to apply.

    A field that an answer opened is asked for by the question that follows up on it, and by that one only then.
    """
    if name in catalogue().in_parts:
        return name not in session.declined
    if name in known or name in session.declined or not _is_wanted(name, session):
        return False
    opened = applies(name, known, session.goals)
    follows_up = bool(catalogue().fields[name].opens) and name in _followed_up()
    if question.stage == "follow_up":
        return opened is True
    return opened is not False and not (follows_up and opened)


def _is_wanted(name: str, session: Session) -> bool:
    """Whether a rule reads the field, everybody is asked for it, or the schema has it, as required or not."""
    if name in fields_read() or catalogue().fields[name].screening:
        return True
    return session.intake is not None and any(field.name == name for field in session.intake.fields)


def _entries(name: str, values: tuple[str, ...], session: Session) -> tuple[str, ...] | None:
    """The entries still to be named; None where they all are."""
    fact = session.facts.get(name) or (session.health_before if name == HEALTH_QUESTION else None)
    if fact is None or name not in catalogue().in_parts:
        return values
    still = unnamed(fact)
    return tuple(value for value in values if value in still) or None


@cache
def _followed_up() -> frozenset[str]:
    """The fields that a question of their own follows up on."""
    follow_ups = (each for each in catalogue().questions.values() if each.stage == "follow_up")
    return frozenset(name for each in follow_ups for name in each.fields)


@cache
def _texts() -> frozenset[str]:
    return frozenset(question.text for question in catalogue().questions.values())


def _own_words(session: Session, names: tuple[str, ...]) -> list[Due]:
    """What the analyst asks in words of its own; what concerns health is asked in the catalogue's."""
    known, found = catalogue(), dict[str, Due]()
    for field in session.intake.fields if session.intake else ():
        health = field.name in known.fields and known.questions[known.fields[field.name].question].stage != "opening"
        if field.name not in names or field.question in _texts() or health:
            continue
        before = found.get(field.question)
        fields = {**(before.fields if before else {}), field.name: ()}
        key = before.id if before else field.name
        found[field.question] = Due(key, "opening", field.question, field.user_facing_reason, fields)
    return list(found.values())
