"""`coach explain-rule ID`: one safety rule with its source and examples."""

import sys
from difflib import get_close_matches

from coach.errors import InputError
from coach.safety.description import explanation
from coach.safety.rules import rules


def run(arguments: list[str]) -> int:
    if len(arguments) != 1:
        raise InputError("expects one rule ID; `coach rules` lists them")
    known = {compiled.rule.id: compiled for compiled in rules()}
    name = arguments[0]
    if name not in known:
        near = get_close_matches(name, known, n=5, cutoff=0.5)
        names = f"close to it: {', '.join(near)}" if near else "`coach rules` lists them"
        raise InputError(f"there is no rule {name!r}; {names}")
    sys.stdout.write(explanation(known[name]))
    return 0
