"""From an athlete's words to facts: the order in which the readers are asked, and who wins where they disagree."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from coach.profile.asking import stated
from coach.profile.catalogue import catalogue
from coach.profile.extraction import bare, patterns, replies
from coach.profile.extraction.asked import Asked, read_question
from coach.profile.extraction.assertions import Assertions, assess
from coach.profile.extraction.assign import assign
from coach.profile.extraction.bones import read_bones
from coach.profile.extraction.choices import read_choice
from coach.profile.extraction.clearances import read_clearances
from coach.profile.extraction.consistency import consistent, on_days_that_work
from coach.profile.extraction.denials import read_denials
from coach.profile.extraction.eating import read_eating
from coach.profile.extraction.evasions import without_evaded
from coach.profile.extraction.family import read_family
from coach.profile.extraction.folding import fold, hide_quotations
from coach.profile.extraction.hedges import without_hedged
from coach.profile.extraction.illness import of_today, read_illness
from coach.profile.extraction.in_order import read_in_order
from coach.profile.extraction.lists import read_lists
from coach.profile.extraction.mention_words import FIELDS as LISTS
from coach.profile.extraction.minutes import read_minutes
from coach.profile.extraction.numbered import read_numbered
from coach.profile.extraction.on_behalf import OF_A_BIRTH, as_the_athlete, of_a_partner
from coach.profile.extraction.other_medicines import read_other_medicines
from coach.profile.extraction.patterns import Ranked
from coach.profile.extraction.polar import read_polar
from coach.profile.extraction.races import read_races
from coach.profile.extraction.reckoning import SUMS, read_reckoned
from coach.profile.extraction.records import Candidate, Extracted, Extraction, Span
from coach.profile.extraction.risk_factors import read_risk_factors
from coach.profile.extraction.scales import several_told, worst_of_range
from coach.profile.extraction.skeleton import Skeleton, build
from coach.profile.extraction.timing import read_timing
from coach.profile.extraction.topics import but_announced, read_topics, without
from coach.profile.extraction.typos import mend
from coach.profile.extraction.weekdays import days_with_lengths, read_days
from coach.profile.extraction.whole_answers import read_whole_answer
from coach.profile.question_words import find
from coach.profile.questions import own_questions
from coach.profile.validation import check_value

_CONFIRMS = re.compile(
    r"^\W*(?:great|so|ok(?:ay)?|right|and|thanks|got it|then|just to|did i|that's|you|i've|i have|recap|noted"
    r"|to sum|summary"
    r"|let me|here's|correct)\b|\b(?:right|correct|yes|is that so|is that right)\?",
    re.IGNORECASE,
)
_MINE = {"you're": "i'm", "you": "i", "your": "my", "you've": "i've"}
_YOU = re.compile(r"\b(?:you're|you've|your|you)\b")
_COUNTED = "training_days_per_week"
"""Days counted from their names stand behind a number that was said."""
_NEXT_CLAUSE = re.compile(r"[,:] |\b(?:and|but|though|while|whereas) ")
_OBJECT = re.compile(
    r"\b(?:on|about|of|over|into|discuss\w*|shar(?:e|ing)|my|the) "
    r"(?!th\w+\b|questions?\b|your\b|parts?\b|what\b)(\w{4,})"
)
_QUESTION_PART = re.compile(r"[?,;:.]")
_WORD = re.compile(r"\w+")
_TELLING = 5
"""A part of a field's name that is this long says in a sentence which field is meant."""


