"""What the intake still has to find out. Pure; the hard gate in front of SAFETY rests on it."""

from collections.abc import Mapping
from functools import cache

from coach.fold import Session
from coach.profile.catalogue import catalogue
from coach.profile.inference import applies, complete
from coach.profile.profile import Profile
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.records.intake import IntakeField
from coach.remembered import by_identity
from coach.safety.rules import fields_read


def profile_of(session: Session) -> Profile:
    """What is known now: what the athlete told, and what follows from it (fields that do not apply are None)."""
    by_goals = _profiles(session.facts)
    if session.goals not in by_goals:
        by_goals[session.goals] = complete(session.told, session.goals)
    return dict(by_goals[session.goals])


@by_identity
def _profiles(_facts: Mapping[str, Fact]) -> dict[tuple[Goal, ...], Profile]:
    """The profiles that these facts came to so far; a session replaces its facts, it never changes them."""
    return {}


def unsettled(session: Session) -> tuple[str, ...]:
    """Fields neither known, noted nor declined that the schema requires or the last verdict could not do without."""
    if session.intake is None:
        return ()
    settled = profile_of(session).keys() | session.declined | session.notes.keys()
    required = [field.name for field in session.intake.fields if field.priority == "required"]
    wanted = dict.fromkeys([*required, *session.added_fields, *_wanted_by_gate(session)])
    return tuple(name for name in wanted if name not in settled)


def _wanted_by_gate(session: Session) -> tuple[str, ...]:
    """What the gate could not decide without, in catalogue order; also where the schema has it as optional or not."""
    if session.gate is None or session.gate.result.status != "unresolved":
        return ()
    missing = {name for entry in session.gate.result.unresolved for name in entry.missing}
    return tuple(name for name in catalogue().fields if name in missing)


def slots(session: Session) -> tuple[IntakeField, ...]:
    """The fields of the schema, those that code added to it, and those that turned out to be needed besides."""
    fields = session.intake.fields if session.intake else ()
    present = {field.name for field in fields}
    more = dict.fromkeys([*session.added_fields, *unsettled(session)])
    return (*fields, *(_slot(name) for name in more if name not in present))


def askable(session: Session) -> tuple[str, ...]:
    """The unsettled fields to ask now: those whose opening condition does not wait for another answer first."""
    waiting = unsettled(session)
    known = profile_of(session)
    fields = catalogue().fields  # a slot of the analyst's own has nothing that opens it
    ready = tuple(n for n in waiting if n not in fields or applies(n, known, session.goals) is not None)
    return ready or waiting


def safety_needs(session: Session, present: frozenset[str]) -> tuple[str, ...]:
    """Names of the fields that the safety rules read, are not known yet and are not `present`, in catalogue order."""
    known = profile_of(session)
    fields, read = catalogue().fields, fields_read()
    missing = [name for name in fields if name in read or fields[name].screening]
    return tuple(name for name in missing if name not in present and (name not in known or fields[name].screening))


@cache
def _slot(name: str) -> IntakeField:
    question = catalogue().questions[catalogue().fields[name].question]
    return IntakeField(
        name=name, question=question.text, reason="a safety rule reads it", user_facing_reason=question.why
    )
