"""PRESENT as the offline coach does it: this week first, then questions, changes, corrections, a yes."""

import re

from coach.context import IN_THEIR_WORDS
from coach.plan.plan_brief import Brief, BriefWeek
from coach.plan.present import arc_sentence, long_date, race_name, week_text
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.goal_capture import with_new_goal
from evals.offline.health_told import about_health
from evals.offline.phrases import phrase
from evals.offline.planning import remembered
from evals.offline.recording import call_again, calls_for
from evals.offline.request_view import RequestTurn, RequestView
from evals.offline.side_questions import answer_to_side_question
from evals.offline.unclear_notes import notes_of
from evals.reading.plan_wishes import wishes_of
from personas.acts import Plain, RequestChange, kinds

_HOLDS_BACK = frozenset(
    {"ask_why", "ask_known", "ask_framework", "ask_plan", "push_back", "ask_language", "off_topic", "put_off"}
)
"""What a message with a yes may not hold besides."""
READING = frozenset({"collect_data", "correct_data", "change_goal", "refine_plan", "accept_plan", "generate_plan"})


_WEEK = re.compile(r"\bweek (\d{1,2})\b", re.IGNORECASE)


def converse(seen: RequestView, seed: int) -> CoachReply:
    """Show a fresh plan; else act on what the athlete said, or answer it."""
    plan = Brief.model_validate({**seen.get("plan"), "weeks": seen.get("plan_weeks")})
    if "plan" in seen.news:
        return CoachReply(_presented(seen, seed, plan), acts=(Plain(kind="show_plan"), Plain(kind="ask_accept")))
    unread = tuple(with_new_goal(turn, seen) for turn in seen.unread(READING))
    if calls := calls_for(seen, unread):
        return CoachReply(calls=calls)
    if again := call_again(seen):
        return CoachReply(calls=(again,))
    if asking := about_health(seen, seed):
        return asking
    if (acted := (notes_of(seen) if unread else None) or _acted(unread, seen)) is not None:
        return CoachReply(calls=(acted,))
    return _answer(seen, seed, plan)


def _acted(unread: tuple[RequestTurn, ...], seen: RequestView) -> Call | None:
    acts = tuple(act for turn in unread for act in turn.acts or ())
    if any(isinstance(act, RequestChange) for act in acts):
        return Call("refine_plan", {"request": "\n".join(text for turn in unread for text in turn.texts)})
    done = kinds(acts)
    return Call("accept_plan", {}) if "accept" in done and not done & _HOLDS_BACK else None


def _presented(seen: RequestView, seed: int, plan: Brief) -> str:
    place = len(seen.turns)
    care = (seen.get("care") or {}).get("say", [])
    noted = [phrase("care_lead", seed, place), *care] if care else []
    changed = plan.notes[:1] if _was_asked(seen) and not _cannot(seen) else ()
    ask = phrase("present_ask", seed, place)
    if _is_as_before(seen):
        about_wish = "wish_beyond" if changed and _has_no_name(seen) else "unchanged_lead"
        lead = phrase(about_wish if _was_asked(seen) else "noted_lead", seed, place)
        return "\n\n".join([lead, *changed, *noted, ask])
    lead = _lead(seen, seed, plan)
    more = [] if changed or _cannot(seen) else [arc_sentence(plan), *_notes(seen, seed, plan)]
    return "\n\n".join([lead, week_text(plan.first_week), *more, *changed, *noted, ask])


def _notes(seen: RequestView, seed: int, plan: Brief) -> list[str]:
    """What the plan itself has to say, as a list under a line of its own; a quote as it was said."""
    notes = [note for note in plan.notes if IN_THEIR_WORDS not in note]
    if len(notes) < len(plan.notes):
        notes += remembered(seen.also_told)
    lines = [f"- {note}" for note in notes]
    return ["\n".join([phrase("notes_lead", seed, len(seen.turns)), *lines])] if lines else []


def _lead(seen: RequestView, seed: int, plan: Brief) -> str:
    """What opens it: a first plan, a changed one, or the nearest that works."""
    if _cannot(seen):
        return phrase("nearest_lead", seed, len(seen.turns))
    return phrase("present_lead" if plan.version == 1 else "changed_lead", seed, len(seen.turns))


def _cannot(seen: RequestView) -> bool:
    """Does the newest plan stand in for one that could not be made?"""
    return bool(seen.get("is_nearest"))


def _is_as_before(seen: RequestView) -> bool:
    """Does the newest plan hold the same sessions as the one before it, and is it no stand-in?"""
    changes = seen.get("plan_changes")
    return changes is not None and not changes.get("days_changed") and not _cannot(seen)


def _has_no_name(seen: RequestView) -> bool:
    """Is the newest wish one that no planner knows?"""
    wishes = [act for turn in seen.turns for act in turn.acts or () if isinstance(act, RequestChange)]
    return bool(wishes) and not any(wishes_of(wishes[-1]))


def _was_asked(seen: RequestView) -> bool:
    """Has the athlete's wish led to this version? Its first note then says what became of it."""
    return not seen.spoken_since("refine_plan")


def _answer(seen: RequestView, seed: int, plan: Brief) -> CoachReply:
    place, done = len(seen.turns), kinds(seen.heard)
    ask = phrase("ask_accept", seed, place)
    side = answer_to_side_question(seen, seed)
    text = side.text or ("" if seen.understood else phrase("present_unread", seed, place))
    if "ask_why" in done and (lighter := _lighter_week(seen, plan)):
        text = phrase("lighter_week", seed, place, week=lighter)
    elif done & {"ask_why", "ask_plan"}:
        number, week = max(plan.weeks.items(), key=lambda each: (each[1].longest_km, each[1].longest_minutes))
        text = phrase("explain", seed, place, longest=_amount(week), week=str(int(number)))
        text = " ".join(filter(None, [text, _reason(seen, plan) if "ask_why" in done else ""]))
    return CoachReply(f"{text} {ask}".strip(), acts=(*side.acts, Plain(kind="ask_accept", words=ask)))


def _lighter_week(seen: RequestView, plan: Brief) -> str:
    """The number of the lighter week that the newest message names; empty where it names none."""
    named = _WEEK.search(seen.newest)
    week = plan.weeks.get(f"{int(named[1]):02}") if named else None
    return str(int(named[1])) if named and week and week.lighter else ""


def _reason(seen: RequestView, plan: Brief) -> str:
    """Which goal the plan serves, else the first limit that it keeps; empty where neither is told."""
    if plan.race_date and plan.race_km:
        return f"It all leads to {race_name(plan.race_km)} on {long_date(plan.race_date)}."
    kept = (seen.get("care") or {}).get("say", [])
    return kept[0] if kept else ""


def _amount(week: BriefWeek) -> str:
    return f"{week.longest_km:.10g} km" if week.longest_km else f"{week.longest_minutes:.0f} minutes"
