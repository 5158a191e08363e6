"""The tool calls that record what the athlete's acts tell. Pure; words nothing."""

from collections.abc import Iterable, Iterator
from typing import Any

from coach.fold import HEALTH_QUESTION
from coach.profile.catalogue import catalogue
from coach.profile.health_words import is_about_health
from coach.profile.race_events import distance_km
from coach.profile.stated import entries_named, is_mere_no, stated_values
from coach.profile.target_time import target_seconds
from coach.records.fact import Value
from coach.sentences import remarks
from coach.tools.unrecorded_health import NOT_ON_RECORD
from evals.offline.coach_reply import Call
from evals.offline.request_view import RequestTurn, RequestView
from evals.offline.short_answers import (
    affirmed,
    answers_only_what_was_asked,
    closes,
    healed_or_not,
    is_weeks,
    rejects_summary,
    spoken_of,
)
from evals.offline.taken_back import is_of_conditions, taken_back
from evals.reading.denials import denied_entries
from evals.reading.race_days import WEEKS, weeks_moved
from evals.reading.thresholds import clears
from personas.acts import Act, Ask, ChangeGoal, Correct, Decline, DontKnow, RequestChange, Tell

UNEVENTFUL: tuple[Any, ...] = ([], (), None, False, 0, "none")
"""What a mere no says."""

_OF_LAST_RACE = {"race_distance_km": "recent_race_distance_km", "goal_time_s": "recent_race_time_s"}
_SAME_RACE_KM = 0.5
_CONDITIONS = "known_conditions"
_OF_WEEKDAYS = frozenset({"available_days", "available_minutes"})
Item = dict[str, Any]


def calls_for(seen: RequestView, unread: tuple[RequestTurn, ...]) -> tuple[Call, ...]:
    """The calls that record the unread messages: another goal first, since it drops what was told of the old one."""
    acts = [
        act
        for turn in unread
        for act in (*_of_the_race_asked(turn.acts or (), seen), *_as_asked(turn, seen), *_stated(turn, seen))
        if not seen.is_free or answers_only_what_was_asked(act, turn, seen)
    ]
    acts += [act for turn in unread for act in _race_moved(turn, seen)]
    acts = [_in_goal_time(act, seen) for act in acts] if seen.is_free else acts
    corrected_lists = [act for turn in unread if (act := taken_back(turn, seen))]
    acts = [*(act for act in acts if not (corrected_lists and is_of_conditions(act))), *corrected_lists]
    calls = [_change(act) for act in acts if isinstance(act, ChangeGoal) and act.goal and "change_goal" in seen.tools]
    known = seen.get("known", {})
    items = list(_items(acts, known, seen))
    fresh = [item for item in items if item["field"] not in known]
    corrected = [item for item in items if item["field"] in known]
    if fresh and "collect_data" not in seen.tools:
        fresh, corrected = [], items
    tools = (("collect_data", fresh), ("correct_data", corrected))
    return (*calls[-1:], *(Call(tool, {"items": each}) for tool, each in tools if each))


def _in_goal_time(act: Act, seen: RequestView) -> Act:
    """A finishing time as the distance of the first goal has it: "4:25" is minutes for a mile, hours for a marathon."""
    if not isinstance(act, Tell) or act.field != "goal_time_s":
        return act
    event = next((goal.get("event") for goal in seen.get("goals", ())), None)
    seconds = target_seconds(act.words, distance_km(event)) if event else None
    return act.model_copy(update={"value": int(seconds)}) if seconds is not None else act


def call_again(seen: RequestView) -> Call | None:
    """The call that was refused for words that nothing holds, once more: the acts tell nothing that is not recorded."""
    refused = any(is_error and text.startswith(NOT_ON_RECORD) for text, is_error in seen.fresh_results)
    return Call(seen.last_calls[-1], {}) if refused else None


def _of_the_race_asked(acts: Iterable[Act], seen: RequestView) -> list[Act]:
    """The acts, with what a person tells of their last race under it: asked about that and not about the next one, a
    distance that is not the goal's is of the last race, and so is the time beside it."""
    heard = list(acts)
    if not seen.is_free:
        return heard
    told = {act.field: act for act in heard if isinstance(act, Tell)}
    about_last = seen.asked.keys() >= {*_OF_LAST_RACE.values()} and not seen.asked.keys() & _OF_LAST_RACE.keys()
    events = [distance_km(goal.get("event")) for goal in seen.get("goals", ())]
    raced = told["race_distance_km"].value if "race_distance_km" in told else None
    if not (about_last and isinstance(raced, int | float) and any(events)):
        return heard
    if any(km and abs(raced - km) < _SAME_RACE_KM for km in events):
        return heard
    moved = {name: to for name, to in _OF_LAST_RACE.items() if name in told and to not in told}
    return [
        act.model_copy(update={"field": moved[act.field]}) if isinstance(act, Tell) and act.field in moved else act
        for act in heard
    ]


