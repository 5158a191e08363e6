"""How the offline coach words the questions that are due: never twice in the same words, and not for ever."""

from collections.abc import Iterable, Mapping
from typing import Any

from coach.fold import HEALTH_QUESTION
from coach.next_questions import follows_up_on_health
from coach.profile.catalogue import catalogue
from coach.records.base import Record
from evals.offline.coach_reply import Call
from evals.offline.phrases import has_wordings, shuffled, table, wordings
from evals.offline.request_view import RequestView
from evals.offline.short_answers import bone_healed, spoken_of
from personas.acts import Act, Ask, Decline, DontKnow, PutOff, kinds

_PATIENCE = 3
"""A field asked this often without an answer is recorded as not known."""
_PATIENCE_IN_PARTS = 5
"""The same of a list that is asked in parts, of which every part would be lost."""
_PASSED_OVER = 2
_CLEARANCES = "clearances"
_LETTER_ASKED = 2
"""A block is told after so many questions for a letter."""
_ASIDES = frozenset({"ask_why", "ask_known", "ask_framework", "ask_for_plan", "ask_language", "off_topic", "instruct"})

Fields = Mapping[str, tuple[str, ...]]
"""Field to the entries that a question names of it; none: all of the field."""


class Put(Record):
    """A question to put: its words and what it asks for."""

    text: str
    asks: tuple[Ask, ...]
    optional: bool = False


def due_questions(seen: RequestView, seed: int) -> tuple[Put, ...] | Call:
    """The questions to put now; a call instead where asking once more would be pestering."""
    entries = _next(seen)
    needed = set(seen.get("still_needed", [])) - ({HEALTH_QUESTION} if seen.get("unclear_notes") else set())
    tired = [
        name
        for entry in entries
        for name, values in entry["fields"].items()
        if name in needed and _in_vain(name, seen.answers_to(name, values)) >= _patience(name)
    ]
    if tired:
        return Call("collect_data", {"items": [{"field": n, "raw": "", "standing": "not_known"} for n in tired]})
    return tuple(worded_question(entry, seen, seed, place) for place, entry in enumerate(entries))


def follow_ups(seen: RequestView, seed: int) -> tuple[Put, ...]:
    """The due questions that follow up on what the athlete told of their health."""
    due = [entry for entry in _next(seen) if follows_up_on_health(entry["id"])]
    return tuple(worded_question(entry, seen, seed, place) for place, entry in enumerate(due))


def only_asked(seen: RequestView) -> bool:
    """Whether the coach's newest words asked for what the plan waits for, and explained nothing: the engine takes any
    words for an explanation."""
    missing = (seen.get("no_plan_yet") or {}).get("missing", ())
    return "explain_block" not in seen.newest_kinds and not seen.asked.keys().isdisjoint(missing)


def letter_due(seen: RequestView, seed: int) -> tuple[Put, ...]:
    """Under a block that has not been told, the question for the written clearance that would lift it."""
    block = seen.get("no_plan_yet") or {}
    waits = (
        block.get("kind") == "see_someone_first"
        and not (block.get("told_already") and not only_asked(seen))
        and _CLEARANCES in block.get("missing", ())
    )
    asked = len(seen.answers_to(_CLEARANCES))
    if not waits or asked >= _LETTER_ASKED:
        return ()
    return tuple(worded_question(entry, seen, seed, 0) for entry in _next(seen) if _CLEARANCES in entry["fields"])


def asked_in_vain(seen: RequestView, seed: int) -> tuple[Put, ...]:
    """A question in other words for what is asked of everyone and was put once without an answer."""
    waiting = (entry for entry in _next(seen) if _waits(entry["fields"], seen))
    return tuple(worded_question(entry, seen, seed, place) for place, entry in enumerate(waiting))


def not_understood(seen: RequestView, seed: int) -> tuple[Put, ...]:
    """Questions, once more, for what the plan waits for where no answer was understood and none was refused."""
    missing = (seen.get("no_plan_yet") or {}).get("missing", ())
    open_still = [
        name
        for name in missing
        if name in catalogue().fields.keys() - catalogue().in_parts.keys()
        and not said_no_answer(name, seen)
        and _PATIENCE <= _in_vain(name, seen.answers_to(name)) < _PATIENCE + _PASSED_OVER
    ]
    return tuple(specific(name, seen, seed) for name in open_still[:_PASSED_OVER])


def said_no_answer(name: str, seen: RequestView) -> tuple[Decline | DontKnow, ...]:
    """What the athlete said where they would not or could not answer."""
    acts = (act for turn in seen.turns for act in turn.acts or ())
    return tuple(act for act in acts if isinstance(act, Decline | DontKnow) and act.field == name)


def _waits(fields: Fields, seen: RequestView) -> bool:
    asked = [seen.answers_to(name, values) for name, values in fields.items() if name in catalogue().screening]
    return bool(asked) and all(len(answers) == 1 for answers in asked)


def _next(seen: RequestView) -> list[dict[str, Any]]:
    """What to ask now; what two entries ask of one question is one of them."""
    most = int(seen.get("manners", {}).get("questions_per_turn", 2))
    entries: dict[str, dict[str, Any]] = {}
    for entry in list(seen.get("ask_next", []))[:most]:
        first = entries.get(entry["id"])
        entries[entry["id"]] = _joined(first, entry) if first else entry
    return list(entries.values())


