"""INTAKE as the offline coach does it: read, record, acknowledge, ask in groups, sum up."""

from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.extraction import Extracted
from coach.profile.extraction.learned.weighing import meaning
from coach.profile.questions import fields_asked
from evals.offline.asides import aside
from evals.offline.goal_change import JOINED, goal_change
from evals.offline.intents import intents
from evals.offline.not_yet import not_yet
from evals.offline.open_topics import (
    UNEVENTFUL,
    asked_last,
    beyond_asking,
    given_up,
    open_questions,
    read_answer,
    spoken_of,
)
from evals.offline.phrases import phrase, said_before
from evals.offline.questions import due_questions, is_new, narrower
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from evals.offline.summary import summary

READING = frozenset({"collect_data", "correct_data", "change_goal", "intake_complete"})
_SENSITIVE = frozenset({"symptoms", "known_conditions", "pain_signs", "eating_disorder_status", "bsi_status"})


def converse(seen: Seen, seed: int) -> Said:
    """Record what is new; else say what is due."""
    unread = "\n".join(seen.unread(READING))
    if unread and (calls := calls_for(seen, unread)):
        return Said(calls=calls)
    return _speak(seen, seed, unread or _heard(seen))


def calls_for(seen: Seen, text: str) -> tuple[Call, ...]:
    """The tool calls that record `text`: facts, corrections, refusals, another goal."""
    change = goal_change(seen, text)
    items = [item for item in new_items(seen, text) if not _of_the_old_goal(item, change, text)]
    known = seen.get("known", {})
    corrected = [item for item in items if item["field"] in known]
    fresh = [item for item in items if item["field"] not in known]
    calls = [change] if change else []  # first: it drops what was told about the goal before
    if fresh and "collect_data" in seen.tools:
        calls.append(Call("collect_data", {"items": fresh}))
    elif fresh:
        corrected = items
    if corrected:
        calls.append(Call("correct_data", {"items": corrected}))
    return tuple(calls)


def _of_the_old_goal(item: dict[str, Any], change: Call | None, text: str) -> bool:
    """Whether the item is about the goal that the same message gives up further on."""
    field = catalogue().fields.get(item["field"])
    if change is None or change.input["keeps_current"] or field is None or field.about != "goal":
        return False
    first = min((at for words in change.input["words"].split(JOINED) if (at := text.find(words)) >= 0), default=0)
    return item["raw"] not in text[first:]


def new_items(seen: Seen, text: str) -> list[dict[str, Any]]:
    """What `text` tells beyond what is known, as items of `collect_data`; what it leaves open is asked again first."""
    known = seen.get("known", {})
    found = read_answer(text, asked_last(seen), spoken_of(seen))
    told = {name: fact for name, fact in found.facts.items() if name not in found.unsure}
    items = [
        {
            "field": name,
            "value": _with_what_was_told(_safest(fact), known.get(name), text),
            "raw": text[fact.span[0] : fact.span[1]],
            "confidence": fact.confidence,
        }
        for name, fact in told.items()
    ]
    items += [given_up(name, worst, text) for name, worst in beyond_asking(seen, found).items()]
    settled = {*known, *(item["field"] for item in items)}
    for standing, names in (("declined", found.declined), ("not_known", found.not_known)):
        items += [{"field": name, "raw": text[:200], "standing": standing} for name in names if name not in settled]
    asked = {each.field for each in fields_asked(asked_last(seen) or "")}
    kept = [item for item in items if not (_forgets(item, known, text) or _misheard(item, known, text, asked))]
    return [item for item in kept if item.get("standing") or known.get(item["field"], _NOTHING) != item["value"]]


def _safest(fact: Extracted) -> Any:
    """Of a range of what is worse the more there is of it, the worse end."""
    return fact.value if fact.worst is None else fact.worst


def _forgets(item: dict[str, Any], known: dict[str, Any], text: str) -> bool:
    """A no in passing takes nothing back that was told before, nor does what sounds better; a correction does."""
    name, before = item["field"], known.get(item["field"])
    if item.get("standing") or "corrects" in intents(text):
        return False
    if item.get("value") in UNEVENTFUL:
        return before not in UNEVENTFUL
    harmed = isinstance(before, str) and meaning(name, before) == "alarming"
    return harmed and meaning(name, item["value"]) == "reassuring"


def _misheard(item: dict[str, Any], known: dict[str, Any], text: str, asked: set[str]) -> bool:
    """A figure that was only inferred, of what nobody asked, changes nothing that was told before, unless it alarms."""
    name, value = item["field"], item.get("value")
    if name not in known or name in asked or not isinstance(value, int | float) or "corrects" in intents(text):
        return False
    return item.get("confidence") == "inferred" and meaning(name, value) == "other"


