"""How many profiles, plans, replies and sessions one core judges a second, and how `coach check-safety` starts.

    python tests/bench/judging.py [--json FILE]

Everything is measured in one run and set against a loop of plain Python in the same run, so that machines compare.
No test looks at a clock; this is for people.
"""

import argparse
import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from coach.commands.check_plan import PlanLine, judge
from coach.profile.validation import parse_profile
from coach.safety.gate import decide, evaluate
from evals.bulk import Job, played
from evals.checks.case import Case
from evals.checks.registry import CHECKS
from evals.checks.view import view
from evals.internal_texts import prompts_of
from evals.labelled import labelled_set
from evals.reading import read
from evals.run_specs import specs_of

SECONDS = 2.0
STARTS = 9
WEEKS = range(10, 16)


def rate(work: Callable[[Any], object], on: Sequence[Any]) -> float:
    """Pieces of work a second of processor time, over and over `on`, after one round to warm up."""
    for each in on:
        work(each)
    done, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        for each in on:
            work(each)
        done += len(on)
    return done / (time.process_time() - began)


def fresh_rate(work: Callable[[Any], object], fresh: Callable[[], Sequence[Any]]) -> float:
    """Like `rate`, on content that was never judged before: `fresh` makes new pieces, and that is not counted."""
    spent, done = 0.0, 0
    while spent < SECONDS:
        pieces = fresh()
        began = time.process_time()
        for each in pieces:
            work(each)
        spent += time.process_time() - began
        done += len(pieces)
    return done / spent


def plain(_: object) -> int:
    """A thousand additions: what everything is set against."""
    total = 0
    for number in range(1000):
        total += number
    return total


def measured() -> list[dict[str, object]]:
    vignettes = [parse_profile(each.profile) for each in labelled_set("vignettes").cases()]
    plans = new_plans()
    replies = labelled_set("replies").cases("train")
    reference = rate(plain, range(100))
    rates = {
        "gate, decision only (profiles)": rate(lambda each: decide(*each), vignettes),
        "gate with every verdict (profiles)": rate(lambda each: evaluate(*each), vignettes),
        "plan rules (new 12-week plans)": fresh_rate(judge, lambda: next(plans)),
        "extraction (replies)": rate(lambda each: read(each.text, each.question), replies),
    }
    rows: list[dict[str, object]] = [
        {"what": what, "a_second": round(found, 1), "plain_loops_each": round(reference / found, 2)}
        for what, found in rates.items()
    ]
    rows += [
        {"what": what, "a_second": round(found, 1), "plain_loops_each": round(reference / found, 2)}
        for what, found in rescored().items()
    ]
    return [*rows, {"what": "start of coach check-safety (times python -c pass)", "a_second": None, **started()}]


def rescored() -> dict[str, float]:
    """Stored sessions of the whole library a second: read alone, judged alone by all scorers, and without `unspoken`.

    Each session is read anew, so that nothing is known of it but the texts, which were all seen before.
    """
    jobs = [Job(spec, model="offline/coach") for spec in specs_of("all", "baseline", 1, 0)]
    played_once = [(job.spec.persona, played(job).stored or {}) for job in jobs]
    took = dict.fromkeys(("read", "all", "all but unspoken"), 0.0)
    for warm in (False, True):
        for persona, stored in played_once:
            began = time.process_time()
            session = view(stored)
            read_in = time.process_time() - began
            case = Case(session, persona, *prompts_of(session))
            for name, check in CHECKS.items():
                began = time.process_time()
                check.judge(case)
                spent = (time.process_time() - began) * warm
                took["all"] += spent
                took["all but unspoken"] += spent * (name != "unspoken")
            took["read"] += read_in * warm
    return {
        "stored sessions read": len(jobs) / took["read"],
        "re-scoring, all scorers (sessions)": len(jobs) / took["all"],
        "re-scoring without unspoken (sessions)": len(jobs) / took["all but unspoken"],
    }


def new_plans() -> Iterator[list[PlanLine]]:
    """The labelled sound plans of 12.3 weeks on average, read anew each time, with notes that no plan had before."""
    lines = [c.line for c in labelled_set("plans").cases() if c.kind in {"valid", "published"}]
    texts = [json.dumps(line) for line in lines if len(line["plan"]["weeks"]) in WEEKS]
    for turn in itertools.count():
        pieces = [PlanLine.model_validate_json(text) for text in texts]
        notes = {"notes": (f"Turn {turn}.",)}
        yield [each.model_copy(update={"plan": each.plan.model_copy(update=notes)}) for each in pieces]


def started() -> dict[str, object]:
    """The median of several starts on one line, as a multiple of an empty Python."""
    coach = Path(sys.executable).with_name("coach")
    empty = _median([sys.executable, "-c", "pass"], "")
    return {"plain_loops_each": None, "times": round(_median([str(coach), "check-safety", "-"], _line()) / empty, 1)}


def _line() -> str:
    first = labelled_set("vignettes").cases()[0]
    return json.dumps({"id": 1, "goal": first.goal, "profile": first.profile})


def _median(command: list[str], text: str) -> float:
    took = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run(command, input=text, capture_output=True, text=True, check=True)  # noqa: S603 (fixed words)
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    rows = measured()
    table = Table("what", "a second", "plain loops each", "times", title="Judging, one core")
    for row in rows:
        table.add_row(
            *(
                "" if row.get(key) is None else str(row[key])
                for key in ("what", "a_second", "plain_loops_each", "times")
            )
        )
    Console(width=120).print(table)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
