"""Answers in words: composes clauses from the stock, so that nothing is said twice. Chooses no facts."""

import re
from dataclasses import dataclass
from random import Random

from coach.profile.catalogue import catalogue
from personas.offline.choose import Answer, How
from personas.offline.dice import likely
from personas.offline.memory import Memory
from personas.offline.values import Manner, Units, listed, worded
from personas.offline.wordings import FactWords, facts, manner

_SLOT = re.compile(r"\{v\}")
_PLAIN = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(
    (
        "most", "many", "much", "long", "often", "have", "would", "like", "want", "your", "what", "that", "with",
        "from", "last", "past", "time", "times", "reach", "about", "build",
    )
)  # fmt: skip
_ARTICLE = re.compile(r"\ban? (?=\w)")
_MANY = 3  # denials beyond which they are run together
_SEVERAL = 2
_FEW = 4  # entries that are worth naming one by one
_NOT_WORDED = frozenset({How.TELL, How.NO})


@dataclass(frozen=True, slots=True)
class Wording:
    """How this message is worded: `length` is tiny, short, normal or long; `lone`: nothing else is answered."""

    memory: Memory
    length: str
    rng: Random
    lone: bool = False

    def pick(self, stock: str, **slots: str) -> str:
        """A sentence of the stock that was not said yet, where one is left."""
        options = [text.format(**slots) for text in manner()[stock]]
        fresh = [text for text in options if not self.memory.has_said(text)]
        return self.rng.choice(fresh or options)

    def units(self) -> Units:
        if any(b.kind == "mixed_units" for b in self.memory.pending):
            return self.rng.choice(("metric", "imperial"))
        return self.memory.persona.speaks.units


def clauses(answers: tuple[Answer, ...], wording: Wording) -> tuple[str, ...]:
    """One clause or more for all answers: first what is told, then what is not so, then the rest."""
    told = [_told(a, wording) for a in answers if a.how is How.TELL]
    noes = tuple(a for a in answers if a.how is How.NO)
    rest = tuple(a for a in answers if a.how not in _NOT_WORDED)
    return (*told, *_noes(noes, wording, bool(told or rest)), *_rest(rest, wording))


def stated(answer: Answer, wording: Wording) -> str:
    """The clause that states one fact, a no included, whether or not it was told before."""
    if answer.how is not How.TELL:
        return _no(answer, wording)
    return _own_words(answer, wording) or _fact(answer, facts()[answer.field], wording)


def rights(answers: tuple[Answer, ...], wording: Wording) -> tuple[str, ...]:
    """What puts a summary right."""
    if not answers:
        return ()
    return (wording.pick("sets_right", said=listed(tuple(stated(answer, wording) for answer in answers))),)


def _told(answer: Answer, wording: Wording) -> str:
    again, clause = answer.field in wording.memory.told, stated(answer, wording)
    if again and not wording.memory.pretends(answer.field) and wording.length != "tiny":
        return wording.pick("again", said=clause) if likely(wording.rng, 0.7) else clause
    return clause


def _own_words(answer: Answer, wording: Wording) -> str | None:
    """The file's own wording, now and then; with a lead where it would not be understood beside other answers."""
    truth = wording.memory.persona.facts.get(answer.field)
    if truth is None or truth.say is None or truth.value != answer.value or wording.memory.pretends(answer.field):
        return None
    own = _with_the_rest(answer, truth.say.rstrip("."), wording)
    if not likely(wording.rng, 0.2 if answer.field in wording.memory.told else 0.55):
        return None
    if wording.lone or _names_itself(answer.field, own):
        return own
    return f"as for {facts()[answer.field].name}, {own}"


def _with_the_rest(answer: Answer, own: str, wording: Wording) -> str:
    """Of a list with several entries, those that the file's wording leaves out are said as well."""
    entries = answer.value if isinstance(answer.value, tuple) else ()
    words = facts()[answer.field].values
    left = [e for e in entries if e in words and not re.search(words[e].asks or words[e].noun, own, re.IGNORECASE)]
    if len(entries) < _SEVERAL or len(left) == len(entries):
        return own
    return listed((own, *(_entry(answer.field, entry, wording) for entry in left)))


def _names_itself(field: str, words: str) -> bool:
    known = catalogue().fields[field]
    telling = [*known.words, *(w for choice in known.values.values() for w in (*choice.words, choice.say))]
    telling += [_SLOT.sub(" ", text) for text in facts()[field].tag]
    roots = {w[:5] for text in telling for w in _PLAIN.findall(text.lower())} - _COMMON
    return any(w[:5] in roots for w in _PLAIN.findall(words.lower()))


