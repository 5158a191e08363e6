"""What each contraindication asks of a plan: one small function a row, all of them in a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from coach.plan.caps import FINISH_WELL, is_cleared, moderate_at_most, promised, race_km_cap, weekly_km_cap
from coach.plan.exercise_words import named_in
from coach.plan.reading import (
    QUALITY,
    Placed,
    calls_itself_race,
    is_restful,
    is_running,
    is_strength,
    is_training_run,
    longest_stretch,
)
from coach.plan.validation.body_weight import loss_rates, tracking, weight_numbers
from coach.plan.validation.context import PlanContext
from coach.plan.validation.load import rest_days
from coach.plan.validation.owed_notes import note_on, session_speaks_of
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_day
from coach.plan.validation.session import WARMUP_EXTENDED, short_ends
from coach.plan.validation.words import found_in, has_road_run, heart_rates
from coach.plan.zones import AT_OR_ABOVE_THRESHOLD
from coach.records.block import NoteTopic, Tag

Check = Callable[[PlanContext], Iterable[Flaw]]
Problem = Callable[[Placed], str | None]
"""What is wrong with a session, as the end of a sentence; None where nothing is."""

HIGH_EFFORT = 6
STRETCH_MINUTES, STRETCH_WEEKS = 10.0, 2
LONG_IN_HEAT_MINUTES, LONG_ALONE_MINUTES = 45.0, 60.0
MAX_LOSS_KG_WEEK = 1.0


def _each(problem: Problem) -> Check:
    """Every session with a problem is a flaw."""

    def check(context: PlanContext) -> Iterator[Flaw]:
        for at in context.sessions:
            if message := problem(at):
                yield on_day(at, f"the {at.session.purpose} session {message}")

    return check


def _where(unwanted: Callable[[Placed], bool], message: str) -> Check:
    return _each(lambda at: message if unwanted(at) else None)


def _tagged(*tags: Tag) -> Callable[[Placed], bool]:
    """By a tag, or by words that name the same."""
    return lambda at: not set(tags).isdisjoint(at.session.tags) or _asks_for(at, *tags)


def _asks_for(at: Placed, *names: str) -> bool:
    """By the words of anything but a race."""
    return at.session.type != "race" and not named_in(at.session.text).isdisjoint(names)


def _note(topic: NoteTopic, message: str) -> Check:
    """A note of the plan, or else every session's text, must speak of `topic`."""

    def check(context: PlanContext) -> Iterator[Flaw]:
        texts = (session_speaks_of(at.session, topic) for at in context.sessions if not is_restful(at.session))
        if not note_on(context.plan, topic) and not all(texts):
            yield Flaw(f"The plan's notes must say: {message}")

    return check


def _no_words(message: str, *finders: Callable[[str], Iterable[str]]) -> Check:
    def check(context: PlanContext) -> Iterator[Flaw]:
        for find in finders:
            for found in found_in(context.plan, find):
                yield Flaw(f"The plan's words {message.format(repr(found))}")

    return check


no_weight_loss_target = _no_words("hold the weight or energy number {}; take it out", weight_numbers)
no_weight_or_calorie_tracking = _no_words(
    "speak of {}; nothing about weighing, calories or body shape", weight_numbers, tracking
)


def cap_weight_loss_rate(context: PlanContext) -> Iterator[Flaw]:
    for rate in found_in(context.plan, loss_rates):
        if rate > MAX_LOSS_KG_WEEK + ROUNDING:
            yield Flaw(f"The plan speaks of {rate:.2f} kg a week; at most {MAX_LOSS_KG_WEEK:g} kg")


def no_plan_at_all(context: PlanContext) -> Iterator[Flaw]:
    if not is_cleared(context.profile, context.safety.status):
        yield Flaw("A written clearance must come before any plan: give no plan")


def no_session_today(context: PlanContext) -> Iterator[Flaw]:
    for at in context.sessions:
        if at.day.date == context.as_of:
            yield on_day(at, f"the {at.session.purpose} session is on a day that must be rest")