def by_rules(
    text: str,
    *,
    question: str | None = None,
    fields: tuple[str, ...] | None = None,
    today: date | None = None,
) -> Extraction:
    """What the rules alone read; the arguments are those of `extract`."""
    asked = _with_stated(read_question(question, fields), question)
    topics = read_topics(text, asked, lambda told, about: by_rules(told, question=about, today=today))
    apart = {span for span, topic in topics.items() if topic.by_itself}
    asked = but_announced(asked, text)
    skeleton = build(hide_quotations(mend(fold(without(text, apart)))), today)
    claims = as_the_athlete(assess(skeleton.text), skeleton.text, asked.text)
    found = _read(skeleton, claims, asked, today)
    _add(found, read_other_medicines(text, skeleton, claims, asked))
    found = on_days_that_work(found | _in_order(text, asked, found, today))
    facts = {name: fact for name, candidate in found.items() if (fact := _valid(candidate, skeleton)) is not None}
    for topic in topics.values():
        facts |= {name: fact for name, fact in topic.facts.items() if name in topic.named or name not in facts}
    several = several_told(skeleton, claims, asked, facts)
    facts |= {
        name: replace(facts[name], confidence="inferred", worst=several[name]) for name in several if name in facts
    }
    silent = frozenset(asked.fields) - frozenset(facts)
    declined = _left_out(silent, replies.refusal(skeleton.text), skeleton, claims, asked.text)
    unknown = _left_out(silent, replies.ignorance(skeleton.text), skeleton, claims, asked.text) - declined
    kept = facts if fields is None else {name: fact for name, fact in facts.items() if name in fields}
    unsure = several | {
        name: worst
        for topic in topics.values()
        for name, worst in topic.unsure.items()
        if topic.by_itself or name not in facts
    }
    left = {name: worst for name, worst in unsure.items() if name not in declined | unknown}
    return Extraction(kept, tuple(sorted(declined)), () if declined else tuple(sorted(unknown)), left)


def _in_order(text: str, asked: Asked, found: Mapping[str, Candidate], today: date | None) -> dict[str, Candidate]:
    """Answers given in the order of the questions; where each was answered, they go before any other reading."""
    answers = tuple(
        read_in_order(text, asked, lambda part, name: by_rules(part, fields=(name,), today=today).facts.get(name))
    )
    whole = len(answers) == len(asked.fields) - len(asked.loose)
    return {item.field: item for item in answers if whole or item.field not in found}


def _with_stated(asked: Asked, question: str | None) -> Asked:
    """What the question itself puts forward ("so the race is in 12 weeks?") is asked for too."""
    if not question or not _CONFIRMS.search(question) or own_questions(question)[0]:
        return asked
    told = by_rules(_YOU.sub(lambda found: _MINE[found[0]], stated(question.lower())))
    if not told.facts:
        return asked
    names = tuple(  # a yes confirms what is stated: where that is a no, it affirms nothing
        name for name, fact in told.facts.items() if name not in asked.fields and fact.value is not False
    )
    numbers = {name: float(fact.value) for name, fact in told.facts.items() if isinstance(fact.value, int | float)}
    # a no is said to what the question states
    return replace(asked, fields=(*asked.fields, *names), closed=(), stated=numbers)


def _left_out(
    silent: frozenset[str], place: int | None, skeleton: Skeleton, claims: Assertions, question: str
) -> frozenset[str]:
    """Of the asked fields without a fact, those that the words at `place` leave so: those that the clause behind them
    names, else those of the sentence, else those of the part of the question that they take a word from, else all.
    """
    if place is None:
        return frozenset()
    low, high = claims.sentence(place)
    cuts = [cut.end() for cut in _NEXT_CLAUSE.finditer(skeleton.text, low, place)]
    for start in (*cuts[-1:], low):
        if named := _named(skeleton.text[start:high], silent):
            return named
    return _taken_up(skeleton.text[place:high], question, silent) or silent


def _taken_up(words: str, question: str, silent: frozenset[str]) -> frozenset[str]:
    """ "I'll pass on my head", where a knock to the head was asked about: what that part of the question names."""
    things = {found[1] for found in _OBJECT.finditer(words)}
    parts = [part for part in _QUESTION_PART.split(question) if things & set(_WORD.findall(part))]
    return frozenset[str]().union(*(_named(part, silent) for part in parts))


def _named(words: str, silent: frozenset[str]) -> frozenset[str]:
    named = {item.field for found in find(words) for item in found.named if not item.general}
    named |= {name for name in silent if any(len(part) >= _TELLING and part in words for part in name.split("_"))}
    return frozenset(named & silent)


