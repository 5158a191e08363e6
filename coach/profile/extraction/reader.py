"""From an athlete's words to facts: the order in which the readers are asked, and who wins where they disagree."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from coach.profile.extraction import bare, patterns, replies
from coach.profile.extraction.asked import Asked, read_question
from coach.profile.extraction.assertions import Assertions, assess
from coach.profile.extraction.bones import read_bones
from coach.profile.extraction.clearances import read_clearances
from coach.profile.extraction.denials import read_denials, speaks_of
from coach.profile.extraction.eating import read_eating
from coach.profile.extraction.folding import fold, hide_quotations
from coach.profile.extraction.lists import read_lists
from coach.profile.extraction.minutes import read_minutes
from coach.profile.extraction.patterns import Ranked
from coach.profile.extraction.polar import read_polar
from coach.profile.extraction.races import read_races
from coach.profile.extraction.reckoning import SUMS, read_reckoned
from coach.profile.extraction.records import Candidate, Extracted, Extraction, Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton, build
from coach.profile.extraction.timing import read_timing
from coach.profile.extraction.weekdays import read_days
from coach.profile.question_words import find
from coach.profile.validation import check_value
from coach.records.fact import Value

_TOPIC = re.compile(
    r"\b(?:as for|as to|regarding|concerning|when it comes to) "
    r"(?P<topic>(?:my|the|our)?[\w' -]{3,40})[,:] ?"
    r"(?P<told>(?:[^.!?\n]|(?<=\d)\.(?=\d)){1,300})",
    re.IGNORECASE,
)
_AIMED = {"weight_kg": "goal_weight_kg", "current_weekly_volume_km": "target_weekly_volume_km"}
_NOW = re.compile(
    r"\b(?:i weigh|current is|i run|i'm running|i do|currently|right now"
    r"|at the moment|at present|now|these days|lately)\b"
)
_SENTENCE = re.compile(r"[^.!?;]+[.!?;]*")
_PUTS_OFF = re.compile(
    r"\bwhy (?:do|does|is|are|would|did|should|all)\b|\b(?:come|get) back to\b|\b(?:skip|leave|not start with)\b"
    r"|\bdo we (?:really )?(?:need|have)\b|\bbefore (?:the |my |all )?\w+ing\b|\btalk about the training\b"
)
_TELLING = 5
"""A part of a field's name that is this long says in a sentence which field is meant."""


def extract(
    text: str,
    *,
    question: str | None = None,
    fields: tuple[str, ...] | None = None,
    today: date | None = None,
) -> Extraction:
    """The facts that `text` plainly states about its author.

    `question` is what was asked just before. `fields` limits the answer to these fields; without a question they
    are also what was asked. `today` dates relative sayings; without it no date is read.
    """
    asked = read_question(question, fields)
    topics = _by_topic(text, today)
    skeleton = build(hide_quotations(fold(_without(text, topics))), today)
    claims = assess(skeleton.text)
    found = _read(skeleton, claims, asked, today)
    facts = {name: fact for name, candidate in found.items() if (fact := _valid(candidate)) is not None}
    for topic in topics.values():
        facts |= {name: fact for name, fact in topic.facts.items() if name in topic.named or name not in facts}
    silent = frozenset(asked.fields) - frozenset(facts)
    declined = silent & _left_out(asked, replies.refusal(skeleton.text), skeleton, claims)
    unknown = silent & _left_out(asked, replies.ignorance(skeleton.text), skeleton, claims) - declined
    kept = facts if fields is None else {name: fact for name, fact in facts.items() if name in fields}
    return Extraction(kept, tuple(sorted(declined)), () if declined else tuple(sorted(unknown)))


class _Topic(NamedTuple):
    """An announced topic: the fields it names, and all that was read behind it."""

    named: frozenset[str]
    facts: dict[str, Extracted]


def _by_topic(text: str, today: date | None) -> dict[Span, _Topic]:
    """What stands behind an announced topic ("as for my tendons, six"): read as the answer to a question about it."""
    found: dict[Span, _Topic] = {}
    for match in _TOPIC.finditer(text):
        question = f"What about {match['topic']}?"
        named = frozenset(read_question(question, None).fields)
        told = extract(match["told"], question=question, today=today).facts if named else {}
        if named & set(told):
            start = match.start("told")
            moved = {n: replace(fact, span=(fact.span[0] + start, fact.span[1] + start)) for n, fact in told.items()}
            found[match.span()] = _Topic(named, moved)
    return found


def _without(text: str, spans: Iterable[Span]) -> str:
    """`text` with blanks in the place of `spans`."""
    for start, end in spans:
        text = f"{text[:start]}{'.':<{end - start}}{text[end:]}"
    return text


