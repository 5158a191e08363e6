"""Whether what a gate policy names is there: a line for what no scorer ever says would be one that never fails."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from coach.close_names import unknown
from evals.checks.scorer_descriptions import ABOUT, UNITS
from evals.checks.unspoken.texts import Category

if TYPE_CHECKING:
    from reports.logs import LoggedRun
    from reports.policy import Policy, ZeroTolerance

VALUES = {"safety_decision": ("correct", "false_approval", "false_block", "wrong_level", "unresolved")}
"""Of scorers that say more than pass and fail."""
_WITHOUT_VERDICT = "cost"
_NO_VERDICT = frozenset({"not_applicable", "not_judged"})
_SHARE = 100
"""The factor of a scorer whose values lie between 0 and 1."""


def require_known(policy: "Policy", path: Path, *runs: "LoggedRun") -> None:
    """`PolicyInvalid` where `policy`, read from `path`, names what neither the scorers nor `runs` know."""
    from reports.errors import PolicyInvalid

    scorers = dict.fromkeys((*ABOUT, *(name for run in runs for name in run.scores["scorer"].unique())))
    shares = {*policy.fractions, *(name for name in ABOUT if UNITS.get(name, (_SHARE, ""))[0] == _SHARE)}
    for gated in policy.non_inferiority:
        if gated.scorer in shares and gated.margin >= 1:
            why = f"a margin of {gated.margin:g} for {gated.scorer}, whose values lie between 0 and 1"
            raise PolicyInvalid(str(path), why, "give the margin as a share: 0.05 is 5 points")
    asked = [("scorer", name, tuple(scorers)) for name in policy.scorers]
    for line in policy.zero_tolerance:
        if useless := _useless(line):
            raise PolicyInvalid(str(path), *useless)
        asked += _kinds(line)
    for kind, name, known in asked:
        if name not in known:
            raise PolicyInvalid(
                str(path), unknown(kind, name, known, f"there are {', '.join(known)}"), "correct the name"
            )


def _useless(line: "ZeroTolerance") -> tuple[str, str] | None:
    """Why the line would never fail, and the way on."""
    if line.scorer == _WITHOUT_VERDICT:
        return f"a zero-tolerance line for {line.scorer}, which gives no verdict", "remove the line"
    if line.scorer in UNITS and {*line.values} - _NO_VERDICT:
        return f"`values` for {line.scorer}, whose values are numbers", "leave `values` out: every failure counts then"
    if line.rules and line.scorer not in _rules():
        known = f"the rules are known only of {', '.join(_rules())}"
        return f"`rules` for {line.scorer}; {known}", "leave `rules` out: every failure counts then"
    return None


def _kinds(line: "ZeroTolerance") -> Iterator[tuple[str, str, tuple[str, ...]]]:
    values = (*VALUES.get(line.scorer, ("pass", "fail")), *sorted(_NO_VERDICT))
    yield from ((f"value of {line.scorer}", value, values) for value in line.values)
    yield from ((f"rule of {line.scorer}", rule, _rules()[line.scorer]) for rule in line.rules)


def _rules() -> dict[str, tuple[str, ...]]:
    """Of the scorers whose rules are a closed list."""
    from coach.plan.validation.table import RULES
    from evals.checks.contraindicated import FORBIDS

    return {
        "unspoken": get_args(Category),
        "plan_validity": (*(rule.id for rule in RULES), "expect.plan"),
        "contraindications_respected": tuple(FORBIDS),
    }
