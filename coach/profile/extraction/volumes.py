"""Kilometres of a week from what was run on its days: runs times their length, days added up, other spans."""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.day_names import DAYS, runs_of_days
from coach.profile.extraction.grouped import quantities_of
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_SPANS = {"day": 7.0, "weekday": 5.0, "other day": 3.5, "second day": 3.5, "fortnight": 0.5, "month": 7 / 30.4375}
_FAR = frozenset({"distance", "event"})
_SHORT_RUN = 9.0
"""Kilometres; what is said to be run so often and is longer may as well be the sum."""
_WEEK = re.compile(r"\bweek\w*\b|\bpw\b")
_NO_RUN = re.compile(r"\b(?:walk\w*|swim\w*|cycl\w+|bik\w+|ride|row\w*|interval\w*|reps?|used to|longest|warm|race)\b")


def runs_times_distance(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Three runs a week, 6 km each"."""
    match = saying("reckoning", "runs_each").search(skeleton.text)
    if match is None or "target_weekly_volume_km" in asked.fields:
        return
    told = sorted(
        quantities_of(match, skeleton, "n", "km", "km2", "n2", "km3", "n3", "km4", "n4"),
        key=lambda quantity: quantity.kind == "distance",
    )
    if len(told) == 2:  # noqa: PLR2004 (how many, and how far)
        often, far = told
        span = (min(often.start, far.start), max(often.end, far.end))
        yield Candidate("current_weekly_volume_km", round(often.mid * far.mid, 2), span, "inferred")


def runs_of(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Three goes of 5k a week", "run 2 times 4k a week": a week of less than ten kilometres a run."""
    if "target_weekly_volume_km" in asked.fields:
        return
    plain = saying("reckoning", "runs_of").search(skeleton.text)
    match = plain or saying("reckoning", "few_of").search(skeleton.text)
    weekly = _WEEK.search(skeleton.text) or "current_weekly_volume_km" in asked.fields
    if match is None or not weekly or _NO_RUN.search(skeleton.text, max(0, match.start() - 40), match.end() + 20):
        return
    told = sorted(quantities_of(match, skeleton, *match.groupdict()), key=lambda quantity: quantity.kind in _FAR)
    if len(told) == 2 and told[0].hi <= 14 and (plain or told[1].hi <= _SHORT_RUN):  # noqa: PLR2004 (how many, how far)
        often, far = told
        span = (min(often.start, far.start), max(often.end, far.end))
        yield Candidate("current_weekly_volume_km", round(often.mid * far.mid, 2), span, "inferred")


def daily(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Every day I run 6 km", "4 miles Monday to Friday", to the question about the week."""
    match = saying("reckoning", "daily").search(skeleton.text)
    if match is None or "current_weekly_volume_km" not in asked.fields or _NO_RUN.search(skeleton.text):
        return
    far = quantities_of(match, skeleton, "km", "km2")[0]
    days = 5 if "fri" in match[0] else 7
    yield Candidate("current_weekly_volume_km", round(far.mid * days, 2), (far.start, far.end), "inferred")


def runs_on_days(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "I run Tuesday and Thursday, 8 km each time", to the question about the week."""
    match = saying("reckoning", "on_days").search(skeleton.text)
    runs = runs_of_days(skeleton.text)
    alone = len(runs) == 1 and sum(item.kind == "distance" for item in skeleton.quantities) == 1
    if match is None or not alone or "current_weekly_volume_km" not in asked.fields or _NO_RUN.search(skeleton.text):
        return
    far = quantities_of(match, skeleton, "km")[0]
    yield Candidate("current_weekly_volume_km", round(far.mid * len(runs[0]), 2), (far.start, far.end), "inferred")


def days_added(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Monday 5, Wednesday 8 and 15 on Sunday"; the name of an event beside its distance counts once."""
    told = [item for item in skeleton.quantities if item.kind in ("number", "distance")]
    days = DAYS.findall(skeleton.text)
    if "current_weekly_volume_km" not in asked.fields or len(told) < 2 or len(told) != len(days):  # noqa: PLR2004
        return
    if len(told) == sum(item.kind != "event" for item in skeleton.quantities):
        yield Candidate(
            "current_weekly_volume_km",
            round(sum(item.mid for item in told), 2),
            (told[0].start, told[-1].end),
            "inferred",
        )


def other_span(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "100 km a month", "5 km every day", where the week was asked."""
    match = saying("reckoning", "other_span").search(skeleton.text)
    if match is None or "current_weekly_volume_km" not in asked.fields or "longest_run_last_30d_km" in asked.fields:
        return
    far = quantities_of(match, skeleton, "km")[0]
    weekly = round(far.mid * _SPANS[match["span"]], 2)
    yield Candidate("current_weekly_volume_km", weekly, (far.start, far.end), "inferred")