def _as_asked(turn: RequestTurn, seen: RequestView) -> tuple[Tell, ...]:
    """What nobody understood by itself: a plain no to all that was asked, an answer to one question of the analyst's
    own, or, beside no complaint and before any block, what the words say no to by name."""
    words, asked, known = " ".join(turn.texts), seen.asked, catalogue()
    tells = [act for act in turn.acts or () if isinstance(act, Tell)]
    told = {act.field for act in tells}
    health = {name for name in asked if name in known.deniable and is_about_health(known.fields[name])}
    if healed := healed_or_not(words, seen):
        return healed
    if asked and health == asked.keys() and is_mere_no(words):
        open_still = told | spoken_of(seen)
        return tuple(Tell(field=name, value=_nothing(name), words=words) for name in asked if name not in open_still)
    if _answers_own_question(turn, seen):
        return tuple(Tell(field=name, value=words, words=words) for name in asked)
    complaint = any(act.value not in UNEVENTFUL and act.field in known.in_parts for act in tells)
    named = () if complaint or seen.get("no_plan_yet") else denied_entries(words)
    return tuple(Tell(field=name, value=(), denied=some, words=words) for name, some in named if name not in told)


def _answers_own_question(turn: RequestTurn, seen: RequestView) -> bool:
    """Whether words that nobody understood answer the one question that the analyst put in words of its own."""
    own = len(seen.asked) == 1 and not seen.asked.keys() & catalogue().fields.keys()
    return turn.acts is None and own and not (rejects_summary(seen) or closes(" ".join(turn.texts)))


def _stated(turn: RequestTurn, seen: RequestView) -> tuple[Tell, ...]:
    """What the words of a person say beyond doubt of their health, whatever was asked, and of a list that was.

    A name alone clears nobody: "I will see my doctor" is no doctor's letter.
    """
    words = " ".join(turn.texts)
    if not seen.is_free:
        return ()
    parts, told = remarks(words), {act.field for act in turn.acts or () if isinstance(act, Tell)}
    beyond_doubt = [(name, found, each) for each in parts for name, found in stated_values(each).items()]
    lists = [name for name in seen.asked if name not in told and name not in catalogue().in_parts and _is_list(name)]
    named = [
        (name, found, words)
        for name in lists
        if (found := entries_named(name, words, told=True)) and not clears(name, found)
    ]
    yes = affirmed(words, seen.asked)
    tells = (Tell(field=name, value=found, words=each) for name, found, each in (*beyond_doubt, *named))
    return (*tells, *([yes] if yes and yes.field not in told else []))


def _race_moved(turn: RequestTurn, seen: RequestView) -> Iterator[Correct]:
    """The weeks that are left once the race has moved by as many as a wish says."""
    left = seen.get("known", {}).get(WEEKS)
    for act in turn.acts or ():
        if isinstance(act, RequestChange) and left is not None and (weeks := weeks_moved(act.words)):
            yield Correct(field=WEEKS, value=max(left + weeks, 0), words=act.words)


def _is_list(name: str) -> bool:
    return name in catalogue().fields and catalogue().fields[name].type == "list"


def _nothing(name: str) -> Value:
    """What a plain no says of the field."""
    field = catalogue().fields[name]
    return () if field.type == "list" else "none" if "none" in field.values else None


def _change(act: ChangeGoal) -> Call:
    return Call("change_goal", {"words": act.goal.text if act.goal else "", "keeps_current": act.keeps})


