"""May a fact that the athlete keeps back be told by now? Knows the file and what was asked so far; reads no answer."""

from collections.abc import Callable, Mapping, Sequence

from coach.profile.catalogue import catalogue
from evals.checks.reread import fields_asked_in
from evals.checks.script_saying import common_words, content
from evals.checks.talk import Exchange
from personas.behaviours import Contradicts, Corrects, DisclosesLate
from personas.persona import Persona, Truth

HIDDEN = frozenset({"if_probed", "reluctant", "late", "never"})


def is_hidden(persona: Persona, name: str) -> bool:
    """Whether the file has the athlete keep the fact back, for a time or for good."""
    fact = persona.facts.get(name)
    return fact is not None and (fact.tell in HIDDEN or _level(persona, name, fact) in HIDDEN)


def keeps_back(persona: Persona, name: str, talk: Sequence[Exchange], at: int) -> str | None:
    """Why the athlete may not tell the fact in the message `talk[at]`; None where it may."""
    fact = persona.facts.get(name)
    return _MAY_NOT.get(_level(persona, name, fact), _may)(persona, name, talk[: at + 1]) if fact else None


def topic_of(name: str) -> str:
    table = catalogue()
    return table.questions[table.fields[name].question].topic


def _level(persona: Persona, name: str, fact: Truth) -> str:
    """The tell level, after what the behaviours make of it."""
    kinds = {b.kind for b in persona.behaviours if getattr(b, "field", None) == name}
    if "declines" in kinds:
        return "never"
    return "late" if "discloses_late" in kinds else fact.tell


def _may(_persona: Persona, _name: str, _talk: Sequence[Exchange]) -> None:
    return None


def _never(_persona: Persona, _name: str, _talk: Sequence[Exchange]) -> str:
    return "which it keeps to itself"


def _probed(persona: Persona, name: str, talk: Sequence[Exchange]) -> str | None:
    probed = any(_is_asked(each.asked, name, persona.facts[name], closely=True) for each in talk)
    return None if probed else "which nobody had probed for"


def _asked_twice(persona: Persona, name: str, talk: Sequence[Exchange]) -> str | None:
    before = any(_is_asked(each.asked, name, persona.facts[name], closely=False) for each in talk[:-1])
    return None if before else "which it should have put off once"


def _in_time(persona: Persona, name: str, talk: Sequence[Exchange]) -> str | None:
    later = [
        b
        for b in persona.behaviours
        if isinstance(b, Corrects | Contradicts | DisclosesLate) and getattr(b, "field", None) == name
    ]
    return None if any(_is_due(b, talk[-1]) for b in later) else "which was to come later"


_MAY_NOT: Mapping[str, Callable[[Persona, str, Sequence[Exchange]], str | None]] = {
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


def _is_asked(text: str, name: str, fact: Truth, *, closely: bool) -> bool:
    """The coach asks about the topic (`closely`: about a thing of it by name), or speaks of it in the file's words."""
    if any(topic_of(each.field) == topic_of(name) and (each.specific or not closely) for each in fields_asked_in(text)):
        return True
    return bool((content(fact.say or "") | content(f"{name} {fact.value}")) - common_words() & content(text))
