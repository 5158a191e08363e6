"""May a fact that the athlete keeps back be told by now? Knows the file and what was asked so far; reads no answer."""

from coach.events import CoachSaid
from evals.checks.exchanges import Exchange, exchanges
from evals.checks.persona_script import PersonaScript
from evals.checks.plan_in_text import days_in_text, tells_a_week
from evals.checks.statements import asks_before, topic_of
from evals.checks.view import SessionView
from personas.behaviours import Contradicts, Corrects, DisclosesLate


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
