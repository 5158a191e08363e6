"""What a model is told about the session beyond the talk: tagged JSON, the same bytes for the same session.

What never changes while a session lasts stands in the system prompt (`constants`); what does change is appended to the
state's conversation as it changes (`changes`). No free words of the athlete are in it, since it is told with the
system's authority: they stand in the talk. Nor is anything internal that the state does not need: no `reason` of a
field, no state name.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from math import ceil
from typing import Any

from coach.field_lists import all_fields, health_fields, other_fields
from coach.fold import SAID_IN_PASSING
from coach.missing_facts import CLEARANCES, known_of, profile_of, unsettled, wants_letter
from coach.next_questions import questions_due
from coach.plan.limits import limits, present_paces, rules_for_all
from coach.plan.plan_brief import brief_of
from coach.plan.present import long_date
from coach.safety.gate import decide
from coach.safety.refusal import Refusal, refusal_of, weeks_for_the_race
from coach.sections import ENTRYWISE, GONE, LISTWISE, all_told, written
from coach.session import Session
from coach.states import State
from coach.volunteered_health import message_with, volunteered_health

Section = Callable[[Session], Any]
IN_THEIR_WORDS = "(in their words)"
"""Stands for free words of the athlete: they are in the talk."""
_LABEL = re.compile(r"(?=.{1,40}$)[\w.,:/+'\u2019-]+(?: [\w.,:/+'\u2019-]+){0,2}")
"""What a text may be to be quoted: a time, a distance, the name of a race or a medicine, in three words at most."""


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
        return value if _LABEL.fullmatch(value) else IN_THEIR_WORDS
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
    return {name: _quotable(value) for name, value in known_of(session).items()}


def _profile(session: Session) -> dict[str, Any]:
    return {name: _quotable(value) for name, value in profile_of(session).items() if value is not None}


def _ask_next(session: Session) -> list[dict[str, Any]]:
    """The questions for the next message, with what they ask for; `reason_first`: the `why` is said before it."""
    return [
        {
            "id": each.id,
            "question": each.text,
            **({"why": each.why} if each.why else {}),
            **({"reason_first": True} if each.reason_first else {}),
            **({"optional": True} if each.optional else {}),
            "fields": {name: list(values) for name, values in each.fields.items()},
        }
        for each in questions_due(session)
    ]


def _also_told(session: Session) -> dict[str, Any]:
    """What the athlete told outside the catalogue, by name."""
    return {_quotable(name): _quotable(text) for name, text in session.also_told.items()}


def _unclear_notes(session: Session) -> list[str]:
    """By name; of those whose name says nothing, which message of the athlete's holds them."""
    found = ((name, message_with(session.notes[name].text, session) or at) for name, at in session.open_notes.items())
    nameless = {name for name in session.open_notes if _quotable(name) == IN_THEIR_WORDS or name == SAID_IN_PASSING}
    return sorted(f"{IN_THEIR_WORDS[:-1]}, message {at})" if name in nameless else name for name, at in found)


def _reframe(session: Session) -> str | None:
    return session.intake.goal_analysis.reframe if session.intake else None


def _declined(session: Session) -> list[str]:
    """What the athlete will not or cannot say, in the catalogue or not."""
    notes = [_quotable(name) for name, note in session.notes.items() if note.standing != "given"]
    return sorted([*session.declined, *notes])


def _not_yet(session: Session) -> dict[str, Any] | None:
    """Why there is no plan yet, in the words meant for the athlete, and what would change that."""
    if session.gate is None or (kind := _NOT_YET.get(session.standing or "")) is None:
        return None
    result = session.gate.result
    letter = {CLEARANCES} if wants_letter(session) else set()
    missing = sorted(letter or {name for entry in result.unresolved for name in entry.missing})
    rejected = session.decided if session.standing == "rejected" else None
    refusal = Refusal((rejected.reason,)) if rejected else refusal_of(result)
    return {
        "kind": kind,
        "say": [*refusal.reasons, *_from_when(session)],
        "way_forward": list(refusal.referrals),
        "missing": missing,
        "told_already": session.refusal_told,
    }


def _from_when(session: Session) -> list[str]:
    """Of a race that comes too soon: how many weeks it takes, and the first day that leaves them."""
    weeks = weeks_for_the_race(session.gate.result) if session.gate and session.standing == "blocked" else None
    if weeks is None or session.started is None:
        return []
    day = dt.date.fromisoformat(session.started.today) + dt.timedelta(days=7 * ceil(weeks) - 1)
    return [
        f"From the running you do now, it takes at least {ceil(weeks)} weeks of training: {long_date(day)}, or later."
    ]


_NOT_YET = {
    "blocked": "see_someone_first",
    "rejected": "see_someone_first",
    "unresolved": "facts_missing",
    "held": "a_person_looks_first",
}


