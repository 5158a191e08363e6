"""Which small changes of evals/checks nothing notices: no quick test fails, no verdict on a known case changes.

    python tests/mutation/run.py [--most 300] [--seed 0] [--only care_tone ...] [--json FILE]

Everything is loaded once; each mutant lives in a fork of this process, with the tests and the cases that reach the
statement it changes. Cases: clean sessions, planted faults, and labelled sessions of the train authors, each with every
scorer but those of `LEFT_OUT`.
"""

import argparse
import json
import os
import pickle
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutants import Mutant, forget, install, instrument, mutants

from evals.bulk import Finished, finished, unreduced
from evals.checks.registry import CHECKS
from evals.checks.view import Case, view
from evals.faults.fault import CLEAN
from evals.faults.played import job
from evals.faults.registry import FAULTS
from evals.interchange.read import cases
from evals.labelled import sessions

TESTS = Path(__file__).parents[1]
CHANGED = (
    *(TESTS.parent / "evals/checks").glob("*.py"),
    *(TESTS.parent / "evals/labelled" / name for name in ("plans.py", "vignettes.py")),
)
"""Files whose code is changed: the checks."""
SLOW = {"test_intake_burden", "test_properties"}
"""Test files that play many sessions."""
FILES = [
    *sorted(path for path in (TESTS / "evals/checks").glob("test_*.py") if path.stem not in SLOW),
    *(TESTS / "evals/labelled" / name for name in ("test_plans.py", "test_vignettes.py")),
]
LEFT_OUT = {"unspoken", "persona_fidelity", "outcome", "honest_telling"}
SCORERS = [name for name in CHECKS if name not in LEFT_OUT]
CLEAN_PERSONAS = ("masters_runner", "chest_pain_hidden")
LABELLED = 10
LONGEST_S = 8
"""Of the processor, for one test or case; a mutant that takes longer is caught."""
PATIENCE_S = 4
"""For one mutant; what is left of its tests and cases after that is not run."""

Lines = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Guard:
    """`notices`: whether it sees that something is wrong, in a process of its own."""

    name: str
    notices: Callable[[], bool]
    is_test: bool = False


@dataclass(frozen=True)
class Reached:
    """`notices`: as it stands, without a mutant."""

    notices: bool
    seconds: float
    lines: Lines


@dataclass(frozen=True)
class Fate:
    mutant: str
    fate: str
    by: str = ""
    left: int = 0


def case_guards() -> Iterator[Guard]:
    wanted = [job(CLEAN.id, persona, 0) for persona in CLEAN_PERSONAS]
    wanted += [job(f.id, f.personas[0], 0) for f in FAULTS.values() if f.owner not in LEFT_OUT]
    for done in finished(wanted, unreduced):
        case = _case(done)
        fault = FAULTS.get(done.job.fault)
        scorers = [name for name in SCORERS if fault is None or name in fault.expected]
        yield from _of_case(f"{done.job.fault} on {done.job.spec.persona.id}", dict.fromkeys(scorers, case))
    train = [each for each in sessions.SET.cases() if each.split == "train"]
    for labelled in train[:: len(train) // LABELLED]:
        both = cases(sessions.session(labelled))
        yield from _of_case(f"labelled {labelled.id}", {name: both._case_for(name) for name in SCORERS})


def _case(done: Finished) -> Case:
    if done.stored is None:
        raise RuntimeError(f"{done.job.fault}: {done.error}")
    return Case(view(done.stored), done.job.spec.persona)


def _of_case(name: str, by_scorer: dict[str, Case]) -> Iterator[Guard]:
    for scorer, case in by_scorer.items():
        expected = _verdict(scorer, case)
        if expected[0] != "not_applicable":
            yield Guard(f"{scorer}: {name}", partial(_differs, scorer, case, expected))


def _verdict(scorer: str, case: Case) -> tuple[Any, ...]:
    """What counts of a verdict: its words may change."""
    verdict = CHECKS[scorer].judge(replace(case, session=replace(case.session)))
    return verdict.value, verdict.passed, sorted({each.rule or "" for each in verdict.findings})


def _differs(scorer: str, case: Case, expected: tuple[Any, ...]) -> bool:
    try:
        return _verdict(scorer, case) != expected
    except Exception:  # noqa: BLE001 (a check that breaks is noticed)
        return True


class Run:
    """A plugin: instead of running the collected tests once, runs them against the mutants."""

    def __init__(self, chosen: Sequence[Mutant], workers: int) -> None:
        self.chosen, self.workers = chosen, workers
        self.fates: list[Fate] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests = [Guard(item.nodeid, partial(_fails, item), is_test=True) for item in session.items]
        guards = [*tests, *case_guards()]
        _say(f"{len(tests)} tests and {len(guards) - len(tests)} verdicts on cases")
        reached = _in_a_fork(lambda: _reached(guards))
        sound = [(g, r) for g, r in zip(guards, reached, strict=True) if not r.notices and r.seconds < LONGEST_S / 4]
        _say(f"{len(sound)} of them are quick and quiet as it stands, in {sum(r.seconds for _, r in sound):.0f} s")
        for guard, reach in zip(guards, reached, strict=True):
            if reach.notices or reach.seconds >= LONGEST_S / 4:
                _say(f"  not used: {guard.name}: {'fails' if reach.notices else f'{reach.seconds:.0f} s'}")
        by_line: dict[tuple[str, int], list[int]] = defaultdict(list)
        for at, (_, reach) in enumerate(sound):
            for line in reach.lines:
                by_line[line].append(at)
        order = sorted(range(len(sound)), key=lambda at: (not sound[at][0].is_test, sound[at][1].seconds))
        rank = {at: place for place, at in enumerate(order)}

        def fate(mutant: Mutant) -> Fate:
            lines = [(str(mutant.path), mutant.line)]
            if mutant.name is not None:
                lines = [line for line in by_line if line[0] == str(mutant.path)]
            near = sorted({at for line in lines for at in by_line.get(line, ())}, key=rank.__getitem__)
            return _fate(mutant, [sound[at][0] for at in near])

        for found in _forked(fate, self.chosen, self.workers):
            self.fates.append(found)
            _say(f"{len(self.fates)} of {len(self.chosen)}: {found.fate}: {found.mutant} {found.by} {found.left or ''}")
        return True


def _fails(item: pytest.Item) -> bool:
    """What a session sets up for all its tests stays."""
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=item.session))


