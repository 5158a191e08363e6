"""What the intake still has to find out. Pure; the hard gate in front of SAFETY rests on it."""

from dataclasses import dataclass, field
from functools import lru_cache

from coach.fold import Session
from coach.profile.catalogue import catalogue
from coach.profile.inference import applies, complete
from coach.profile.profile import Profile
from coach.records.goal import Goal
from coach.records.intake import IntakeField
from coach.safety.rules import fields_read


def profile_of(session: Session) -> Profile:
    """What is known now: what the athlete told, and what follows from it (fields that do not apply are None)."""
    facts = tuple(sorted(session.facts.items()))
    return dict(_profile_of(_Facts(session.told, repr(facts)), session.goals))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What was told, hashable by its words: the same facts are completed once."""

    told: Profile = field(compare=False)
    words: str


@lru_cache(maxsize=256)
def _profile_of(facts: _Facts, goals: tuple[Goal, ...]) -> Profile:
    return complete(facts.told, goals)


def unsettled(session: Session) -> tuple[str, ...]:
    """Required fields that are neither known nor declined, in the order in which they are best asked."""
    if session.intake is None:
        return ()
    known = profile_of(session)
    required = [field.name for field in session.intake.fields if field.priority == "required"]
    return tuple(name for name in required if name not in known and name not in session.declined)


def askable(session: Session) -> tuple[str, ...]:
    """The unsettled fields to ask now: those whose opening condition does not wait for another answer first."""
    waiting = unsettled(session)
    known = profile_of(session)
    ready = tuple(name for name in waiting if applies(name, known, session.goals) is not None)
    return ready or waiting


def safety_needs(session: Session, present: frozenset[str]) -> tuple[IntakeField, ...]:
    """The fields that the safety rules read, are not known yet, and stand neither in `present`."""
    known = profile_of(session)
    fields, questions = catalogue().fields, catalogue().questions
    read = fields_read()
    missing = [name for name in fields if name in read or fields[name].screening]
    return tuple(
        IntakeField(
            name=name,
            question=questions[fields[name].question].text,
            reason="a safety rule reads it",
            user_facing_reason=questions[fields[name].question].why,
        )
        for name in missing
        if name not in present and (name not in known or fields[name].screening)
    )
