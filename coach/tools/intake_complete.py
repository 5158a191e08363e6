"""The model says that everything is there; code decides whether it is."""

from coach.events import IntakeClaimed
from coach.flow import gate_refuses
from coach.missing_facts import profile_of, unnamed, unsettled
from coach.profile.inference import hinges_on
from coach.records.base import Record
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess
from coach.tools.unrecorded_health import refuse_unrecorded


class IntakeComplete(Record):
    pass


def _still_missing(session: Session) -> tuple[str, ...]:
    """What keeps the intake open. A judged profile with nothing new goes on: gate and reviewer have the last word."""
    if session.standing in {"blocked", "rejected", "held"}:
        return ()
    wanted = {name for entry in session.gate.result.unresolved for name in entry.missing} if session.gate else set()
    known, declined = profile_of(session), session.declined
    missing = [name for name in sorted(wanted - declined) if not hinges_on(declined, name, known, session.goals)]
    open_for_gate = missing if gate_refuses(session) else []
    return tuple(dict.fromkeys([*unsettled(session), *open_for_gate]))


def _run(session: Session, _given: IntakeComplete) -> ToolSuccess:
    if missing := _still_missing(session):
        named = [_with_parts(name, session) for name in missing]
        raise ToolError(
            f"Not complete: {', '.join(named)} must still be asked, or recorded as declined or not_known "
            "when the athlete will not or cannot say."
        )
    if not gate_refuses(session):
        refuse_unrecorded(session)
    return ToolSuccess((IntakeClaimed(),), "Complete.")


def _with_parts(name: str, session: Session) -> str:
    """The field, and of a list that was asked about in part what was not."""
    left = unnamed(session.facts[name]) if name in session.facts else ()
    return f"{name} (not asked about yet: {', '.join(sorted(left))})" if left else name


INTAKE_COMPLETE = Tool(
    name="intake_complete",
    description=(
        "Nothing stands under ask_next any more: all is recorded (given, declined or not_known), you have summed up "
        "what you understood and the athlete had nothing to change. Also when you have explained why there is no plan "
        "yet and the athlete has nothing to add. Refused while something is missing."
    ),
    input=IntakeComplete,
    run=_run,
)
