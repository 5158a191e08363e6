"""What the coach of a session cost: tokens, money, seconds, by state and model. Not a word on how good it was."""

from collections import defaultdict

from coach.events import ModelCalled
from evals.checks.prices import dollars
from evals.checks.verdict import Verdict, not_judged
from evals.checks.view import SessionView

VERSION = 1


def check_cost(session: SessionView) -> Verdict:
    """US dollars; not_judged where a price is not known. `counts` holds the sums, whole and by state and model.

    Neither pass nor fail: `passed` stays None beside a number.
    """
    calls = list(session.of(ModelCalled))
    if not calls:
        return not_judged("the session has no model call")
    counts: dict[str, float] = defaultdict(float)
    unknown: set[str] = set()
    for index, event in calls:
        money = dollars(event.model, event.input_tokens, event.output_tokens)
        spent = {"input_tokens": event.input_tokens, "output_tokens": event.output_tokens, "usd": money}
        if money is None:
            unknown.add(event.model)
        if index < len(session.seconds):
            spent["seconds"] = session.seconds[index]
        for name, amount in spent.items():
            if amount is not None:
                counts[name] += amount
                counts[f"{event.state}/{event.model}/{name}"] += amount
    sums = {name: round(amount, 6) for name, amount in sorted(counts.items())}
    tokens = f"{sums['input_tokens']:.0f} tokens in, {sums['output_tokens']:.0f} out"
    if unknown:
        sums.pop("usd", None)
        return not_judged(f"{tokens}; no price is known for {', '.join(sorted(unknown))}", counts=sums)
    return Verdict(value=sums["usd"], passed=None, explanation=f"{tokens}, {sums['usd']:.4f} dollars", counts=sums)
