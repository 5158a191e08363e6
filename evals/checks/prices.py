"""What a model's tokens cost, by the table in prices.toml. Guesses nothing: a model without a row has no price."""

import re
import tomllib
from functools import cache
from pathlib import Path

from coach.records.base import Record

PATH = Path(__file__).with_name("prices.toml")
_DATED = re.compile(r"-\d{8}$")
_MILLION = 1_000_000


class Price(Record):
    """Dollars per million tokens; `up_to` input tokens, or any number."""

    model: str
    input: float
    output: float
    up_to: int | None = None


class _Table(Record):
    price: tuple[Price, ...]


@cache
def prices() -> tuple[Price, ...]:
    """The table as shipped."""
    return _Table.model_validate(tomllib.loads(PATH.read_text())).price


def dollars(model: str, input_tokens: int, output_tokens: int) -> float | None:
    """The cost of one call; None where the model has no known price. Neither prefix nor date make a difference."""
    names = {model, _DATED.sub("", model.removeprefix("anthropic/"))}
    row = next(
        (row for row in prices() if row.model in names and (row.up_to is None or input_tokens <= row.up_to)), None
    )
    return (row.input * input_tokens + row.output * output_tokens) / _MILLION if row else None
