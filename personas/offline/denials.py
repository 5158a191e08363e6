"""Noes in words: one by one, or run together as "no this, no that and no other". Chooses no facts."""

import re
from collections.abc import Iterable

from coach.profile.catalogue import catalogue
from personas.offline.choose import Answer, topic_of
from personas.offline.dice import likely
from personas.offline.values import listed
from personas.offline.wording import Clause, Wording, own_words
from personas.offline.wordings import FactWords, facts

_ARTICLE = re.compile(r"\ban? (?=\w)")
_RUNS = re.compile(r"no (?!to |on |across )(?:(?! and )[^,])*$")
_MANY = 3  # denials from which on they are run together
_RUN = 4  # of one run at most
_LONG = 45
_HEALTH = frozenset({"health", "injuries", "today"})
_FEW = 4  # entries that are worth naming one by one
_FEW_AMONG_OTHERS = 2


def noes(answers: tuple[Answer, ...], wording: Wording, *, mixed: bool) -> tuple[Clause, ...]:
    """The clauses that deny what is asked; `mixed`: other things are told beside them."""
    if not answers:
        return ()
    plain = all(_yes_or_no(a) for a in answers)
    if plain and not mixed and wording.length == "tiny":
        return (Clause(wording.pick("one_no"), answers),)
    if plain and not mixed and likely(wording.rng, 0.6 if len(answers) > 1 else 0.35):
        return (Clause(wording.pick("plain_no"), answers),)
    if len(answers) < _MANY:
        few = _FEW if len(answers) == 1 else _FEW_AMONG_OTHERS
        return _distinct(Clause(no(a, wording, few=few), (a,)) for a in answers)
    return _together(answers, wording, led=plain and not mixed)


def _distinct(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """Clauses of the same words as one."""
    merged: dict[str, tuple[Answer, ...]] = {}
    for clause in clauses:
        merged[clause.text] = (*merged.get(clause.text, ()), *clause.answers)
    return tuple(Clause(text, answers) for text, answers in merged.items())


def no(answer: Answer, wording: Wording, few: int = _FEW) -> str:
    """The clause that denies one fact; of at most `few` entries asked about, the names are taken up."""
    words = facts()[answer.field]
    if own := own_words(answer, wording):
        return own
    nouns = tuple(dict.fromkeys(words.values[v].noun for v in answer.asked if v in words.values))
    most = few if catalogue().fields[answer.field].type == "list" else 1
    if 0 < len(nouns) <= most and likely(wording.rng, 0.6):
        return wording.pick("no_thing", thing=listed(nouns, "or"), bare=_ARTICLE.sub("", listed(nouns, "or")))
    options = _forms(answer, words, wording)
    if wording.length == "tiny":
        options = tuple(sorted(options, key=len)[:3])
    fresh = [text for text in options if not wording.memory.has_said(text)]
    if options and (fresh or likely(wording.rng, 0.3)):
        return wording.rng.choice(fresh or options)
    return wording.pick("not_apply" if wording.lone else "not_apply_to", what=words.name)


def _together(answers: tuple[Answer, ...], wording: Wording, *, led: bool) -> tuple[Clause, ...]:
    """Short noes run together, a few to a sentence; those that need more words stand alone after them."""
    short: list[Clause] = []
    alone: list[Clause] = []
    for answer in answers:
        options = [text for text in _forms(answer, facts()[answer.field], wording) if _runs(text)]
        fresh = [text for text in options if not any(text in c.text or c.text in text for c in short)]
        if fresh and likely(wording.rng, 0.75):
            short.append(Clause(wording.rng.choice(fresh), (answer,)))
        elif options and not fresh:  # said already, in the words of another
            short[-1] = short[-1]._replace(answers=(*short[-1].answers, answer))
        else:
            alone.append(Clause(no(answer, wording, few=_FEW_AMONG_OTHERS), (answer,)))
    size = wording.rng.choice((_RUN - 1, _RUN))
    runs = [_run(short[i : i + size]) for i in range(0, len(short), size)]
    if runs:
        runs[0] = runs[0]._replace(text=_led(runs[0].text, answers, wording, plain=led))
    return (*runs, *_distinct(alone))


def _run(clauses: list[Clause]) -> Clause:
    return Clause(listed(tuple(c.text for c in clauses)), tuple(a for c in clauses for a in c.answers))


def _led(noes_said: str, answers: tuple[Answer, ...], wording: Wording, *, plain: bool) -> str:
    if plain and likely(wording.rng, 0.4):
        return f"{wording.pick('plain_no')}: {noes_said}"
    if wording.length == "tiny" or not likely(wording.rng, 0.5):
        return noes_said
    glad = all(topic_of(answer.field) in _HEALTH for answer in answers)
    return wording.pick("glad_noes" if glad and likely(wording.rng, 0.5) else "easy_noes", noes=noes_said)


def _runs(text: str) -> bool:
    return bool(_RUNS.match(text)) and len(text) < _LONG


def _yes_or_no(answer: Answer) -> bool:
    """Whether a bare no answers the question (it would not answer "how many weeks?")."""
    kind = catalogue().fields[answer.field].type
    since = answer.field.startswith(("weeks_since", "days_since", "months_since", "weeks_postpartum"))
    return since or kind in {"list", "bool", "enum"}


def _forms(answer: Answer, words: FactWords, wording: Wording) -> tuple[str, ...]:
    if answer.value is False:
        return words.if_false
    if isinstance(answer.value, str) and answer.value in words.values:
        return words.values[answer.value].full
    if words.empty and answer.value == ():
        return words.empty
    beside = words.beside is not None and wording.memory.value(words.beside) is not None
    return words.none_beside if beside else words.none
