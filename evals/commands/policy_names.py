"""Whether a gate policy fits the scorers: a line for what no scorer ever says, or read the wrong way round, would be
one that never fails."""

from collections.abc import Collection, Iterable, Iterator
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
ATHLETES_OWN = ("persona_fidelity",)
"""The scorers that judge the athlete and not the coach."""
_WITHOUT_VERDICT = "cost"
_NO_VERDICT = frozenset({"not_applicable", "not_judged"})
_SHARE = 100
"""The factor of a scorer whose values lie between 0 and 1."""


def require_known(policy: "Policy", path: Path, *runs: "LoggedRun") -> None:
    """`PolicyInvalid` where `policy`, read from `path`, names what neither the scorers nor `runs` know, or says of a
    scorer what cannot be meant."""
    from reports.errors import PolicyInvalid

    scorers = dict.fromkeys((*ABOUT, *(name for run in runs for name in run.scores["scorer"].unique())))
    pass_fail = frozenset(_pass_fail(runs))
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
    for problem in (*_upside_down(policy, pass_fail), *_never_failing(policy, pass_fail)):
        raise PolicyInvalid(str(path), *problem)


def _pass_fail(runs: "Iterable[LoggedRun]") -> Iterator[str]:
    """The scorers whose verdict is a pass or a failure: the built-in ones, and those that `runs` show to be."""
    yield from (name for name in ABOUT if name not in UNITS)
    for run in runs:
        words = run.scores.filter(run.scores["passed"].is_not_null() & run.scores["number"].is_null())
        yield from (name for name in words["scorer"].unique() if name not in ABOUT)


def _shares(policy: "Policy", pass_fail: Collection[str]) -> set[str]:
    """The scorers whose values lie between 0 and 1, a pass being 1."""
    return {*pass_fail, *policy.fractions, *(name for name, (factor, _) in UNITS.items() if factor == _SHARE)}


def _upside_down(policy: "Policy", pass_fail: Collection[str]) -> Iterator[tuple[str, str]]:
    """Where the policy has it that a scorer's worse result is the better one, and the way on."""
    rising = _shares(policy, pass_fail)
    for name in policy.lower_is_better:
        if name in rising:
            yield f"lower_is_better names {name}, where higher is always better", "remove it there"
    for line in policy.non_inferiority:
        better = policy.direction(line.scorer, binary=False)
        if line.scorer in rising and better == "lower":
            yield f'better = "lower" for {line.scorer}, where higher is always better', "remove `better`"
        if line.scorer in UNITS and line.scorer not in rising and better == "higher":
            yield f"{line.scorer} is gated as if higher were better", 'give its line better = "lower"'


def _never_failing(policy: "Policy", pass_fail: Collection[str]) -> Iterator[tuple[str, str]]:
    """What would let every loss pass, or never be read, and the way on."""
    shares = _shares(policy, pass_fail)
    for line in policy.non_inferiority:
        if line.scorer in shares and line.margin >= 1:
            why = f"a margin of {line.margin:g} for {line.scorer}, whose values lie between 0 and 1"
            yield why, "give the margin as a share: 0.05 is 5 points"
        if line.scorer in pass_fail and line.pass_margin is not None:
            yield f"pass_margin for {line.scorer}, which passes or fails as a whole", "`margin` is enough: remove it"
    if policy.off_script not in ATHLETES_OWN:
        why = f'off_script = "{policy.off_script}" would set aside the sessions that the coach fails'
        yield why, f"name a scorer that judges the athlete: {', '.join(ATHLETES_OWN)}"
    if not (
        policy.zero_tolerance or policy.non_inferiority or any(policy.margin(name, binary=True) for name in pass_fail)
    ):
        yield "the policy gates no scorer: all are only reported", "take one out of report_only, or give it a line"


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
