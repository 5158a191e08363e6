"""What a model's tokens cost, by the table in prices.toml. Guesses nothing: a model without a row has no price."""

import re
import tomllib
from functools import cache
from pathlib import Path

from coach.records.base import Record

PATH = Path(__file__).with_name("prices.toml")
_DATED = re.compile(r"-\d{8}$")
_MILLION = 1_000_000
_FREE = ("offline/", "local/")
"""Providers that compute on this machine."""


class Price(Record):
    """Dollars per million tokens, for prompts of `up_to` tokens, or of any number."""

    model: str
    input: float
    output: float
    write: float
    read: float
    up_to: int | None = None


class _Table(Record):
    price: tuple[Price, ...]


@cache
def prices() -> tuple[Price, ...]:
    return _Table.model_validate(tomllib.loads(PATH.read_text())).price


def dollars(model: str, input_: int, output: int, cache_write: int = 0, cache_read: int = 0) -> float | None:
    """The cost of one call, from its tokens; None where the model has no known price.

    Neither a provider in front of the model's name nor a date behind it make a difference.
    """
    if model.startswith(_FREE):
        return 0.0
    names, prompt = {model, _DATED.sub("", model.removeprefix("anthropic/"))}, input_ + cache_write + cache_read
    row = next((row for row in prices() if row.model in names and (row.up_to is None or prompt <= row.up_to)), None)
    if row is None:
        return None
    spent = row.input * input_ + row.output * output + row.write * cache_write + row.read * cache_read
    return spent / _MILLION


def dollars_lost(model: str, input_: int, output: int, cache_write: int = 0, cache_read: int = 0) -> float | None:
    """What an answer that broke off may have cost, from the tokens of the one that came to the same request.

    What that one read from the cache, the one before it may have written there.
    """
    return dollars(model, input_, output, cache_write + cache_read)
