"""Which safety rules block on what a message states: to tell where a talk without labels cannot be judged."""

from collections.abc import Iterable

from coach.profile.catalogue import catalogue
from coach.profile.health_words import is_about_health
from coach.profile.stated import stated_values
from coach.records.fact import Value
from coach.safety.gate import decide
from coach.safety.rules import rules
from evals.reading.acts import acts_in

_AGE = "age_years"


def red_flags(text: str, told: Iterable[tuple[str, Value]]) -> tuple[str, ...]:
    """The rules that block on what `text` states beyond doubt by itself, and on what it told as an answer."""
    alone = ((each.field, each.value) for each in acts_in(text, None, None) if each.confidence == "explicit")
    stated = (*told, *alone, *stated_values(text).items())
    fields, known = catalogue().fields, dict[str, Value]()
    for name, value in stated:
        if value and name in fields and (name == _AGE or is_about_health(fields[name])):
            known[name] = value
    fired = decide(known).fired if known else ()
    return tuple(each.rule.id for each in rules() if each.rule.id in fired and each.rule.action == "block")
