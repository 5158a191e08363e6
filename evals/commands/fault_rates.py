"""`coach-eval faults --rates`: does anybody notice a fault that strikes 1 session in 20, and after how many sessions?

The sessions are played, clean and with the fault; the runs of the power curve are drawn from them.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from evals.bulk import Job
from evals.commands.options import POLICY_FILE
from evals.faults.fault import CLEAN, Fault
from evals.faults.played import job
from evals.progress import with_bar
from measures.pass_k import Trials, mean_pass_k
from measures.proportions import clopper_pearson
from reports.gate import is_failure, non_inferiority
from reports.pairing import Meeting, table_of
from reports.policy import Policy, read_policy
from reports.scorer_lines import Material, lines

if TYPE_CHECKING:
    from evals.faults.fault import Fault
    from evals.faults.played import ScoredSession, ScorerResult

DEFAULT = ("takes_no_yes", "swaps_miles_km", "leaks_author_plain")
"""A pass/fail scorer with a margin, a fraction whose passes have one too, and a line of zero tolerance."""

PERSONAS = 12
SEEDS = 8
EPOCHS = 4
SIZES = (5, 10, 20, 40, 80, 160)
REPETITIONS = 400
SEEN = 0.80  # four times in five, as the power of a comparison is stated everywhere

Side = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the fault's owner said of each persona and seed, clean and struck."""

    fault: "Fault"
    clean: Mapping[tuple[str, int], Side]
    struck: Mapping[tuple[str, int], Side]

    @property
    def personas(self) -> list[str]:
        return sorted({persona for persona, _ in self.clean})


def show(only: Sequence[str], workers: int | None) -> int:
    """Print both; 1 where the fault, always on, is seen on nobody, or at its rate in no run of any size shown."""
    from evals.faults.registry import chosen

    console, policy, blind = Console(), read_policy(POLICY_FILE), 0
    for fault in chosen(only or DEFAULT):
        if fault.owner in policy.report_only:
            console.print(f"{fault.id}: {fault.owner} is only reported, no comparison calls it", highlight=False)
        else:
            blind += not is_noticed(_record(fault, workers), policy, console)
    return 1 if blind else 0


def is_noticed(recorded: Recorded, policy: Policy, console: Console, repetitions: int = REPETITIONS) -> bool:
    """Whether the owner sees the fault at all, pass^k falls, and a run of some size calls it; prints all three."""
    fault = recorded.fault
    console.print(f"\n[bold]{fault.id}[/bold], owner {fault.owner}: strikes {RATE:.0%} of sessions", highlight=False)
    if not any(_failed(recorded, key) for key in recorded.struck):
        console.print(f"{fault.owner} saw it in none of {len(recorded.struck)} struck sessions", style="red")
        return False
    console.print(_reliability(recorded))
    called = power(recorded, policy, repetitions)
    console.print(_curve(called))
    console.print(_stated(called), highlight=False)
    return needed(called) is not None and _falls(recorded)


def _record(fault: "Fault", workers: int | None) -> Recorded:
    """Sessions with personas that end in a plan, so that a clean coach passes and the fault has where to strike."""
    from evals.bulk import finished
    from evals.faults.played import summary
    from personas.files import names
    from personas.load import load

    fitting = [name for name in names() if load(name).expect.outcome == "accepted"]
    people = list(dict.fromkeys([*fault.personas, *random.Random(fault.id).sample(fitting, PERSONAS)]))[:PERSONAS]
    jobs = both_ways(fault, people, SEEDS)
    sessions = list(with_bar(finished(jobs, summary, workers), len(jobs)))
    return Recorded(fault, *(_sides(sessions, fault, struck=struck) for struck in (False, True)))


def _sides(sessions: "Sequence[ScoredSession]", fault: "Fault", *, struck: bool) -> dict[tuple[str, int], Side]:
    return {
        (each.persona, each.seed): _side(each.by_scorer[fault.owner])
        for each in sessions
        if (each.fault == fault.id) is struck and each.broke is None
    }


def _side(judged: "ScorerResult") -> Side:
    """As the comparison reads a score."""
    number = judged.value if isinstance(judged.value, float) else None
    return {"number": number, "passed": judged.passed, "value": str(judged.value), "rules": list(judged.rules)}


def _failed(recorded: Recorded, key: tuple[str, int]) -> bool:
    return recorded.struck[key]["passed"] is False and recorded.clean[key]["passed"] is not False