def _reached(guards: Sequence[Guard]) -> list[Reached]:
    lines: set[tuple[str, int]] = set()
    for path in CHANGED:
        instrument(path, lines)
    return [_reach(guard, lines) for guard in guards]


def _reach(guard: Guard, lines: set[tuple[str, int]]) -> Reached:
    lines.clear()
    forget(lambda module: module.startswith("evals.checks"), tables=False)
    began = time.process_time()
    notices = guard.notices()
    return Reached(notices, time.process_time() - began, frozenset(lines))


def _fate(mutant: Mutant, near: Sequence[Guard]) -> Fate:
    if not near:
        return Fate(str(mutant), "not reached")
    try:
        install(mutant)
    except Exception as problem:  # noqa: BLE001 (says nothing about any test)
        return Fate(str(mutant), "not put in place", repr(problem))
    began, current = time.process_time(), ""

    def late(*_: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGVTALRM, late)
    for at, guard in enumerate(near):
        if time.process_time() - began > PATIENCE_S:
            return Fate(str(mutant), "survived", left=len(near) - at)
        current = guard.name
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
        try:
            noticed = guard.notices()
        except TimeoutError:
            noticed = True
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if noticed:
            return Fate(str(mutant), "test" if guard.is_test else "case", current)
    return Fate(str(mutant), "survived")


def _forked(function: Callable[[Mutant], Fate], what: Sequence[Mutant], workers: int) -> Iterator[Fate]:
    """Each result as soon as it is there; a process that is killed counts as a mutant that is caught."""
    waiting, under_way = list(what)[::-1], dict[int, tuple[Mutant, int]]()
    while waiting or under_way:
        while waiting and len(under_way) < workers:
            mutant = waiting.pop()
            pid, pipe = _fork(partial(function, mutant))
            under_way[pid] = mutant, pipe
        pid, _ = os.wait()
        mutant, pipe = under_way.pop(pid)
        with os.fdopen(pipe, "rb") as result:
            data = result.read()
        yield pickle.loads(data) if data else Fate(str(mutant), "the process broke")  # noqa: S301 (our own)


def _in_a_fork(function: Callable[[], Any]) -> Any:
    pid, pipe = _fork(function)
    with os.fdopen(pipe, "rb") as result:
        data = result.read()
    os.waitpid(pid, 0)
    return pickle.loads(data)  # noqa: S301 (our own)


def _fork(function: Callable[[], Any]) -> tuple[int, int]:
    reads, writes = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reads)
        data = pickle.dumps(function())
        with os.fdopen(writes, "wb") as out:
            out.write(data)
        os._exit(0)
    os.close(writes)
    return pid, reads


def _say(text: str) -> None:
    sys.__stdout__.write(text + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--but", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(arguments)
    every_file = sorted(path for path in CHANGED if path.stem not in args.but)
    files = [path for path in every_file if not args.only or path.stem in args.only]
    every = [mutant for path in files for mutant in mutants(path)]
    chosen = random.Random(args.seed).sample(every, min(args.most, len(every)))
    _say(f"{len(chosen)} of {len(every)} mutants of {len(files)} modules")
    run = Run(chosen, args.workers)
    pytest.main(["-p", "no:cacheprovider", "--capture=no", *map(str, FILES)], plugins=[run])
    counted = Counter(each.fate for each in run.fates)
    _say(", ".join(f"{count} {word}" for word, count in counted.most_common()))
    if args.json:
        args.json.write_text(json.dumps([asdict(each) for each in run.fates], indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
