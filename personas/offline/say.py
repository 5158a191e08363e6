"""Answers in words: composes clauses from the stock, so that nothing is said twice. Chooses no facts."""

import re
from dataclasses import replace

from personas.offline.choose import Answer, How
from personas.offline.denials import no, noes
from personas.offline.dice import likely
from personas.offline.values import Manner, listed, worded
from personas.offline.wording import Clause, Wording, entry, own_words
from personas.offline.wordings import FactWords, facts

_NOT_WORDED = frozenset({How.TELL, How.NO})
_ONE = re.compile(r"(\b(?:1|one)(?: \w+){0,2}? (?:day|session|time|fracture|period))s\b", re.IGNORECASE)
_AN = re.compile(r"\ba (?=8|11\b|18\b|eight|eleven)")
_ANSWERS = re.compile(r"^(yes|no|nope|yeah)(, actually|, still)?, (?=\w)|, yes$")
_YES = ("yes, ", "yes to ", "yeah, ")


def clauses(answers: tuple[Answer, ...], wording: Wording) -> tuple[Clause, ...]:
    """One clause or more for all answers: first what is told, then what is not so, then the rest."""
    told = _all_told(tuple(a for a in answers if a.how is How.TELL), wording)
    denied = tuple(a for a in answers if a.how is How.NO)
    rest = tuple(a for a in answers if a.how not in _NOT_WORDED)
    return (*told, *noes(denied, wording, mixed=bool(told or rest)), *_rest(rest, wording))


def stated(answer: Answer, wording: Wording) -> str:
    """The clause that states one fact, a no included, whether or not it was told before."""
    if answer.how is not How.TELL:
        return no(answer, wording)
    return own_words(answer, wording) or _fact(answer, facts()[answer.field], wording)


def unprompted(clause: str) -> str:
    """The clause as somebody says it whom nobody asked: without its yes or no."""
    return _ANSWERS.sub("", clause)


def rights(answers: tuple[Answer, ...], wording: Wording) -> tuple[Clause, ...]:
    """What puts a summary right."""
    if not answers:
        return ()
    said = listed(tuple(stated(answer, wording) for answer in answers))
    return (Clause(wording.pick("sets_right", said=said), answers),)


def _all_told(answers: tuple[Answer, ...], wording: Wording) -> tuple[Clause, ...]:
    """What is told: first what was not said before; the rest after it, marked as said at most once."""
    memory = wording.memory
    again = tuple(a for a in answers if a.field in memory.told and not memory.pretends(a.field))
    told = [Clause(stated(a, wording), (a,)) for a in answers if a not in again]
    said = [Clause(stated(replace(a, asked=()), wording), (a,)) for a in again]
    if said and wording.length != "tiny" and likely(wording.rng, 0.7):
        first = said[:2]
        text = wording.pick("again", said=listed(tuple(each.text for each in first)))
        said[:2] = [Clause(text, tuple(a for each in first for a in each.answers))]
    return (*told, *said)


def _fact(answer: Answer, words: FactWords, wording: Wording) -> str:
    value, rng = answer.value, wording.rng
    if isinstance(value, bool):
        return _yes(words, wording) if value else rng.choice(words.if_false)
    if isinstance(value, str) and words.values:
        return entry(answer.field, value, wording)
    if isinstance(value, tuple) and words.kind != "weekdays":
        return _entries(answer, value, wording)
    if value == 0 and words.zero:
        return rng.choice(words.zero)
    options = _forms(words, wording)
    spoken = worded(words.kind, value, Manner(wording.units(), words.approx, rng))
    return _agreeing(rng.choice(options).format(v=spoken))


def _agreeing(text: str) -> str:
    """With the words around a figure in agreement with it: "1 hard session", "an 800 m"."""
    return _AN.sub("an ", _ONE.sub(r"\1", text))


def _yes(words: FactWords, wording: Wording) -> str:
    bare = wording.lone and likely(wording.rng, 0.9 if wording.length == "tiny" else 0.3)
    return wording.pick("plain_yes") if bare else wording.rng.choice(words.if_true)


def _forms(words: FactWords, wording: Wording) -> tuple[str, ...]:
    if wording.length == "tiny":
        return words.short if wording.lone and words.short else words.tag or words.full
    if wording.length == "short":
        return (words.short + words.full[:2]) if wording.lone else (words.tag or words.full)
    return (words.short + words.full * 2) if wording.lone else (words.full or words.tag)


def _entries(answer: Answer, value: tuple[str, ...], wording: Wording) -> str:
    parts = tuple(entry(answer.field, name, wording) for name in value)
    clause = listed(parts)
    if answer.asked and not clause.startswith(_YES) and likely(wording.rng, 0.6):
        clause = f"{wording.pick('lead_yes')}, {clause}"
        if set(answer.asked) - set(value) and likely(wording.rng, 0.5):
            clause = f"{clause}, {wording.pick('but_no')}"
    return clause


def _rest(answers: tuple[Answer, ...], wording: Wording) -> tuple[Clause, ...]:
    hows = dict.fromkeys(a.how for a in answers)
    return tuple(_way(how, tuple(a for a in answers if a.how is how), wording) for how in hows)


def _way(how: How, answers: tuple[Answer, ...], wording: Wording) -> Clause:
    what = listed(tuple(dict.fromkeys(facts()[a.field].name for a in answers)))
    return Clause(wording.pick(how.value, what=what), answers)


__all__ = ["clauses", "rights", "stated", "unprompted"]
