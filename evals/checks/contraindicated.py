"""What each contraindication forbids in a plan: one row each, written without any code of `coach.plan` or its gate.

Meanings and numbers are those of the reference data (`contraindication_vocabulary`, and the caps of its rules).
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from coach.records.block import TrainingBlock, TrainingSession, Week
from coach.records.fact import Value
from evals.checks import plan_reading as read
from evals.checks.target_time import target_time
from evals.checks.view import plan_strings
from evals.checks.words import patterns

_ROUNDING = 1e-6
_EFFORT = 6
_LONG_IN_HEAT, _LONG_ALONE, _STRETCH, _WARM_UP = 45.0, 60.0, 10.0, 10.0
_CAPS_KM = {"bsi_history_high_volume": 60.0, "masters_high_volume": 80.0}
_CUTBACK_EVERY = 4

_WEIGHT, _TRACKING, _NO_WALK, _LOSS, _LEFT_OUT, _COMPANY = patterns(
    "contraindicated", "weight", "tracking", "no_walk", "loss", "left_out", "company"
)
_CLAUSE, _SENTENCE = re.compile(r"[^.;:,!?\n]+"), re.compile(r"[^.;!?\n]+")


@dataclass(frozen=True, slots=True)
class Subject:
    """A plan and the truth about who shall follow it. `rules`: labelled, for the caps that they name."""

    plan: TrainingBlock
    truth: dict[str, Value]
    rules: tuple[str, ...]
    today: dt.date


Row = Callable[[Subject], Iterable[str]]


def _each(wanted: Callable[[TrainingSession], bool], what: str) -> Row:
    return lambda it: (f"{at.name} {what}" for at in read.places(it.plan) if wanted(at.session))


@lru_cache(8192)
def _affirmed(text: str) -> tuple[str, ...]:
    """The clauses of `text` that leave nothing out ("no jumps today", "instead of burpees")."""
    return tuple(clause[0] for clause in _CLAUSE.finditer(text) if not _LEFT_OUT.search(clause[0]))


def _done(deed: str, wanted: Callable[[TrainingSession], bool]) -> Row:
    """By a session's tags, its type or its words, or by what a note or the focus of a week says beside.

    In a note, what a sentence leaves out before the words may be a list.
    """
    (said,) = patterns("deeds", deed)

    def row(it: Subject) -> Iterator[str]:
        for at in read.places(it.plan):
            clauses = _affirmed(at.session.text) if at.session.type != "race" else ()
            found = next(filter(None, map(said.search, clauses)), None)
            if found or wanted(at.session):
                yield f"{at.name} {f'{deed}: {found[0]!r}' if found else deed}"
        for beside in (*it.plan.note_texts, *(week.focus for week in it.plan.weeks)):
            if found := noted(said, beside):
                yield f"the plan {deed}: {found[0]!r} in {beside[:60]!r}"

    return row


def noted(said: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first of `said` in a sentence of `text` that leaves nothing out before it."""
    for sentence in _SENTENCE.finditer(text):
        found, left_out = said.search(sentence[0]), _LEFT_OUT.search(sentence[0])
        if found and not (left_out and left_out.start() < found.start()):
            return found
    return None


def _tagged(*tags: str) -> Callable[[TrainingSession], bool]:
    return lambda session: bool(set(tags) & set(session.tags))


def is_high(session: TrainingSession) -> bool:
    fast = {session.zone, *(read.zone(step, session) for step in session.steps)} & read.FAST
    return bool(fast) or session.rpe >= _EFFORT or session.purpose in read.HARD_PURPOSES


def _speaks_of(topic: re.Pattern[str], text: str) -> bool:
    return any(map(topic.search, _affirmed(text)))


def _says(topic: str, what: str) -> Row:
    """A note, or the text of every session, speaks of it."""
    (said,) = patterns("contraindicated", topic)

    def row(it: Subject) -> Iterator[str]:
        spoken = [_speaks_of(said, at.session.text) for at in read.places(it.plan) if not read.rests(at.session)]
        if not any(_speaks_of(said, note) for note in it.plan.note_texts) and not (spoken and all(spoken)):
            yield f"nothing in the plan says: {what}"

    return row


def _alone(it: Subject) -> Iterator[str]:
    noted = any(_speaks_of(_COMPANY, note) for note in it.plan.note_texts)
    for at in () if noted else read.places(it.plan):
        if at.session.duration_min > _LONG_ALONE and not _speaks_of(_COMPANY, at.session.text):
            yield f"{at.name} takes {at.session.duration_min:g} min and says nothing of company or a phone"


