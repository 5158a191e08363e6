"""Every plan that was shown, and which of the athlete's words it has to answer for. Judges nothing."""

from typing import NamedTuple

from coach.events import AthleteSaid, FactRecorded, PlanAccepted, PlanShown, PlanWithdrawn, SessionClosed
from coach.records.block import TrainingBlock
from coach.records.fact import Value
from evals.checks.disclosed_persona import persona_as_disclosed
from evals.checks.training_in_words import refusals
from evals.checks.view import SessionView, collected
from personas.persona import Persona


class ShownPlan(NamedTuple):
    """A plan shown at `event`; what was said before `until` counts. `persona`: as told by then.

    `doubt`: why it is not known whether the rest was told while the plan stood; empty where it is known.
    """

    event: int
    plan: TrainingBlock
    until: int
    persona: Persona
    doubt: str = ""


def shown_plans(session: SessionView, persona: Persona) -> list[ShownPlan]:
    """Every plan, in order: one that stayed to the end answers for the whole talk.

    One that was taken back or replaced answers for what had been said when it was shown or agreed, and while it was
    still on the table; between what was told and the end of the plan one question may come.
    """
    placed = session.record == "events" or session.staged
    found = []
    for index, event in session.of(PlanShown):
        gone, until, then = _gone(session, index), len(session.events), {}
        if gone is not None:
            until = max(index if placed else 0, _agreed(session, gone), _told_last(session, gone))
            then = _recorded_anew(session, until, gone)
        told = persona_as_disclosed(session, persona, until, then)
        unknown = not placed and gone is None and told is not persona
        found.append(ShownPlan(index, event.plan, until, told, _DOUBT if unknown else ""))
    return found


_DOUBT = "the transcript does not show whether the plan stayed after everything had been told"


def _gone(session: SessionView, shown: int) -> int | None:
    """The event that took the plan off the table; None where it stayed.

    In a talk without events that is a refusal in words, unless the talk ended with the plan accepted.
    """
    events = (index for index, _ in session.of(PlanShown, PlanWithdrawn) if index > shown)
    closed = session.last(SessionClosed)
    outcome = closed[1].outcome if closed else None
    if session.record == "events" or outcome == "accepted":
        return next(events, None)
    if outcome == "blocked":
        return shown if session.staged else 0  # withdrawn: when, only the words say
    said_no = refusals(session)
    return next((at for at in said_no if at > shown or not session.staged), None)


def _agreed(session: SessionView, gone: int) -> int:
    return max((index for index, _ in session.of(PlanAccepted) if index < gone), default=-1)


def _told_last(session: SessionView, gone: int) -> int:
    """The message before which everything had been told in time: the last but one, where there are two."""
    said = [index for index, _ in session.of(AthleteSaid) if index < gone]
    return min(said[-2:], default=-1)


def _recorded_anew(session: SessionView, until: int, gone: int) -> dict[str, Value]:
    """Field to what was held of it, of every fact whose record took the plan off the table."""
    held = collected(session, until)
    after = {event.fact.field for index, event in session.of(FactRecorded) if until <= index < gone}
    return {name: held[name][1].value if name in held else None for name in after}