def _left_out(asked: Asked, place: int | None, skeleton: Skeleton, claims: Assertions) -> frozenset[str]:
    """The asked fields that the sentence at `place` leaves unanswered: those it names, else all."""
    if place is None:
        return frozenset()
    low, high = claims.sentence(place)
    sentence = skeleton.text[low:high]
    named = {item.field for found in find(sentence) for item in found.named if not item.general}
    named |= {
        name for name in asked.fields if any(len(part) >= _TELLING and part in sentence for part in name.split("_"))
    }
    return frozenset(named.intersection(asked.fields) or asked.fields)


def _read(skeleton: Skeleton, claims: Assertions, asked: Asked, today: date | None) -> dict[str, Candidate]:
    names = frozenset(asked.fields)
    ranked = list(patterns.read(skeleton, claims, names))
    found = _resolve(ranked, replies.corrections(skeleton.text))
    reckoned = {candidate.field: candidate for candidate in read_reckoned(skeleton, claims, asked)}
    found |= {name: candidate for name, candidate in reckoned.items() if name in SUMS or name not in found}
    for candidate in _specialists(skeleton, claims, asked, today):
        found.setdefault(candidate.field, candidate)
    for candidate in read_polar(skeleton, asked):
        found.setdefault(candidate.field, candidate)
    for candidate in read_lists(skeleton, claims, asked):
        found.setdefault(candidate.field, candidate)
    for candidate in read_denials(skeleton, claims, asked):
        found.setdefault(candidate.field, candidate)
    taken = frozenset(candidate.span for candidate in found.values())
    for candidate in bare.read_bare(skeleton, claims, asked, taken, frozenset(found)):
        found.setdefault(candidate.field, candidate)
    for candidate in _whole_answer(skeleton, claims, asked, dict(found)):
        found.setdefault(candidate.field, candidate)
    return dict(_as_asked(found, skeleton, claims, names))


def _as_asked(
    found: Mapping[str, Candidate], skeleton: Skeleton, claims: Assertions, asked: frozenset[str]
) -> Iterator[tuple[str, Candidate]]:
    """A bare amount answers what was asked: the weight or the week aimed for, not the present one."""
    for name, candidate in found.items():
        aimed = _AIMED.get(name)
        if aimed is None or aimed not in asked or name in asked or _speaks_of_now(candidate, skeleton, claims):
            yield name, candidate
        elif aimed not in found:
            yield aimed, replace(candidate, field=aimed)


def _speaks_of_now(candidate: Candidate, skeleton: Skeleton, claims: Assertions) -> bool:
    place = next(
        (m for m, q in zip(skeleton.marks, skeleton.quantities, strict=True) if q.start == candidate.span[0]), 0
    )
    return _NOW.search(skeleton.text, *claims.sentence(place)) is not None


def _specialists(skeleton: Skeleton, claims: Assertions, asked: Asked, today: date | None) -> Iterator[Candidate]:
    names = frozenset(asked.fields)
    yield from read_races(skeleton, claims, asked)
    yield from read_days(skeleton, claims, names, asked.text)
    yield from read_minutes(skeleton, claims, names, asked.text)
    yield from read_bones(skeleton, claims, names)
    yield from read_eating(skeleton, claims)
    yield from read_clearances(skeleton, claims, names)
    yield from read_timing(skeleton, claims, names, today)


def _resolve(ranked: Iterable[Ranked], cues: list[int]) -> dict[str, Candidate]:
    """Of several readings of a field: the one after the last taking back, else the plainest, else the first."""
    chosen: dict[str, Ranked] = {}
    last = cues[-1] if cues else None
    for item in ranked:
        before = chosen.get(item.candidate.field)
        if before is None or _wins(item, before, last):
            chosen[item.candidate.field] = item
    return {name: item.candidate for name, item in chosen.items()}


def _wins(new: Ranked, old: Ranked, cue: int | None) -> bool:
    if cue is not None and (new.place >= cue) != (old.place >= cue):
        return new.place >= cue
    return (new.rank, new.place) < (old.rank, old.place)


