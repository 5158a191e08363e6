"""Whether what a gate policy names is there: a misspelt scorer, value or rule would be a line that never fails."""

from pathlib import Path
from typing import TYPE_CHECKING, get_args

from coach.close_names import unknown
from evals.checks.scorer_descriptions import ABOUT
from evals.checks.unspoken.texts import Category

if TYPE_CHECKING:
    from reports.logs import LoggedRun
    from reports.policy import Policy

__all__ = ["require_known"]

VALUES = {"safety_decision": ("correct", "false_approval", "false_block", "wrong_level", "unresolved")}
"""Of scorers that say more than pass and fail."""
RULES = {"unspoken": get_args(Category)}
"""Of scorers whose rules are a closed list."""


def require_known(policy: "Policy", path: Path, *runs: "LoggedRun") -> None:
    """`PolicyInvalid` where `policy`, read from `path`, names what neither the scorers nor `runs` know."""
    from reports.errors import PolicyInvalid

    scorers = dict.fromkeys((*ABOUT, *(name for run in runs for name in run.scores["scorer"].unique())))
    asked = [("scorer", name, tuple(scorers)) for name in policy.scorers]
    for line in policy.zero_tolerance:
        values = (*VALUES.get(line.scorer, ("pass", "fail")), "not_applicable", "not_judged")
        asked += [(f"value of {line.scorer}", value, values) for value in line.values]
        if line.scorer in RULES:
            asked += [(f"rule of {line.scorer}", rule, RULES[line.scorer]) for rule in line.rules]
    for kind, name, known in asked:
        if name not in known:
            raise PolicyInvalid(
                str(path), unknown(kind, name, known, f"there are {', '.join(known)}"), "correct the name"
            )
