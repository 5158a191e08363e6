"""How many profiles, plans and replies one core judges a second, and how `coach check-safety` starts.

Everything is measured in one run and set against a loop of plain Python in the same run, so that machines compare.
"""

import itertools
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from measuring import Row, a_second, bench, collect_as_a_worker, plain, process

from coach.commands.check_plan import PlanLine, judge
from coach.profile.validation import parse_profile
from coach.safety.gate import decide, evaluate
from evals.labelled import labelled_set
from evals.reading import read

STARTS = 9
REPLIES = 300
WEEKS = range(10, 16)


@bench("judging", "Judging, one core")
def judged(_quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    vignettes = [parse_profile(each.profile) for each in labelled_set("vignettes").cases()]
    plans = new_plans()
    replies = labelled_set("replies").cases("train")[:REPLIES]
    collect_as_a_worker()
    reference = a_second(plain, lambda: range(100))
    rates = {
        "gate, decision only (profiles)": a_second(lambda each: decide(*each), lambda: vignettes),
        "gate with every verdict (profiles)": a_second(lambda each: evaluate(*each), lambda: vignettes),
        "plan rules (new 12-week plans)": a_second(judge, lambda: next(plans)),
        "extraction (replies)": a_second(lambda each: read(each.text, each.question), lambda: replies),
    }
    rows: list[Row] = [
        {"what": what, "a_second": round(found, 1), "plain_loops_each": round(reference / found, 2)}
        for what, found in rates.items()
    ]
    return [*rows, {"what": "start of coach check-safety (times python -c pass)", "a_second": None, **started()}]


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
    return statistics.median(process(command, given=text)["wall_s"] for _ in range(STARTS))
