"""Which days of the week work, and how many they are. How people say it: `week`."""

import re
from collections.abc import Iterator, Mapping

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.day_names import ORDER
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.extraction.week import Named, named_days, which

_ABOUT = frozenset({"available_days", "training_days_per_week", "available_minutes"})
_EITHER = re.compile(r"\b(?:either|one of|or)\b")
_COUNTED = re.compile(r"\bhow (?:many|often)\b|\bnumber\b")
_EXCLUSIVE = re.compile(r"\b(?:only|no other|free)\b")


def read_days(skeleton: Skeleton, claims: Assertions, heard: Asked) -> Iterator[Candidate]:
    """`available_days`, and `training_days_per_week` where the days were named one by one."""
    text, asked = skeleton.text, frozenset(heard.fields) - heard.loose
    about_days = bool(asked & _ABOUT) and ("hard_sessions_requested_per_week" not in asked or "available_days" in asked)
    only_lengths = "available_minutes" in asked and not {"available_days", "training_days_per_week"} & {*heard.fields}
    out_asked = "training_days_per_week" not in asked and saying("week", "out_asked").search(heard.text) is not None
    named = [
        one
        for one in named_days(skeleton, claims)
        if about_days or (one.stance != "void" and _volunteered(one, text, claims))
    ]
    if "regular_exercise_3m" in asked:
        elsewhere = saying("weekdays", "elsewhere")
        named = [one for one in named if one.stance == "out" or not elsewhere.search(text[: one.start])]
    if not named:
        found = saying("week", "all").search(text) or (saying("week", "none").match(text) if out_asked else None)
        if "available_days" in asked and found:
            yield Candidate("available_days", ORDER, skeleton.original(*found.span()))
        return
    days = which(named, text, out_asked=about_days and out_asked)
    if days is None:
        return
    span = skeleton.original(named[0].start, named[-1].end)
    if not (only_lengths and not _EXCLUSIVE.search(text)):
        yield Candidate("available_days", days, span)
    one_by_one = all(one.stance == "in" for one in named) or saying("week", "all").search(text) is not None
    counted = "training_days_per_week" in asked and (not heard.text or _COUNTED.search(heard.text))
    if one_by_one and counted and len(days) > 1 and not _EITHER.search(text):
        yield Candidate("training_days_per_week", len(days), span, "inferred")


def _volunteered(one: Named, text: str, claims: Assertions) -> bool:
    """Whether days that nobody asked for are told as those that work: several, or those that never do."""
    low, high = claims.sentence(one.start)
    if one.stance == "out":
        return saying("weekdays", "cannot").search(text, low, high) is not None
    listed = low == one.start and saying("weekdays", "member").match(text, one.end) is not None
    return len(one.days) > 1 and (listed or saying("weekdays", "use").search(text, low, high) is not None)


def days_with_lengths(found: Mapping[str, Candidate], heard: Asked) -> Iterator[Candidate]:
    """Days that were told only by how long there is on each, where it was asked for days: "Mon 30, Wed 30, Sat 75"."""
    told = found.get("available_minutes")
    if "available_days" not in heard.fields or told is None or not isinstance(told.value, dict):
        return
    days = tuple(day for day in ORDER if told.value.get(day))
    if 1 < len(days) < len(ORDER):
        yield Candidate("available_days", days, told.span, "inferred")
