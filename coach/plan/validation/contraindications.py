"""What each contraindication asks of a plan: one small function a row, all of them in a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from coach.plan.caps import is_cleared, race_km_cap, weekly_km_cap
from coach.plan.reading import (
    QUALITY,
    easy_minutes,
    is_hard,
    is_running,
    placed,
    rest_days,
    step_minutes,
    training_km,
    zone_of,
)
from coach.plan.validation import words
from coach.plan.validation.context import Context
from coach.plan.validation.rule import Flaw, in_week, on_day
from coach.plan.validation.session import short_warmups
from coach.plan.zones import AT_OR_ABOVE_THRESHOLD
from coach.records.block import Session, Tag

Check = Callable[[Context], Iterable[Flaw]]
Wanted = Callable[[Session], bool]

HIGH_EFFORT = 6
STRETCH_MINUTES, STRETCH_WEEKS = 10.0, 2
LONG_IN_HEAT_MINUTES, LONG_ALONE_MINUTES = 45.0, 60.0
MAX_LOSS_KG_WEEK = 1.0
ROUNDING = 1e-6


def _each(wanted: Wanted, message: str) -> Check:
    """Every session that `wanted` picks is a flaw."""

    def check(context: Context) -> Iterator[Flaw]:
        for week, day, session in placed(context.plan):
            if wanted(session):
                yield on_day(week, day.date, f"the {session.purpose} session {message}")

    return check


def _tagged(*tags: Tag) -> Wanted:
    return lambda session: bool(set(tags) & set(session.tags))


def _note(topic: str, message: str) -> Check:
    """A note of the plan, or else every session's text, must speak of `topic`."""

    def check(context: Context) -> Iterator[Flaw]:
        sessions = [at for at in placed(context.plan) if at.session.type != "mobility"]
        if not words.note_on(context.plan, topic) and not all(words.session_speaks_of(at, topic) for at in sessions):
            yield Flaw(f"The plan's notes must say: {message}")

    return check


def no_plan_at_all(context: Context) -> Iterator[Flaw]:
    if not is_cleared(context.profile, context.safety.status):
        yield Flaw("A written clearance must come before any plan: give no plan")


def no_session_today(context: Context) -> Iterator[Flaw]:
    for week, day, session in placed(context.plan):
        if day.date == context.as_of:
            yield on_day(week, day.date, f"a {session.purpose} session on a day that must be rest")


def _is_high(session: Session) -> bool:
    zones = {session.zone, *(zone_of(step, session) for step in session.steps)}
    return bool(zones & AT_OR_ABOVE_THRESHOLD) or session.rpe >= HIGH_EFFORT or session.purpose in QUALITY


def _walk_run_flaw(session: Session, *, early: bool) -> str | None:
    running = [step for step in session.steps if step.kind != "walk"]
    if len(running) == len(session.steps):
        return "has 0 walk steps; every run must have walk breaks"
    if easy_minutes(session) < session.duration_min - ROUNDING:
        return "has running above easy; between the walk breaks everything stays in zone E"
    stretch = max((step_minutes(step, session) / step.repeat for step in running), default=0.0)
    if early and stretch > STRETCH_MINUTES + ROUNDING:
        return f"has {stretch:.0f} min of running at a stretch; at most {STRETCH_MINUTES:.0f} in the first 2 weeks"
    return None


def walk_run_only(context: Context) -> Iterator[Flaw]:
    for week, day, session in placed(context.plan):
        if session.type == "run":
            message = _walk_run_flaw(session, early=week.index <= STRETCH_WEEKS)
            if message:
                yield on_day(week, day.date, f"the {session.purpose} session {message}")


def no_hot_environment(context: Context) -> Iterator[Flaw]:
    for week, day, session in placed(context.plan):
        demanding = is_hard(session) or session.duration_min > LONG_IN_HEAT_MINUTES + ROUNDING
        if is_running(session) and demanding and not {"indoor", "heat_alternative"} & set(session.tags):
            message = f"{session.duration_min:g} min without a cool alternative: tag it heat_alternative or indoor"
            yield on_day(week, day.date, message)


def no_unaccompanied_sessions(context: Context) -> Iterator[Flaw]:
    if words.note_on(context.plan, "company"):
        return
    for at in placed(context.plan):
        if at.session.duration_min > LONG_ALONE_MINUTES and not words.session_speaks_of(at, "company"):
            message = f"{at.session.duration_min:g} min, over 60, without a note: with company, or a phone"
            yield on_day(at.week, at.day.date, message)


def no_race_goal(context: Context) -> Iterator[Flaw]:
    if context.plan.race_date is not None:
        yield Flaw(f"The block has a race_date ({context.plan.race_date}); it must have none: no race in this block")
    yield from _each(lambda session: session.type == "race", "is a race; 0 races are allowed")(context)


def no_weight_loss_target(context: Context) -> Iterator[Flaw]:
    for found in words.weight_numbers(context.plan):
        yield Flaw(f"The plan's words hold the weight or energy number {found!r}; take it out")


