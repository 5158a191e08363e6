"""Record what the athlete told, declined, or could not tell."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from coach.events import Event, FactRecorded, NoteRecorded
from coach.flow import may_stand
from coach.fold import FOLDS, HEALTH_QUESTION, SAID_IN_PASSING
from coach.missing_facts import profile_of, unnamed
from coach.profile.catalogue import catalogue
from coach.profile.health_words import is_about_health
from coach.profile.inference import applies
from coach.profile.naming import by_catalogue
from coach.profile.uncatalogued import fields_meant
from coach.profile.validation import check_value, in_type
from coach.records.base import Record
from coach.records.fact import Confidence, Fact, Standing, Value, entries
from coach.session import Session
from coach.tools.bare_denials import denial_problem
from coach.tools.tool import Tool, ToolError, ToolSuccess
from coach.tools.unrecorded_health import strings_in, unlisted_health_words

_MOST_FIELDS = 4
"""So many of the fields meant are described; more would only hide the right one."""


class CollectedItem(Record):
    field: Annotated[str, Field(description="name of the field, as listed under health_fields or other_fields")]
    value: Annotated[
        bool | int | float | str | list[str] | dict[str, float] | None,
        Field(description="in the field's unit; null: does not apply; leave out when standing is not 'given'"),
    ] = None
    denied: Annotated[
        list[str] | None,
        Field(description="of a list: the entries that you asked about by name and that they do not have"),
    ] = None
    raw: Annotated[str, Field(description="the athlete's own words that say so")] = ""
    confidence: Annotated[Confidence, Field(description="inferred: follows from the words without being said")] = (
        "explicit"
    )
    standing: Annotated[
        Standing, Field(description="declined: will not say; not_known: cannot say; otherwise given")
    ] = "given"


class CollectData(Record):
    items: Annotated[tuple[CollectedItem, ...], Field(min_length=1, description="one for each thing that was said")]


def _value(item: CollectedItem) -> Value:
    if isinstance(item.value, list):
        return by_catalogue(item.field, tuple(item.value))
    return in_type(item.field, item.value)


def _problem(item: CollectedItem, session: Session, *, adds: bool) -> str | None:
    """Why this item cannot be recorded, or None."""
    if item.standing == "given" and "value" not in item.model_fields_set and not item.raw.strip():
        return "it says nothing: give the value and the athlete's own words in raw, or standing declined or not_known"
    if item.field not in catalogue().fields:
        return _unlisted_problem(item, session)
    if not may_stand(session, Fact(field=item.field, turn=session.turn)):
        return _STILL_OPEN.format(notes=", ".join(session.open_notes))
    return _value_problem(item, session, adds=adds) if item.standing == "given" else None


def _value_problem(item: CollectedItem, session: Session, *, adds: bool) -> str | None:
    if item.value is None and not _may_be_null(item.field, session):
        return "this always applies: give a value, or standing declined or not_known"
    given = (_value(item), *([tuple(item.denied)] if item.denied else []))
    fact = Fact(field=item.field, value=given[0], raw=item.raw, turn=session.turn)
    problems = (problem for value in given if (problem := check_value(item.field, value)))
    return next(problems, None) or denial_problem(fact, session, adds=adds)


_STILL_OPEN = (
    "open again because of the note {notes}: ask the athlete what it is and whether it concerns their health, and "
    "record this from what they answer then"
)


def _unlisted_problem(item: CollectedItem, session: Session) -> str | None:
    """Why an item outside the catalogue is no plain note: it means fields of the catalogue, which are described."""
    if not (meant := _meant(item, session)):
        return None
    kept = _KEPT if _is_unclear(item, session) else "If it is something else, send it under another name."
    return f"no such field; record it as {'; or '.join(describe(meant))}. {kept}"


_KEPT = (
    "Until the athlete has been asked about it, it is kept as an unclear note: do not send it under this name again."
)


def _meant(item: CollectedItem, session: Session) -> tuple[str, ...]:
    """The fields that the item means; what the analyst asks for by a name of its own means what the answer says."""
    asked = {field.name for field in session.intake.fields} if session.intake else set()
    return fields_meant("" if item.field in asked else item.field, _words(item))


def _is_unclear(item: CollectedItem, session: Session) -> bool:
    """Whether an item outside the catalogue may be about health: after a verdict that goes for whatever is added.

    It is a note even where it is sent back, so that a model that ignores the error loses no symptom.
    """
    fields = catalogue().fields
    about_health = any(is_about_health(fields[name]) for name in _meant(item, session))
    return item.field not in fields and (about_health or session.gate is not None)


def describe(names: Iterable[str]) -> list[str]:
    """Each field with its type, unit and allowed values, a few at most."""
    fields = catalogue().fields
    told = []
    for name in list(names)[:_MOST_FIELDS]:
        field = fields[name]
        parts = [field.type, field.unit, ", ".join(sorted(field.values))]
        told.append(f"{name} ({': '.join(part for part in parts if part)})")
    return told


def _words(item: CollectedItem) -> str:
    """What the item says in words, its raw ones and those of its value."""
    value = item.value
    texts = [value] if isinstance(value, str) else [*value] if isinstance(value, list | dict) else []
    return " . ".join([item.raw, *(text for text in texts if text not in item.raw)])


_ADULT = 18


def _may_be_null(name: str, session: Session) -> bool:
    """A field that its question names can be denied; another only where what is known closes it.

    A minor who wants to lose weight has a weight in mind, told or not (aap_2016_golden).
    """
    known = profile_of(session)
    age = known.get("age_years")
    if name == "goal_weight_kg" and isinstance(age, int | float) and age < _ADULT:
        return "weight_loss" not in {goal.type for goal in session.goals}
    return name in catalogue().deniable or applies(name, known, session.goals) is False


def _event(item: CollectedItem, session: Session, *, adds: bool) -> Event:
    turn, given = session.turn, item.standing == "given"
    if item.field not in catalogue().fields:
        text = item.raw or (_in_words(item) if given else "")
        unclear = _is_unclear(item, session)
        return NoteRecorded(name=item.field, text=text, turn=turn, standing=item.standing, unclear=unclear)
    fact = Fact(
        field=item.field,
        value=_value(item) if given else None,
        raw=item.raw,
        turn=turn,
        confidence=item.confidence,
        standing=item.standing,
    )
    if given and item.field in catalogue().in_parts:
        fact = _in_parts(fact, item, session, adds=adds)
    return FactRecorded(fact=fact)


_PLAIN = {None: "does not apply", True: "yes", False: "no"}


def _in_words(item: CollectedItem) -> str:
    """A note's value where the athlete's words were not sent along; its name where there is no value either."""
    value = item.value if "value" in item.model_fields_set else item.field
    if isinstance(value, dict):
        return ", ".join(f"{key} {number:g}" for key, number in value.items())
    if isinstance(value, list):
        return ", ".join(value)
    return _PLAIN[value] if value is None or isinstance(value, bool) else str(value)


def _in_parts(fact: Fact, item: CollectedItem, session: Session, *, adds: bool) -> Fact:
    """`fact` with what was told and denied of its list before; a correction leaves nothing told but its own value."""
    reopened = session.health_before if item.field == HEALTH_QUESTION else None
    before = session.facts.get(item.field, reopened)
    told = entries(fact.value)
    was = entries(before.value) if before else ()
    value = tuple(dict.fromkeys((*was, *told))) if adds else told
    if before is not None and before.standing == "given" and before.denied is None:
        return fact.model_copy(update={"value": value})
    named = dict.fromkeys((*(before.denied or () if before else ()), *was, *(item.denied or ())))
    return fact.model_copy(update={"value": value, "denied": tuple(each for each in named if each not in value)})


def record(session: Session, given: CollectData, *, adds: bool = True) -> ToolSuccess:
    """Every good item is recorded, whatever the others are; the bad ones go back with what was expected.

    `adds`: to a list that is asked part by part an item adds, else it replaces what was told of it.
    Notes come first: one that is unclear opens the health question before another item of the call can answer it. The
    answer to that question comes last.
    """
    good: list[Event] = []
    problems: dict[int, str] = {}
    beside = session  # with the facts of this call, which an answer to the health question may rest on
    for index, item in sorted(enumerate(given.items), key=lambda each: _rank(each[1])):
        known = beside if item.field == HEALTH_QUESTION else session
        if problem := _problem(item, known, adds=adds):
            problems[index] = problem
            if not _is_unclear(item, session):
                continue
        event = _event(item, session, adds=adds)
        good.append(event)
        beside = FOLDS[type(event)](beside, event)
        if isinstance(event, NoteRecorded):
            session = FOLDS[NoteRecorded](session, event)
    if not any(isinstance(event, NoteRecorded) and event.unclear for event in good):
        good += _in_passing(session, given.items)
    if problems:
        told = "\n".join(f"items.{index} ({given.items[index].field}): {problems[index]}" for index in sorted(problems))
        head = f"Recorded {len(good)} of {len(given.items)} items. Mend and send again only these:\n{told}"
        raise ToolError(f"{head}\n{_to_ask(good)}".rstrip(), tuple(good))
    return ToolSuccess(tuple(good), f"Recorded {len(good)} items. {_to_ask(good)}".rstrip())


def _rank(item: CollectedItem) -> tuple[bool, bool]:
    return item.field in catalogue().fields, item.field == HEALTH_QUESTION


def _in_passing(session: Session, items: Iterable[CollectedItem]) -> tuple[NoteRecorded, ...]:
    """What the words of items on training and the like say of health; of an item on health its value counts."""
    fields = catalogue().fields
    words = [each.raw for each in items if each.field in fields and not is_about_health(fields[each.field])]
    return unlisted_health_words(session, SAID_IN_PASSING, " . ".join(words), [each.field for each in items])


def unread(session: Session, _why: str, raw: object) -> tuple[Event, ...]:
    """What a call about health that fits no schema leaves behind: an unclear note."""
    return unlisted_health_words(session, "not_recorded", " . ".join(strings_in(raw)))


def _to_ask(events: Iterable[Event]) -> str:
    """What an unclear note asks of the model."""
    events = tuple(events)
    facts = [event.fact for event in events if isinstance(event, FactRecorded)]
    parts = "".join(
        f" Of {fact.field} not asked about yet: {', '.join(sorted(unnamed(fact)))}." for fact in facts if unnamed(fact)
    )
    unclear = [event.name for event in events if isinstance(event, NoteRecorded) and event.unclear]
    if not unclear:
        return parts.strip()
    return (
        f"It is not clear what {', '.join(unclear)} means for their health: ask, then record the answer under the "
        f"field it belongs to, and {HEALTH_QUESTION} again."
    )


COLLECT_DATA = Tool(
    name="collect_data",
    description=(
        "Record everything the athlete just told, asked for or not, and nothing they did not. Required: items, a list; "
        "each item has field (a name listed under health_fields, other_fields or questions, or a short name of your "
        "own for something else worth keeping), value (a number, true or false, text, or a list of the allowed values, "
        "in the unit listed for the field; null when it does not apply), raw (the athlete's own words), and where due "
        "confidence (explicit | inferred) and standing (given | declined | not_known). What concerns their health is "
        "never a name of your own: a symptom, a pain, an illness, a medicine belongs in one of the fields listed under "
        "health_fields. Where none of them fits, such an item is kept as an unclear note, and the athlete has to be "
        "asked about it. A plain no to a question that named several things answers each of them: false, null, or for "
        "a list an empty value with the entries that the question named under denied."
    ),
    input=CollectData,
    run=record,
    refuse=unread,
)
