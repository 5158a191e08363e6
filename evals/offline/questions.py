"""Which questions the offline coach puts next: grouped, never twice in the same words, and not for ever."""

import random
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from coach import sourced_yaml
from coach.profile.catalogue import catalogue
from coach.records.base import Record
from evals.offline.asking_again import has_wordings, wordings
from evals.offline.said import Call
from evals.offline.seen import Seen
from personas.acts import Act, Ask, kinds

PATH = Path(__file__).with_name("asking.yaml")
_PATIENCE = 3
"""A field asked this often without an answer is recorded as not known."""
_PASSED_OVER = 2
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_TOGETHER = ("health", "doctor")
"""What doctors have said is heard whole, before anything in it can end the questions."""
_ASIDES = frozenset({"ask_why", "ask_known", "ask_framework", "ask_for_plan", "off_topic", "instruct"})

Named = Mapping[str, tuple[str, ...]]
"""Field to the entries that a sentence names; none: all of the field."""


class _Asking(Record):
    closed: frozenset[str]
    questions: dict[str, tuple[dict[str, tuple[str, ...]], ...]]


class Put(Record):
    """A question to put: its words and what it asks for."""

    text: str
    asks: tuple[Ask, ...]


def due_questions(seen: Seen, seed: int) -> tuple[Put, ...] | Call:
    """The questions to put now; a call instead where asking once more would be pestering."""
    fields = _due_fields(seen)
    tired = [field for field in fields if _in_vain(seen.answers_to(field["name"])) >= _PATIENCE]
    if tired:
        items = [{"field": field["name"], "raw": "", "standing": "not_known"} for field in tired]
        return Call("collect_data", {"items": items})
    most = int(seen.get("manners", {}).get("questions_per_turn", 2))
    again = [field["name"] for field in fields if seen.answers_to(field["name"])]
    if again:
        return tuple(specific(name, seen, seed) for name in again[: most + 1])
    texts = _batch(list(dict.fromkeys(field["question"] for field in fields)), most)
    return tuple(put for text in texts for put in _parts(text, fields, seen, seed))


def asked_in_vain(seen: Seen, seed: int) -> tuple[Put, ...]:
    """A question in other words for what is asked of everyone and was put once without an answer, a few at most."""
    most = int(seen.get("manners", {}).get("questions_per_turn", 2))
    names = [field["name"] for field in _due_fields(seen) if field["name"] in catalogue().screening]
    waiting = [name for name in names if len(seen.answers_to(name)) == 1]
    return tuple(specific(name, seen, seed) for name in waiting[: most + 1])


def specific(name: str, seen: Seen, seed: int) -> Put:
    """A wording for the field `name` alone that this talk has not heard yet; which comes first depends on the seed."""
    own = (each["question"] for each in seen.get("intake_fields", []) if each["name"] == name)
    choices = wordings(name, "" if name in catalogue().fields else next(own, ""))
    ordered = random.Random(f"{seed}:{name}").sample(choices, len(choices))
    fresh = [each for each in ordered if not any(each in text for text in seen.coach_texts)]
    text = (fresh or ordered)[0]
    field = catalogue().fields.get(name)
    values = tuple(field.values) if field and field.type == "list" else ()
    return Put(text=text, asks=(Ask(field=name, values=values, words=text),))


def asked_in(name: str) -> tuple[Named, ...]:
    """What each sentence of the catalogue's question `name` asks for, in order."""
    return _asking().questions[name]


def is_new(put: Put, seen: Seen) -> bool:
    """Whether nothing of what `put` asks for was asked for before."""
    return not any(seen.answers_to(ask.field) for ask in put.asks)


def _due_fields(seen: Seen) -> list[dict[str, Any]]:
    """The fields still needed, in order."""
    needed = set(seen.get("still_needed", []))
    required = [field for field in seen.get("intake_fields", []) if field["name"] in needed]
    if seen.get("manners", {}).get("screening_first"):
        return sorted(required, key=lambda field: field["name"] not in catalogue().screening)
    return required


def _in_vain(answers: Iterable[tuple[Act, ...]]) -> int:
    """How many were answers; a question in return is none, and twice at most is passed over."""
    given = list(answers)
    asides = sum(bool(kinds(acts)) and kinds(acts) <= _ASIDES for acts in given)
    return len(given) - min(_PASSED_OVER, asides)


def _batch(questions: list[str], most: int) -> list[str]:
    """The next questions; those that belong together are not torn apart, a later one goes before them instead."""
    known = catalogue().questions
    pair = [each for name in _TOGETHER if (each := known[name].text) in questions]
    batch = questions[:most]
    if len(pair) > most or not 0 < len(set(pair) & set(batch)) < len(pair):
        return batch
    others = [each for each in questions if each not in pair]
    return others[:most] if len(others) >= most else [*others[: most - len(pair)], *pair]


def _parts(question: str, fields: list[dict[str, Any]], seen: Seen, seed: int) -> list[Put]:
    """What is still to be asked of `question`: its sentences, or a field by itself where its sentence asks for more."""
    waiting = {field["name"] for field in fields if field["question"] == question}
    due: list[Put] = []
    for text, names in _sentences(question, frozenset(waiting)):
        here = [name for name in names if name in waiting]
        if here and _says_too_much(names, here, seen):
            due += [specific(name, seen, seed) for name in here]
        elif here:
            due.append(Put(text=text, asks=tuple(_ask(name, values, text) for name, values in names.items())))
    return due


def _ask(name: str, values: tuple[str, ...], words: str) -> Ask:
    return Ask(field=name, values=values, open=name not in _asking().closed, words=words)


def _sentences(question: str, waiting: frozenset[str]) -> tuple[tuple[str, Named], ...]:
    """Each sentence of a question with what it asks for; one that is not the catalogue's asks for all that waits."""
    known = next((name for name, each in catalogue().questions.items() if each.text == question), None)
    if known is None:
        return ((question, dict.fromkeys(sorted(waiting), ())),)
    texts = [part.strip() for part in _SENTENCE.findall(question) if part.strip()]
    return tuple(zip(texts, _asking().questions[known], strict=True))


def _says_too_much(names: Named, waiting: list[str], seen: Seen) -> bool:
    """Whether a sentence asks for what is settled or foreign to the goal, and there are words for what is `waiting`."""
    fields = catalogue().fields
    settled = {field["name"] for field in seen.get("intake_fields", [])} | set(seen.get("known", {}))
    over = any(name in settled or fields[name].opens for name in names if name not in waiting)
    return over and all(has_wordings(name) for name in waiting)


@cache
def _asking() -> _Asking:
    return sourced_yaml.read_as(PATH, _Asking)
