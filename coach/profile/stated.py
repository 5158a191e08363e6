"""What a text states in so many words: entries of the catalogue's lists, or a mere yes or no. Knows no session."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from coach.profile.catalogue import catalogue
from coach.profile.health_doubts import health_words
from coach.profile.health_words import health_phrases, plain_words
from coach.records.fact import Value
from coach.sentences import remarks


def stated_values(text: str) -> dict[str, Value]:
    """What `text` states beyond doubt, values by field: no denial, no supposition, nobody else, not nearly."""
    told = {phrase.words for phrase in health_phrases(text) if not (phrase.doubted or phrase.denied)}
    nearly = " . ".join(words for words in told if words not in _stated())
    found: dict[str, dict[str, None]] = {}
    tokens = plain_words(text)
    of_now = _YEAR.search(text) is None and _any_of(health_words().not_now).search(" ".join(tokens)) is None
    for words, (name, entry) in _stated().items():
        holds = (of_now or name not in health_words().of_now) and _is_said(words, entry, tokens)
        if words in told and words not in nearly and holds:
            found.setdefault(name, {})[entry] = None
    return {name: _value(name, tuple(entries)) for name, entries in found.items()}


_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def _is_said(words: str, entry: str, tokens: Sequence[str]) -> bool:
    """Whether somebody who may say so is named, and nothing right behind the words limits it."""
    people = health_words().said_by.get(entry)
    if people is None:
        return True
    behind = f" {' '.join(tokens)} ".partition(f" {words} ")[2].split()
    return not people.isdisjoint(tokens) and health_words().narrowed.isdisjoint(behind[:1])


def _value(name: str, entries: tuple[str, ...]) -> Value:
    """Of a list the entries, of an enum the first of them; a yes-or-no field is so."""
    kind = catalogue().fields[name].type
    return entries if kind == "list" else True if kind == "bool" else entries[0]


def not_never(texts: Iterable[str]) -> frozenset[str]:
    """The fields of which `texts` say beyond doubt that their `none`, never, is not true; a question says nothing."""
    said = (each for text in texts for each in remarks(text) if not each.rstrip().endswith("?"))
    phrases = (phrase for each in said for phrase in health_phrases(each))
    told = {phrase.words for phrase in phrases if not (phrase.doubted or phrase.denied)}
    return frozenset(name for name, words in health_words().not_never.items() if not told.isdisjoint(words))


def entries_named(name: str, text: str, *, told: bool = False) -> tuple[str, ...]:
    """The entries of the list `name` of which a word stands in `text`; where `told`, in no doubt."""
    field = catalogue().fields[name]
    if field.type != "list":
        return ()
    found = {phrase.words for phrase in health_phrases(text) if not (told and phrase.doubted)}
    return tuple(entry for entry, words in _words_of(name).items() if not found.isdisjoint(words))


@lru_cache(1024)
def matters_named(text: str) -> frozenset[str]:
    """How the questions on health name the matters of whose entries a word stands in `text`: "chest pain or pressure".

    One matter may have several entries: all that the question asks about in these words.
    """
    return frozenset(
        item.say
        for question in catalogue().questions.values()
        for item in question.items
        if any(set(values).intersection(entries_named(name, text)) for name, values in item.asks.items() if values)
    )


@cache
def symptoms_behind(yes: str) -> tuple[str, ...]:
    """The symptoms one of which explains this yes to the general health question; none where others may, too."""
    items = [item for question in catalogue().questions.values() for item in question.items]
    behind = [item.asks.get("symptoms", ()) for item in items if yes in item.asks.get("parq_yes", ())]
    alone = [item for item in items if yes in item.asks.get("parq_yes", ()) and len(item.asks) > len(_EXPLAINED)]
    return tuple(each for found in behind for each in found) if all(behind) and not alone else ()


def note_of_yes(yes: str) -> str:
    """The name of a note on this yes where nothing explains it ("fainting: yes"), or nothing where others may."""
    behind = symptoms_behind(yes)
    return f"{catalogue().fields['symptoms'].values[behind[0]].words[0]}: yes" if behind else ""


_EXPLAINED = ("symptoms", "parq_yes")


def is_mere_no(text: str) -> bool:
    """Whether the whole text is a no, and a sure one."""
    said, known = " ".join(plain_words(text)), health_words()
    begins = _any_of(known.noes).match(said) is not None and not _any_of(known.in_part).search(said)
    return begins and _consists_of(said, (*known.noes, *known.beside_no))


def is_mere_yes(text: str) -> bool:
    """Whether the whole text is a yes."""
    return _consists_of(" ".join(plain_words(text)), health_words().yeses)


def names_nothing(text: str) -> bool:
    """Whether the whole text is a no, however sure: whatever was asked, it names no illness and no symptom."""
    said = " ".join(plain_words(text))
    return is_mere_no(text) or re.sub("^(?:no|nope|nah) ", "", said) in health_words().hedged_noes


def says_only_no(text: str) -> bool:
    """Whether the text has but words of a no, and names nothing that it denies."""
    known = health_words()
    return {*plain_words(text)} <= {*known.denied_before, *known.filling, *known.noes, *known.beside_no}


def _consists_of(said: str, phrases: tuple[str, ...]) -> bool:
    return bool(said) and not _any_of(phrases).sub("", said).strip()


@cache
def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(phrases, key=len, reverse=True))})\b")


@cache
def _words_of(name: str) -> Mapping[str, frozenset[str]]:
    """The catalogue's words for each entry, and those of a topic that asks about it."""
    named: dict[str, set[str]] = {
        entry: {" ".join(plain_words(word)) for word in value.words}
        for entry, value in catalogue().fields[name].values.items()
    }
    for topic in health_words().topics:
        if topic.entry in named and name in topic.fields:
            named[topic.entry].update(" ".join(plain_words(word)) for word in (*topic.words, *topic.stems))
    return {entry: frozenset(words) for entry, words in named.items()}


@cache
def _stated() -> Mapping[str, tuple[str, str]]:
    return {
        words: (name, entry)
        for name, entries in health_words().stated.items()
        for entry, listed in entries.items()
        for words in listed
    }
