"""What a model is told about the session beyond the conversation: tagged JSON, the same bytes for the same session.

Nothing internal is in it that the state does not need: no `reason` of a field, no rule id, no state name.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from coach.flow import gate_refuses
from coach.fold import Session
from coach.needs import askable, profile_of, slots
from coach.profile.catalogue import catalogue
from coach.records.intake import IntakeField
from coach.safety.gate import decide
from coach.safety.rules import fields_read, referrals
from coach.states import State

Section = Callable[[Session], Any]


def render(session: Session, manners: Mapping[str, Any] | None = None) -> str:
    """The sections of the session's state, each as `<name>JSON</name>` on its own line; empty ones are left out."""
    filled = [(name, section(session)) for name, section in SECTIONS[session.state].items()]
    filled.append(("manners", dict(manners or {})))
    return "\n".join(f"<{name}>{_json(value)}</{name}>" for name, value in filled if value not in (None, [], {}, ""))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True).replace("</", "<\\/")


def _today(session: Session) -> str | None:
    return session.started.today if session.started else None


def _goals(session: Session) -> list[dict[str, Any]]:
    return [goal.model_dump(mode="json", exclude_none=True) for goal in session.goals]


def _known(session: Session) -> dict[str, Any]:
    """What the athlete told; what merely does not apply stays out."""
    return {name: list(v) if isinstance(v, tuple) else v for name, v in session.told.items()}


def _profile(session: Session) -> dict[str, Any]:
    known = profile_of(session)
    return {name: list(v) if isinstance(v, tuple) else v for name, v in known.items() if v is not None}


def _field(field: IntakeField) -> dict[str, Any]:
    entry = catalogue().fields.get(field.name)
    told: dict[str, Any] = {
        "name": field.name,
        "question": field.question,
        "why": field.user_facing_reason,
        "priority": field.priority,
    }
    if entry is not None:
        told |= {"type": entry.type, "unit": entry.unit, "range": entry.range, "values": sorted(entry.values)}
    return {key: value for key, value in told.items() if value not in (None, [])}


def _intake_fields(session: Session) -> list[dict[str, Any]]:
    """Fields still worth asking: not known, not noted, not declined; in the schema's order."""
    settled = profile_of(session).keys() | session.declined | session.notes.keys()
    return [_field(field) for field in slots(session) if field.name not in settled]


def _entry(name: str) -> dict[str, Any]:
    entry = catalogue().fields[name]
    return {"name": name, "type": entry.type, "unit": entry.unit, "values": sorted(entry.values)}


def _catalogue(_session: Session) -> list[dict[str, Any]]:
    return [_entry(name) for name in catalogue().fields]


def _health_fields(_session: Session) -> list[dict[str, Any]]:
    """The fields about the person or today that the safety rules read, whether they are settled or not."""
    fields, read = catalogue().fields, fields_read()
    named = [_entry(name) for name, f in fields.items() if f.about != "goal" and (name in read or f.screening)]
    return [{key: value for key, value in entry.items() if value not in (None, [])} for entry in named]


def _unclear_notes(session: Session) -> list[dict[str, str]]:
    return [{"name": name, "text": session.notes[name]} for name in sorted(session.open_notes)]


def _still_needed(session: Session) -> list[str]:
    return list(askable(session))


def _not_yet(session: Session) -> dict[str, Any] | None:
    """Why there is no plan yet, in the words meant for the athlete, and what would change that."""
    if not gate_refuses(session) or session.gate is None:
        return None
    result = session.gate.result
    missing = sorted({name for entry in result.unresolved for name in entry.missing})
    return {
        "kind": "see_someone_first" if result.status == "blocked" else "facts_missing",
        "say": list(result.warnings),
        "way_forward": _referrals_first(result.recommendations),
        "missing": missing,
        "told_already": session.refusal_told,
    }


def _referrals_first(recommendations: tuple[str, ...]) -> list[str]:
    """Whom to see comes before what to leave out."""
    whom = set(referrals().values())
    return sorted(recommendations, key=lambda each: each not in whom)


def _care(session: Session) -> dict[str, Any] | None:
    """What the plan has to honour, in the words meant for the athlete."""
    if session.gate is None or not session.gate.result.fired:
        return None
    result = session.gate.result
    return {"say": list(result.warnings), "kept_in_mind": list(result.recommendations)}


def _safety(session: Session) -> dict[str, Any] | None:
    return session.gate.result.model_dump(mode="json", exclude={"verdicts"}) if session.gate else None


def _verdict(session: Session) -> dict[str, Any]:
    """What the rules alone say of the facts as they are."""
    result = decide(profile_of(session), session.declined)
    return {"status": result.status, "fired": list(result.fired), "warnings": list(result.warnings)}


def _plan(session: Session) -> dict[str, Any] | None:
    return session.plan.model_dump(mode="json", exclude_none=True) if session.plan else None


_TALK: Mapping[str, Section] = {"today": _today, "goals": _goals, "known": _known}

SECTIONS: dict[State, Mapping[str, Section]] = {
    State.GOAL_CAPTURE: {**_TALK, "new_goal": lambda s: s.goal_change, "keeps_goal": lambda s: s.keeps_goal or None},
    State.ANALYST: {**_TALK, "catalogue": _catalogue},
    State.INTAKE: {
        **_TALK,
        "intake_fields": _intake_fields,
        "still_needed": _still_needed,
        "health_fields": _health_fields,
        "unclear_notes": _unclear_notes,
        "declined": lambda s: sorted(s.declined),
        "no_plan_yet": _not_yet,
    },
    State.SAFETY: {"today": _today, "goals": _goals, "profile": _profile, "verdict": _verdict},
    State.PLAN: {
        "today": _today,
        "goals": _goals,
        "profile": _profile,
        "safety": _safety,
        "request": lambda s: s.change,
        "previous_plan": _plan,
    },
    State.PRESENT: {
        **_TALK,
        "care": _care,
        "plan": _plan,
        "health_fields": _health_fields,
        "unclear_notes": _unclear_notes,
    },
}
