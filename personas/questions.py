"""What a coach's message asks of the athlete, as dialogue acts. Knows the field catalogue; knows no persona."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from personas.acts import Ask, CoachAct, Plain, SumUp
from personas.question_sentences import QuestionMessage, QuestionSentence, asking, first_word, message_of, open_words
from personas.question_words import Cue, NamedField, PhraseFound, question_words

_CHECKED_AT_MOST = 2  # a check that names more fields is a summary
_THOUSANDS = 3  # digits behind a comma that are no decimals
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class _Claim(NamedTuple):
    """A place in the message that asks for a field."""

    start: int
    end: int
    named: NamedField
    sentence: int
    open: bool = True


@lru_cache(maxsize=4096)
def read_questions(text: str) -> tuple[CoachAct, ...]:
    """The acts that `text` performs by asking, in its order, each field once; what it only states asks nothing."""
    message = message_of(text)
    acts: list[tuple[int, CoachAct]] = []
    claims: list[_Claim] = []
    asked = list(asking(message))
    for index, sentence in enumerate(message.sentences):
        if not asked[index]:
            acts += _stated(message, sentence)
            continue
        heard = open_words(message, sentence)
        here = list(_claims(message, index, heard))
        plain = list(_plain(message, sentence, has_fields=bool(here)))
        leads_on = index + 1 < len(asked) and asked[index + 1] and message.sentences[index + 1].bullet
        if any(act.kind == "sum_up" for _, act in plain):
            here = [] if len({claim.named.field for claim in here}) > _CHECKED_AT_MOST else here
            plain = _checked(message, sentence, plain, named=bool(here))
        claims += here
        acts += plain
        if not here and not plain and not leads_on and _is_question(message, sentence):
            acts.append((sentence.first, Plain(kind="ask_other", words=sentence.text)))
    acts += _asks(message, _by_heart(message, claims), asked)
    return tuple(act for _, act in sorted(acts, key=lambda placed: placed[0]))


def _is_question(message: QuestionMessage, sentence: QuestionSentence) -> bool:
    """By its mark, or as it begins with a request; "by what you tell me" is neither."""
    begin = first_word(message, sentence)
    return sentence.marked or any(cue.start == begin for cue in message.cues("requests", begin, sentence.last))


def _claims(message: QuestionMessage, index: int, heard: frozenset[int]) -> Iterator[_Claim]:
    """What the open words of one asking sentence ask for."""
    sentence = message.sentences[index]
    found = [f for f in message.phrases.found if f.start in heard and f.end - 1 in heard and f.end <= sentence.last]
    found += _follow_ups(message, sentence, heard)
    kept = _longest(found)
    claims = [_Claim(f.start, f.end, named, index) for f in kept for named in f.named]
    sounding = frozenset(claim.named.field for claim in claims if not claim.named.values)
    quiet = question_words().quiet
    claims = [c for c in claims if not c.named.values or c.named.field not in quiet or c.named.field in sounding]
    opened = bool(message.cues("open", sentence.first, sentence.last))
    for claim in _uncontested(claims):
        field = _turned(message, sentence, claim)
        if field is not None:
            values = claim.named.values if field == claim.named.field else ()
            yield claim._replace(named=claim.named._replace(field=field, values=values), open=opened or not values)


def _follow_ups(message: QuestionMessage, sentence: QuestionSentence, heard: frozenset[int]) -> Iterator[PhraseFound]:
    """Words that mean a field only after something else was spoken of: "if so, where?"."""
    for index, follow_up in enumerate(question_words().follow_ups):
        for cue in message.cues(f"follow {index}", sentence.first, sentence.last):
            if cue.start in heard and message.cues(f"after {index}", 0, sentence.last):
                yield PhraseFound(cue.start, cue.end, tuple(NamedField(field) for field in follow_up.fields))


def _longest(found: Iterable[PhraseFound]) -> list[PhraseFound]:
    """Without the phrases that lie inside a longer one: "weight" in "goal weight" is not asked."""
    kept: list[PhraseFound] = []
    for phrase in sorted(found, key=lambda phrase: (phrase.start, -phrase.end)):
        if not any(_hides(other, phrase) for other in kept):
            kept.append(phrase)
    return kept


def _hides(outer: PhraseFound, inner: PhraseFound) -> bool:
    longer = (outer.start, outer.end) != (inner.start, inner.end)
    if not (longer and outer.start <= inner.start and inner.end <= outer.end):
        return False
    quiet = bool(outer.named) and all(named.values and named.field in question_words().quiet for named in outer.named)
    plain = {named.field for named in outer.named if not named.values}
    spelt_out = bool(inner.named) and all(named.values and named.field in plain for named in inner.named)
    return not quiet and not spelt_out


def _uncontested(claims: list[_Claim]) -> list[_Claim]:
    """Where one phrase is a value of several fields: of those the one that is asked anyway, else a screening field."""
    rivals: dict[tuple[int, int], list[NamedField]] = {}
    for claim in claims:
        rivals.setdefault((claim.start, claim.end), []).append(claim.named)
    clear = {c.named.field for c in claims if not _contested(rivals[c.start, c.end])}
    return [c for c in claims if c.named.field in _owners(rivals[c.start, c.end], clear)]


def _contested(rivals: list[NamedField]) -> bool:
    return any(named.values for named in rivals) and len({named.field for named in rivals}) > 1


def _owners(rivals: list[NamedField], clear: set[str]) -> set[str]:
    everybody = {named.field for named in rivals}
    if not _contested(rivals):
        return everybody
    own = {named.field for named in rivals if not named.values and not named.general}
    return own or everybody & clear or everybody & set(catalogue().screening) or {min(everybody)}


def _turned(message: QuestionMessage, sentence: QuestionSentence, claim: _Claim) -> str | None:
    """The field that is meant, by the words around it; None where none is."""
    field: str | None = claim.named.field
    clause = message.clause_around(claim.start, claim.end)
    clause = max(clause[0], sentence.first), min(clause[1], sentence.last)
    for index, turn in enumerate(question_words().turns):
        if field not in turn.fields or message.cues(f"unless {index}", *clause):
            continue
        if message.cues(f"where {index}", *((0, claim.start) if turn.before else clause)):
            field = turn.fields[field]
    return field


def _plain(message: QuestionMessage, sentence: QuestionSentence, *, has_fields: bool) -> Iterator[tuple[int, CoachAct]]:
    """The acts of an asking sentence that ask for no field."""
    for kind in ("ask_goal", "ask_more", "ask_accept", "ask_change"):
        cues = message.cues(kind, sentence.first, sentence.last)
        if cues and not (has_fields and kind in {"ask_goal", "ask_more"}):
            yield cues[0].start, Plain(kind=kind, words=sentence.text)
    if cues := [
        *message.cues("confirm", sentence.first, sentence.last),
        *message.cues("summary", sentence.first, sentence.last),
        *_tags(message, sentence),
    ]:
        yield cues[0].start, SumUp(words=sentence.text, facts={})


def _tags(message: QuestionMessage, sentence: QuestionSentence) -> list[Cue]:
    """ "right?" as the last clause of its own."""
    tags = message.cues("tags", sentence.first, sentence.last)
    return [cue for cue in tags if cue.end == sentence.last and message.clause_around(*cue)[0] == cue.start]


def _stated(message: QuestionMessage, sentence: QuestionSentence) -> Iterator[tuple[int, CoachAct]]:
    """The acts of a sentence that asks nothing; a goodbye begins its sentence."""
    if cues := message.cues("explain_block", sentence.first, sentence.last):
        yield cues[0].start, Plain(kind="explain_block", words=sentence.text)
    begin = first_word(message, sentence)
    if any(cue.start == begin for cue in message.cues("goodbye", sentence.first, sentence.last)):
        yield begin, Plain(kind="goodbye", words=sentence.text)


def _checked(
    message: QuestionMessage, sentence: QuestionSentence, plain: list[tuple[int, CoachAct]], *, named: bool
) -> list[tuple[int, CoachAct]]:
    """A check of one or two figures asks for them; any other sums up what the message states."""
    facts = _figures(message, sentence.last)
    fields = {n.field for f in message.phrases.found if f.end <= sentence.last for n in f.named if not n.general}
    whole = bool(message.cues("summary", 0, sentence.last))
    if named or (not whole and facts and len(facts) <= _CHECKED_AT_MOST and len(fields) <= _CHECKED_AT_MOST + 1):
        place = next(place for place, act in plain if act.kind == "sum_up")
        asks = [(place, Ask(words=sentence.text, field=field)) for field in facts if not named]
        return [*((place, act) for place, act in plain if act.kind != "sum_up"), *asks]
    return [(place, act.model_copy(update={"facts": facts}) if act.kind == "sum_up" else act) for place, act in plain]


def _figures(message: QuestionMessage, last: int) -> dict[str, float]:
    """The facts of which the message states exactly one figure up to word `last`, in the catalogue's units."""
    found: dict[str, set[float]] = {}
    for index, figure in enumerate(question_words().figures):
        places = [cue.end for cue in message.cues(f"before {index}", 0, last)]
        places += [cue.start - 1 for cue in message.cues(f"behind {index}", 0, last)]
        for place in places:
            value = _number(message.words[place]) if 0 <= place < len(message.words) else None
            if value is not None and not message.cues(f"not {index}", *message.clause_around(place, place + 1)):
                found.setdefault(figure.field, set()).add(round(value * figure.factor, 1))
    return {field: min(values) for field, values in found.items() if len(values) == 1}