def _care(session: Session) -> dict[str, Any] | None:
    """What the plan has to honour, in the words meant for the athlete."""
    if session.gate is None or not session.gate.result.fired:
        return None
    result = session.gate.result
    return {"say": list(result.warnings), "kept_in_mind": list(result.recommendations)}


def _planning(tell: Callable[..., Any]) -> Section:
    """What `tell` says of the profile, the first goal, the gate's answer and today; nothing before the gate ran."""

    def section(session: Session) -> Any:
        if session.gate is None or session.started is None:
            return {}
        today = dt.date.fromisoformat(session.started.today)
        return tell(profile_of(session), session.goals[0], session.gate.result, today=today)

    return section


def _verdict(session: Session) -> dict[str, Any]:
    """What the rules alone say of the facts as they are."""
    result = decide(profile_of(session), session.declined)
    return {"status": result.status, "fired": list(result.fired), "warnings": list(result.warnings)}


def _plan(session: Session) -> dict[str, Any] | None:
    """The plan in full, without the goal in the athlete's words."""
    if session.plan is None:
        return None
    dumped = session.plan.model_dump(mode="json", exclude_defaults=True, exclude={"goal"})
    return _without_their_words(dumped, session)


def _brief(session: Session) -> dict[str, Any] | None:
    """The plan before the athlete in brief, without its weeks; the tool `show_plan` gives any week in full."""
    return _without_their_words(_dumped_brief(session, exclude={"weeks"}), session) if session.plan else None


def _without_their_words(plan: dict[str, Any], session: Session) -> dict[str, Any]:
    """`plan` with a mark in its notes for the free words of the athlete that they quote."""
    free = [words for words in session.also_told.values() if _quotable(words) == IN_THEIR_WORDS]

    def marked(note: Any) -> Any:
        if isinstance(note, dict):
            return {**note, "text": marked(note["text"])}
        return reduce(lambda text, words: text.replace(words, IN_THEIR_WORDS), free, note)

    return {**plan, "notes": list(map(marked, plan["notes"]))} if "notes" in plan else plan


def _brief_weeks(session: Session) -> dict[str, Any]:
    """Every week in a line, by its number: of a changed plan only the changed weeks are told again."""
    weeks: dict[str, Any] = _dumped_brief(session, include={"weeks"}).get("weeks", {})
    return weeks


def _dumped_brief(session: Session, **parts: Any) -> dict[str, Any]:
    return brief_of(session.plan).model_dump(mode="json", exclude_defaults=True, **parts) if session.plan else {}


def _plan_changes(session: Session) -> dict[str, Any] | None:
    """What the newest plan changed in the one before it."""
    found = session.plan_difference
    return found.model_dump(mode="json", exclude_defaults=True) if found else None


def _previous_plan(session: Session) -> dict[str, Any] | None:
    """The plan to change: its version alone where this conversation has handed it over itself."""
    if session.plan is None:
        return None
    return {"version": session.plan.version, **({} if session.thread.messages else _plan(session) or {})}


_TALK: Mapping[str, Section] = {"today": _today, "goals": _goals, "known": _known, "also_told": _also_told}

SECTIONS: dict[State, Mapping[str, Section]] = {
    State.GOAL_CAPTURE: {
        **_TALK,
        "new_goal": lambda s: s.goal_change is not None,
        "keeps_goal": lambda s: s.keeps_goal,
        "speaks_of_health": volunteered_health,
    },
    State.ANALYST: _TALK,
    State.INTAKE: {
        **_TALK,
        "unclear_notes": _unclear_notes,
        "ask_next": _ask_next,
        "still_needed": lambda s: list(unsettled(s)),
        "declined": _declined,
        "speaks_of_health": volunteered_health,
        "no_plan_yet": _not_yet,
    },
    State.SAFETY: {"today": _today, "goals": _goals, "profile": _profile, "also_told": _also_told, "verdict": _verdict},
    State.PLAN: {
        "today": _today,
        "goals": _goals,
        "profile": _profile,
        "also_told": _also_told,
        "reframe": _reframe,
        "safety": lambda s: s.gate.result.model_dump(mode="json", exclude={"verdicts"}) if s.gate else None,
        "present_paces": _planning(present_paces),
        "rules_for_them": _planning(limits),
        "change_asked": lambda s: s.change is not None,
        "previous_plan": _previous_plan,
    },
    State.PRESENT: {
        **_TALK,
        "unclear_notes": _unclear_notes,
        "care": _care,
        "is_nearest": lambda s: s.is_nearest,
        "speaks_of_health": volunteered_health,
        "plan_changes": _plan_changes,
        "plan": _brief,
        "plan_weeks": _brief_weeks,
    },
}
_CONSTANTS: dict[State, Mapping[str, Callable[[], Any]]] = {
    State.ANALYST: {"catalogue": all_fields},
    State.INTAKE: {"health_fields": health_fields, "other_fields": other_fields},
    State.PLAN: {"rules": rules_for_all},
    State.PRESENT: {"health_fields": health_fields, "other_fields": other_fields},
}
