"""INTAKE as the offline coach does it: read, record, acknowledge, ask in groups, sum up."""

from typing import Any

from coach.profile.extraction import extract
from coach.profile.wording import label, say
from evals.offline.asides import aside
from evals.offline.goals import find_goals
from evals.offline.intents import intents
from evals.offline.phrases import phrase, said_before
from evals.offline.questions import due_questions
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

READING = frozenset({"collect_data", "correct_data", "change_goal", "intake_complete"})
_SENSITIVE = frozenset({"symptoms", "known_conditions", "pain_signs", "eating_disorder_status", "bsi_status"})
_UNEVENTFUL: tuple[Any, ...] = ([], (), None, False, 0, "none")


def converse(seen: Seen, seed: int) -> Said:
    """Record what is new; else say what is due."""
    unread = "\n".join(seen.unread(READING))
    if unread and (calls := calls_for(seen, unread)):
        return Said(calls=calls)
    return _speak(seen, seed, unread or _heard(seen))


def calls_for(seen: Seen, text: str) -> tuple[Call, ...]:
    """The tool calls that record `text`: facts, corrections, refusals, another goal."""
    items = new_items(seen, text)
    known = seen.get("known", {})
    corrected = [item for item in items if item["field"] in known]
    fresh = [item for item in items if item["field"] not in known]
    change = _goal_change(seen, text)
    calls = [change] if change else []  # first: it drops what was told about the goal before
    if fresh and "collect_data" in seen.tools:
        calls.append(Call("collect_data", {"items": fresh}))
    elif fresh:
        corrected = items
    if corrected:
        calls.append(Call("correct_data", {"items": corrected}))
    return tuple(calls)


def new_items(seen: Seen, text: str) -> list[dict[str, Any]]:
    """What `text` tells beyond what is known, as items of `collect_data`."""
    known = seen.get("known", {})
    found = extract(text, question=seen.coach_texts[-1] if seen.coach_texts else None)
    values = {name: _with_what_was_told(fact.value, known.get(name), text) for name, fact in found.facts.items()}
    items = [
        {
            "field": name,
            "value": values[name],
            "raw": text[fact.span[0] : fact.span[1]],
            "confidence": fact.confidence,
        }
        for name, fact in found.facts.items()
    ]
    for standing, names in (("declined", found.declined), ("not_known", found.not_known)):
        items += [{"field": name, "raw": text[:200], "standing": standing} for name in names if name not in known]
    kept = [item for item in items if not _forgets(item, known, text)]
    return [item for item in kept if item.get("standing") or known.get(item["field"], _NOTHING) != item["value"]]


def _forgets(item: dict[str, Any], known: dict[str, Any], text: str) -> bool:
    """A no in passing takes nothing back that was told before; a correction does."""
    before = known.get(item["field"])
    return before not in _UNEVENTFUL and item.get("value") in _UNEVENTFUL and "corrects" not in intents(text)


_NOTHING = object()


def _with_what_was_told(value: Any, before: Any, text: str) -> Any:
    """A list grows by what is told later, and shrinks only where the athlete says that something was wrong."""
    if not isinstance(value, tuple):
        return value
    if not isinstance(before, list) or "corrects" in intents(text):
        return list(value)
    return [*before, *(item for item in value if item not in before)]


def _goal_change(seen: Seen, text: str) -> Call | None:
    wants = intents(text)
    if not wants & {"changes_goal", "adds_goal"} or "change_goal" not in seen.tools:
        return None
    present = {(goal.get("event"), goal["type"]) for goal in seen.get("goals", [])}
    new = [goal for goal in find_goals(text) if (goal.get("event"), goal["type"]) not in present]
    if not new:
        return None
    return Call("change_goal", {"words": new[0]["text"], "keeps_current": "changes_goal" not in wants})


def _heard(seen: Seen) -> str:
    """The athlete's newest words, read already."""
    return next((turn.texts[-1] for turn in reversed(seen.turns) if turn.role == "user" and turn.texts), "")


