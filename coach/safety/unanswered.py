"""What the athlete hears where a caution stands for want of an answer. Knows the fields' names; judges nobody."""

from functools import lru_cache

from coach.profile.catalogue import catalogue
from coach.profile.wording import label

_UNNAMED = frozenset({"age_years"})
"""Never named as the reason for anything."""


@lru_cache(maxsize=1024)
def careful_of(missing: frozenset[str]) -> str:
    """One sentence about the `missing` base fields, in the catalogue's order; it claims nothing of their values."""
    wanted = missing - _UNNAMED
    names = ", ".join(dict.fromkeys(label(name) for name in catalogue().fields if name in wanted))
    told = f"a few things I don't know yet ({names})" if names else "a few things I don't know yet"
    return (
        f"There are {told}, and that's all right. Until I do, I'll stay on the careful side there; whenever you can "
        "tell me more, we look at it again."
    )
