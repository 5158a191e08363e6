"""What the intake still has to find out. Pure; the hard gate in front of SAFETY rests on it."""

from collections.abc import Mapping

from coach.memoize import by_identity, by_parts
from coach.profile.catalogue import catalogue
from coach.profile.inference import applies, complete, hinges_on
from coach.profile.profile import Profile
from coach.records.fact import Fact, entries
from coach.records.goal import Goal
from coach.safety.refusal import letter_would_lift
from coach.safety.rules import fields_read
from coach.session import Session

CLEARANCES = "clearances"
"""The field of the written clearances that somebody has."""


def profile_of(session: Session) -> Profile:
    """What is known now: what the athlete told, and what follows from it (fields that do not apply are None).

    Of a list that was asked about in part only what is there is known; what is not there yet closes nothing. Nor does
    anything close what the athlete would not or could not say.
    """
    by_goals = _profiles(session.facts)
    if session.goals not in by_goals:
        told = known_of(session)
        whole = {name: value for name, value in told.items() if is_whole(session.facts[name])}
        inferred = complete(whole, session.goals)
        by_goals[session.goals] = {n: v for n, v in inferred.items() if n not in session.declined} | told
    return dict(by_goals[session.goals])


def known_of(session: Session) -> Profile:
    """What the athlete told, without the lists of which nothing is there so far and a part was not asked about."""
    told = session.told
    return {name: value for name, value in told.items() if value or is_whole(session.facts[name])}


def is_whole(fact: Fact) -> bool:
    """Whether nothing of the field is left to ask about."""
    return not unnamed(fact)


def unnamed(fact: Fact) -> frozenset[str]:
    """Of a list that is asked part by part: the entries that were neither told nor denied."""
    if fact.standing != "given" or fact.denied is None or fact.field not in catalogue().in_parts:
        return frozenset()
    told = entries(fact.value)
    return catalogue().in_parts[fact.field].difference(told, fact.denied)


@by_identity
def _profiles(_facts: Mapping[str, Fact]) -> dict[tuple[Goal, ...], Profile]:
    """The profiles that these facts came to so far; a session replaces its facts, it never changes them."""
    return {}


def required(session: Session) -> tuple[str, ...]:
    """Fields that the schema requires, that apply and a rule reads, and that the last verdict could not do without."""
    if session.intake is None:
        return ()
    of_schema = [field.name for field in session.intake.fields if field.priority == "required"]
    opened = safety_needs(session, frozenset())
    return tuple(dict.fromkeys([*of_schema, *session.added_fields, *opened, *_wanted_by_gate(session)]))


@by_parts("facts", "notes", "goals", "intake", "added_fields", "gate")
def unsettled(session: Session) -> tuple[str, ...]:
    """Required fields neither known, noted nor declined; of a list also where a part was not asked about."""
    known = profile_of(session)
    partly = {name for name, fact in session.facts.items() if not is_whole(fact)}
    settled = (known.keys() - partly) | session.declined | session.notes.keys()
    return tuple(name for name in required(session) if name not in settled)


def wants_letter(session: Session) -> bool:
    """Whether a written clearance would lift the block, and nobody has said yet whether there is one."""
    if session.standing != "blocked" or session.gate is None or CLEARANCES in session.facts:
        return False
    return letter_would_lift(session.gate.result, profile_of(session))


def _wanted_by_gate(session: Session) -> tuple[str, ...]:
    """What the gate could not decide without, in catalogue order; also where the schema has it as optional or not.

    What would apply only with something that the athlete would not or could not say is not asked.
    """
    if session.gate is None or session.gate.result.status != "unresolved":
        return ()
    missing = {name for entry in session.gate.result.unresolved for name in entry.missing}
    known = profile_of(session)
    wanted = (name for name in catalogue().fields if name in missing)
    return tuple(name for name in wanted if not hinges_on(session.declined, name, known, session.goals))


def safety_needs(session: Session, present: frozenset[str]) -> tuple[str, ...]:
    """Names of the fields that are asked of everybody, and of those that the safety rules read, that are certain to
    apply and not known yet; without those `present`, in catalogue order."""
    return tuple(name for name in _needs(session) if name not in present)


@by_parts("facts", "goals")
def _needs(session: Session) -> tuple[str, ...]:
    known, fields, read = profile_of(session), catalogue().fields, fields_read()
    return tuple(
        name
        for name, field in fields.items()
        if field.screening or (name in read and name not in known and applies(name, known, session.goals))
    )
