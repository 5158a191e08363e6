"""A profile: known fields to values. An absent key is unknown; None is known not to apply."""

from coach.records.fact import Value

Profile = dict[str, Value]
"""Keys are catalogue fields. Values are validated by `coach.profile.validation`."""
