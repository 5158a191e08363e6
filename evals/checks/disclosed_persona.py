"""The persona as far as it had been told, at any event and beside every plan that was shown.

Facts that its file lets come out later are left out, with the labels that rest on them. Judges nothing. Of the safety
rules only which fields each reads and what it forbids enter; whether one fires says the label.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from coach.events import AthleteSaid, CoachSaid, FactRecorded, PlanAccepted, PlanShown, PlanWithdrawn
from coach.profile.catalogue import catalogue
from coach.records.block import TrainingBlock
from coach.records.fact import Value
from coach.safety.derived import inputs_of
from coach.safety.rules import rules_by_id
from evals.checks.persona_script import PersonaScript, script_of
from evals.checks.plan_in_text import days_in_text, tells_a_week
from evals.checks.statements import Exchange, asks_before, exchanges, statements, topic_of
from evals.checks.training_in_words import refusals
from evals.checks.values import same
from evals.checks.view import SessionView, collected
from personas.behaviours import Contradicts, Corrects, DisclosesLate
from personas.persona import ExpectedPlan, ExpectedSafety, Persona


def persona_as_disclosed(
    session: SessionView, persona: Persona, until: int, then: Mapping[str, Value] | None = None
) -> Persona:
    """`persona` itself where no fact came out later than the event `until`; else with those facts as they stood then.

    `then`: field to value of what was recorded anew later. Of the labels those stay that no such fact has part in: a
    rule that fires on what was said at first is not labelled, nor is what the plan for it should look like.
    """
    values = {**undisclosed(session, persona, until), **(then or {})}
    values = {name: value for name, value in values.items() if not same(name, value, persona.truth.get(name))}
    if not values:
        return persona
    facts = {name: fact for name, fact in persona.facts.items() if name not in values}
    known = {name: persona.facts[name] for name in values if name in persona.facts}
    facts |= {name: fact.model_copy(update={"value": values[name]}) for name, fact in known.items()}
    safety = _without(persona.expect.safety, values)
    plan = None if safety.status in {"blocked", "unresolved"} else ExpectedPlan()
    expect = persona.expect.model_copy(update={"safety": safety, "plan": plan})
    return persona.model_copy(update={"facts": facts, "expect": expect})


def undisclosed(session: SessionView, persona: Persona, until: int) -> dict[str, Value]:
    """Field to what was said of it at first, of every fact that the script holds back beyond the event `until`."""
    script = script_of(persona)
    later = {name: script.later(name) for name in persona.facts}
    return {
        name: next((each.first for each in held if isinstance(each, Corrects | Contradicts)), _nothing(name))
        for name, held in later.items()
        if held and not _is_told(session, script, name, until)
    }


def _nothing(name: str) -> Value:
    return () if catalogue().fields[name].type == "list" else None


def _is_told(session: SessionView, script: PersonaScript, name: str, until: int) -> bool:
    """Whether the truth was stated or recorded before the event; where words were read, whether it may have been."""
    said, true = statements(session), script.truth[name]
    stated = (each.value for each in said.facts if each.field == name and each.exchange.event < until)
    recorded = (event.fact for index, event in session.of(FactRecorded) if index < until)
    known = (*stated, *(fact.value for fact in recorded if fact.field == name and fact.standing == "given"))
    if any(_tells(name, value, true) for value in known):
        return True
    if said.by_acts:
        return not session.athlete_said  # of a record without the talk nobody knows
    talk = [each for each in exchanges(session) if each.event < until]
    if session.record == "events" or session.staged:
        return any(is_due(each, one) for one in talk for each in script.later(name))
    return bool(talk) and session.outcome == "accepted"


def _tells(name: str, value: Value, true: Value) -> bool:
    """The truth, or an entry of it where it is a list."""
    told, truth = (set(each) if isinstance(each, tuple | list) else set() for each in (value, true))
    return same(name, value, true) or bool(told & truth)


def _without(label: ExpectedSafety, values: Iterable[str]) -> ExpectedSafety:
    """The label without the rules that read one of these fields; as it is where it names no rules."""
    if label.rules is None:
        return label
    known = rules_by_id()
    kept = [known[name].rule for name in label.rules if name in known and _reads(name).isdisjoint(values)]
    forbidden = {each for rule in kept for each in rule.contraindications}
    limits = tuple(each for each in label.contraindications or () if each in forbidden)
    held = any(rule.action == "block" for rule in kept) or (
        label.status == "unresolved" and len(kept) == len(label.rules)
    )
    status = label.status if held else "approved_with_warnings" if kept else "approved"
    names = tuple(rule.id for rule in kept)
    return ExpectedSafety(status=status, rules=names, contraindications=limits if label.contraindications else None)


@cache
def _reads(name: str) -> frozenset[str]:
    """The base fields that the rule reads, itself or through a derived value."""
    return frozenset(base for each in rules_by_id()[name].reads_if_fired for base in inputs_of(each))


def kept_back(session: SessionView, script: PersonaScript, name: str, now: Exchange) -> str | None:
    """Why the athlete may not tell the fact in the message `now`; None where it may."""
    topic = topic_of(name)
    talk = [each for each in exchanges(session) if each.turn <= now.turn]
    asked = [[ask for ask in asks_before(session, each) if topic_of(ask.field) == topic] for each in talk]
    later = script.later(name)
    reasons = {
        "never": "which the file never lets it tell",
        "if_probed": None
        if any(ask.specific for each in asked for ask in each)
        else "which nobody had asked about by name",
        "reluctant": None if any(asked[:-1]) else "which it should have put off at the first question",
        "late": None
        if any(is_due(each, now) or _had_a_plan(session, each, now) for each in later)
        else "which was due later",
    }
    return reasons.get(script.tells(name) or "")


def is_due(behaviour: Corrects | Contradicts | DisclosesLate, exchange: Exchange) -> bool:
    """Whether the athlete may tell in the message what the behaviour holds back."""
    if behaviour.at_turn is not None:
        return exchange.turn >= behaviour.at_turn
    if behaviour.at == "present":
        return exchange.plan_shown or exchange.stage in {"PRESENT", "CLOSED"}
    return behaviour.at == "goal" or exchange.stage != "GOAL_CAPTURE"


def _had_a_plan(session: SessionView, behaviour: Corrects | Contradicts | DisclosesLate, now: Exchange) -> bool:
    """Whether what waits for the plan was told after one, in a talk without events: a draft in words counts."""
    told = (event.text for index, event in session.of(CoachSaid) if index < now.event)
    return (
        session.record == "talk"
        and behaviour.at == "present"
        and any(tells_a_week(days_in_text(text)) for text in told)
    )


class ShownPlan(NamedTuple):
    """A plan shown at `event`; what was said before `until` counts. `persona`: as told by then.

    `doubt`: why it is not known whether the rest was told while the plan stood; empty where it is known.
    """

    event: int
    plan: TrainingBlock
    until: int
    persona: Persona
    doubt: str = ""


def shown_plans(session: SessionView, persona: Persona) -> list[ShownPlan]:
    """Every plan, in order: one that stayed to the end answers for the whole talk.

    One that was taken back or replaced answers for what had been said when it was shown or agreed, and while it was
    still on the table; between what was told and the end of the plan one question may come.
    """
    placed = session.record == "events" or session.staged
    found = []
    for index, event in session.of(PlanShown):
        gone, until, then = _gone(session, index), len(session.events), {}
        if gone is not None:
            agreed = max((at for at, _ in session.of(PlanAccepted) if at < gone), default=-1)
            until = max(index if placed else 0, agreed, _told_last(session, gone))
            then = _recorded_anew(session, until, gone)
        told = persona_as_disclosed(session, persona, until, then)
        unknown = not placed and gone is None and told is not persona
        found.append(ShownPlan(index, event.plan, until, told, _DOUBT if unknown else ""))
    return found


_DOUBT = "the transcript does not show whether the plan stayed after everything had been told"


def _gone(session: SessionView, shown: int) -> int | None:
    """The event that took the plan off the table; None where it stayed.

    In a talk without events that is a refusal in words, unless the talk ended with the plan accepted.
    """
    events = (index for index, _ in session.of(PlanShown, PlanWithdrawn) if index > shown)
    if session.record == "events" or session.outcome == "accepted":
        return next(events, None)
    if session.outcome == "blocked":
        return shown if session.staged else 0  # withdrawn: when, only the words say
    said_no = refusals(session)
    return next((at for at in said_no if at > shown or not session.staged), None)


def _told_last(session: SessionView, gone: int) -> int:
    """The message before which everything had been told in time: the last but one, where there are two."""
    said = [index for index, _ in session.of(AthleteSaid) if index < gone]
    return min(said[-2:], default=-1)


def _recorded_anew(session: SessionView, until: int, gone: int) -> dict[str, Value]:
    """Field to what was held of it, of every fact whose record took the plan off the table."""
    held = collected(session, until)
    after = {event.fact.field for index, event in session.of(FactRecorded) if until <= index < gone}
    return {name: held[name][1].value if name in held else None for name in after}