def _is_high(at: Placed) -> bool:
    above = at.session.zone in AT_OR_ABOVE_THRESHOLD or not at.zones.isdisjoint(AT_OR_ABOVE_THRESHOLD)
    return above or at.session.rpe >= HIGH_EFFORT or at.session.purpose in QUALITY or _asks_for(at, "hard")


def _walk_run_problem(at: Placed) -> str | None:
    session = at.session
    if not is_training_run(session):
        return None
    if all(step.kind != "walk" for step in session.steps):
        return "has 0 walk steps; every run must have walk breaks"
    if _asks_for(at, "unbroken", "hard"):
        return "asks for running without walk breaks, or above easy; take that out of its words"
    if at.easy_minutes < session.duration_min - ROUNDING:
        return "has running above easy; between the walk breaks everything stays in zone E"
    stretch = longest_stretch(session)
    if at.week.index <= STRETCH_WEEKS and stretch > STRETCH_MINUTES + ROUNDING:
        return f"has {stretch:.0f} min of running at a stretch; at most {STRETCH_MINUTES:.0f} in the first 2 weeks"
    return None


def no_heart_rate(context: PlanContext) -> Iterator[Flaw]:
    yield from _where(lambda at: at.session.hr_bpm is not None, "has a heart-rate target; use effort or pace")(context)
    yield from _no_words("hold the heart rate {}; use effort or pace", heart_rates)(context)


def no_hot_environment(context: PlanContext) -> Iterator[Flaw]:
    for at in context.sessions:
        minutes = at.session.duration_min
        demanding = at.is_hard or minutes > LONG_IN_HEAT_MINUTES + ROUNDING
        if is_running(at.session) and demanding and not _tagged("indoor", "heat_alternative")(at):
            yield on_day(at, f"{minutes:g} min without a cool alternative: tag it heat_alternative or indoor")


def no_unaccompanied_sessions(context: PlanContext) -> Iterator[Flaw]:
    for at in context.sessions if not note_on(context.plan, "company") else ():
        minutes = at.session.duration_min
        if minutes > LONG_ALONE_MINUTES and not session_speaks_of(at.session, "company"):
            yield on_day(at, f"{minutes:g} min, over 60, without a note: with company, or a phone")


def no_race_goal(context: PlanContext) -> Iterator[Flaw]:
    if context.plan.race_date is not None:
        yield Flaw(f"The block has a race_date ({context.plan.race_date}); it must have none: no race in this block")
    yield from _where(lambda at: calls_itself_race(at.session), "is a race; 0 races are allowed")(context)


def cap_weekly_volume(context: PlanContext) -> Iterator[Flaw]:
    cap = weekly_km_cap(context.safety.fired)
    for week in context.weeks:
        if week.training_km > cap + ROUNDING:
            yield in_week(week, f"{week.training_km:.1f} km; at most {cap:g} km in any week")


def cap_weekly_hours_to_age(context: PlanContext) -> Iterator[Flaw]:
    for week in context.weeks:
        if context.age is not None and week.minutes > 60 * context.age + ROUNDING:
            yield in_week(week, f"{week.minutes / 60:.1f} h of sport; at most {context.age:g} h")


def cap_race_distance(context: PlanContext) -> Iterable[Flaw]:
    return longer_race(context.longest_race_km, race_km_cap(context.age))


def longer_race(km: float, cap: float | None) -> Iterator[Flaw]:
    if cap is not None and km > cap + ROUNDING:
        yield Flaw(f"The race is {km:g} km; at most {cap:g} km: choose a shorter race")


