"""What the safety gate has to say of a session, as events. Pure."""

from coach import events as e
from coach.memoize import by_parts
from coach.missing_facts import profile_of
from coach.safety.gate import blocked_by
from coach.safety.gating import Inputs, evaluated
from coach.safety.rules import referrals
from coach.session import Session


def gate_evaluated(session: Session) -> e.GateEvaluated:
    """The gate on the facts as they are now, with the second opinion where there is one."""
    flags = session.intake.safety_flags if session.intake else ()
    return evaluated(Inputs(profile_of(session), session.declined, flags, session.review or ()))


def in_crisis(session: Session) -> bool:
    """Whether the gate's newest answer sends the athlete to a crisis line."""
    return session.gate is not None and referrals()["crisis_line"] in session.gate.result.recommendations


def red_flag(session: Session) -> e.Event | None:
    """A block rule that fires on what is known ends the questions."""
    if session.gate_is_current or session.red_flag or not session.facts:
        return None
    return _fired(session)


@by_parts("facts", "goals", "intake")
def _fired(session: Session) -> e.Event | None:
    proposed = session.intake.safety_flags if session.intake else ()
    fired = blocked_by(profile_of(session), session.declined, proposed=proposed)
    return e.RedFlagSeen(rules=fired) if fired else None