def _items(acts: Iterable[Act], known: dict[str, Any], seen: RequestView) -> Iterable[Item]:
    """One item a field, the last word of the message; what is known already in the same way is left out, unless it
    answers a question about an unclear note, which the new words may settle."""
    items: dict[str, Item] = {}
    asked = {act.field for turn in seen.turns for act in turn.acts or () if isinstance(act, Ask)}
    own = asked - catalogue().fields.keys()
    for act in _of_the_new_goal(acts):
        if not isinstance(act, Tell | Correct | Decline | DontKnow) or act.field not in catalogue().fields.keys() | own:
            continue
        before = items.get(act.field, {})
        is_bare = seen.is_free and isinstance(act, Tell) and act.value in UNEVENTFUL and is_mere_no(act.words)
        invited = bool(seen.get("no_plan_yet")) and act.field in seen.asked and not is_bare
        known_as = _NOTHING if invited else known.get(act.field, _NOTHING)
        beside = _beside(act, known_as) if seen.is_free and isinstance(act, Tell) else act
        item = _item(beside, before.get("value", known_as))
        if item is not None:
            items[act.field] = _with_implied({**item, **_denied(act, item, before, seen)}, seen)
    declined, partly = set(seen.get("declined", ())), catalogue().in_parts.keys() & set(seen.get("still_needed", ()))
    for name, item in items.items():
        standing = item.get("standing")
        if name in partly:
            yield item
            continue
        settles = bool(seen.get("unclear_notes")) and name in seen.asked
        if standing is None and known.get(name, _NOTHING) == item["value"] and not settles:
            continue
        if standing is not None and (name in known or name in declined):
            continue
        yield item


def _beside(act: Tell, before: Any) -> Tell | Correct:
    """The act with the days and times that a person's words leave as they were: those of other weekdays."""
    if act.field not in _OF_WEEKDAYS:
        return act
    value = act.value
    if isinstance(value, dict) and isinstance(before, dict):
        value = {**before, **value}
    elif isinstance(value, tuple) and isinstance(before, list) and act.confidence == "inferred":  # closed days alone
        value = tuple(day for day in before if day in value) or value
    return Correct(field=act.field, value=value, words=act.words)


def _denied(act: Act, item: Item, before: Item, seen: RequestView) -> Item:
    """Of a list that is asked part by part: what the act says no to, by itself or as an answer to what was named."""
    if not isinstance(act, Tell) or act.field not in catalogue().in_parts:
        return {}
    named = [*before.get("denied", ()), *(seen.asked.get(act.field, ()) if act.denied is None else act.denied)]
    told_before = before.get("value") and not act.value
    return {
        "denied": [each for each in dict.fromkeys(named) if each not in item["value"]],
        "raw": before["raw"] if told_before else act.words,
    }


def _with_implied(item: Item, seen: RequestView) -> Item:
    """A person's answer to the general health question, with the entries that their conditions on record imply: a no
    to all of it denies none of these."""
    if not seen.is_free or item["field"] != HEALTH_QUESTION or not isinstance(item.get("value"), list):
        return item
    conditions = {*seen.get("known", {}).get(_CONDITIONS, ())}
    implied = [
        entry
        for question in catalogue().questions.values()
        for each in question.items
        if conditions.intersection(each.asks.get(_CONDITIONS, ()))
        for entry in each.asks.get(HEALTH_QUESTION, ())
    ]
    value = list(dict.fromkeys([*item["value"], *implied]))
    return {**item, "value": value, "denied": [each for each in item.get("denied", ()) if each not in value]}


def _of_the_new_goal(acts: Iterable[Act]) -> list[Act]:
    """Without what was told about a goal before it was given up in the same breath."""
    kept: list[Act] = []
    for act in acts:
        if isinstance(act, ChangeGoal) and act.goal and not act.keeps:
            kept = [each for each in kept if not _is_about_goal(each)]
        kept.append(act)
    return kept


def _is_about_goal(act: Act) -> bool:
    field = catalogue().fields.get(getattr(act, "field", ""))
    return field is not None and field.about == "goal"


_NOTHING = object()


def _item(act: Tell | Correct | Decline | DontKnow, before: Any) -> Item | None:
    base: Item = {"field": act.field, "raw": act.words}
    if isinstance(act, Decline | DontKnow):
        return {**base, "standing": "declined" if isinstance(act, Decline) else "not_known"}
    value = list(act.value) if isinstance(act.value, tuple) else act.value
    if isinstance(act, Correct):
        return {**base, "value": value}
    if isinstance(value, list) and isinstance(before, list):
        value = [*before, *(each for each in value if each not in before)]
    elif value in UNEVENTFUL and not is_weeks(act) and before is not _NOTHING and before not in UNEVENTFUL:
        return None  # a no in passing takes nothing back that was told before
    return {**base, "value": value, "confidence": act.confidence}
