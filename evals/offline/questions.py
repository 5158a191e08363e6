"""Which questions the offline coach puts next: grouped, never twice in the same words, and not for ever."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.questions import fields_asked
from evals.offline.asides import aside_wanted
from evals.offline.asking_again import wordings
from evals.offline.said import Call
from evals.offline.seen import Seen

_PATIENCE = 3
"""A field asked this often without an answer is recorded as not known."""
_AGAIN = 2
"""And what was left open is asked for by itself as often as this."""
_PASSED_OVER = 2
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_TOGETHER = ("health", "doctor")
"""What doctors have said is heard whole, before anything in it can end the questions."""


def due_questions(seen: Seen, seed: int) -> list[str] | Call:
    """The questions to put now; a call instead where asking once more would be pestering."""
    fields = _due_fields(seen)
    tired = [field for field in fields if _in_vain(_replies(seen, _wordings_of(field))) >= _PATIENCE]
    if tired:
        items = [{"field": field["name"], "raw": "", "standing": "not_known"} for field in tired]
        return Call("collect_data", {"items": items})
    most = int(seen.get("manners", {}).get("questions_per_turn", 2))
    again = [field for field in fields if times_asked(seen, field)]
    if again:
        return [_specific(field, seen, seed) for field in again[: most + 1]]
    needed = {field["name"]: field for field in fields}
    batch = _batch(list(dict.fromkeys(f["question"] for f in fields)), most)
    return [_part(question, needed, seen, seed) for question in batch]


def _part(question: str, needed: Mapping[str, dict[str, Any]], seen: Seen, seed: int) -> str:
    """What is still to be asked of `question`, by itself where its sentence asks for more; what asks nothing stays."""
    parts = _sentences(question)
    if needed.keys() & _of_question(question) - {name for _, names in parts for name in names}:
        return question
    due: list[str] = []
    for sentence, names in parts:
        waiting = [name for name in needed if name in names]
        if waiting and _says_too_much(names, waiting, seen):
            due += [_specific(needed[name], seen, seed) for name in waiting]
        elif waiting or not names:
            due.append(sentence)
    return " ".join(due)


def _says_too_much(names: frozenset[str], waiting: Sequence[str], seen: Seen) -> bool:
    """Whether a sentence asks for what is settled or foreign to the goal, and there are words for what is `waiting`."""
    fields = catalogue().fields
    settled = {field["name"] for field in seen.get("intake_fields", [])} | set(seen.get("known", {}))
    over = any(name in settled or fields[name].opens for name in names - set(waiting))
    return over and all(len(wordings(name)) > _AGAIN for name in waiting)


@lru_cache(maxsize=256)
def _sentences(question: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each sentence with the fields of the question that it asks for."""
    own = _of_question(question)
    parts = [part.strip() for part in _SENTENCE.findall(question) if part.strip()]
    return tuple((part, own & {each.field for each in fields_asked(part)}) for part in parts)


@lru_cache(maxsize=256)
def _of_question(question: str) -> frozenset[str]:
    """The catalogue's fields that this question asks for; of any other question, those that its words ask for."""
    known = catalogue()
    named = {name for name, f in known.fields.items() if f.question and known.questions[f.question].text == question}
    return frozenset(named or {each.field for each in fields_asked(question)})


def _batch(questions: list[str], most: int) -> list[str]:
    """The next questions; those that belong together are not torn apart, a later one goes before them instead."""
    known = catalogue().questions
    pair = [each for name in _TOGETHER if (each := known[name].text) in questions]
    batch = questions[:most]
    if len(pair) > most or not 0 < len(set(pair) & set(batch)) < len(pair):
        return batch
    others = [each for each in questions if each not in pair]
    return others[:most] if len(others) >= most else [*others[: most - len(pair)], *pair]


def asked_in_vain(seen: Seen, seed: int) -> list[str]:
    """A question in other words for what is asked of everyone and was put once without an answer, a few at most."""
    screening, most = catalogue().screening, int(seen.get("manners", {}).get("questions_per_turn", 2))
    waiting = [field for field in _due_fields(seen) if field["name"] in screening and times_asked(seen, field) == 1]
    return [_specific(field, seen, seed) for field in waiting[: most + 1]]


def asked_out(name: str, seen: Seen) -> bool:
    """Whether the field `name` was asked for by itself as often as one may, and not only asked back."""
    return _in_vain(_replies(seen, wordings(name))) >= _AGAIN


def narrower(name: str, seen: Seen) -> str:
    """A question for the field `name` alone that this talk has not heard yet."""
    return next(
        (each for each in wordings(name) if not any(each in text for text in seen.coach_texts)), wordings(name)[0]
    )


def _due_fields(seen: Seen) -> list[dict[str, Any]]:
    """Required fields still needed, in order; recommended ones only once and only while something is asked anyway."""
    needed = set(seen.get("still_needed", []))
    required = [field for field in seen.get("intake_fields", []) if field["name"] in needed]
    if seen.get("manners", {}).get("screening_first"):
        return sorted(required, key=lambda field: field["name"] not in catalogue().screening)
    return required


def times_asked(seen: Seen, field: dict[str, Any]) -> int:
    """How often the coach has asked for `field`, in its question or specifically."""
    return sum(1 for _ in _replies(seen, _wordings_of(field)))


def _wordings_of(field: dict[str, Any]) -> tuple[str, ...]:
    asking = tuple(part for part, names in _sentences(field["question"]) if field["name"] in names)
    return *(asking or (field["question"],)), *wordings(field["name"])


def _in_vain(replies: Iterable[str]) -> int:
    """How many were answers; a question in return is none, and twice at most is passed over."""
    given = list(replies)
    return len(given) - min(_PASSED_OVER, sum(map(_only_asks_back, given)))


def _replies(seen: Seen, asked: tuple[str, ...]) -> Iterator[str]:
    """What the athlete said to each message with one of the wordings `asked`; nothing where that is still to come."""
    waiting = False
    for turn in seen.turns:
        for text in turn.texts:
            if waiting and turn.role == "user":
                yield text
            elif waiting:
                yield ""
            waiting = turn.role == "assistant" and any(wording in text for wording in asked)
    if waiting:
        yield ""


def _only_asks_back(text: str) -> bool:
    return text.rstrip().endswith("?") or aside_wanted(text)


@lru_cache(maxsize=256)
def fields_put(text: str) -> tuple[str, ...]:
    """The fields that `text` asks for in this coach's words, whether once more or in a part of a question."""
    put = [name for name in catalogue().fields if any(each in text for each in wordings(name))]
    for question in catalogue().questions.values():
        put += [name for part, names in _sentences(question.text) if part in text for name in names]
    return tuple(dict.fromkeys(put))


def is_new(question: str, seen: Seen) -> bool:
    """Whether none of what `question` asks for was asked for before."""
    before = {name for text in seen.coach_texts for name in fields_put(text)}
    return not before & set(fields_put(question))


def _specific(field: dict[str, Any], seen: Seen, seed: int) -> str:
    """A wording that this talk has not heard yet; which one comes first depends on the seed."""
    choices = wordings(field["name"])
    ordered = choices if seed % 2 else choices[::-1]
    fresh = [each for each in ordered if not any(each in text for text in seen.coach_texts)]
    return (fresh or ordered)[0]
