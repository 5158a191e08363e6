"""Who can play coach and athlete, by name. Imports nothing heavy: a wrong name is answered at once."""

import os

from evals.errors import RunError

OFFLINE_COACH, OFFLINE_ATHLETE = "offline/coach", "offline/athlete"


def check_model_name(model: str) -> None:
    """`RunError` where the name cannot be one, or what the model needs is not set."""
    provider, slash, name = model.partition("/")
    known = provider != "offline" or model in {OFFLINE_COACH, OFFLINE_ATHLETE}
    if not (slash and provider and name and known):
        raise RunError(f"no model {model!r}: give PROVIDER/NAME, such as {OFFLINE_COACH}")
    if provider == "anthropic" and not os.environ.get("ANTHROPIC_API_KEY"):
        raise RunError(f"the model {model} needs the environment variable ANTHROPIC_API_KEY, which is not set")
