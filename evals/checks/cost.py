"""What the coach of a session cost: tokens, money, seconds, by state and model. Not a word on how good it was."""

from collections import defaultdict

from coach.events import ModelCalled, ModelFailed
from evals.checks.prices import dollars
from evals.checks.verdict import Verdict, not_judged
from evals.checks.view import SessionView

VERSION = 2
TOKENS = ("input_tokens", "output_tokens", "cache_write_tokens", "cache_read_tokens")


def check_cost(session: SessionView) -> Verdict:
    """US dollars; not_judged where a price is not known. `counts` holds the sums, whole and by state and model.

    Neither pass nor fail: `passed` stays None beside a number.
    """
    calls = [*session.of(ModelCalled), *((at, event) for at, event in session.of(ModelFailed) if event.model)]
    if not calls:
        return not_judged("the session has no model call")
    counts: dict[str, float] = defaultdict(float)
    unknown: set[str] = set()
    for index, event in calls:
        model = str(event.model)
        tokens = {name: getattr(event, name) for name in TOKENS}
        money = dollars(model, *tokens.values())
        if money is None:
            unknown.add(model)
        spent = {**tokens, "usd": money}
        if index < len(session.seconds):
            spent["seconds"] = session.seconds[index]
        for name, amount in spent.items():
            if amount is not None:
                counts[name] += amount
                counts[f"{event.state}/{model}/{name}"] += amount
    sums = {name: round(amount, 6) for name, amount in sorted(counts.items())}
    prompt = sums["input_tokens"] + sums["cache_write_tokens"] + sums["cache_read_tokens"]
    used = f"{prompt:.0f} tokens in, {sums['cache_read_tokens']:.0f} of them cached, {sums['output_tokens']:.0f} out"
    if unknown:
        sums.pop("usd", None)
        return not_judged(f"{used}; no price is known for {', '.join(sorted(unknown))}", counts=sums)
    return Verdict(value=sums["usd"], passed=None, explanation=f"{used}, {sums['usd']:.4f} dollars", counts=sums)
