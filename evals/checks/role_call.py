"""What a model call of the athlete or the judge used; the coach's calls are events."""

from typing import Any, Literal

from coach.records.base import Record

TOKENS = ("input_tokens", "output_tokens", "cache_write_tokens", "cache_read_tokens")


class RoleCall(Record):
    """One call. `input_tokens` were neither written to nor read from the prompt cache."""

    role: Literal["athlete", "judge"]
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0

    @classmethod
    def of(cls, role: Literal["athlete", "judge"], model: object, usage: Any) -> "RoleCall":
        """The call that an Inspect model answered, by what it says it used; without tokens where that is None."""
        if usage is None:
            return cls(role=role, model=str(model))
        written, read = usage.input_tokens_cache_write or 0, usage.input_tokens_cache_read or 0
        tokens = (usage.input_tokens, usage.output_tokens, written, read)
        return cls(role=role, model=str(model), **dict(zip(TOKENS, tokens, strict=True)))

    @property
    def tokens(self) -> tuple[int, ...]:
        """In the order of `TOKENS`."""
        return tuple(getattr(self, name) for name in TOKENS)
