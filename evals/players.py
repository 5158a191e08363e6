"""Who can play coach and athlete, by name. Imports nothing heavy: a wrong name is answered at once."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from coach.close_names import unknown
from evals.checks.prices import dollars, prices
from evals.errors import RunError
from evals.inspect_providers import check_provider
from evals.local.weights import weights_of

OFFLINE_COACH, OFFLINE_ATHLETE = "offline/coach", "offline/athlete"
CLAUDE = "anthropic"
"""As a model of the coach: the Claude models that the variant names."""

Profile = Literal["auto", "direct", "claude", "bridge"]
"""How the coach's calls travel: to the offline coach itself, to Claude as the product makes them, through Inspect."""


def coach_models(model: str, own: Mapping[str, str], **named: str | None) -> dict[str, str]:
    """Tier to Inspect's name of the coach's model: `named` for it, else `model`; `anthropic`: the variant's `own`."""
    default = {tier: f"{CLAUDE}/{name}" if model == CLAUDE else model for tier, name in own.items()}
    return {tier: named.get(tier) or name for tier, name in default.items()}


def profile_of(models: Mapping[str, str]) -> Profile:
    """How calls to these models travel."""
    if set(models.values()) == {OFFLINE_COACH}:
        return "direct"
    return "claude" if all(name.startswith(f"{CLAUDE}/") for name in models.values()) else "bridge"


def in_words(models: Mapping[str, str]) -> str:
    """The coach's models for a reader: one name, or each tier with its own."""
    different = dict.fromkeys(models.values())
    return next(iter(different)) if len(different) == 1 else ", ".join(f"{name} ({t})" for t, name in models.items())


def unknown_claudes(models: Iterable[str]) -> Iterator[str]:
    """A sentence for each Claude model that no table here has, so that it may be a slip: newer ones are not refused."""
    from coach.families import family_of  # pydantic, which a wrong name need not wait for

    known = tuple(dict.fromkeys(row.model for row in prices()))
    for model in models:
        provider, _, name = model.partition("/")
        if provider == CLAUDE and dollars(model, 0, 0) is None and family_of(name).models in {"claude-", ""}:
            yield "warning: " + unknown("known model", name, known, f"known are {', '.join(known)}")


def check_model_name(model: str) -> None:
    """`RunError` where the name cannot be one, or what the model needs is not set."""
    provider, slash, name = model.partition("/")
    if provider == "offline" and name and model not in {OFFLINE_COACH, OFFLINE_ATHLETE}:
        raise RunError(unknown("offline model", name, ("coach", "athlete"), "there are coach and athlete"))
    if not (slash and provider and name):
        raise RunError(f"no model {model!r}: give PROVIDER/NAME, such as {OFFLINE_COACH}")
    if provider == "local":
        weights_of(name)
    if provider == "anthropic" and not os.environ.get("ANTHROPIC_API_KEY"):
        raise RunError(f"the model {model} needs the environment variable ANTHROPIC_API_KEY, which is not set")
    check_provider(model)
