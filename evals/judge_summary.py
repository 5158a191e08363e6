"""What the judge model said of a run, with its own measured errors and all it sees otherwise than the checks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai.log import EvalSample, read_eval_log
from rich.console import Console

from evals.metrics.corrected_rate import accused_of
from evals.scorers.judge_model import is_unanswered
from evals.scorers.session_judge import NAMES
from evals.scorers.unspoken_judge import NAME
from measures.misclassified import Measured, corrected_interval


class Lacking(NamedTuple):
    """`unanswered`: which of the judge's scorers lack verdicts since no answer came, "" where none does; `silent`: why
    the judge, although it was asked, gave no verdict at all, "" where it gave one."""

    unanswered: str
    silent: str


def print_judged(path: Path) -> Lacking:
    """For each of the judge's scorers its verdicts, its measured precision and recall, and every difference from the
    checks, for a person to look at. Returns what came without a verdict."""
    log = read_eval_log(str(path))
    samples = log.samples or []
    lacking = [[name for name, score in (each.scores or {}).items() if is_unanswered(score)] for each in samples]
    console = Console()
    for name in (NAME, *NAMES.values()):
        scored = [(sample, score) for sample in samples if (score := (sample.scores or {}).get(name))]
        held = [(sample, score.metadata or {}) for sample, score in scored]
        why = next((f": {score.explanation}" for _, score in scored if "measured" not in (score.metadata or {})), "")
        said = _verdicts([each for _, each in held]) or f"nothing was judged{why}"
        console.print(f"{name}: {said}", markup=False, highlight=False, soft_wrap=True)
        if name == NAME:
            console.print(f"share of leaking messages, corrected for its errors: {_corrected(held)}", soft_wrap=True)
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


def _corrected(held: Iterable[tuple[EvalSample, dict[str, Any]]]) -> str:
    """The share with its interval, or why it is not known."""
    found = accused_of(each.get("judged") or {} for _, each in held)
    if found is None:
        return "not known: the judge read no message"
    accused, messages, errors = found
    share = errors.corrected(accused / messages)
    if share is None:
        return f"not known: {errors.doubt}"
    recall, specificity = Measured(errors.caught, errors.leaks), Measured(errors.spared, errors.innocent)
    low, high = corrected_interval(accused, messages, recall=recall, specificity=specificity)
    return (
        f"{share:.3f} (95% interval {min(low, share):.2f} to {max(high, share):.2f}; accused {accused} of {messages})"
    )


def _differences(sample: EvalSample, held: dict[str, object]) -> list[str]:
    findings = held.get("findings")
    listed = [each for each in findings if isinstance(each, dict)] if isinstance(findings, list) else []
    return [f"  {sample.id}: event {each.get('event')}: {each['what']}" for each in listed if "differs" in each["what"]]