def no_weight_or_calorie_tracking(context: Context) -> Iterator[Flaw]:
    for found in (*words.weight_numbers(context.plan), *words.tracking_words(context.plan)):
        yield Flaw(f"The plan's words speak of {found!r}; nothing about weighing, calories or body shape")


def cap_weight_loss_rate(context: Context) -> Iterator[Flaw]:
    for rate in words.loss_rates(context.plan):
        if rate > MAX_LOSS_KG_WEEK:
            yield Flaw(f"The plan speaks of {rate:g} kg a week; at most {MAX_LOSS_KG_WEEK:g} kg")


def cap_weekly_volume(context: Context) -> Iterator[Flaw]:
    cap = weekly_km_cap(context.safety.fired)
    for week in context.plan.weeks:
        if training_km(week) > cap + ROUNDING:
            yield in_week(week, f"{training_km(week):.1f} km; at most {cap:g} km in any week")


def cap_weekly_hours_to_age(context: Context) -> Iterator[Flaw]:
    for week in context.plan.weeks:
        if context.age is not None and week.minutes > 60 * context.age + ROUNDING:
            yield in_week(week, f"{week.minutes / 60:.1f} h of sport; at most {context.age:g} h")


def cap_race_distance(context: Context) -> Iterator[Flaw]:
    cap = race_km_cap(context.age)
    km = max(
        [
            context.plan.race_km or 0.0,
            *(at.session.km or 0.0 for at in placed(context.plan) if at.session.type == "race"),
        ]
    )
    if cap is not None and km > cap + ROUNDING:
        yield Flaw(f"The race is {km:g} km; at most {cap:g} km: choose a shorter race")


def rest_days_required(needed: int) -> Check:
    def check(context: Context) -> Iterator[Flaw]:
        for week in context.plan.weeks:
            if rest_days(week) < needed:
                yield in_week(week, f"{rest_days(week)} full rest days; at least {needed}")

    return check


CHECKS: Mapping[str, Check] = {
    "no_exercise_until_cleared": no_plan_at_all,
    "no_session_today": no_session_today,
    "no_running": _each(is_running, "has running; 0 runs are allowed: use walking, cycling or water"),
    "walk_run_only": walk_run_only,
    "no_high_intensity": _each(_is_high, "is above easy or moderate; zone E or M and effort 5 at most"),
    "no_plyometrics": _each(_tagged("plyometric"), "is tagged plyometric; no jumps or bounds"),
    "no_hills_or_sprints": _each(
        lambda session: _tagged("hill", "stride", "sprint")(session) or session.purpose in {"hills", "strides"},
        "has hills, strides or sprints; none are allowed",
    ),
    "no_heavy_spinal_loading": _each(_tagged("axial_load"), "is tagged axial_load; no heavy load on the spine"),
    "no_loaded_spinal_flexion": _each(_tagged("spinal_flexion"), "is tagged spinal_flexion; no loaded bending"),
    "no_heavy_isometric": _each(
        lambda s: (s.type == "strength" and s.rpe > HIGH_EFFORT) or "isometric_max" in s.tags,
        f"strains too much; strength at effort {HIGH_EFFORT} at most, no maximal holds",
    ),
    "no_supine_exercise": _each(_tagged("supine"), "is tagged supine; nothing lying on the back"),
    "no_hot_environment": no_hot_environment,
    "no_unaccompanied_sessions": no_unaccompanied_sessions,
    "no_race_goal": no_race_goal,
    "no_weight_loss_target": no_weight_loss_target,
    "no_weight_or_calorie_tracking": no_weight_or_calorie_tracking,
    "cap_weight_loss_rate": cap_weight_loss_rate,
    "cap_weekly_volume": cap_weekly_volume,
    "cap_weekly_hours_to_age": cap_weekly_hours_to_age,
    "cap_race_distance": cap_race_distance,
    "rest_day_required": rest_days_required(1),
    "two_rest_days_required": rest_days_required(2),
    "hr_zones_unreliable": _each(lambda s: s.hr_bpm is not None, "has a heart-rate target; use effort or pace"),
    "carry_fast_carbohydrate": _note("carbohydrate", "carry fast carbohydrate and check glucose around sessions"),
    "carry_reliever": _note("reliever", "carry the reliever inhaler"),
    "extended_warmup_required": short_warmups,
    "reset_goal_date": _note("alternative", "the alternative: a later date, or a shorter race first"),
}
"""Contraindication to its check."""

GUARDED_ELSEWHERE = frozenset({"cap_volume_growth", "cap_long_run", "cap_hard_sessions_1", "train_at_current_fitness"})
"""These turn another rule's warning into an error."""


def respected(context: Context) -> Iterator[Flaw]:
    """Every contraindication by its row; one that no row knows is a flaw: nobody checked it."""
    for name in context.safety.contraindications:
        if name in CHECKS:
            yield from CHECKS[name](context)
        elif name not in GUARDED_ELSEWHERE:
            yield Flaw(f"The contraindication {name!r} is unknown here, so no plan can be said to respect it")
