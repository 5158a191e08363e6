"""What the judge model said of a run, with its own measured errors and all it sees otherwise than the detectors."""

from pathlib import Path

from inspect_ai.log import EvalSample, read_eval_log
from rich.console import Console

from evals.scorers.unspoken_judge import NAME

_MEASURED = "on labelled texts"


def print_judged(path: Path, console: Console | None = None) -> None:
    """The judge's measured precision and recall, then every difference from the detectors, for a person to look at."""
    log = read_eval_log(str(path))
    console = console or Console()
    told = [
        (sample, score.metadata or {}) for sample in log.samples or [] if (score := (sample.scores or {}).get(NAME))
    ]
    known = next((held["judged"] for _, held in told if held.get("judged")), None)
    if known is None:
        console.print("judge: nothing was judged", markup=False)
        return
    shares = ", ".join(
        f"{what} {known[f'any {what}']:.2f}" for what in ("precision", "recall") if f"any {what}" in known
    )
    console.print(f"judge {told[0][1].get('judge')}: {_MEASURED} {shares or 'nothing measured'}", markup=False)
    console.print(f"share of leaking messages, corrected for its errors: {_corrected(log.results)}", markup=False)
    for line in (line for sample, held in told for line in _differences(sample, held)):
        console.print(line, markup=False, highlight=False)


def _corrected(results: object) -> str:
    for scored in getattr(results, "scores", None) or ():
        if scored.name == NAME and "corrected_rate" in scored.metrics:
            return f"{scored.metrics['corrected_rate'].value:.3f}"
    return "unknown"


def _differences(sample: EvalSample, held: dict[str, object]) -> list[str]:
    findings = held.get("findings")
    listed = [each for each in findings if isinstance(each, dict)] if isinstance(findings, list) else []
    return [f"  {sample.id}: event {each.get('event')}: {each['what']}" for each in listed if "differs" in each["what"]]