def _joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    question, fields = catalogue().questions[one["id"]], {**one["fields"], **other["fields"]}
    items = [item for item in question.items if _asks_for(item.asks, fields)]
    return {**one, "fields": fields, "question": question.worded(items)}


def specific(name: str, seen: RequestView, seed: int, entries: tuple[str, ...] = ()) -> Put:
    """A wording for the field `name` alone that this talk has not heard yet; which comes first depends on the seed.

    A field without such words is asked for in those of the catalogue's question that names most of it; of a list only
    `entries`, where there are any.
    """
    if name in spoken_of(seen):
        healed = bone_healed(name, seen, seed)
        return Put(text=healed.words, asks=(healed,))
    if name in catalogue().fields and (entries or not has_wordings(name)):
        return _named(name, seen, seed, frozenset(entries))
    text = _fresh(wordings(name), seen, f"{seed}:{name}")
    field = catalogue().fields.get(name)
    values = tuple(field.values) if field and field.type == "list" else ()
    return Put(text=text, asks=(Ask(field=name, values=values, words=text),))


def _named(name: str, seen: RequestView, seed: int, entries: frozenset[str] = frozenset()) -> Put:
    asking = {
        key: [item for item in each.items if name in item.asks and (not entries or entries & set(item.asks[name]))]
        for key, each in catalogue().questions.items()
    }
    key, items = max(asking.items(), key=lambda entry: len(entry[1]))
    question = catalogue().questions[key]
    values = tuple(value for item in items for value in item.asks[name])
    return worded_question({"id": key, "question": question.worded(items), "fields": {name: values}}, seen, seed, 0)


def worded_question(entry: dict[str, Any], seen: RequestView, seed: int, place: int) -> Put:
    """An entry of `ask_next` in words; two of one message, by their `place`, are not put again in the same words."""
    fields: Fields = {name: tuple(values) for name, values in entry["fields"].items()}
    text = entry["question"]
    if any(seen.answers_to(name, values) for name, values in fields.items()):
        fields = _one_number(entry, fields, seen)
        if len(fields) == 1 and (name := next(iter(fields))) not in catalogue().in_parts and has_wordings(name):
            return specific(name, seen, seed)
        text = _again(entry, fields, seen, place)
    asks = tuple(
        Ask(field=name, values=values, open=name not in catalogue().in_parts, words=text)
        for name, values in fields.items()
    )
    whole = f"{entry['why']} {text}" if entry.get("reason_first") else text
    return Put(text=whole, asks=asks, optional=entry.get("optional", False))


def _one_number(entry: dict[str, Any], fields: Fields, seen: RequestView) -> Fields:
    """Of parts that ask for a number each the first that the plan needs: an answer must not have to say which it is.

    A part that a plain no answers asks for none until it is told.
    """
    known = catalogue()
    question = known.questions.get(entry["id"])
    parts = [item.asks.keys() & fields.keys() for item in (question.items if question else ())]
    numbers = [part for part in parts if any(_asks_for_number(name) for name in part)]
    if len(numbers) < 2:  # noqa: PLR2004 (several)
        return fields
    needed = seen.get("still_needed", ())
    first = next((part for part in parts if not part.isdisjoint(needed)), numbers[0])
    return {name: values for name, values in fields.items() if name in first}


def _asks_for_number(name: str) -> bool:
    return catalogue().fields[name].type in ("int", "number") and name not in catalogue().deniable


def _again(entry: dict[str, Any], fields: Fields, seen: RequestView, place: int) -> str:
    """The same parts of the question in other words."""
    question = catalogue().questions.get(entry["id"])
    if question is None or not question.items:
        return _fresh(wordings(next(iter(fields))), seen, entry["id"])
    items = [item for item in question.items if _asks_for(item.asks, fields)]
    stems = table()["asked_again"]
    return question.worded(items, stems[(len(seen.coach_texts) + place) % len(stems)])


def _asks_for(asks: Fields, fields: Fields) -> bool:
    return any(name in fields and (not values or set(values) & set(fields[name])) for name, values in asks.items())


def _fresh(texts: tuple[str, ...], seen: RequestView, seed: str) -> str:
    ordered = shuffled(texts, seed)
    return next((each for each in ordered if not any(each in text for text in seen.coach_texts)), ordered[0])


def is_new(one: Put, seen: RequestView) -> bool:
    return not any(seen.answers_to(ask.field, ask.values) for ask in one.asks)


def _in_vain(name: str, answers: Iterable[tuple[Act, ...]]) -> int:
    """How many were answers; a question in return or a change of subject is none, and twice at most is passed over."""
    given = list(answers)
    asides = sum((bool(kinds(acts)) and kinds(acts) <= _ASIDES) or _puts_off(name, acts) for acts in given)
    return len(given) - min(_PASSED_OVER, asides)


def _patience(name: str) -> int:
    return _PATIENCE_IN_PARTS if name in catalogue().in_parts else _PATIENCE


def _puts_off(name: str, acts: tuple[Act, ...]) -> bool:
    return any(isinstance(act, PutOff) and act.field == name for act in acts)
