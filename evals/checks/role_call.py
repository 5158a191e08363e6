"""What a model call of the athlete or the judge used; the coach's calls are events, but for those thrown away."""

from typing import Literal

from coach.records.base import Record

TOKENS = ("input_tokens", "output_tokens", "cache_write_tokens", "cache_read_tokens")


class RoleCall(Record):
    """One call. `input_tokens` were neither written to nor read from the prompt cache.

    `lost`: answers to it that broke off before this one, which may be billed.
    """

    role: Literal["athlete", "judge", "coach"]
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0
    lost: int = 0

    @property
    def tokens(self) -> tuple[int, ...]:
        """In the order of `TOKENS`."""
        return tuple(getattr(self, name) for name in TOKENS)
