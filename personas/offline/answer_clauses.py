"""Answers in words: one clause for each fact, and one for many noes. Chooses no facts."""

import re

from coach.profile.catalogue import catalogue
from coach.profile.wording import listed
from personas.offline.answer_choice import AnswerKind, FieldAnswer
from personas.offline.seeded_chance import likely
from personas.offline.style import style_of
from personas.offline.values import Manner, bare, worded
from personas.offline.wording import Clause, Wording, entry, own_words
from personas.offline.wordings import FactWords, facts, manner

_ONE = re.compile(r"(\b(?:1|one)(?: \w+){0,2}? (?:day|session|time|fracture|period))s\b", re.IGNORECASE)
_AN = re.compile(r"\ba (?=8|11\b|18\b|eight|eleven)")
_YES_OR_NO = re.compile(r"^(yes|yep|yeah|no|nope|not really), |, (yes|no)$")
_HEDGED = re.compile(r"about|around|roughly|maybe|more or less|give or take|or so|averag|up to|if I'm lucky|ish|/")
_ARTICLE = re.compile(r"\ban? (?=\w)")
_NAMED = 2  # things that a refusal or a no lists; more of them are "those"


def clauses(answers: tuple[FieldAnswer, ...], wording: Wording) -> tuple[Clause, ...]:
    """First what is told, then what is not so, then what is not answered."""
    told = tuple(a for a in answers if a.kind is AnswerKind.TELL)
    denied = tuple(a for a in answers if a.kind is AnswerKind.NO)
    rest = tuple(a for a in answers if a.kind not in {AnswerKind.TELL, AnswerKind.NO})
    kinds = dict.fromkeys(a.kind for a in rest)
    unanswered = (
        _not_answered(each, tuple(a for a in rest if a.kind is each), wording, len(answers)) for each in kinds
    )
    return (*_all_told(told, wording), *_noes(denied, wording, beside=bool(told)), *unanswered)


def stated(answer: FieldAnswer, wording: Wording) -> str:
    """The clause that states one fact, a no included, whether or not it was told before."""
    own = own_words(answer, wording)
    return own or (_fact(answer, wording) if answer.kind is AnswerKind.TELL else _no(answer, wording))


def unprompted(clause: str) -> str:
    """The clause as somebody says it whom nobody asked: without its yes or no."""
    return _YES_OR_NO.sub("", clause)


def corrections(answers: tuple[FieldAnswer, ...], wording: Wording) -> tuple[Clause, ...]:
    if not answers:
        return ()
    said = listed(tuple(unprompted(stated(answer, wording)) for answer in answers))
    return (Clause(wording.pick("sets_right", said=said), answers, alone=True),)


def _all_told(answers: tuple[FieldAnswer, ...], wording: Wording) -> tuple[Clause, ...]:
    """A clause for each; the first that was told before is marked as said."""
    memory = wording.memory
    said = [_told(a, wording) for a in answers]
    again = [i for i, a in enumerate(answers) if a.statements and a.statements <= memory.told]
    if again and wording.length != "tiny" and likely(wording.rng, 0.7):
        first = said[again[0]]
        text = style_of(memory.persona.speaks.style).again
        marked = wording.choose(text).format(said=first.text) if text else wording.pick("again", said=first.text)
        said[again[0]] = first._replace(text=marked, alone=True)
    if wording.lone and answers and set(answers[0].asked) - set(_entries(answers[0])) and likely(wording.rng, 0.3):
        said.append(Clause(wording.pick("but_no"), alone=True))
    return tuple(said)


def _told(answer: FieldAnswer, wording: Wording) -> Clause:
    """The file's own words stand alone: they may say more than the fact."""
    text, truth = stated(answer, wording), wording.memory.persona.facts.get(answer.field)
    own = truth is not None and truth.say is not None and text == truth.say.rstrip(".")
    return Clause(_led(text, answer, wording), (answer,), alone=own)


def _entries(answer: FieldAnswer) -> tuple[str, ...]:
    return answer.value if isinstance(answer.value, tuple) else ()


def _led(text: str, answer: FieldAnswer, wording: Wording) -> str:
    """With a yes in front, now and then, where a yes or no was asked for."""
    is_yes = answer.value is True or bool(set(answer.asked) & set(_entries(answer)))
    if wording.memory.turn == 1 or not is_yes or _YES_OR_NO.search(text) or text in manner()["plain_yes"]:
        return text
    return f"{wording.pick('lead_yes')}, {text}" if wording.lone and likely(wording.rng, 0.4) else text