_NOTHING = object()


def _with_what_was_told(value: Any, before: Any, text: str) -> Any:
    """A list grows by what is told later, and shrinks only where the athlete says that something was wrong."""
    if not isinstance(value, tuple):
        return value
    if not isinstance(before, list) or "corrects" in intents(text):
        return list(value)
    return [*before, *(item for item in value if item not in before)]


def _heard(seen: Seen) -> str:
    """The athlete's newest words, read already."""
    return next((turn.texts[-1] for turn in reversed(seen.turns) if turn.role == "user" and turn.texts), "")


def _speak(seen: Seen, seed: int, heard: str) -> Said:
    if unclear := _unclear(seen):
        mentioned = phrase("unclear_note", seed, len(seen.turns), note=unclear)
        return Said(text=f"{mentioned} {narrower('parq_yes', seen)}")
    if seen.get("no_plan_yet"):
        return not_yet(seen, seed, heard)
    due = open_questions(seen) or due_questions(seen, seed)
    if isinstance(due, Call):
        return Said(calls=(due,))
    side = aside(seen, seed, heard)
    if due:
        lead = (side,) if side else _leading(seen, seed, due)
        return Said(text=" ".join(part for part in (*lead, *due) if part))
    if not side and _summed_up(seen):
        return Said(calls=(Call("intake_complete", {}),))
    place = len(seen.turns)
    known = summary(seen.get("known", {}))
    parts = (side, phrase("summary_lead", seed, place), known, phrase("summary_ask", seed, place))
    return Said(text=" ".join(part for part in parts if part))


def _unclear(seen: Seen) -> str:
    """The first unclear note that the coach has not spoken of yet, as a sentence; empty where there is none."""
    notes = [note["text"].rstrip(".!? ") + "." for note in seen.get("unclear_notes", [])]
    return next((note for note in notes if not any(note in text for text in seen.coach_texts)), "")


def _summed_up(seen: Seen) -> bool:
    """A summary was given, and the athlete has had nothing to add to it."""
    if not any(said_before("summary_ask", text) for text in seen.coach_texts):
        return False
    just_given = said_before("summary_ask", seen.coach_texts[-1])
    return not (just_given and _recorded(seen))


def _acknowledge(seen: Seen, seed: int) -> str:
    place = len(seen.coach_texts)  # one on from the last wording, whatever lay between
    if not seen.spoken_since("analyze_goal"):
        purpose = "goal_change" if seen.coach_texts else "opening"
        return phrase(purpose, seed, place, goal=_goal_words(seen))
    if not seen.get("manners", {}).get("acknowledge", True):
        return ""
    if not _recorded(seen):
        return phrase("unread", seed, place)
    if any(item.get("standing") == "declined" for item in _just_recorded(seen)):
        return phrase("acknowledge_declined", seed, place)
    return phrase("acknowledge_pain" if _just_told_something_hard(seen) else "acknowledge", seed, place)


def _recorded(seen: Seen) -> bool:
    """Whether the athlete's last words told something that was written down."""
    return bool(READING & set(seen.last_calls)) and bool(seen.fresh_results)


def _leading(seen: Seen, seed: int, due: list[str]) -> tuple[str, ...]:
    """The words before the questions: an acknowledgement, and where something is asked again, that it is."""
    acknowledged = _acknowledge(seen, seed)
    if any(is_new(question, seen) for question in due) or not seen.get("manners", {}).get("acknowledge", True):
        return (acknowledged,)
    again = phrase("again" if len(due) == 1 else "again_some", seed, len(seen.coach_texts))
    return (again,) if said_before("acknowledge", acknowledged) else (acknowledged, again)


def _goal_words(seen: Seen) -> str:
    goal = seen.get("goals", [{}])[0]
    event, target = goal.get("event"), goal.get("target")
    if event:
        minutes = f"{target} minutes" if str(target).isdigit() else target
        return f"{event} in {minutes}" if target else str(event)
    return {"weight_loss": "running and getting lighter", "fitness": "getting fitter"}.get(
        goal.get("type", ""), "running"
    )


def _just_told_something_hard(seen: Seen) -> bool:
    told = (item for item in _just_recorded(seen) if item["field"] in _SENSITIVE)
    return any(item.get("value") not in UNEVENTFUL for item in told)


def _just_recorded(seen: Seen) -> list[dict[str, Any]]:
    newest = next((turn for turn in reversed(seen.turns) if turn.role == "assistant"), None)
    return [item for _, given in newest.calls for item in given.get("items", [])] if newest else []
