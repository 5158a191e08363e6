"""Record what the athlete told, declined, or could not tell."""

from difflib import get_close_matches
from typing import Annotated

from pydantic import Field

from coach.events import Event, FactRecorded, NoteRecorded
from coach.fold import Session
from coach.needs import profile_of
from coach.profile.catalogue import catalogue
from coach.profile.inference import applies
from coach.profile.naming import by_catalogue
from coach.profile.validation import check_value
from coach.records.base import Record
from coach.records.fact import Confidence, Fact, Standing, Value
from coach.tools.tool import Done, Tool, ToolError


class Item(Record):
    field: Annotated[str, Field(description="name of the field, as listed under intake_fields")]
    value: Annotated[
        bool | int | float | str | list[str] | dict[str, float] | None,
        Field(description="in the field's unit; null: does not apply; leave out when standing is not 'given'"),
    ] = None
    raw: Annotated[str, Field(description="the athlete's own words that say so")] = ""
    confidence: Annotated[Confidence, Field(description="inferred: follows from the words without being said")] = (
        "explicit"
    )
    standing: Annotated[
        Standing, Field(description="declined: will not say; not_known: cannot say; otherwise given")
    ] = "given"


class CollectData(Record):
    items: Annotated[tuple[Item, ...], Field(min_length=1, description="one for each thing that was said")]


def _value(item: Item) -> Value:
    return by_catalogue(item.field, tuple(item.value)) if isinstance(item.value, list) else item.value


def _problem(item: Item, session: Session) -> str | None:
    """Why this item cannot be recorded, or None."""
    fields = catalogue().fields
    if item.field not in fields:
        close = get_close_matches(item.field, fields, n=3, cutoff=0.7)
        return f"no such field; close names: {', '.join(close)}" if close else None
    if item.standing != "given":
        return None
    if item.value is None and not _may_be_null(item.field, session):
        return "this always applies: give a value, or standing declined or not_known"
    return check_value(item.field, _value(item))


def _may_be_null(name: str, session: Session) -> bool:
    """A field that its question names can be denied; another only where what is known closes it."""
    named = catalogue().questions[catalogue().fields[name].question].names
    return name in named or applies(name, profile_of(session), session.goals) is False


def _event(item: Item, turn: int) -> Event:
    if item.field not in catalogue().fields:
        return NoteRecorded(name=item.field, text=item.raw or str(item.value), turn=turn)
    given = item.standing == "given"
    fact = Fact(
        field=item.field,
        value=_value(item) if given else None,
        raw=item.raw,
        turn=turn,
        confidence=item.confidence,
        standing=item.standing,
    )
    return FactRecorded(fact=fact)


def record(session: Session, given: CollectData) -> Done:
    """Every good item is recorded, whatever the others are; the bad ones go back with what was expected."""
    problems = {index: problem for index, item in enumerate(given.items) if (problem := _problem(item, session))}
    good = tuple(_event(item, session.turn) for index, item in enumerate(given.items) if index not in problems)
    if problems:
        told = "\n".join(f"items.{index} ({given.items[index].field}): {why}" for index, why in problems.items())
        raise ToolError(
            f"Recorded {len(good)} of {len(given.items)} items. Mend and send again only these:\n{told}", good
        )
    return Done(good, f"Recorded {len(good)} items.")


DETAILS = (
    "Required: items, a list; each item has field (a name listed under intake_fields, or a short name of your own "
    "for something else worth keeping), value (a number, true or false, text, or a list of the allowed values, in the "
    "unit listed for the field; null when it does not apply), raw (the athlete's own words), and where due "
    "confidence (explicit | inferred) and standing (given | declined | not_known). A plain no to a question that "
    "named several things answers each of them: an empty list, false, or null."
)

COLLECT_DATA = Tool(
    name="collect_data",
    description=f"Record everything the athlete just told, asked for or not, and nothing they did not. {DETAILS}",
    input=CollectData,
    run=record,
)
