"""Builds a whole block and judges it before anybody sees it. Deterministic; knows no model and no clock."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from coach.errors import CoachError
from coach.plan.athlete import ADULT, DEFAULT_WEEKS, LEAST_MINUTES, PlanningAthlete, read_athlete
from coach.plan.caps import FINISH_WELL, NO_RUNNING, is_cleared
from coach.plan.changes import PARTLY, changed
from coach.plan.ledger import PlanLedger, PlannedWeek
from coach.plan.notes import about_absent_work, about_effort, fewer_days, fewer_km, notes_for, texts, unlikely_numbers
from coach.plan.outline import outline
from coach.plan.placement import pattern_of, usual_pattern
from coach.plan.profile_values import number
from coach.plan.race_day import about_far_race, about_goal_time
from coach.plan.reading import read_week
from coach.plan.sessions import SessionDefaults
from coach.plan.validation import PlanJudgement, validate_plan
from coach.plan.validation.body_weight import speaks_of_weight
from coach.plan.week import build_week
from coach.plan.week_frame import Frame
from coach.profile.profile import Profile
from coach.records.block import Note, TrainingBlock, Week
from coach.records.change import PlanChange
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

EXTENDED_WARMUP_MIN = 15.0
MOST_WEEKS = 104
_SPEAKS_OF_GROWTH = frozenset({"cap_volume_growth", "cap_long_run"})
NO_ROOM = (
    "Between now and that date there is no room for a plan: it takes at least one week, and at most two years. "
    "Twelve weeks without a date at their end would work."
)
NO_DAY = (
    f"A plan needs at least one day in the week with {LEAST_MINUTES:.0f} minutes in it, and the days and times there "
    "are leave none. One day a week is enough to begin: which could it be?"
)
TOO_ILL = "You have just been ill, and that race falls on a day that is for rest, so let's leave it out this time."
PLAIN_GOAL = "Run regularly, feel strong and enjoy it"


class CannotPlan(CoachError):
    """`CannotPlan(why, nearest)`: what is in the way, in words for the athlete; the nearest valid plan, or None."""

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def nearest(self) -> TrainingBlock | None:
        found = self.args[1]
        return found if isinstance(found, TrainingBlock) else None


@dataclass(frozen=True, slots=True)
class _Order:
    """What a plan is built for and judged against."""

    profile: Profile
    goals: tuple[Goal, ...]
    safety: SafetyResult
    today: dt.date

    def judged(self, plan: TrainingBlock) -> PlanJudgement:
        return validate_plan(plan, self.profile, self.goals[0], self.safety, as_of=self.today)


def build_plan(  # noqa: PLR0913 (all that a plan is made from)
    profile: Profile,
    goals: tuple[Goal, ...],
    safety: SafetyResult,
    *,
    today: dt.date,
    race_date: dt.date | None = None,
    changes: tuple[PlanChange | None, ...] = (),
    newest: int = 1,
) -> TrainingBlock:
    """A valid block for the first goal, its warnings explained in `notes`; else `CannotPlan`.

    `race_date`: the day that the athlete gave; None: the race, if there is one, is on the last day of the weeks given.
    `changes` are what the athlete asked for, oldest first; all of them hold. None stands for a wish that has no name
    here: it changes nothing, and a note says so. The last `newest` were asked for together; the first note says what
    became of each. Where one of them cannot be met, the nearest plan is the one without it.
    """
    order = _Order(profile, goals, safety, today)
    athlete = read_athlete(profile, goals[0], safety, today=today)
    athlete = athlete.racing_on(race_date) if race_date and athlete.race_date else athlete
    try:
        plan = _made(order, athlete, [])
    except CannotPlan as problem:
        raise CannotPlan(str(problem), _nearest(order, athlete)) from problem
    return _with_changes(order, athlete, plan, changes, newest)


def _with_changes(
    order: _Order, athlete: PlanningAthlete, plan: TrainingBlock, changes: tuple[PlanChange | None, ...], newest: int
) -> TrainingBlock:
    """`plan` with one change after the other, and what became of the newest first among its notes; an older one that
    could not be met stays unmet."""
    notes: list[str] = []
    said = ""
    for place, change in enumerate(changes, start=1):
        asked, is_newest = changed(athlete, change), place > len(changes) - newest
        if not (asked.done or is_newest):
            continue
        note = f"{said} {PARTLY if change is None and said else asked.note}".strip()
        try:
            plan = _made(order, asked.athlete, [note, *notes])
        except CannotPlan as problem:
            if is_newest:
                raise CannotPlan(f"That change would not work out. {problem}", plan) from problem
            continue
        athlete = asked.athlete
        said, notes = (note, notes) if is_newest else ("", [note, *notes])
    return plan


def _made(order: _Order, athlete: PlanningAthlete, changes: list[str]) -> TrainingBlock:
    """A valid plan with its notes; `CannotPlan` without a nearest one."""
    _refuse_the_impossible(athlete, order)
    plan = _block(athlete, order.goals[0])
    notes = [*dict.fromkeys(changes), *_notes(athlete, order, plan), *_other_goals(order.goals)]
    offered = number(order.profile, "training_days_per_week")
    found = [about_effort(plan, athlete.paces), *fewer_days(athlete, plan, offered)]
    found += fewer_km(athlete, plan.weeks[0])
    absent = about_absent_work(plan)
    notes = [*(note for note in notes if note not in absent), *filter(None, found)]
    if far := about_far_race(athlete, plan):
        said = texts().for_promise[FINISH_WELL]
        notes = [far, *(n for n in _without_stages(notes, [far]) if not isinstance(n, Note) and n != said)]
    judged = order.judged(plan)
    plan = plan.model_copy(update={"notes": _with_warnings(notes, judged)})
    if not judged.valid:  # a note may answer an error, and none brings one
        judged = order.judged(plan)
    if not judged.valid:
        raise CannotPlan(_why_not(judged), None)
    return plan


def _refuse_the_impossible(athlete: PlanningAthlete, order: _Order) -> None:
    if order.safety.status not in {"approved", "approved_with_warnings"}:
        raise CannotPlan("I want one more thing looked after before we start, so there is no plan from me yet.", None)
    if athlete.has("no_exercise_until_cleared") and not is_cleared(order.profile, order.safety.status):
        raise CannotPlan("Let's have your doctor's go-ahead first; then I'll build this with you straight away.", None)
    if athlete.days < 1:
        raise CannotPlan(NO_DAY, None)
    if athlete.race_date and athlete.rests_on(athlete.race_date):
        raise CannotPlan(TOO_ILL, None)
    if not 1 <= athlete.weeks <= MOST_WEEKS:
        raise CannotPlan(NO_ROOM, None)


def _nearest(order: _Order, athlete: PlanningAthlete) -> TrainingBlock | None:
    """The nearest that works: a usual block with no date at its end; None where even that breaks a rule."""
    try:
        return _made(order, replace(athlete, weeks=DEFAULT_WEEKS, race_date=None, race_km=None), [])
    except CannotPlan:
        return None


def _block(athlete: PlanningAthlete, goal: Goal) -> TrainingBlock:
    defaults = SessionDefaults(
        athlete.paces,
        race_km=athlete.focus_km,
        warmup_min=EXTENDED_WARMUP_MIN if athlete.has("extended_warmup_required") else athlete.first_weeks.warmup_min,
        heat=athlete.has("no_hot_environment"),
    )
    ledger, weeks, usual = PlanLedger(athlete), [], usual_pattern(athlete)
    for slot in outline(athlete):
        week = build_week(Frame(athlete, slot, pattern_of(athlete, slot, usual, ledger), ledger, defaults))
        ledger = _entered(ledger, week)
        weeks.append(week)
    return TrainingBlock(
        start_date=athlete.start, end_date=weeks[-1].days[-1].date, race_date=athlete.race_date,
        race_km=athlete.race_km, goal=_goal_words(athlete, goal), weeks=tuple(weeks),
    )  # fmt: skip


def _entered(ledger: PlanLedger, week: Week) -> PlanLedger:
    read = read_week(week)
    hard = read.hard
    intervals = [at.day.date for at in hard if at.session.purpose == "interval"]
    stretches = [step.duration_min or 0.0 for at in read.runs for step in at.session.steps if step.kind == "run"]
    runs = [(at.day.date, at.session.km) for at in read.runs if at.session.km]
    done = PlannedWeek(read.training_km, week.is_cutback, sum(at.hard_minutes for at in hard))
    return replace(
        ledger,
        weeks=(*ledger.weeks, done),
        runs=(*ledger.runs, *runs),
        last_hard=hard[-1].day.date if hard else ledger.last_hard,
        last_intervals=intervals[-1] if intervals else ledger.last_intervals,
        stretch_min=max(ledger.stretch_min, *stretches, 0.0),
    )


def _goal_words(athlete: PlanningAthlete, goal: Goal) -> str:
    quiet = athlete.contraindications & {
        "no_weight_loss_target",
        "no_weight_or_calorie_tracking",
        "cap_weight_loss_rate",
    }
    minor = athlete.age is not None and athlete.age < ADULT
    if (quiet or minor) and speaks_of_weight(goal.text):
        return PLAIN_GOAL
    return goal.text


def _notes(athlete: PlanningAthlete, order: _Order, plan: TrainingBlock) -> list[str | Note]:
    """What the athlete and the gate's answer ask to have said; what else is in the plan itself comes later."""
    profile = order.profile
    stages = about_goal_time(athlete, profile, order.goals[0], plan)
    measured = athlete.paces.vdot is not None
    silent = athlete.has("no_running") or (measured and athlete.has("train_at_current_fitness"))
    pace = [] if silent else [_about_pace(measured=measured, may_race=not athlete.has("no_race_goal"))]
    silenced = _SPEAKS_OF_GROWTH if athlete.keeps_level else frozenset[str]()
    silenced |= {"no_running"} if NO_RUNNING in athlete.promises else set()
    limits = notes_for(sorted(athlete.contraindications - silenced), athlete.focus_km)
    notes: list[str | Note] = [*unlikely_numbers(profile), *stages, *pace, *_without_stages(limits, stages)]
    kept = athlete.promises & {NO_RUNNING} if athlete.has("no_running") else athlete.promises
    kept -= frozenset() if athlete.race_date else {FINISH_WELL}
    notes += [texts().for_promise[promise] for promise in sorted(kept)]
    notes += [texts().without_weights] if athlete.for_strength and not athlete.equipment else []
    if (number(profile, "race_distance_km") or 0) > (athlete.focus_km or 0.0) > 0:
        notes += notes_for(["cap_race_distance"], athlete.focus_km)
    if athlete.age is not None and athlete.age < ADULT:
        notes.append(texts().for_minor)
    return list(dict.fromkeys(notes))


