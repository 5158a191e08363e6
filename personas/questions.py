"""What a coach's message asks of the athlete, as dialogue acts. Knows the field catalogue, no persona and no session."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from personas.acts import Ask, CoachAct, Plain, SumUp
from personas.question_words import Cue, Found, Named, Phrases, phrases_in, question_words, words_in

_BULLET = re.compile(r"(?m)^[ \t>*_#]*(?:[-*+\u2022\u2013\u2014]|\(?(?:\d{1,2}|[a-h])[.)])[*_]*[ \t]+")
_STOP = re.compile(r"[.!?\u2026\n]")
_PAUSE = re.compile(r"[,;:()\u2013\u2014\u2022]| - ")
_TAIL = re.compile(r"[^\w\n]*?[.!?\u2026:]+")
_ABBREVIATED = frozenset({"e", "g", "i", "approx", "vs", "incl"})
_CHECKED_AT_MOST = 2  # a check that names more fields is a summary
_NUMBERS = {word: n for n, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)}


class _Sentence(NamedTuple):
    """Words `first` to before `last`; `text` as it was written; how it ends and begins."""

    first: int
    last: int
    text: str
    marked: bool
    colon: bool
    bullet: bool


class _Claim(NamedTuple):
    """A place in the message that asks for a field."""

    start: int
    end: int
    named: Named
    sentence: int
    open: bool = True


class _Message(NamedTuple):
    words: list[str]
    sentences: list[_Sentence]
    clauses: list[int]  # the clause of each word
    phrases: Phrases

    def cues(self, name: str, start: int, end: int) -> list[Cue]:
        """Where phrases of this kind stand among the words from `start` to before `end`."""
        return [cue for cue in self.phrases.cues.get(name, ()) if start <= cue.start and cue.end <= end]

    def clause_around(self, start: int, end: int) -> tuple[int, int]:
        """The words of the clauses that hold the words from `start` to before `end`, within their sentence."""
        first, last = start, end
        while first > 0 and self.clauses[first - 1] == self.clauses[start]:
            first -= 1
        while last < len(self.words) and self.clauses[last] == self.clauses[end - 1]:
            last += 1
        return first, last


@lru_cache(maxsize=4096)
def read_questions(text: str) -> tuple[CoachAct, ...]:
    """The acts that `text` performs by asking, in its order, each field once; what it only states asks nothing."""
    message = _message(text)
    acts: list[tuple[int, CoachAct]] = []
    claims: list[_Claim] = []
    asking = list(_asking(message.sentences, message))
    for index, sentence in enumerate(message.sentences):
        if not asking[index]:
            acts += _stated(message, sentence)
            continue
        heard = _open_words(message, sentence)
        here = list(_claims(message, index, heard))
        plain = list(_plain(message, sentence, has_fields=bool(here)))
        leads_on = index + 1 < len(asking) and asking[index + 1] and message.sentences[index + 1].bullet
        if any(act.kind == "sum_up" for _, act in plain):
            here = [] if len({claim.named.field for claim in here}) > _CHECKED_AT_MOST else here
            plain = _checked(message, sentence, plain, bool(here))
        claims += here
        acts += plain
        if not here and not plain and not leads_on:
            acts.append((sentence.first, Plain(kind="ask_other", words=sentence.text)))
    acts += _asks(message, _by_heart(message, claims), asking)
    return tuple(act for _, act in sorted(acts, key=lambda placed: placed[0]))


def _message(text: str) -> _Message:
    text = _BULLET.sub(lambda found: "\u2022".rjust(len(found.group())), text)
    found = list(words_in(text))
    words = [word.group().lower() for word in found]
    gaps = [text[a.end() : b.start()] for a, b in zip(found, found[1:], strict=False)]
    ends = [i + 1 for i, gap in enumerate(gaps) if _STOP.search(gap) and not _abbreviated(words[i], gap)]
    phrases = phrases_in(words)
    sentences = []
    for first, last in zip([0, *ends], [*ends, len(words)], strict=True):
        if first == last:
            continue
        after = text[found[last - 1].end() : found[last].start() if last < len(words) else len(text)]
        tail = _TAIL.match(after)
        end = found[last - 1].end() + (tail.end() if tail else 0)
        before = text[found[first - 1].end() if first else 0 : found[first].start()]
        marked, colon = "?" in after.split("\n")[0], ":" in after
        sentences.append(_Sentence(first, last, text[found[first].start() : end], marked, colon, "\u2022" in before))
    return _Message(words, sentences, _clauses(words, gaps, sentences, phrases), phrases)


def _abbreviated(word: str, gap: str) -> bool:
    return word in _ABBREVIATED and gap.strip() in {".", ".,"}


def _clauses(words: list[str], gaps: list[str], sentences: list[_Sentence], phrases: Phrases) -> list[int]:
    """The number of the clause of each word: it begins after a pause, or where a conjunction leads to a question."""
    openers = {cue.start for cue in phrases.cues.get("openers", ())}
    joints = {cue.end for cue in phrases.cues.get("fillers", ())}
    firsts = {sentence.first for sentence in sentences}
    clause, clauses = 0, []
    for index in range(len(words)):
        pause = index > 0 and bool(_PAUSE.search(gaps[index - 1]))
        clause += index in firsts or pause or (index in openers and index in joints)
        clauses.append(clause)
    return clauses


def _asking(sentences: list[_Sentence], message: _Message) -> Iterator[bool]:
    """Of each sentence whether it wants an answer: a question, a request, a bullet below one, what goes on with one."""
    asked = listing = False
    for sentence in sentences:
        first, last = sentence.first, sentence.last
        start = _begin(message, sentence)
        requests = message.cues("requests", first, last)
        goes_on = any(cue.start == start for cue in message.cues("elaborations", first, last))
        opens = any(cue.start == start for cue in message.cues("bare_openers", first, last))
        asks = sentence.marked or bool(requests) or opens or (goes_on and asked) or (sentence.bullet and listing)
        announces = sentence.colon and (asks or bool(message.cues("announcers", first, last)))
        listing = announces or (sentence.bullet and listing) or (asks and not sentence.bullet)
        asked = asks
        yield asks


def _begin(message: _Message, sentence: _Sentence) -> int:
    """The first word of the sentence that is no filler."""
    fillers = {cue.start: cue.end for cue in message.cues("fillers", sentence.first, sentence.last)}
    start = sentence.first
    while start in fillers:
        start = fillers[start]
    return start


def _open_words(message: _Message, sentence: _Sentence) -> frozenset[int]:
    """The words that ask: no lead that states, no reason, no offer, nothing about other people or other times."""
    first, last = sentence.first, sentence.last
    turns = _turns(message, sentence)
    closed: set[int] = set()
    if turns and _states(message, first, turns[0]):
        closed.update(range(first, turns[0]))
    for cue in message.cues("reasons", first + 1, last):
        closed.update(range(cue.start, next((turn for turn in turns if turn > cue.end), last)))
    for name in ("elsewhere", "offers", "ask_accept", "confirm", "summary"):
        for cue in message.cues(name, first, last):
            closed.update(range(cue.start, message.clause_around(cue.start, cue.end)[1]))
    for cue in message.cues("others", first, last):
        closed.update(range(*message.clause_around(cue.start, cue.end)))
    return frozenset(range(first, last)) - closed


def _turns(message: _Message, sentence: _Sentence) -> list[int]:
    """The words at which the sentence turns to asking: a request, or an opener that begins a clause."""
    turns = {cue.start for cue in message.cues("requests", sentence.first, sentence.last)}
    for cue in message.cues("openers", sentence.first, sentence.last):
        begin = max(message.clause_around(*cue)[0], sentence.first)
        if not _states(message, begin, cue.start):
            turns.add(cue.start)
    return sorted(turns)


def _states(message: _Message, start: int, end: int) -> bool:
    """Whether somebody or something is spoken of from word `start` to before `end`."""
    return not set(message.words[start:end]).isdisjoint(question_words().cues["states"])


def _claims(message: _Message, index: int, heard: frozenset[int]) -> Iterator[_Claim]:
    """What the open words of one asking sentence ask for."""
    sentence = message.sentences[index]
    found = [f for f in message.phrases.found if f.start in heard and f.end - 1 in heard and f.end <= sentence.last]
    found += _alone(message, sentence, heard)
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


def _alone(message: _Message, sentence: _Sentence, heard: frozenset[int]) -> Iterator[Found]:
    """Words that ask for a field only where they are a clause of their own: "And the race?"."""
    fillers = {i for name in ("fillers", "articles") for cue in message.cues(name, sentence.first, sentence.last)
               for i in range(cue.start, cue.end)}  # fmt: skip
    for field in question_words().alone:
        for cue in message.cues(f"alone {field}", sentence.first, sentence.last):
            rest = set(range(*message.clause_around(cue.start, cue.end))) - set(range(cue.start, cue.end))
            if rest <= fillers and cue.start in heard:
                yield Found(cue.start, cue.end, (Named(field),))


def _follow_ups(message: _Message, sentence: _Sentence, heard: frozenset[int]) -> Iterator[Found]:
    """Words that mean a field only after something else was spoken of: "if so, where?"."""
    for index, follow_up in enumerate(question_words().follow_ups):
        for cue in message.cues(f"follow {index}", sentence.first, sentence.last):
            if cue.start in heard and message.cues(f"after {index}", 0, sentence.last):
                yield Found(cue.start, cue.end, tuple(Named(field) for field in follow_up.fields))


def _longest(found: Iterable[Found]) -> list[Found]:
    """Without the phrases that lie inside a longer one: "weight" in "goal weight" is not asked."""
    kept: list[Found] = []
    for phrase in sorted(found, key=lambda phrase: (phrase.start, -phrase.end)):
        if not any(_hides(other, phrase) for other in kept):
            kept.append(phrase)
    return kept


def _hides(outer: Found, inner: Found) -> bool:
    longer = (outer.start, outer.end) != (inner.start, inner.end)
    if not (longer and outer.start <= inner.start and inner.end <= outer.end):
        return False
    quiet = bool(outer.named) and all(named.values and named.field in question_words().quiet for named in outer.named)
    plain = {named.field for named in outer.named if not named.values}
    spelt_out = bool(inner.named) and all(named.values and named.field in plain for named in inner.named)
    return not quiet and not spelt_out


def _uncontested(claims: list[_Claim]) -> list[_Claim]:
    """Where one phrase is a value of several fields: of those the one that is asked anyway, else a screening field."""
    rivals: dict[tuple[int, int], list[Named]] = {}
    for claim in claims:
        rivals.setdefault((claim.start, claim.end), []).append(claim.named)
    clear = {c.named.field for c in claims if not _contested(rivals[c.start, c.end])}
    return [c for c in claims if c.named.field in _owners(rivals[c.start, c.end], clear)]


def _contested(rivals: list[Named]) -> bool:
    return any(named.values for named in rivals) and len({named.field for named in rivals}) > 1


def _owners(rivals: list[Named], clear: set[str]) -> set[str]:
    everybody = {named.field for named in rivals}
    if not _contested(rivals):
        return everybody
    own = {named.field for named in rivals if not named.values and not named.general}
    return own or everybody & clear or everybody & set(catalogue().screening) or {min(everybody)}


def _turned(message: _Message, sentence: _Sentence, claim: _Claim) -> str | None:
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


def _plain(message: _Message, sentence: _Sentence, *, has_fields: bool) -> Iterator[tuple[int, CoachAct]]:
    """The acts of an asking sentence that ask for no field."""
    for kind in ("ask_goal", "ask_more", "ask_accept", "ask_change"):
        cues = message.cues(kind, sentence.first, sentence.last)
        if cues and not (has_fields and kind in {"ask_goal", "ask_more"}):
            yield cues[0].start, Plain(kind=kind, words=sentence.text)  # type: ignore[arg-type]
    if cues := [*message.cues("confirm", sentence.first, sentence.last), *message.cues("summary", sentence.first, sentence.last), *_tags(message, sentence)]:
        yield cues[0].start, SumUp(words=sentence.text, facts={})


def _tags(message: _Message, sentence: _Sentence) -> list[Cue]:
    """ "right?" as the last clause of its own."""
    tags = message.cues("tags", sentence.first, sentence.last)
    return [cue for cue in tags if cue.end == sentence.last and message.clause_around(*cue)[0] == cue.start]


def _stated(message: _Message, sentence: _Sentence) -> Iterator[tuple[int, CoachAct]]:
    for kind in ("explain_block", "goodbye"):
        if cues := message.cues(kind, sentence.first, sentence.last):
            yield cues[0].start, Plain(kind=kind, words=sentence.text)  # type: ignore[arg-type]


def _checked(
    message: _Message, sentence: _Sentence, plain: list[tuple[int, CoachAct]], named: bool
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


def _figures(message: _Message, last: int) -> dict[str, float]:
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
    return float(word.replace(",", ".")) if word[0].isdigit() else _NUMBERS.get(word)


def _by_heart(message: _Message, claims: list[_Claim]) -> list[_Claim]:
    """A question of the catalogue's own asks for all of its fields, and for no other."""
    for name in catalogue().questions:
        for cue in message.phrases.cues.get(f"own {name}", ()):
            own = [field for field, entry in catalogue().fields.items() if entry.question == name]
            index = next(i for i, sentence in enumerate(message.sentences) if sentence.last > cue.start)
            claims = [c for c in claims if not cue.start <= c.start < cue.end or c.named.field in own]
            claims += [_Claim(cue.start, cue.end, Named(field), index) for field in own]
    return claims


def _asks(message: _Message, claims: list[_Claim], asking: list[bool]) -> Iterator[tuple[int, CoachAct]]:
    """One act a field, at its first mention."""
    by_field: dict[str, list[_Claim]] = {}
    for claim in sorted(claims, key=lambda claim: (claim.start, -claim.end)):
        by_field.setdefault(claim.named.field, []).append(claim)
    for field, places in by_field.items():
        first = places[0]
        yield first.start, Ask(
            words=message.sentences[first.sentence].text,
            field=field,
            values=tuple(dict.fromkeys(value for place in places for value in place.named.values)),
            specific=any(not place.named.general for place in places),
            open=any(place.open for place in places),
            optional=_optional(message, first.sentence, asking),
        )


def _optional(message: _Message, index: int, asking: list[bool]) -> bool:
    """Whether its sentence, or a statement right after it, lets the athlete skip the question."""
    near = message.sentences[index : index + 2]
    if len(near) == 2 and asking[index + 1]:  # noqa: PLR2004
        near = near[:1]
    return any(message.cues("optional", sentence.first, sentence.last) for sentence in near)