CHECKS: Mapping[str, Check] = {
    "no_exercise_until_cleared": no_plan_at_all,
    "no_session_today": no_session_today,
    "no_running": _where(
        lambda at: is_running(at.session) or has_road_run(at.session.text),
        "has running; 0 runs are allowed: use walking, cycling or water",
    ),
    "walk_run_only": _each(_walk_run_problem),
    "no_high_intensity": _where(_is_high, "is above easy or moderate; zone E or M and effort 5 at most"),
    "no_plyometrics": _where(_tagged("plyometric"), "holds jumps or bounds; none are allowed"),
    "no_hills_or_sprints": _where(
        lambda at: _tagged("hill", "stride", "sprint")(at) or at.session.purpose in {"hills", "strides"},
        "has hills, strides or sprints; none are allowed",
    ),
    "no_heavy_spinal_loading": _where(_tagged("axial_load"), "puts a heavy load on the spine; none is allowed"),
    "no_loaded_spinal_flexion": _where(
        _tagged("spinal_flexion"), "holds loaded bending or twisting of the spine; none is allowed"
    ),
    "no_heavy_isometric": _where(
        lambda at: (is_strength(at.session) and at.session.rpe > HIGH_EFFORT) or _tagged("isometric_max")(at),
        f"strains too much; strength at effort {HIGH_EFFORT} at most, no maximal holds",
    ),
    "no_supine_exercise": _where(_tagged("supine"), "holds an exercise lying on the back; none is allowed"),
    "no_hot_environment": no_hot_environment,
    "no_unaccompanied_sessions": no_unaccompanied_sessions,
    "no_race_goal": no_race_goal,
    "no_weight_loss_target": no_weight_loss_target,
    "no_weight_or_calorie_tracking": no_weight_or_calorie_tracking,
    "cap_weight_loss_rate": cap_weight_loss_rate,
    "cap_weekly_volume": cap_weekly_volume,
    "cap_weekly_hours_to_age": cap_weekly_hours_to_age,
    "cap_race_distance": cap_race_distance,
    "rest_day_required": lambda context: rest_days(context, 1),
    "two_rest_days_required": lambda context: rest_days(context, 2),
    "hr_zones_unreliable": no_heart_rate,
    "carry_fast_carbohydrate": _note("carbohydrate", "carry fast carbohydrate and check glucose around sessions"),
    "carry_reliever": _note("reliever", "carry the reliever inhaler"),
    "extended_warmup_required": lambda context: short_ends(context, WARMUP_EXTENDED, 0.0),
    "reset_goal_date": _note("alternative", "the alternative: a later date, or a shorter race first"),
}
"""Contraindication to its check."""

GUARDED_ELSEWHERE = frozenset({"cap_volume_growth", "cap_long_run", "cap_hard_sessions_1", "train_at_current_fitness"})
"""These turn another rule's warning into an error."""


def all_known(context: PlanContext) -> bool:
    """An age that caps the hours, and the distances that a volume is capped by."""
    if context.has("cap_weekly_hours_to_age") and context.age is None:
        return False
    return context.distances_known or not context.has("cap_weekly_volume")


def easy_race(context: PlanContext) -> Iterator[Flaw]:
    """No race at full effort where the gate promised to finish without a time in mind, nor out of walk-run training."""
    if context.has("walk_run_only") or FINISH_WELL in promised(context.safety.fired):
        yield from _where(lambda at: at.session.type == "race" and _is_high(at), "must be easy: effort 5 at most")(
            context
        )


def respected(context: PlanContext) -> Iterator[Flaw]:
    """Every contraindication by its row; one that no row knows is a flaw: nobody checked it.

    A known disease without clearance leaves nothing hard, although the gate approves moderate effort (acsm_2015).
    """
    yield from easy_race(context)
    uncleared = ["no_high_intensity"] if moderate_at_most(context.profile) else []
    for name in dict.fromkeys([*context.safety.contraindications, *uncleared]):
        if name in CHECKS:
            yield from CHECKS[name](context)
        elif name not in GUARDED_ELSEWHERE:
            yield Flaw(f"The contraindication {name!r} is unknown here, so no plan can be said to respect it")
