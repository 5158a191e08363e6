"""How many of the athlete's messages the intake took, and which questions were one too many.

A question is a sentence. It is one too many when everything it asks for by name had been told before, with one
value (where the athlete gave two, or spoke of it since in words that leave the value open, asking again is care), or
refused, or not known to the athlete. What belonged to a goal that was given up may be asked again. A question about
something else is one too many where it answers a complaint that the athlete has just told unasked.
"""

import re
from collections.abc import Iterator
from functools import cache

from coach import events as e
from coach.fold import HEALTH_QUESTION
from coach.profile.catalogue import catalogue
from coach.safety.clinical_words import name_of
from coach.sentences import questions
from evals.checks.distances_in_text import figures_in
from evals.checks.persona_script import script_of
from evals.checks.plan_in_text import weeks_in_text
from evals.checks.spoken_acts import coach_sentences
from evals.checks.statements import (
    Exchange,
    StatedFact,
    asks,
    asks_before,
    by_sentence,
    exchanges,
    fact_source,
    statements,
    topic_of,
)
from evals.checks.values import is_denial, same
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged
from evals.checks.view import SessionView
from evals.checks.words import patterns
from personas.acts import Ask
from personas.persona import Persona
from personas.questions import read_questions

VERSION = 18

_COMPLAINTS = frozenset({
    "symptoms", "known_conditions", "pain_signs", "tendon_pain_nrs", "acl_pain_nrs", "knee_effusion", "bsi_status",
    "concussion_symptoms", "systemic_illness", "pelvic_symptoms",
})  # fmt: skip
_TOPICS = frozenset({"health", "injuries", "food", "cycle", "today"})
_BEFORE = frozenset({"GOAL_CAPTURE", "ANALYST", "INTAKE"})


def check_intake_economy(session: SessionView, persona: Persona | None) -> Verdict:
    """The athlete's messages until the gate first decided; passes where no question was one too many.

    What had been said the acts say; without them the reader, and a fact that it misses can be asked for again unseen
    (`fact_source`). Of a transcript without states only what figures and the athlete's own words show is judged
    (`asked_again`), up to where a week is told; the athlete's answers must be there.
    """
    end = _end(session)
    turns = sum(line.event < end for line in session.athlete_said)
    if not any(line.text.strip() for line in session.athlete_said if line.event < end):
        return not_judged("the athlete said nothing")
    manner = tuple(ill_asked(session, end))
    if not manner and not any(asked for index, asked in asks(session).items() if index < end):
        red_flag = any(session.of(e.RedFlagSeen))
        nothing = not_judged("the coach asked for nothing")
        return not_applicable("a red flag came before any question") if red_flag else nothing
    repeats = _too_many(session, persona, end) if session.staged else asked_again(session, end)
    findings = (*repeats, *(_passing_over(session, persona, end) if session.staged else ()), *manner)
    if not findings and not session.staged:
        return not_applicable("no figure was asked for again; the transcript does not give the state of each message")
    if not findings and (unknown := _unknown(session, end)):
        return not_judged(unknown)
    found = {rule: sum(finding.rule == rule for finding in findings) for rule in _RULES}
    told = [f"{found[rule]} {words}" for rule, words in _RULES.items() if found[rule] or rule in _ALWAYS_TOLD]
    explanation = ", ".join([f"{turns} messages", *told])
    counts = {"turns": float(turns), **{rule: float(count) for rule, count in found.items()}}
    source = fact_source(session)
    return Verdict(
        value=float(turns),
        passed=not findings,
        explanation=source.beside(explanation),
        findings=findings,
        judged=source.judged,
        counts=counts,
    )


def _unknown(session: SessionView, end: int) -> str | None:
    """Why it cannot be known what had been told when the coach asked; None where it can."""
    if session.record == "talk" and _answer_lost(session, end):
        return "the coach asks again right after its own words: an answer of the athlete is missing in the transcript"
    found = statements(session)
    if not found.by_acts and not (found.facts or found.refused or found.left_open):
        return "nothing that the athlete said was understood, so what was already said is unknown"
    return None


def _end(session: SessionView) -> int:
    """The event at which the intake was over; at the latest the first word of the coach behind it."""
    if not session.staged:
        return end_of_intake(session)
    ends = (index for index, event in session.of(e.GateEvaluated, e.PlanShown, e.CoachSaid) if _is_behind(event))
    return next(ends, len(session.events))