def _about_pace(*, measured: bool, may_race: bool) -> str:
    return texts().about_pace["measured" if measured else "by_effort" if may_race else "no_race"]


def _without_stages(notes: Iterable[str | Note], stages: Sequence[Note]) -> list[str | Note]:
    """A target with its numbers says what the general sentence says."""
    general = texts().for_contraindication["reset_goal_date"]
    return [note for note in notes if not (stages and note == general)]


def _other_goals(goals: tuple[Goal, ...]) -> list[str]:
    others = [goal.text for goal in goals[1:] if not speaks_of_weight(goal.text)]
    return [f'Alongside it: "{text}". The easy days and the strength work serve that one too.' for text in others]


def _with_warnings(notes: Sequence[str | Note], judged: PlanJudgement) -> tuple[str | Note, ...]:
    known = texts().for_warning
    rules = dict.fromkeys(found.rule for found in judged.findings if found.severity == "warn")
    stages = [note for note in notes if isinstance(note, Note)]
    return tuple(dict.fromkeys([*notes, *_without_stages([known[rule] for rule in rules if rule in known], stages)]))


def _why_not(judged: PlanJudgement) -> str:
    first = next(found for found in judged.findings if found.severity == "error")
    return f"I could not make the days and weeks there are add up to a sound plan: {_plain(first.message)}"


def _plain(message: str) -> str:
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: found.group().replace("_", " "), message) + "."