def _reliability(recorded: Recorded) -> Table:
    """pass^k of the sessions as they are, and with those struck that the rate strikes."""
    table = Table("k", "clean pass^k", f"struck at {RATE:.0%}", title=f"{len(recorded.clean)} sessions a side")
    clean = _trials(recorded, {})
    hit = _struck(recorded)
    at_rate = _trials(recorded, hit)
    for k in (1, 2, 4, SEEDS):
        before, after = mean_pass_k(clean, k), mean_pass_k(at_rate, k)
        table.add_row(str(k), f"{before.mean:.3f}" if before else "-", f"{after.mean:.3f}" if after else "-")
    table.caption = f"{len(hit)} sessions were struck"
    return table


def _falls(recorded: Recorded) -> bool:
    """Whether pass^k of the longest run tells the sessions struck at the rate from clean ones."""
    before = mean_pass_k(_trials(recorded, {}), SEEDS)
    after = mean_pass_k(_trials(recorded, _struck(recorded)), SEEDS)
    return before is not None and after is not None and after.mean < before.mean


def _struck(recorded: Recorded) -> dict[tuple[str, int], Side]:
    return {key: side for key, side in recorded.struck.items() if strikes(recorded.fault, *key)}


def _trials(recorded: Recorded, hit: Mapping[tuple[str, int], Side]) -> list[Trials]:
    found = []
    for name in recorded.personas:
        passed = [hit.get(key, side)["passed"] for key, side in recorded.clean.items() if key[0] == name]
        judged = [each for each in passed if each is not None]
        found.append(Trials(name, sum(judged), len(judged)))
    return found


def power(recorded: Recorded, policy: Policy, repetitions: int = REPETITIONS) -> dict[int, tuple[int, int]]:
    """How often a comparison calls the fault a regression: personas to calls, and comparisons drawn."""
    draw = random.Random(recorded.fault.id)
    return {
        size: (sum(_calls(draw, recorded, size, policy) for _ in range(repetitions)), repetitions) for size in SIZES
    }


def needed(called: Mapping[int, tuple[int, int]]) -> int | None:
    """The sessions from which on, at every larger size too, the fault is called four times in five."""
    enough = [size for size, (calls, drawn) in called.items() if calls >= SEEN * drawn]
    missed = max((size for size in called if size not in enough), default=0)
    return next((size * EPOCHS for size in sorted(enough) if size > missed), None)


def _curve(called: Mapping[int, tuple[int, int]]) -> Table:
    table = Table("personas", "sessions", "called", "95% interval", title="power of the comparison")
    for size, (calls, drawn) in called.items():
        low, high = clopper_pearson(calls, drawn)
        table.add_row(str(size), str(size * EPOCHS), f"{calls / drawn:.0%}", f"{low:.0%} to {high:.0%}")
    table.caption = (
        f"{EPOCHS} sessions a persona, {REPETITIONS} comparisons drawn for each size; nothing else differs: at least"
    )
    return table


def _stated(called: Mapping[int, tuple[int, int]]) -> str:
    sessions = needed(called)
    if sessions is None:
        return f"called less than four times in five with {max(called) * EPOCHS} sessions"
    return f"called four times in five or more with {sessions} sessions and with every larger run shown"


def _calls(draw: random.Random, recorded: Recorded, size: int, policy: Policy) -> bool:
    """One comparison of a clean run with one in which the rate decides, session by session."""
    scorer = recorded.fault.owner
    pairs = table_of([meeting for number in range(size) for meeting in _of_persona(draw, recorded, f"p{number}")])
    for line in policy.zero_tolerance:
        new = pairs.filter(is_failure(line, "candidate_"), ~is_failure(line, "base_"))
        if line.scorer == scorer and new.height:
            return True
    version = frozenset({1})
    found = lines([Material(scorer, pairs, version, version)], policy)
    return any(line.standing == "regressed" for line in non_inferiority(found, policy))


def _of_persona(draw: random.Random, recorded: Recorded, name: str) -> list[Meeting]:
    """A persona drawn from those that were played, with sessions drawn from its own."""
    drawn = draw.choice(recorded.personas)
    keys = [key for key in recorded.clean if key[0] == drawn and key in recorded.struck]
    found = []
    for epoch in range(EPOCHS):
        key = draw.choice(keys)
        after = (recorded.struck if draw.random() < RATE else recorded.clean)[key]
        found.append(Meeting(name, f"{name}/{epoch}", recorded.clean[key], after))
    return found


RATE = 1 / 20


def strikes(fault: Fault, persona: str, seed: int, rate: float = RATE) -> bool:
    """Whether the fault strikes this session; the same session is struck on every run."""
    digest = hashlib.sha256(f"{fault.id}|{persona}|{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") < rate * 2**64


def both_ways(fault: Fault, personas: Sequence[str], seeds: int) -> list[Job]:
    """Every session clean, and with the fault: what a run at any rate is made of."""
    return [job(each, name, seed) for each in (CLEAN.id, fault.id) for name in personas for seed in range(seeds)]
