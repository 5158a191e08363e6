"""What no failure in n trials says: the exact bound 1 - (1 - confidence)^(1/n), about 3 / n."""


def rule_of_three(trials: int, *, confidence: float = 0.95) -> float:
    """The highest failure rate that still leaves a chance of 1 - confidence to see none in `trials`."""
    if trials < 1:
        raise ValueError("no trials bound nothing")
    return float(1 - (1 - confidence) ** (1 / trials))
