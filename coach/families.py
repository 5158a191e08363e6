"""Which request a model takes: one row a family of models, from `families.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from coach.records.base import Record

PATH = Path(__file__).with_name("families.toml")


class ModelFamily(Record):
    """`models`: what the ids of the family's models begin with. The other keys are explained in the file."""

    models: str
    forced_tool_choice: bool
    strict_tools: bool
    system_messages: bool
    progress_updates: bool


class _File(Record):
    family: tuple[ModelFamily, ...]


@cache
def family_of(model: str) -> ModelFamily:
    """The row of the model id `model`, with or without a provider in front (`anthropic/claude-haiku-5-5`)."""
    name = model.rpartition("/")[2]
    return next(family for family in _families() if name.startswith(family.models))


@cache
def _families() -> tuple[ModelFamily, ...]:
    return _File.model_validate(tomllib.loads(PATH.read_text(encoding="utf-8"))).family