def _is_behind(event: e.Event) -> bool:
    return not isinstance(event, e.CoachSaid) or event.state not in _BEFORE


def _answer_lost(session: SessionView, end: int) -> bool:
    """Whether the coach asks for something, and the athlete's words right before that are not on record."""
    answered = False
    for index, event in session.of(e.CoachSaid, e.AthleteSaid):
        if index >= end:
            break
        if isinstance(event, e.CoachSaid) and asks(session)[index] and not answered:
            return True
        answered = isinstance(event, e.AthleteSaid)
    return False


def _too_many(session: SessionView, persona: Persona | None, end: int) -> Iterator[Evidence]:
    settled = _Settled(session, persona)
    asked_before: set[tuple[str, str]] = set()
    unclear = _unclear_before(session)
    for index, event in session.of(e.CoachSaid):
        if index >= end:
            break
        asked = asks(session)[index]
        for sentence, together in by_sentence(asked):
            names, parts = {ask.field for ask in together}, {part for ask in together for part in _parts(ask)}
            told = all(ask.specific and settled.by(index, ask) for ask in together)
            if told and index not in unclear:
                rule = "repeated" if parts <= asked_before else "already_said"
                what = f"{_ASKED[rule]}: {', '.join(sorted(map(name_of, names)))}"
                start = max(event.text.find(sentence), 0)
                stop = start + len(sentence)
                yield Evidence(what=what, event=index, start=start, end=stop, quote=sentence, rule=rule)
        asked_before |= {part for ask in asked for part in _parts(ask)}


def _unclear_before(session: SessionView) -> frozenset[int]:
    """The messages of the coach while words of the athlete stand noted as unclear: asking again is care."""
    is_open, found = False, set()
    for index, event in session.of(e.NoteRecorded, e.FactRecorded, e.CoachSaid):
        if isinstance(event, e.NoteRecorded):
            is_open |= event.unclear
        elif isinstance(event, e.FactRecorded):
            is_open &= event.fact.field != HEALTH_QUESTION
        elif is_open:
            found.add(index)
    return frozenset(found)


_RULES = {
    "repeated": "questions repeated",
    "already_said": "questions about what was already said",
    "passed_over": "questions that pass over a complaint",
    "leading": "questions that suggest their answer",
    "trivia": "questions of no use for coaching",
}
_ASKED = {"repeated": "asked again", "already_said": "asked for what was already said"}
_ALWAYS_TOLD = frozenset({"repeated", "already_said"})


def _passing_over(session: SessionView, persona: Persona | None, end: int) -> Iterator[Evidence]:
    """Questions about something else in the coach's answer to a complaint that nobody had asked about."""
    script = script_of(persona) if persona else None
    for fact in statements(session).facts:
        if fact.field not in _COMPLAINTS or is_denial(fact.value):
            continue
        if not (script.allows(fact.field, fact.value) if script else fact.explicit):
            continue
        if any(ask.field == fact.field for ask in asks_before(session, fact.exchange)):
            continue
        for index, event in session.of(e.CoachSaid, e.AthleteSaid):
            if index <= fact.exchange.event or index >= end:
                continue
            if isinstance(event, e.AthleteSaid):
                break
            for ask in asks(session)[index]:
                if topic_of(ask.field) not in _TOPICS:
                    what = f"passed over: right after {name_of(fact.field)} was told, {name_of(ask.field)} is asked for"
                    yield Evidence(what=what, event=index, quote=ask.words, rule="passed_over")


def _parts(ask: Ask) -> tuple[tuple[str, str], ...]:
    """What a question asks for: a field, or entries of a list where it asks for nothing else of it."""
    return tuple((ask.field, value) for value in (("",) if ask.open else ask.values or ("",)))


@cache
def _about_goal() -> frozenset[str]:
    return frozenset(name for name, field in catalogue().fields.items() if field.about == "goal")