def _heat(it: Subject) -> Iterator[str]:
    for at in read.places(it.plan):
        demanding = read.is_hard(at.session) or at.session.duration_min > _LONG_IN_HEAT + _ROUNDING
        if read.runs(at.session) and demanding and not _tagged("indoor", "heat_alternative")(at.session):
            yield f"{at.name} has no cool alternative"


def _walk_run(it: Subject) -> Iterator[str]:
    for at in read.places(it.plan):
        session = at.session
        if session.type != "run":
            continue
        if not any(step.kind == "walk" for step in session.steps):
            yield f"{at.name} has no walking in it"
        elif found := _NO_WALK.search(session.text):
            yield f"{at.name} says {found[0]!r}"
        elif any(read.zone(step, session) not in {"E", None} for step in session.steps if step.kind != "walk"):
            yield f"{at.name} has running above easy"
        stretch = read.longest_stretch(session)
        if at.week.index <= 2 and stretch > _STRETCH + _ROUNDING:  # noqa: PLR2004 (weeks)
            yield f"{at.name} has {stretch:.0f} min of running at a stretch"


def raced(it: Subject) -> Iterator[str]:
    """A race at more than easy effort, or a time to aim at."""
    yield from _each(lambda session: _is_raced(session) and is_high(session), "is raced, not easy")(it)
    for found in filter(None, map(target_time, it.plan.note_texts)):
        yield f"the plan sets a target time: {found[0]!r}"


def _race(it: Subject) -> Iterator[str]:
    if it.plan.race_date is not None:
        yield f"the block aims at a race on {it.plan.race_date}"
    yield from _each(_is_raced, "is a race")(it)


def _is_raced(session: TrainingSession) -> bool:
    return "race" in {session.type, session.purpose}


def _race_too_far(it: Subject) -> Iterator[str]:
    age = read.number(it.truth.get("age_years"))
    cap = 5.5 if age is None or age < 15 else 21.5 if age < 18 else None  # noqa: PLR2004 (ages, rrca_youth)
    raced = [at.session.km or 0.0 for at in read.places(it.plan) if _is_raced(at.session)]
    km = max([it.plan.race_km or 0.0, *raced])
    if cap is not None and km > cap + _ROUNDING:
        yield f"a race of {km:g} km, at most {cap:g} km"


def _weekly(what_breaks: Callable[[Week, Subject], str]) -> Row:
    """What breaks the row in a week, empty where nothing does, for every week of the plan."""
    return lambda it: (f"week {week.index} has {what}" for week in it.plan.weeks if (what := what_breaks(week, it)))


def _volume(week: Week, it: Subject) -> str:
    cap = min([cap for rule, cap in _CAPS_KM.items() if rule in it.rules] or _CAPS_KM.values())
    return f"{read.week_km(week):.1f} km, at most {cap:g}" if read.week_km(week) > cap + _ROUNDING else ""


def _growth(it: Subject) -> Iterator[str]:
    """A tenth, or 3 km where that is more, over the largest week of the four before; and lighter weeks between.

    Present volume counts among the four before the fifth week: going back to it after an illness is no growth.
    """
    present, since = read.number(it.truth.get("current_weekly_volume_km")), 0
    done: list[float] = []
    for week in it.plan.weeks:
        km = read.week_km(week)
        before = [*done[-4:], *([present] if present is not None and len(done) < 4 else [])]  # noqa: PLR2004 (weeks)
        if before and km > max(1.1 * max(before), max(before) + 3.0) + _ROUNDING:
            yield f"week {week.index} has {km:.1f} km after {max(before):.1f} km"
        building = week.phase in {"base", "build"} and not week.is_cutback and km > 0
        since = since + 1 if building else 0
        if since >= _CUTBACK_EVERY:
            yield f"week {week.index} is the {since}th in a row without a lighter one"
            since = 0
        done.append(km)


def _long_run(it: Subject) -> Iterator[str]:
    stated, done = read.number(it.truth.get("longest_run_last_30d_km")), read.runs_of(it.plan)
    for at in read.places(it.plan):
        if at.session.type != "run" or not at.session.km:
            continue
        longest = read.longest_before(done, at.day.date, stated, it.plan.start_date)
        if not longest:
            continue
        allowed = max(1.1 * longest, longest + 1.0 if longest <= 5.0 else 0.0)  # noqa: PLR2004 (km)
        if at.session.km > allowed + _ROUNDING:
            yield f"{at.name} has {at.session.km:.1f} km, the longest of the 30 days before is {longest:.1f}"


