"""What a model is told about the session beyond the talk: tagged JSON, the same bytes for the same session.

What never changes while a session lasts stands in the system prompt (`constants`); what does change is appended to the
state's conversation as it changes (`changes`). No free words of the athlete are in it, since it is told with the
system's authority: they stand in the talk. Nor is anything internal that the state does not need: no `reason` of a
field, no state name.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from coach.flow import gate_refuses
from coach.fold import Session
from coach.needs import askable, profile_of, slots
from coach.plan.brief import brief_of
from coach.profile.catalogue import catalogue
from coach.profile.inference import applies
from coach.safety.gate import decide
from coach.safety.rules import fields_read, referrals
from coach.sections import ENTRYWISE, GONE, LISTWISE, all_told, written
from coach.states import State

__all__ = ["changes", "constants"]

Section = Callable[[Session], Any]
_LABEL = re.compile(r"[\w .,:/+-]{1,40}")
"""What a text may be to be quoted: a time, a distance, the name of a race or a medicine."""


def constants(state: State, manners: Mapping[str, Any]) -> str:
    """What a state's system prompt holds besides the prompt: the same in every session of a variant."""
    return written({name: section() for name, section in _CONSTANTS.get(state, {}).items()} | {"manners": manners})


def changes(session: Session) -> dict[str, Any] | None:
    """The sections of the session's state that its conversation has not been told yet; None where there are none."""
    thread = session.thread
    known = all_told(message["content"] for message in thread.messages if message["role"] == "system")
    now = {name: section(session) for name, section in SECTIONS[session.state].items()}
    news = {key: value for name in now for key, value in _news(name, known.get(name), now[name])}
    if thread.spoke_already:
        news["spoke_already"] = True
    return news or None


def _news(name: str, before: Any, now: Any) -> Iterable[tuple[str, Any]]:
    """The sections to tell, so that what was `before` becomes what is `now`; an empty one is told only as a change."""
    added: Any
    if name in ENTRYWISE:
        before = before or {}
        added = {key: value for key, value in now.items() if key not in before or before[key] != value}
    elif name in LISTWISE:
        before = before or []
        added = [each for each in now if each not in before]
    else:
        if now != before and not (before is None and _is_empty(now)):
            yield name, now
        return
    if added:
        yield name, added
    if gone := [each for each in before if each not in now]:
        yield name + GONE, gone


def _is_empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, list | dict | str) and not value)


def _quotable(value: Any) -> Any:
    """`value` as it may be told: numbers, choices and short labels as they are, free words as a mark."""
    if isinstance(value, str):
        return value if _LABEL.fullmatch(value) else "(in their words)"
    if isinstance(value, tuple | list):
        return [_quotable(each) for each in value]
    return {_quotable(key): each for key, each in value.items()} if isinstance(value, dict) else value


def _today(session: Session) -> str | None:
    return session.started.today if session.started else None


def _goals(session: Session) -> list[dict[str, Any]]:
    """The goals without the athlete's words, which stand in the talk."""
    goals = (goal.model_dump(mode="json", exclude={"text"}, exclude_none=True) for goal in session.goals)
    return [_quotable(goal) for goal in goals]


def _known(session: Session) -> dict[str, Any]:
    """What the athlete told; what merely does not apply stays out."""
    return {name: _quotable(value) for name, value in session.told.items()}


def _profile(session: Session) -> dict[str, Any]:
    return {name: _quotable(value) for name, value in profile_of(session).items() if value is not None}


def _questions(session: Session) -> dict[str, dict[str, Any]]:
    """The questions of the intake under the name of their first field: words, why, fields, what need not be asked.

    A question whose every field waits for another answer, or does not apply, is left out until that has changed.
    """
    found: dict[str, dict[str, Any]] = {}
    first: dict[tuple[str, str | None], str] = {}
    for field in slots(session):
        name = first.setdefault((field.question, field.user_facing_reason), field.name)
        why = {"why": field.user_facing_reason} if field.user_facing_reason else {}
        entry = found.setdefault(name, {"question": field.question, **why, "fields": []})
        entry["fields"].append(field.name)
        if field.priority != "required":
            entry.setdefault("not_required", {})[field.name] = field.priority
    open_now = {*session.facts, *askable(session), *_applying(session)}
    return {name: entry for name, entry in found.items() if not open_now.isdisjoint(entry["fields"])}