def _fact(answer: FieldAnswer, wording: Wording) -> str:
    value, words = answer.value, facts()[answer.field]
    if isinstance(value, bool):
        plain = value and wording.lone and likely(wording.rng, 0.7 if wording.brief else 0.25)
        return wording.pick("plain_yes") if plain else wording.choose(words.if_true if value else words.if_false)
    if isinstance(value, str) and words.values:
        return entry(answer.field, value, wording)
    if isinstance(value, tuple) and words.kind != "weekdays":
        return listed(tuple(entry(answer.field, name, wording, many=len(value) > 1) for name in value))
    if value == 0 and words.zero:
        alone = wording.lone and likely(wording.rng, 0.3)
        return wording.pick("zero") if alone else wording.choose(words.zero)
    text = wording.choose(_forms(words, wording))
    manners = Manner(wording.units(), words.approx and not _HEDGED.search(text), wording.rng)
    said = text.format(v=worded(words.kind, value, manners), n=bare(words.kind, value, manners))
    return _AN.sub("an ", _ONE.sub(r"\1", said))


def _forms(words: FactWords, wording: Wording) -> tuple[str, ...]:
    if not wording.lone:
        return (words.tag or words.full) if wording.brief else words.full
    if wording.brief:
        return words.short or words.tag or words.full
    return words.full if words.full and likely(wording.rng, 0.6) else words.short or words.full


def _noes(answers: tuple[FieldAnswer, ...], wording: Wording, *, beside: bool) -> tuple[Clause, ...]:
    """The clauses that deny; `beside`: something is told beside them. A bare no covers what it answers, and of that
    only what was asked."""
    own = {a.field: text for a in answers if (text := own_words(a, wording))}
    plain = [a for a in answers if _takes_a_no(a) and a.field not in own and not a.offered]
    spoken = [a for a in answers if a not in plain]
    named: list[FieldAnswer] = plain
    if not spoken and (denial := _denial_of_its_own(plain, wording)):
        return (Clause(denial, tuple(plain), alone=True),)
    if plain and not beside and not spoken and (wording.brief or likely(wording.rng, 0.5)):
        return (Clause(_bare_no(plain, wording), tuple(plain), alone=True),)
    if len(plain) > _NAMED:
        named = wording.rng.sample(
            plain, 0 if wording.brief and (beside or spoken) else wording.rng.choice((1, _NAMED))
        )
    said = [Clause(own.get(a.field) or _no(a, wording), (a,)) for a in (*spoken, *named)]
    rest = tuple(a for a in plain if a not in named)
    stock = "no_rest_either" if said else "no_rest"
    return (*_distinct(said), *((Clause(wording.pick(stock), rest, alone=True),) if rest else ()))


def _denial_of_its_own(answers: list[FieldAnswer], wording: Wording) -> str | None:
    """The no to a question for one entry that no general no may answer."""
    asked = [(a.field, entry) for a in answers for entry in a.asked]
    own = facts()[asked[0][0]].values.get(asked[0][1]) if len(asked) == 1 else None
    return wording.choose(own.denied) if own and own.denied else None


def _bare_no(answers: list[FieldAnswer], wording: Wording) -> str:
    things = sum(len(a.asked) or 1 for a in answers)
    return wording.pick("no_one" if things == 1 else "no_two" if things == _NAMED else "no_many")


def _distinct(said: list[Clause]) -> tuple[Clause, ...]:
    """Clauses of the same words as one."""
    merged: dict[str, Clause] = {}
    for clause in said:
        first = merged.get(clause.text)
        merged[clause.text] = first._replace(answers=(*first.answers, *clause.answers)) if first else clause
    return tuple(merged.values())


def _takes_a_no(answer: FieldAnswer) -> bool:
    """Whether a bare no answers the question (it would not answer "how many weeks?")."""
    return facts()[answer.field].yes_no or catalogue().fields[answer.field].type in {"list", "bool", "enum"}


def _no(answer: FieldAnswer, wording: Wording) -> str:
    """The clause that denies one fact; of few entries asked about, the names are taken up."""
    words = facts()[answer.field]
    nouns = tuple(dict.fromkeys(words.values[v].noun for v in answer.asked if v in words.values))
    is_list = catalogue().fields[answer.field].type == "list"
    if is_list and 0 < len(nouns) <= _NAMED and likely(wording.rng, 0.6):
        thing = listed(nouns, "or")
        return wording.pick("no_thing", thing=thing, bare=_ARTICLE.sub("", thing))
    options = _denials(answer, words, wording)
    return wording.choose(options) if options else wording.pick("not_apply")


def _denials(answer: FieldAnswer, words: FactWords, wording: Wording) -> tuple[str, ...]:
    if answer.value is False:
        return words.if_false
    if isinstance(answer.value, str) and answer.value in words.values:
        return words.values[answer.value].full
    if words.empty and answer.value == ():
        return words.empty
    beside = words.beside is not None and wording.memory.value(words.beside) is not None
    return words.none_beside if beside else words.none


def _not_answered(kind: AnswerKind, answers: tuple[FieldAnswer, ...], wording: Wording, asked: int) -> Clause:
    """What is declined, put off or not known: named where something else was asked beside it."""
    names = tuple(dict.fromkeys(facts()[a.field].name for a in answers))
    if len(answers) == asked or kind is AnswerKind.SKIP:
        return Clause(wording.pick(kind.value), answers, alone=True)
    what = listed(names, "or") if len(names) <= _NAMED else "those"
    return Clause(wording.pick(f"{kind.value}_about", what=what), answers, alone=True)
