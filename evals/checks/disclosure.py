"""May a fact that the athlete keeps back be told by now? Knows the file and what was asked so far; reads no answer."""

from collections.abc import Callable, Mapping

from coach.profile.catalogue import catalogue
from evals.checks.exchanges import Exchange, exchanges
from evals.checks.statements import asked_before
from evals.checks.view import SessionView
from personas.behaviours import Contradicts, Corrects, DisclosesLate
from personas.persona import Persona, Truth

HIDDEN = frozenset({"if_probed", "reluctant", "late", "never"})


def is_hidden(persona: Persona, name: str) -> bool:
    """Whether the file has the athlete keep the fact back, for a time or for good."""
    fact = persona.facts.get(name)
    return fact is not None and (fact.tell in HIDDEN or _level(persona, name, fact) in HIDDEN)


def keeps_back(session: SessionView, persona: Persona, name: str, now: Exchange) -> str | None:
    """Why the athlete may not tell the fact in the message `now`; None where it may."""
    fact = persona.facts.get(name)
    talk = [each for each in exchanges(session) if each.turn <= now.turn]
    asked = [_asks_for(session, each, name) for each in talk]
    return _MAY_NOT.get(_level(persona, name, fact), _may)(persona, name, now, asked) if fact else None


def topic_of(name: str) -> str:
    """The catalogue's topic of a field; a field of the analyst's own is a topic by itself."""
    table = catalogue()
    return table.questions[table.fields[name].question].topic if name in table.fields else name


Asked = tuple[bool, bool]
"""Whether a message asks about the topic of the fact at all, and about a thing of it by name."""


def _asks_for(session: SessionView, exchange: Exchange, name: str) -> Asked:
    near = [ask for ask in asked_before(session, exchange) if topic_of(ask.field) == topic_of(name)]
    return bool(near), any(ask.specific for ask in near)


def _level(persona: Persona, name: str, fact: Truth) -> str:
    """The tell level, after what the behaviours make of it."""
    kinds = {b.kind for b in persona.behaviours if getattr(b, "field", None) == name}
    if "declines" in kinds:
        return "never"
    return "late" if "discloses_late" in kinds else fact.tell


def _may(_persona: Persona, _name: str, _now: Exchange, _asked: list[Asked]) -> None:
    return None


def _never(_persona: Persona, _name: str, _now: Exchange, _asked: list[Asked]) -> str:
    return "which it keeps to itself"


def _probed(_persona: Persona, _name: str, _now: Exchange, asked: list[Asked]) -> str | None:
    return None if any(closely for _, closely in asked) else "which nobody had probed for"


def _asked_twice(_persona: Persona, _name: str, _now: Exchange, asked: list[Asked]) -> str | None:
    return None if any(near for near, _ in asked[:-1]) else "which it should have put off once"


def _in_time(persona: Persona, name: str, now: Exchange, _asked: list[Asked]) -> str | None:
    later = [
        b
        for b in persona.behaviours
        if isinstance(b, Corrects | Contradicts | DisclosesLate) and getattr(b, "field", None) == name
    ]
    return None if any(_is_due(b, now) for b in later) else "which was to come later"


_MAY_NOT: Mapping[str, Callable[[Persona, str, Exchange, list[Asked]], str | None]] = {
    "never": _never,
    "if_probed": _probed,
    "reluctant": _asked_twice,
    "late": _in_time,
}


def _is_due(behaviour: Corrects | Contradicts | DisclosesLate, exchange: Exchange) -> bool:
    if behaviour.at_turn is not None:
        return exchange.turn >= behaviour.at_turn
    if behaviour.at == "present":
        return exchange.plan_shown or exchange.stage in {"PRESENT", "CLOSED"}
    return behaviour.at == "goal" or not (exchange.opens or exchange.stage == "GOAL_CAPTURE")