def _speak(seen: Seen, seed: int, heard: str) -> Said:
    if seen.get("no_plan_yet"):
        return _not_yet(seen, seed, heard)
    due = due_questions(seen, seed)
    if isinstance(due, Call):
        return Said(calls=(due,))
    side = aside(seen, seed, heard)
    if due:
        return Said(text=" ".join([side or _acknowledge(seen, seed), *due]).strip())
    if not side and _summed_up(seen):
        return Said(calls=(Call("intake_complete", {}),))
    place = len(seen.turns)
    parts = (side, phrase("summary_lead", seed, place), read_back(seen), phrase("summary_ask", seed, place))
    return Said(text=" ".join(part for part in parts if part))


def _summed_up(seen: Seen) -> bool:
    """A summary was given, and the athlete has had nothing to add to it."""
    if not any(said_before("summary_ask", text) for text in seen.coach_texts):
        return False
    just_given = said_before("summary_ask", seen.coach_texts[-1])
    recorded = bool(seen.fresh_results) and bool(READING & set(seen.last_calls))
    return not (just_given and recorded)


def read_back(seen: Seen) -> str:
    """What is known, as the athlete would hear it: what there is, and in one breath what there is not."""
    known = {name: _value(value) for name, value in sorted(seen.get("known", {}).items())}
    there = [say(name, value) for name, value in known.items() if value not in _UNEVENTFUL]
    absent = [label(name) for name, value in known.items() if value == ()]
    nothing = f" Nothing to mention under {', '.join(absent)}." if absent else ""
    return "; ".join(there).capitalize() + "." + nothing


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _acknowledge(seen: Seen, seed: int) -> str:
    place = len(seen.coach_texts)  # one on from the last wording, whatever lay between
    if not seen.spoken_since("analyze_goal"):
        purpose = "goal_change" if seen.coach_texts else "opening"
        return phrase(purpose, seed, place, goal=_goal_words(seen))
    if not seen.get("manners", {}).get("acknowledge", True):
        return ""
    return phrase("acknowledge_pain" if _just_told_something_hard(seen) else "acknowledge", seed, place)


def _goal_words(seen: Seen) -> str:
    goal = seen.get("goals", [{}])[0]
    event, target = goal.get("event"), goal.get("target")
    if event:
        return f"{event} in {target}" if target else str(event)
    return {"weight_loss": "running and getting lighter", "fitness": "getting fitter"}.get(
        goal.get("type", ""), "running"
    )


def _just_told_something_hard(seen: Seen) -> bool:
    newest = next((turn for turn in reversed(seen.turns) if turn.role == "assistant"), None)
    items = [item for _, given in newest.calls for item in given.get("items", [])] if newest else []
    return any(item["field"] in _SENSITIVE and item.get("value") not in _UNEVENTFUL for item in items)


def _not_yet(seen: Seen, seed: int, heard: str) -> Said:
    """There is no plan yet: say why, whom to see, what goes on meanwhile; then let the athlete add or leave."""
    not_yet, place = seen.get("no_plan_yet"), len(seen.turns)
    ask = phrase("not_yet_ask", seed, place)
    if not_yet["kind"] == "facts_missing":
        due = due_questions(seen, seed)
        if isinstance(due, Call):
            return Said(calls=(due,))
        if due:
            return Said(text=" ".join([phrase("missing_lead", seed, place), *due]))
        if not not_yet["told_already"]:
            return Said(text=f"{phrase('missing_refused', seed, place)} {ask}")
    if not not_yet["told_already"]:
        lead, more = phrase("not_yet_lead", seed, place), phrase("meanwhile", seed, place)
        return Said(text="\n\n".join([lead, *not_yet["say"], *not_yet["way_forward"], more, ask]))
    if "pushes_back" in intents(heard) and not any(said_before("not_yet_again", text) for text in seen.coach_texts):
        again = [phrase("not_yet_again", seed, place), *not_yet["way_forward"], ask]
        return Said(text=" ".join(again))
    return Said(calls=(Call("intake_complete", {}),))