class _Settled:
    """Which fields need no question at a point of the session."""

    def __init__(self, session: SessionView, persona: Persona | None) -> None:
        self._session, self._said = session, statements(session)
        self._facts: dict[str, list[StatedFact]] = {}
        for fact in self._said.facts:
            if script_of(persona).allows(fact.field, fact.value) if persona else fact.explicit:
                self._facts.setdefault(fact.field, []).append(fact)
        self._goal_left = [index for index, event in session.of(e.GoalChanged) if not event.keeps]
        for goal in script_of(persona).changed_goals if persona else ():
            words = goal.text.strip(" .!").casefold()
            self._goal_left += [line.event for line in session.athlete_said if words in line.text.casefold()]

    def by(self, now: int, ask: Ask) -> bool:
        """Whether what `ask` wants was refused before the event `now`, or told with one value and not left open since.

        What was told about a goal that has been given up does not count. Entries of a list are told where they were
        named and answered.
        """
        name = ask.field
        if any(field == name and at < now for at, field in self._said.refused):
            return True
        facts = [fact for fact in self._facts.get(name, ()) if fact.exchange.event < now]
        last = facts[-1].exchange.event if facts else -1
        if any(field == name and last <= at < now for at, field in self._said.left_open):
            return False
        if facts and name in _about_goal():
            left = max((at for at in self._goal_left if at < now), default=-1)
            facts = [fact for fact in facts if fact.exchange.event >= left]
        if ask.values and not ask.open:
            return set(ask.values) <= {entry for fact in facts for entry in self._entries(fact)}
        return bool(facts) and all(same(name, fact.value, facts[0].value) for fact in facts)

    def _entries(self, fact: StatedFact) -> Iterator[str]:
        """The entries of a list that a statement told or denied; what a plain no denies is what was asked."""
        yield from fact.value if isinstance(fact.value, tuple) else ()
        asked = asks_before(self._session, fact.exchange) if fact.denied is None else ()
        yield from fact.denied or (value for ask in asked if ask.field == fact.field for value in ask.values)


KINDS = {
    name: patterns("asked_again", f"{name} asks", f"{name} tells") for name in ("age", "sleep", "height", "longest run")
}
"""What can be asked for: what asks for it, what had told it."""
_OTHER, _COMPLAINS, _ASKING = patterns("asked_again", "other", "complains", "asking")


def end_of_intake(session: SessionView) -> int:
    """The event at which a talk without states is done with asking: a week is told."""
    told = (index for index, event in session.of(e.CoachSaid) if weeks_in_text(event.text))
    return next(told, len(session.events))


def asked_again(session: SessionView, end: int) -> Iterator[Evidence]:
    """Each question up to `end` for what the athlete had told in a figure."""
    talk = [exchange for exchange in exchanges(session) if exchange.event < end]
    for index, event in session.of(e.CoachSaid):
        found = _by_kind(index, event.text, [each.text for each in talk if each.event < index]) if index < end else None
        if found is not None:
            yield found
    for at, exchange in enumerate(talk):
        found = _by_complaint(session, exchange, talk[:at])
        if found is not None:
            yield found


def _by_kind(index: int, text: str, earlier: list[str]) -> Evidence | None:
    for question in questions(text):
        for name, (asks_for, tells) in () if _OTHER.search(question.group()) else KINDS.items():
            if asks_for.search(question.group()) and any(map(tells.search, earlier)):
                return _evidence(index, question, name)
    return None


def _by_complaint(session: SessionView, exchange: Exchange, earlier: list[Exchange]) -> Evidence | None:
    """The athlete says that it was said, with a figure that was."""
    if not _COMPLAINS.search(exchange.text) or not exchange.coach_events:
        return None
    said = frozenset().union(*(figures_in(one.text, converted=False) for one in earlier))
    index = exchange.coach_events[-1]
    question = next(questions(str(getattr(session.events[index], "text", ""))), None)
    repeated = question and figures_in(exchange.text, converted=False) & said
    return _evidence(index, question, "as the athlete says") if question and repeated else None


def _evidence(index: int, question: re.Match[str], name: str) -> Evidence:
    found = Evidence.at(index, question.string, question.span(), what=f"asked for what was already said: {name}")
    return found.model_copy(update={"quote": question.group().strip(), "rule": "already_said"})


_TRIVIA_FROM = 2
"""One friendly question is manners."""


def ill_asked(session: SessionView, end: int) -> Iterator[Evidence]:
    """Before the event `end`: every question for a fact that suggests its answer; trivia from two on."""
    said = [one for at, sentences in coach_sentences(session).items() if at < end for one in sentences if one.asks]
    for one in said:
        if one.does("leads") and any(isinstance(act, Ask) for act in read_questions(one.sentence.text)):
            yield one.evidence("leading", "the question suggests its answer")
    trivia = [one for one in said if one.does("trivia")]
    if sum(max(1, len(_ASKING.findall(one.sentence.text))) for one in trivia) >= _TRIVIA_FROM:
        yield from (one.evidence("trivia", "of no use for coaching") for one in trivia)
