"""What a comparison of two runs found: values only, for every form of the report."""

from dataclasses import dataclass
from typing import Literal

from measures.pass_k import PassK
from reports.agreement import Agreement
from reports.estimate import Estimate
from reports.header import Header
from reports.pairing import ListedSession
from reports.policy import PolicyFile
from reports.prompt_diffs import PromptDiff

VerdictWord = Literal["better", "worse", "no difference shown", "too few sessions to tell", "not compared"]
Standing = Literal["pass", "regressed", "could not be judged"]
Aspect = Literal["value", "passes"]
"""What of a scorer is compared: what it says, or whether the session passed where what it says is a number."""

EXIT_CODES: dict[Standing, int] = {"pass": 0, "regressed": 1, "could not be judged": 2}


@dataclass(frozen=True, slots=True)
class Counts:
    """Pairs of one scorer that do not enter its difference, by reason.

    `lost`: those of `not_judged` that the base could still judge. `unmatched_failures`: those that the candidate fails
    and the base did not judge or does not apply to. `no_longer_applies`: those of
    `not_applicable` that the base judged.
    """

    errored: int = 0
    not_judged: int = 0
    not_applicable: int = 0
    off_script: int = 0
    lost: int = 0
    unmatched_failures: int = 0
    no_longer_applies: int = 0


@dataclass(frozen=True, slots=True)
class ScorerReach:
    """What a scorer says of its own reach, in the weakest session: a measured recall, or a count of the unjudged."""

    what: str
    rate: float


@dataclass(frozen=True, slots=True)
class ScorerLine:
    """A scorer, or its passes. `p`: Holm's over all lines; `smallest`: the difference that would have been seen.

    `moved`: how many pairs went which way, and how far, in words. `worst_case`: the estimate if every session that the
    candidate fails and the base did not judge had passed in the base; None where there is none, and of numbers.
    """

    scorer: str
    binary: bool
    verdict: VerdictWord
    why: str
    estimate: Estimate | None = None
    with_off_script: Estimate | None = None
    worst_case: Estimate | None = None
    p: float | None = None
    smallest: float | None = None
    moved: str = ""
    counts: Counts = Counts()
    reach: tuple[ScorerReach, ...] = ()
    of: Aspect = "value"

    @property
    def title(self) -> str:
        return f"{self.scorer} passed" if self.of == "passes" else self.scorer


@dataclass(frozen=True, slots=True)
class GateLine:
    """One line of the policy and how it came out. `sessions`: the candidate's, where some are to blame.

    `still`: it is open for want of personas alone, no session got worse.
    """

    name: str
    kind: Literal["zero tolerance", "non-inferiority", "runs"]
    standing: Standing
    why: str
    sessions: tuple[str, ...] = ()
    still: bool = False


@dataclass(frozen=True, slots=True)
class Turned:
    """A session that one scorer fails on one side and not on the other. The words are of the side that fails."""

    scorer: str
    persona: str
    base_session: str
    candidate_session: str
    base_value: str
    value: str
    explanation: str
    quotes: tuple[str, ...] = ()
    off_script: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Something the two runs differ in. None: that side has no such thing."""

    what: str
    base: str | None
    candidate: str | None


@dataclass(frozen=True, slots=True)
class Flaky:
    """A persona whose sessions disagree under one scorer."""

    run: str
    scorer: str
    persona: str
    passed: int
    total: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """pass^k of one pass/fail scorer in both runs, for one k."""

    scorer: str
    base: PassK | None
    candidate: PassK | None


@dataclass(frozen=True, slots=True)
class Comparison:
    base: Header
    candidate: Header
    policy: PolicyFile
    pairs: int
    lines: tuple[ScorerLine, ...]
    gate: tuple[GateLine, ...]
    new_failures: tuple[Turned, ...]
    improved: tuple[Turned, ...]
    changes: tuple[Change, ...]
    prompt_diffs: tuple[PromptDiff, ...]
    cautions: tuple[str, ...]
    unpaired: tuple[ListedSession, ...]
    errored: tuple[ListedSession, ...]
    off_script: tuple[ListedSession, ...]
    flaky: tuple[Flaky, ...]
    reliability: tuple[Reliability, ...]
    agreement: tuple[Agreement, ...]

    @property
    def standing(self) -> Standing:
        found = {line.standing for line in self.gate}
        if "regressed" in found:
            return "regressed"
        return "pass" if found == {"pass"} else "could not be judged"

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.standing]
