"""The offline coach's wordings around a plan, beside those of `phrases`. Data: plan_phrases.yaml."""

import random
from functools import cache
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml

PATH = Path(__file__).with_name("plan_phrases.yaml")


class _Table(RootModel[dict[str, tuple[str, ...]]]):
    pass


@cache
def plan_phrases() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(PATH, _Table).root


def plan_phrase(purpose: str, seed: int, place: int) -> str:
    """One wording for `purpose`; the same seed and place give the same one."""
    choices = plan_phrases()[purpose]
    offset = random.Random(f"{seed}:{purpose}").randrange(len(choices))
    return choices[(offset + place) % len(choices)]