def _number(word: str) -> float | None:
    if not word[0].isdecimal():
        return float(_NUMBERS.index(word)) if word in _NUMBERS else None
    whole, _, decimals = word.replace(",", ".").partition(".")
    return float(f"{whole}.{decimals}") if len(decimals) < _THOUSANDS else float(f"{whole}{decimals}")


def _by_heart(message: QuestionMessage, claims: list[_Claim]) -> list[_Claim]:
    """A question of the catalogue's own asks for all of its fields and the entries that it names, and for no other."""
    for name, question in catalogue().questions.items():
        for cue in message.phrases.cues.get(f"own {name}", ()):
            index = next(i for i, sentence in enumerate(message.sentences) if sentence.last > cue.start)
            claims = [c for c in claims if not cue.start <= c.start < cue.end]
            claims += [
                _Claim(cue.start, cue.end, NamedField(field, values), index, field not in catalogue().in_parts)
                for item in question.items
                for field, values in item.asks.items()
            ]
    return claims


def _asks(message: QuestionMessage, claims: list[_Claim], asked: list[bool]) -> Iterator[tuple[int, CoachAct]]:
    """One act a field, at its first mention."""
    by_field: dict[str, list[_Claim]] = {}
    for claim in sorted(claims, key=lambda claim: (claim.start, -claim.end)):
        by_field.setdefault(claim.named.field, []).append(claim)
    for field, places in by_field.items():
        first = places[0]
        yield (
            first.start,
            Ask(
                words=message.sentences[first.sentence].text,
                field=field,
                values=tuple(dict.fromkeys(value for place in places for value in place.named.values)),
                specific=any(not place.named.general for place in places),
                open=any(place.open for place in places),
                optional=_optional(message, first.sentence, asked),
            ),
        )


def _optional(message: QuestionMessage, index: int, asked: list[bool]) -> bool:
    """Whether its sentence, or a statement right after it, lets the athlete skip the question."""
    stated_next = asked[index + 1 : index + 2] == [False]
    near = message.sentences[index : index + 1 + stated_next]
    return any(message.cues("optional", sentence.first, sentence.last) for sentence in near)
