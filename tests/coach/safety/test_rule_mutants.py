"""Every rule, changed a little, is caught by its own examples. Run as a script, this prints the score.

A mutant is one change of a condition: a threshold moved by its smallest step, a comparison flipped or moved by
its boundary, `&&` and `||` exchanged, a negation dropped, true and false exchanged, one value of a list dropped.
"""

import re
import sys
from collections.abc import Iterator

import pytest

from coach.errors import InputError
from coach.profile.catalogue import catalogue
from coach.safety.derived import Unknown, derive
from coach.safety.rules import CompiledRule, Example, healthy_profile, rules
from coach.three_valued import compile_condition

TOKEN = re.compile(r'"[^"]*"|\w+(?:\.\d+)?|&&|\|\||[<>=!]=|\S|\s+')
FLIPS = {
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "!": ("",),
    "true": ("false",),
    "false": ("true",),
}

# (rule, what the mutant has and the rule has not): why no example can tell them apart.
EQUIVALENT = {
    ("postpartum_not_ready", "weeks_postpartum >= 11.9"): "below 12 weeks the first half fires already",
    ("acl_not_ready", "weeks_since_acl_reconstruction >= 11.9"): "below 12 weeks the first half fires already",
    ("minor_distance_for_age", "age_years >= 14"): "at 14 the first half fires already, above 5.5 km",
    ("sleep_short", "age_years >= 17"): "at 17 the second half fires already, below 8 h",
}


class Mutant:
    def __init__(self, compiled: CompiledRule, tokens: list[str], at: int, new: str) -> None:
        self.compiled = compiled
        self.was, self.new = tokens[at], new
        self.text = "".join([*tokens[:at], new, *tokens[at + 1 :]])

    def __repr__(self) -> str:
        return f"{self.compiled.rule.id}: {self.was!r} to {self.new!r}: {self.text}"

    @property
    def equivalent(self) -> str | None:
        """Why nothing can catch it; None for all others."""
        rule = self.compiled.rule
        found = [why for (name, part), why in EQUIVALENT.items() if name == rule.id and part in self.text]
        return found[0] if found else None

    def is_caught(self) -> bool:
        rule = self.compiled.rule
        try:
            condition = compile_condition(self.text)
            fires = [condition.value(_context(each)) for each in rule.fires]
            spares = [condition.value(_context(each)) for each in rule.spares]
        except InputError:
            return True
        return not all(fires) or any(each is not False for each in spares)


def _context(example: Example) -> dict[str, object]:
    profile = {**healthy_profile(), **example}
    known = {name: value for name, value in derive(profile).items() if not isinstance(value, Unknown)}
    return {**profile, **known}


def mutants(compiled: CompiledRule) -> Iterator[Mutant]:
    tokens = TOKEN.findall(compiled.rule.condition)
    for at, token in enumerate(tokens):
        for new in (*FLIPS.get(token, ()), *_moved(tokens, at)):
            yield Mutant(compiled, tokens, at, new)
        if token.startswith('"') and "," in "".join(tokens[at + 1 : at + 2]):
            yield Mutant(compiled, [*tokens[: at + 1], *tokens[at + 2 :]], at, "")
        elif token.startswith('"') and "".join(tokens[:at]).rstrip().endswith(","):
            yield Mutant(compiled, tokens, at, '"no such value"')


def _moved(tokens: list[str], at: int) -> tuple[str, ...]:
    if not re.fullmatch(r"\d+(\.\d+)?", tokens[at]):
        return ()
    name = [token for token in tokens[:at] if re.fullmatch(r"[a-z]\w*", token)][-1]
    field = catalogue().fields.get(name)
    whole = name.endswith("_count") or (field is not None and field.type == "int")
    step = 1.0 if whole else 0.1
    return tuple(f"{round(float(tokens[at]) + way * step, 1):g}" for way in (-1, 1))


@pytest.mark.parametrize("compiled", rules(), ids=lambda compiled: compiled.rule.id)
def test_every_small_change_of_a_rule_is_caught_by_its_examples(compiled: CompiledRule) -> None:
    assert [mutant for mutant in mutants(compiled) if not mutant.equivalent and not mutant.is_caught()] == []


def test_what_is_called_equivalent_is_a_mutant_that_survives() -> None:
    surviving = [mutant for compiled in rules() for mutant in mutants(compiled) if not mutant.is_caught()]
    assert sorted(mutant.equivalent or "" for mutant in surviving) == sorted(EQUIVALENT.values())


def main() -> int:
    found = [mutant for compiled in rules() for mutant in mutants(compiled)]
    survivors = [mutant for mutant in found if not mutant.is_caught()]
    for mutant in survivors:
        sys.stdout.write(f"{mutant}\n  {mutant.equivalent or 'SURVIVES'}\n")
    open_ones = [mutant for mutant in survivors if not mutant.equivalent]
    caught = len(found) - len(survivors)
    sys.stdout.write(f"{caught} of {len(found)} mutants of {len(rules())} rules caught, ")
    sys.stdout.write(f"{len(survivors) - len(open_ones)} equivalent, {len(open_ones)} missed\n")
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())
