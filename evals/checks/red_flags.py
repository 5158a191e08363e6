"""What an athlete states that blocks training, for talks in which nobody labelled it: enough to abstain, never to pass.

Which statement blocks say the safety rules: of a talk without a label nobody else does.
"""

from functools import cache

from coach.profile.catalogue import catalogue
from coach.profile.health_words import is_about_health
from coach.profile.stated import stated_values
from coach.records.fact import Value
from coach.safety.gate import decide
from coach.safety.rules import rules
from evals.checks.statements import Exchange, statements
from evals.checks.view import SessionView
from evals.reading.acts import acts_in

_AGE = "age_years"


def red_flags(session: SessionView, exchange: Exchange) -> tuple[str, ...]:
    """The rules that block on what the message states beyond doubt, as an answer or by itself."""
    told = [
        (each.field, each.value) for each in statements(session).facts if each.exchange is exchange and each.explicit
    ]
    if exchange.event not in session.acts:
        alone = acts_in(exchange.text, None, None)
        told += [(each.field, each.value) for each in alone if each.confidence == "explicit"]
        told += stated_values(exchange.text).items()
    known: dict[str, Value] = {}
    for name, value in told:
        field, before = catalogue().fields.get(name), known.get(name)
        if field is None or not (name == _AGE or is_about_health(field)) or (name in known and not value):
            continue
        known[name] = (*before, *value) if isinstance(before, tuple) and isinstance(value, tuple) else value
    return tuple(name for name in decide(known).fired if name in _blocking()) if known else ()


@cache
def _blocking() -> frozenset[str]:
    return frozenset(each.rule.id for each in rules() if each.rule.action == "block")
