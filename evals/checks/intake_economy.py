"""How many of the athlete's messages the intake took, and which questions were one too many.

A question is a sentence. It is one too many when everything it asks for by name had been told before, with one
value (where the athlete gave two, or spoke of it since in words that leave the value open, asking again is care), or
refused, or not known to the athlete. What belonged to a goal that was given up may be asked again.
"""

from collections.abc import Iterator

from coach.events import AthleteSaid, CoachSaid, Event, GateEvaluated, GoalChanged, PlanShown, RedFlagSeen
from coach.profile.catalogue import catalogue
from coach.records.fact import Value
from evals.checks.allowed_values import says_truth
from evals.checks.fact_source import heard_by
from evals.checks.intake_fidelity import same
from evals.checks.statements import Stated, asked, in_sentences, statements
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.behaviours import ChangesGoal
from personas.persona import Persona

VERSION = 8

_BEFORE = frozenset({"GOAL_CAPTURE", "ANALYST", "INTAKE"})


def check_intake_economy(session: SessionView, persona: Persona | None) -> Verdict:
    """The athlete's messages until the gate first decided; passes where no question was one too many.

    What had been said the acts say; without them the reader, and a fact that it misses can be asked for again unseen
    (`heard_by`). Of a transcript it must be known which of the coach's words belong to the intake, and the athlete's
    answers must be there.
    """
    if not session.staged:
        what = "the transcript does not say at which state each word of the coach was said"
        return Verdict(value="not_applicable", passed=None, explanation=what)
    end = _end(session)
    turns = sum(line.event < end for line in session.athlete_said)
    if not any(line.text.strip() for line in session.athlete_said if line.event < end):
        return Verdict(value="not_judged", passed=None, explanation="the athlete said nothing")
    if not any(asks for index, asks in asked(session).items() if index < end):
        if any(session.of(RedFlagSeen)):
            return Verdict(value="not_applicable", passed=None, explanation="a red flag came before any question")
        return Verdict(value="not_judged", passed=None, explanation="the coach asked for nothing")
    findings = tuple(_too_many(session, persona, end))
    if not findings and (unknown := _unknown(session, end)):
        return Verdict(value="not_judged", passed=None, explanation=unknown)
    repeated = sum(finding.rule == "repeated" for finding in findings)
    said = f"{turns} messages, {repeated} questions repeated, {len(findings) - repeated} for what had been said"
    counts = {"turns": float(turns), "repeated": float(repeated), "already_said": float(len(findings) - repeated)}
    heard = heard_by(session)
    return Verdict(
        value=float(turns),
        passed=not findings,
        explanation=heard.beside(said),
        findings=findings,
        judged=heard.judged,
        counts=counts,
    )


def _unknown(session: SessionView, end: int) -> str | None:
    """Why it cannot be known what had been told when the coach asked; None where it can."""
    if session.record == "talk" and _answer_lost(session, end):
        return "the coach asks where no word of the athlete stands before: what was said there is not in the transcript"
    said = statements(session)
    if not said.by_acts and not (said.told or said.refused or said.left_open):
        return "nothing that the athlete said was understood: what had been told cannot be known"
    return None


def _end(session: SessionView) -> int:
    """The event at which the intake was over; of a talk, the first word of the coach behind it."""
    ends = (index for index, event in session.of(GateEvaluated, PlanShown, CoachSaid) if _is_behind(session, event))
    return next(ends, len(session.events))


def _is_behind(session: SessionView, event: Event) -> bool:
    return not isinstance(event, CoachSaid) or (session.record == "talk" and event.state not in _BEFORE)


def _answer_lost(session: SessionView, end: int) -> bool:
    """Whether the coach asks for something, and the athlete's words right before that are not on record."""
    heard = False
    for index, event in session.of(CoachSaid, AthleteSaid):
        if index >= end:
            break
        if isinstance(event, CoachSaid) and asked(session)[index] and not heard:
            return True
        heard = isinstance(event, AthleteSaid)
    return False


def _too_many(session: SessionView, persona: Persona | None, end: int) -> Iterator[Evidence]:
    said = statements(session)
    facts = [each for each in said.told if _is_sure(each, persona)]
    asked_before: set[str] = set()
    for index, event in session.of(CoachSaid):
        if index >= end:
            break
        before = [each for each in facts if each.exchange.event < index]
        known = _known(_still_valid(session, persona, before, index))
        known -= {name for at, name in said.left_open if _last_told(name, before) <= at < index}
        known |= {name for at, name in said.refused if at < index}
        for sentence, asks in in_sentences(asked(session)[index]):
            names = {ask.field for ask in asks}
            if names <= known and all(ask.specific for ask in asks):
                word = "repeated" if names <= asked_before else "already_said"
                start = max(event.text.find(sentence), 0)
                what = f"{word}: {', '.join(sorted(names))}"
                yield Evidence(
                    what=what, event=index, start=start, end=start + len(sentence), quote=sentence, rule=word
                )
        asked_before |= {ask.field for ask in asked(session)[index]}


def _last_told(name: str, facts: list[Stated]) -> int:
    return max((each.exchange.event for each in facts if each.field == name), default=-1)


def _is_sure(fact: Stated, persona: Persona | None) -> bool:
    """Told plainly: what the script confirms, or, where nobody has the script, what is explicit."""
    return says_truth(persona, fact.field, fact.value) if persona else fact.explicit


def _still_valid(session: SessionView, persona: Persona | None, facts: list[Stated], now: int) -> list[Stated]:
    """Without what was told about a goal that has been given up since."""
    left = [index for index, event in session.of(GoalChanged) if index < now and not event.keeps]
    changes = [each for each in persona.behaviours if isinstance(each, ChangesGoal)] if persona else []
    said = [(line.event, line.text.casefold()) for line in session.athlete_said if line.event < now]
    left += [at for at, text in said if any(each.to.text.strip(" .!").casefold() in text for each in changes)]
    changed = max(left, default=-1)
    fields = catalogue().fields
    return [each for each in facts if fields[each.field].about != "goal" or each.exchange.event >= changed]


def _known(facts: list[Stated]) -> set[str]:
    """The fields that were told, with one value."""
    values: dict[str, list[Value]] = {}
    for fact in facts:
        values.setdefault(fact.field, []).append(fact.value)
    return {name for name, given in values.items() if all(same(name, value, given[0]) for value in given)}