def _fact(answer: Answer, words: FactWords, wording: Wording) -> str:
    value, rng = answer.value, wording.rng
    if isinstance(value, bool):
        return _yes(words, wording) if value else rng.choice(words.if_false)
    if isinstance(value, str) and words.values:
        return _entry(answer.field, value, wording)
    if isinstance(value, tuple) and words.kind != "weekdays":
        return _entries(answer, value, wording)
    if value == 0 and words.zero:
        return rng.choice(words.zero)
    options = _forms(words, wording)
    spoken = worded(words.kind, value, Manner(wording.units(), words.approx, rng))
    return rng.choice(options).format(v=spoken)


def _yes(words: FactWords, wording: Wording) -> str:
    bare = wording.lone and likely(wording.rng, 0.9 if wording.length == "tiny" else 0.3)
    return wording.pick("plain_yes") if bare else wording.rng.choice(words.if_true)


def _forms(words: FactWords, wording: Wording) -> tuple[str, ...]:
    if wording.length == "tiny":
        return words.short if wording.lone and words.short else words.tag or words.full
    if wording.length == "short":
        return (words.short + words.full[:2]) if wording.lone else (words.tag or words.full)
    return (words.short + words.full * 2) if wording.lone else (words.tag[:1] + words.full * 2)


def _entry(field: str, value: str, wording: Wording) -> str:
    words = facts()[field]
    if value in words.values:
        options = words.values[value].full
        fresh = [o for o in options if not wording.memory.has_said(o)]
        return wording.rng.choice(fresh or options)
    choice = catalogue().fields[field].values.get(value)
    return words.other.format(v=choice.say if choice else value.replace("_", " "))


def _entries(answer: Answer, value: tuple[str, ...], wording: Wording) -> str:
    parts = tuple(_entry(answer.field, entry, wording) for entry in value)
    clause = listed(parts)
    if answer.asked and likely(wording.rng, 0.6):
        clause = f"{wording.pick('lead_yes')}, {clause}"
        if set(answer.asked) - set(value) and likely(wording.rng, 0.5):
            clause = f"{clause}, {wording.pick('but_no')}"
    return clause


def _noes(answers: tuple[Answer, ...], wording: Wording, mixed: bool) -> tuple[str, ...]:  # noqa: FBT001 (one row of a table of cases)
    if not answers:
        return ()
    plain = all(_yes_or_no(a) for a in answers)
    if plain and not mixed and wording.length == "tiny":
        return (wording.pick("one_no"),)
    if plain and not mixed and likely(wording.rng, 0.6 if len(answers) > 1 else 0.35):
        return (wording.pick("plain_no"),)
    shown = tuple(_no(a, wording) for a in answers)
    if len(shown) > _MANY and likely(wording.rng, 0.7):
        return (f"{wording.pick('plain_no')}: {', '.join(shown)}",) if plain and not mixed else (", ".join(shown),)
    return shown


def _yes_or_no(answer: Answer) -> bool:
    """Whether a bare no answers the question (it would not answer "how many weeks?")."""
    kind = catalogue().fields[answer.field].type
    since = answer.field.startswith(("weeks_since", "days_since", "months_since", "weeks_postpartum"))
    return since or kind in {"list", "bool", "enum"}


def _no(answer: Answer, wording: Wording) -> str:
    words = facts()[answer.field]
    if own := _own_words(answer, wording):
        return own
    nouns = tuple(dict.fromkeys(words.values[v].noun for v in answer.asked if v in words.values))
    if 0 < len(nouns) <= _most_named(answer.field) and likely(wording.rng, 0.6):
        return wording.pick("no_thing", thing=listed(nouns, "or"), bare=_ARTICLE.sub("", listed(nouns, "or")))
    options = _no_forms(answer, words)
    if wording.length == "tiny":
        options = tuple(sorted(options, key=len)[:3])
    fresh = [text for text in options if not wording.memory.has_said(text)]
    if options and (fresh or likely(wording.rng, 0.3)):
        return wording.rng.choice(fresh or options)
    return wording.pick("not_apply" if wording.lone else "not_apply_to", what=words.name)


def _most_named(field: str) -> int:
    """Entries of a list can be denied one by one; of an enum all are one thing."""
    return _FEW if catalogue().fields[field].type == "list" else 1


def _no_forms(answer: Answer, words: FactWords) -> tuple[str, ...]:
    if answer.value is False:
        return words.if_false
    if isinstance(answer.value, str) and answer.value in words.values:
        return words.values[answer.value].full
    return words.empty if words.empty and answer.value == () else words.none


def _rest(answers: tuple[Answer, ...], wording: Wording) -> tuple[str, ...]:
    hows = dict.fromkeys(a.how for a in answers)
    return tuple(_way(how, tuple(a for a in answers if a.how is how), wording) for how in hows)


def _way(how: How, answers: tuple[Answer, ...], wording: Wording) -> str:
    what = listed(tuple(dict.fromkeys(facts()[a.field].name for a in answers)))
    return wording.pick(how.value, what=what)


__all__ = ["Wording", "clauses", "rights", "stated"]
