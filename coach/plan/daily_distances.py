"""How the kilometres of a week are divided among its days. Knows days and distances, no session."""

import math
from collections.abc import Mapping, Sequence

from coach.plan.athlete import WEEKDAYS
from coach.plan.placement import apart
from coach.plan.sessions import GRID_KM
from coach.plan.week_frame import Frame, long_share

EASY_MINUTES, SECOND_MINUTES, AFTER_MINUTES = 95.0, 110.0, 70.0
"""The longest easy runs: of most days, of the second longest run, of the day after the long run."""
SECOND_OF_LONG = 0.85
"""The second longest run of a week is at most this share of the longest, to the next half kilometre below it."""
AFTER_LONG, EVERY_OTHER_EASY = 0.65, (0.7, 0.78)
WALK_GRID_KM, SMALL_WEEK_KM, SMALL_GRID_KM = 0.01, 5.0, 0.1


def spread(frame: Frame, rooms: Mapping[int, float], left: float, week_km: float, *, runs: int) -> dict[int, float]:
    """`left` km by day: the long run at its share of a week of `runs` runs, the rest under each day's limit.

    `rooms`: the longest run that each day has room for. What does not fit goes to the days as far as the second longest
    run may reach; what is over is left out.
    """
    long = frame.pattern.long
    easy = dict(rooms)
    grid = WALK_GRID_KM if frame.walks else GRID_KM if week_km >= SMALL_WEEK_KM else SMALL_GRID_KM
    found: dict[int, float] = {}
    if long is not None and long in rooms:
        km = _long_km(rooms[long], left, long_share(frame, week_km, runs) * week_km, len(rooms))
        found[long] = math.floor(km / grid + 1e-6) * grid
        shares = _of_long(frame, [day for day in rooms if day != long], long)
        easy = {
            day: min(rooms[day], below_long(share, found[long], frame), _minutes_km(frame, share))
            for day, share in shares.items()
        }
    else:
        easy = {day: min(km, long_share(frame, week_km, runs) * week_km) for day, km in easy.items()}
        shares = dict.fromkeys(easy, 1.0)
    found |= _divided(left - sum(found.values()), easy, shares)
    if long is not None and long in rooms and not frame.walks and left - sum(found.values()) >= GRID_KM:
        below = below_long(SECOND_OF_LONG, found[long], frame)  # days more alike rather than a shorter week
        easy = {day: max(km, min(rooms[day], below, _minutes_km(frame, shares[day]))) for day, km in easy.items()}
        found |= _divided(left - found[long], easy, shares)
    if (
        frame.slot.is_cutback and long is not None and long in rooms
    ):  # a lighter week is no worse shaped than the one it rests from
        found[long] += min(rooms[long] - found[long], max(left - sum(found.values()), 0.0))
    return _on_grid(found, easy, grid)


def below_long(share: float, long_km: float, frame: Frame) -> float:
    """The most km of a run beside a long run of `long_km`."""
    if frame.walks or long_km < 2 * GRID_KM:
        return share * long_km
    return max(min(math.ceil(share * long_km / GRID_KM - 1e-6) * GRID_KM, long_km - GRID_KM), 0.0)


def _minutes_km(frame: Frame, share: float) -> float:
    """The km that an easy run with this share of the long run may last at most."""
    minutes = {SECOND_OF_LONG: SECOND_MINUTES, AFTER_LONG: AFTER_MINUTES}.get(share, EASY_MINUTES)
    return minutes * 60 / frame.defaults.paces.easy_s_per_km


def _long_km(room: float, left: float, share_km: float, days: int) -> float:
    long = min(room, share_km)
    long = min(long, left) if days == 1 else max(min(long, left - GRID_KM), 0.0)
    return max(long, min(left / days, room))


def _of_long(frame: Frame, days: Sequence[int], long: int) -> dict[int, float]:
    """`_of_origin`, for days that may have changed places."""
    if not frame.pattern.moved:
        return _of_origin(frame, days, long)
    origin = {frame.pattern.origin(day): day for day in days}
    found = _of_origin(frame, sorted(origin), frame.pattern.origin(long))
    return {origin[day]: share for day, share in found.items()}


def _of_origin(frame: Frame, days: Sequence[int], long: int) -> dict[int, float]:
    """The most that each other run may be, as a share of the long run: least on the day after it.

    The second longest is farthest from it in the week; in the build-up to an ultra it is on the day before.
    """
    if frame.walks or not days:
        return dict.fromkeys(days, 1.0)
    second = max(days, key=lambda day: (apart(day, long), day))
    before = (long - 1) % len(WEEKDAYS)
    if frame.for_ultra and before in days:
        second = before
    alternate = {day: EVERY_OTHER_EASY[place % 2] for place, day in enumerate(days)}
    after = {(long + 1) % len(WEEKDAYS): AFTER_LONG} if len(days) > 1 else {}
    return alternate | {day: share for day, share in after.items() if day in days} | {second: SECOND_OF_LONG}


def _divided(km: float, most: Mapping[int, float], weights: Mapping[int, float]) -> dict[int, float]:
    """`km` by weight, none above its `most`; what is over goes where there is room."""
    found: dict[int, float] = {}
    left, open_weights = km, dict(weights)
    for day in sorted(most, key=lambda day: most[day] / weights[day]):
        found[day] = max(min(most[day], left * weights[day] / sum(open_weights.values())), 0.0)
        left -= found[day]
        del open_weights[day]
    for day in most:
        more = min(most[day] - found[day], max(left, 0.0))
        found[day], left = found[day] + more, left - more
    return found


def _on_grid(km_by_day: Mapping[int, float], most: Mapping[int, float], grid: float) -> dict[int, float]:
    """Km by day as multiples of `grid`, rounded down; the remainder goes to the first days below their `most`."""
    rounded = {day: math.floor(km / grid + 1e-6) * grid for day, km in km_by_day.items()}
    remainder = sum(km_by_day.values()) - sum(rounded.values())
    for day in [*most, *most]:
        if remainder >= grid / 2 and rounded[day] + grid <= most[day] + 1e-6:
            rounded[day], remainder = rounded[day] + grid, remainder - grid
    return {day: round(km, 2) for day, km in rounded.items()}