def _read(skeleton: Skeleton, claims: Assertions, asked: Asked, today: date | None) -> dict[str, Candidate]:
    """What the readers say, the plainest first: who comes first has the field."""
    names = frozenset(asked.fields)
    ranked = list(patterns.read(skeleton, claims, names, asked.text, asked.loose))
    found = _resolve(ranked, replies.corrections(skeleton.text))
    reckoned = {candidate.field: candidate for candidate in read_reckoned(skeleton, claims, asked)}
    found |= {name: candidate for name, candidate in reckoned.items() if name in SUMS or name not in found}
    told = list(_specialists(skeleton, claims, asked, today))
    _join(found, (item for item in told if item.field != _COUNTED))
    _join(found, _by_word(skeleton, claims, asked))
    _add(found, assign(skeleton, claims, asked, _spans(found), frozenset(found)))
    _add(found, bare.read_bare(skeleton, claims, asked, _spans(found), frozenset(found)))
    _add(found, (item for item in told if item.field == _COUNTED))
    _add(found, days_with_lengths(found, asked))
    found = {name: item for name, item in found.items() if of_today(item, skeleton)}
    if of_a_partner(skeleton.text):
        found = {name: item for name, item in found.items() if name not in OF_A_BIRTH or not item.value}
    _add(found, read_whole_answer(skeleton, claims, asked, dict(found)))
    found = without_hedged(found, skeleton)
    return consistent(without_evaded(found, skeleton, claims), skeleton, claims, names)


def _add(found: dict[str, Candidate], more: Iterable[Candidate]) -> None:
    for candidate in more:
        found.setdefault(candidate.field, candidate)


def _join(found: dict[str, Candidate], more: Iterable[Candidate]) -> None:
    """Who comes first has the field; what others affirm of a list of values belongs to it as well."""
    for candidate in more:
        before = found.setdefault(candidate.field, candidate)
        if before is not candidate and candidate.field in LISTS:
            values = {*_values(before), *_values(candidate)}
            found[candidate.field] = replace(before if before.value else candidate, value=tuple(sorted(values)))


def _values(candidate: Candidate) -> tuple[str, ...]:
    return candidate.value if isinstance(candidate.value, tuple) else ()


def _spans(found: Mapping[str, Candidate]) -> frozenset[Span]:
    return frozenset(candidate.span for candidate in found.values())


def _by_word(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """Yes, no, names of things and their denials."""
    theirs = any(item.standing in ("other", "hypothetical") for item in claims.stretches)
    if not theirs or replies.has_yes(skeleton.text):
        polar = list(read_polar(skeleton, claims, asked))
        yield from (_with_named(item, skeleton, claims, asked) for item in polar)
    yield from read_numbered(skeleton, claims, asked)
    yield from read_lists(skeleton, claims, asked)
    yield from read_denials(skeleton, claims, asked)


def _with_named(item: Candidate, skeleton: Skeleton, claims: Assertions, asked: Asked) -> Candidate:
    """The standard questions that got a yes, with those that the same reply affirms in other words."""
    if item.field != "parq_yes" or not item.value or not isinstance(item.value, tuple):
        return item
    named = [other.value for other in read_lists(skeleton, claims, asked) if other.field == item.field]
    more = {value for values in named if isinstance(values, tuple) for value in values}
    return replace(item, value=tuple(sorted({*item.value, *more})))


def _specialists(skeleton: Skeleton, claims: Assertions, asked: Asked, today: date | None) -> Iterator[Candidate]:
    names = frozenset(asked.fields)
    yield from read_races(skeleton, claims, asked)
    yield from read_days(skeleton, claims, asked)
    yield from read_minutes(skeleton, claims, names, asked.text)
    yield from read_choice(skeleton, asked)
    yield from read_bones(skeleton, claims, names, asked.text)
    yield from read_eating(skeleton, claims)
    yield from read_family(skeleton, claims)
    yield from read_risk_factors(skeleton, claims, asked)
    yield from read_illness(skeleton, claims, asked)
    yield from read_clearances(skeleton, claims, names, asked.text)
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


def _valid(candidate: Candidate, skeleton: Skeleton) -> Extracted | None:
    field = catalogue().fields.get(candidate.field)
    if field is None:
        return None
    value = candidate.value
    if isinstance(value, float) and not isinstance(value, bool):
        value = round(value, 4)
        if candidate.field == "age_years":
            if value * 4 % 1:
                return None  # nobody tells an age in tenths
            value = int(value)  # nobody is fifteen before the birthday
        elif field.type == "int":
            # A range has no whole middle: the smaller promise is the safer one. A converted span is rounded.
            value = int(value) if candidate.confidence == "inferred" else round(value)
        elif value.is_integer():
            value = int(value)
    if check_value(candidate.field, value) is not None:
        return None
    worst = worst_of_range(candidate, skeleton)
    return Extracted(value, field.unit, candidate.span, candidate.confidence, worst)
