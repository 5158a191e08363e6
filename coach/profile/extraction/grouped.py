"""The quantities that the named groups of a match stand on. Knows no field."""

import re

from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.skeleton import Skeleton


def quantities_of(match: re.Match[str], skeleton: Skeleton, *groups: str) -> list[Quantity]:
    """Those that were said, in the order of `groups`."""
    told = [skeleton.quantity_at(match.start(group)) for group in groups if match[group]]
    return [quantity for quantity in told if quantity is not None]