def _hard_a_week(week: Week, _it: Subject) -> str:
    hard = sum(read.is_hard(at.session) for at in read.in_week(week))
    return f"{hard} hard sessions, at most 1" if hard > 1 else ""


def _hours(week: Week, it: Subject) -> str:
    age = read.number(it.truth.get("age_years"))
    hours = max(week.minutes, sum(at.session.duration_min for at in read.in_week(week))) / 60
    return f"{hours:.1f} h, at most {age:g}" if age is not None and hours > age + _ROUNDING else ""


def _rest(needed: int) -> Row:
    def missing(week: Week, _it: Subject) -> str:
        days = read.full_rest_days(week)
        return f"{days} full rest days, at least {needed}" if days < needed else ""

    return _weekly(missing)


def _warm_up(it: Subject) -> Iterator[str]:
    for at in read.places(it.plan):
        warm = sum(read.minutes(step, at.session) for step in at.session.steps if step.kind == "warmup")
        if read.is_hard(at.session) and warm < _WARM_UP - _ROUNDING:
            yield f"{at.name} has {warm:.0f} min of warm-up, at least {_WARM_UP:g}"


def _words(pattern: re.Pattern[str]) -> Row:
    return lambda it: (
        f"the plan speaks of {found.group()!r}" for text in plan_strings(it.plan) for found in pattern.finditer(text)
    )


def _loss(it: Subject) -> Iterator[str]:
    for text in plan_strings(it.plan):
        for found in _LOSS.finditer(text):
            if float(found[1].replace(",", ".")) > 1.0:
                yield f"the plan speaks of {found.group()!r}, at most 1 kg a week"


def _no_plan(it: Subject) -> Iterator[str]:
    if not it.truth.get("clearances"):
        yield "a plan without a written clearance"


_GOES_HARD = _done("goes hard", lambda session: not _is_raced(session) and is_high(session))

FORBIDS: dict[str, Row] = {
    "no_exercise_until_cleared": _no_plan,
    "no_session_today": lambda it: (f"{at.name} is today" for at in read.places(it.plan) if at.day.date == it.today),
    "no_running": _done("runs", read.runs),
    "walk_run_only": lambda it: [*_walk_run(it), *raced(it)],
    "no_high_intensity": lambda it: [*_GOES_HARD(it), *raced(it)],
    "no_plyometrics": _done("jumps", _tagged("plyometric")),
    "no_hills_or_sprints": _done(
        "climbs or sprints",
        lambda session: _tagged("hill", "stride", "sprint")(session) or session.purpose in {"hills", "strides"},
    ),
    "no_heavy_spinal_loading": _done("loads the spine", _tagged("axial_load")),
    "no_loaded_spinal_flexion": _done("bends the spine", _tagged("spinal_flexion")),
    "no_heavy_isometric": _each(
        lambda s: ("strength" in {s.type, s.purpose} and s.rpe > _EFFORT) or "isometric_max" in s.tags,
        "strains too much",
    ),
    "no_supine_exercise": _done("lies on the back", _tagged("supine")),
    "no_hot_environment": _heat,
    "no_unaccompanied_sessions": _alone,
    "no_race_goal": _race,
    "no_weight_loss_target": _words(_WEIGHT),
    "no_weight_or_calorie_tracking": lambda it: [*_words(_WEIGHT)(it), *_words(_TRACKING)(it)],
    "cap_weight_loss_rate": _loss,
    "cap_weekly_volume": _weekly(_volume),
    "cap_volume_growth": _growth,
    "cap_long_run": _long_run,
    "cap_hard_sessions_1": _weekly(_hard_a_week),
    "cap_weekly_hours_to_age": _weekly(_hours),
    "cap_race_distance": _race_too_far,
    "rest_day_required": _rest(1),
    "two_rest_days_required": _rest(2),
    "hr_zones_unreliable": _each(lambda session: session.hr_bpm is not None, "has a heart-rate target"),
    "carry_fast_carbohydrate": _says("carbohydrate", "carry fast carbohydrate"),
    "carry_reliever": _says("reliever", "carry the reliever inhaler"),
    "extended_warmup_required": _warm_up,
    "train_at_current_fitness": lambda it: read.too_fast(it.plan, it.truth),
    "reset_goal_date": _says("another aim", "a later date or a shorter race first"),
}
"""Contraindication to what in a plan breaks it."""
