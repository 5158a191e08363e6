"""What the judge model said of a run, with its own measured errors and all it sees otherwise than the checks."""

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai.log import EvalSample, read_eval_log
from rich.console import Console

from evals.scorers.judge_model import is_unanswered
from evals.scorers.session_judge import NAMES
from evals.scorers.unspoken_judge import NAME


class Lacking(NamedTuple):
    """`unanswered`: which of the judge's scorers lack verdicts since no answer came, "" where none does; `silent`: why
    the judge, although it was asked, gave no verdict at all, "" where it gave one."""

    unanswered: str
    silent: str


def print_judged(path: Path, console: Console | None = None) -> Lacking:
    """For each of the judge's scorers its verdicts, its measured precision and recall, and every difference from the
    checks, for a person to look at. Returns what came without a verdict."""
    log = read_eval_log(str(path))
    samples = log.samples or []
    lacking = [[name for name, score in (each.scores or {}).items() if is_unanswered(score)] for each in samples]
    console = console or Console()
    for name in (NAME, *NAMES.values()):
        scored = [(sample, score) for sample in samples if (score := (sample.scores or {}).get(name))]
        held = [(sample, score.metadata or {}) for sample, score in scored]
        why = next((f": {score.explanation}" for _, score in scored if "measured" not in (score.metadata or {})), "")
        said = _verdicts([each for _, each in held]) or f"nothing was judged{why}"
        console.print(f"{name}: {said}", markup=False, highlight=False, soft_wrap=True)
        if name == NAME:
            console.print(f"share of leaking messages, corrected for its errors: {_corrected(log.results)}")
        for line in (line for sample, each in held for line in _differences(sample, each)):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    names = dict.fromkeys(name for each in lacking for name in each)
    unanswered = f"{', '.join(names)} ({sum(map(bool, lacking))} of {len(samples)} sessions)" if names else ""
    return Lacking(unanswered, _silent(samples))


def _silent(samples: Sequence[EvalSample]) -> str:
    scores = [
        score for each in samples for name, score in (each.scores or {}).items() if name in (NAME, *NAMES.values())
    ]
    judged = [score for score in scores if (score.metadata or {}).get("value") != "not_applicable"]
    given = any((score.metadata or {}).get("value") != "not_judged" for score in judged)
    return "" if given or not judged else str(judged[0].explanation)


def _verdicts(held: list[dict[str, Any]]) -> str:
    judged = [each for each in held if "measured" in each]
    if not judged:
        return ""
    counted = ", ".join(f"{count} {value}" for value, count in Counter(each["value"] for each in judged).items())
    dropped = sum(each["judged"].get("dropped", 0) for each in judged)
    lost = f", quotes dropped that nobody said: {dropped:g}" if dropped else ""
    return f"{counted} by {judged[0]['judge']}{lost}; {judged[0]['measured']}"


def _corrected(results: object) -> str:
    for scored in getattr(results, "scores", None) or ():
        if scored.name == NAME and "corrected_rate" in scored.metrics:
            share = scored.metrics["corrected_rate"].value
            return "not known" if math.isnan(share) else f"{share:.3f}"
    return "not known"


def _differences(sample: EvalSample, held: dict[str, object]) -> list[str]:
    findings = held.get("findings")
    listed = [each for each in findings if isinstance(each, dict)] if isinstance(findings, list) else []
    return [f"  {sample.id}: event {each.get('event')}: {each['what']}" for each in listed if "differs" in each["what"]]