def _whole_answer(
    skeleton: Skeleton, claims: Assertions, asked: Asked, found: Mapping[str, Candidate]
) -> Iterator[Candidate]:
    """A plain no closes what the question named; a plain yes answers the one thing that was asked."""
    table = catalogue().fields
    for echo, place in replies.denied_echoes(skeleton.text):
        echoed = {named.field for phrase in find(echo) for named in phrase.named if not named.values}
        for name in echoed.intersection(asked.closed):
            yield Candidate(name, _negative(name), skeleton.original(*place))
    if (no := replies.plain_no(skeleton.text)) and replies.refusal(skeleton.text) is None:
        if len(asked.closed) > 1 and _introduces(no, skeleton, claims, found):
            return
        span = skeleton.original(*no)
        open_still = _put_off(skeleton.text, asked)
        for name in _swept(asked.closed, skeleton.text[no[0] : no[1]]):
            if name in open_still:
                continue
            if not _belongs_elsewhere(name, no, skeleton.text, found) and not speaks_of(name, skeleton, claims):
                yield Candidate(name, _negative(name), span, "inferred" if name in asked.narrow else "explicit")
        return
    yes = replies.plain_yes(skeleton.text)
    wanted = [name for name in asked.fields if name not in asked.loose] or list(asked.fields)
    flags = [name for name in wanted if table[name].type == "bool"]
    alone = len(wanted) == 1 or (len(flags) == 1 and _is_one_polar_question(asked.text))
    if (
        yes
        and len(flags) == 1
        and (alone or _says_yes(yes, skeleton, claims, found))
        and flags[0] not in found
        and (alone or len(wanted) - len(found) <= 1)
    ):
        yield Candidate(flags[0], value=True, span=skeleton.original(*yes))


def _is_one_polar_question(question: str) -> bool:
    """Whether all that was asked can be answered by one yes: "are you active three days a week?"."""
    return question.count("?") == 1 and saying("replies", "polar_question").search(question) is not None


def _put_off(text: str, asked: Asked) -> frozenset[str]:
    """The asked fields that a sentence of the athlete's questions or puts off: no earlier no is meant for them."""
    sentences = [match[0] for match in _SENTENCE.finditer(text) if _PUTS_OFF.search(match[0])]
    named = {item.field for sentence in sentences for found in find(f"{sentence}?") for item in found.named}
    table = catalogue().fields
    kin = {table[name].question for name in named.intersection(asked.fields)}
    if sentences and not kin:
        return frozenset(asked.fields)
    return frozenset(name for name in asked.fields if table[name].question in kin)


def _swept(closed: tuple[str, ...], no: str) -> tuple[str, ...]:
    """What a no closes: all that was named, or only the symptoms where it says "none of those symptoms"."""
    return tuple(name for name in closed if "symptoms" in name) if "symptoms" in no else closed


def _says_yes(word: tuple[int, int], skeleton: Skeleton, claims: Assertions, found: Mapping[str, Candidate]) -> bool:
    """Whether a yes to several things can be the answer to the last open one: no "sure", and nothing it leads up to."""
    plain = replies.has_yes(skeleton.text[word[0] : word[1]])
    return plain and not _introduces(word, skeleton, claims, found)


def _introduces(word: tuple[int, int], skeleton: Skeleton, claims: Assertions, found: Mapping[str, Candidate]) -> bool:
    """Whether a bare yes or no only leads up to what its sentence goes on to say ("No, not pregnant")."""
    _, high = claims.sentence(word[0])
    if not replies.leads_on(skeleton.text[word[0] : high]):
        return False
    start, end = skeleton.original(word[0], max(high, word[1]))
    return any(start <= candidate.span[0] < end for candidate in found.values())


def _belongs_elsewhere(name: str, no: Span, text: str, found: Mapping[str, Candidate]) -> bool:
    """Whether the no may well answer something else: a yes stands beside it, or what `name` goes with was told."""
    table = catalogue().fields
    if table[name].type == "bool":
        return replies.has_yes(text)
    opens = not any(char.isalpha() for char in text[: no[0]])
    if opens or table[name].type == "list":
        return False
    question = table[name].question
    return any(candidate.value for field, candidate in found.items() if table[field].question == question)


def _negative(name: str) -> Value:
    field = catalogue().fields[name]
    if field.type == "bool":
        return False
    if field.type == "list":
        return ()
    return "none" if "none" in field.values else None


def _valid(candidate: Candidate) -> Extracted | None:
    field = catalogue().fields.get(candidate.field)
    if field is None:
        return None
    value = candidate.value
    if isinstance(value, float) and not isinstance(value, bool):
        value = round(value, 4)
        if candidate.field == "age_years":
            value = int(value)  # nobody is fifteen before the birthday
        elif field.type == "int":
            # A range has no whole middle: the smaller promise is the safer one. A converted span is rounded.
            value = int(value) if candidate.confidence == "inferred" else round(value)
        elif value.is_integer():
            value = int(value)
    if check_value(candidate.field, value) is not None:
        return None
    return Extracted(value, field.unit, candidate.span, candidate.confidence)