def _applying(session: Session) -> list[str]:
    """The fields of the intake that apply to this athlete for certain, and those outside the catalogue."""
    known, fields = profile_of(session), catalogue().fields
    names = [field.name for field in slots(session)]
    return [name for name in names if name not in fields or applies(name, known, session.goals)]


def _type(name: str) -> str:
    """What a field holds: type, unit and range (`number, km, 0 to 300`), or its values (`list of a | b`)."""
    field = catalogue().fields[name]
    if field.values:
        return f"{_TYPES[field.type]} {' | '.join(sorted(field.values))}"
    between = f"{field.range[0]:.15g} to {field.range[1]:.15g}" if field.range else None
    return ", ".join(filter(None, (_TYPES.get(field.type, field.type), field.unit, between)))


_TYPES = {"enum": "one of", "list": "list of", "minutes_by_day": "an object from mon, tue, ... to a number"}


def _catalogue() -> dict[str, str]:
    return {name: _type(name) for name in catalogue().fields}


def _health_fields() -> dict[str, str]:
    """The fields about the person or today that the safety rules read, whether they are settled or not."""
    fields, read = catalogue().fields, fields_read()
    return {name: _type(name) for name, f in fields.items() if f.about != "goal" and (name in read or f.screening)}


def _other_fields() -> dict[str, str]:
    return {name: type_ for name, type_ in _catalogue().items() if name not in _health_fields()}


def _notes(names: Iterable[str]) -> list[str]:
    return sorted(map(_quotable, names))


def _declined(session: Session) -> list[str]:
    """What the athlete will not or cannot say, in the catalogue or not."""
    return sorted(
        [*session.declined, *_notes(name for name, note in session.notes.items() if note.standing != "given")]
    )


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
    """The plan in full, without the goal in the athlete's words."""
    return session.plan.model_dump(mode="json", exclude_defaults=True, exclude={"goal"}) if session.plan else None


def _brief(session: Session) -> dict[str, Any] | None:
    """The plan before the athlete in brief, without its weeks; the tool `show_plan` gives any week in full."""
    return _dumped_brief(session, exclude={"weeks"}) if session.plan else None


def _brief_weeks(session: Session) -> dict[str, Any]:
    """Every week in a line, by its number: of a changed plan only the changed weeks are told again."""
    weeks: dict[str, Any] = _dumped_brief(session, include={"weeks"}).get("weeks", {})
    return weeks


def _dumped_brief(session: Session, **parts: Any) -> dict[str, Any]:
    return brief_of(session.plan).model_dump(mode="json", exclude_defaults=True, **parts) if session.plan else {}


def _previous_plan(session: Session) -> dict[str, Any] | None:
    """The plan to change: its version alone where this conversation has handed it over itself."""
    if session.plan is None:
        return None
    return {"version": session.plan.version, **({} if session.thread.messages else _plan(session) or {})}


_TALK: Mapping[str, Section] = {"today": _today, "goals": _goals, "known": _known}
_NOTES: Mapping[str, Section] = {
    "notes": lambda s: _notes(name for name, note in s.notes.items() if note.standing == "given"),
    "unclear_notes": lambda s: _notes(s.open_notes),
}

SECTIONS: dict[State, Mapping[str, Section]] = {
    State.GOAL_CAPTURE: {
        **_TALK,
        "new_goal": lambda s: s.goal_change is not None,
        "keeps_goal": lambda s: s.keeps_goal,
    },
    State.ANALYST: _TALK,
    State.INTAKE: {
        **_TALK,
        **_NOTES,
        "questions": _questions,
        "still_needed": lambda s: list(askable(s)),
        "declined": _declined,
        "no_plan_yet": _not_yet,
    },
    State.SAFETY: {"today": _today, "goals": _goals, "profile": _profile, "verdict": _verdict},
    State.PLAN: {
        "today": _today,
        "goals": _goals,
        "profile": _profile,
        "notes": _NOTES["notes"],
        "safety": _safety,
        "change_asked": lambda s: s.change is not None,
        "previous_plan": _previous_plan,
    },
    State.PRESENT: {
        **_TALK,
        **_NOTES,
        "care": _care,
        "is_nearest": lambda s: s.is_nearest,
        "plan": _brief,
        "plan_weeks": _brief_weeks,
    },
}
_CONSTANTS: dict[State, Mapping[str, Callable[[], Any]]] = {
    State.ANALYST: {"catalogue": _catalogue},
    State.INTAKE: {"health_fields": _health_fields, "other_fields": _other_fields},
    State.PRESENT: {"health_fields": _health_fields, "other_fields": _other_fields},
}
