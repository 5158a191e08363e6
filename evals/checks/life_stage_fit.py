"""Do the questions and the first weeks fit the athlete's stage of life, as a person labelled it?

Not a word about age or stage is read here: what is said of it is the business of `unspoken`. The shape of the weeks is
judged by its sessions without any code of `coach.plan`. They are the first four, or those before the taper where it
comes sooner. Sources of the criteria:
- easy share of running time 0.75 or more: the warning level of the reference data (festa_2020, rosenblat_2019);
  most kilometres easy is also what elites do (Seiler 2010, Int J Sports Physiol Perform 5:276-291);
- from present volume: Nielsen 2014 (J Orthop Sports Phys Ther 44:739-747); 1.10 or 3 km is the reference data's step;
- strength in every ordinary week: two days a week for adults (Garber et al., ACSM 2011, Med Sci Sports Exerc
  43:1334-1359);
- one demanding kind of work at a time: concentrated loads (Issurin 2010, Sports Med 40:189-206).
What is house opinion is marked so.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from coach.events import CoachSaid, PlanShown
from coach.records.block import TrainingBlock, TrainingSession, Week
from coach.records.fact import Value
from coach.sentences import questions
from evals.checks import plan_reading as read
from evals.checks.plan_in_text import days_in_text
from evals.checks.statements import asks, fact_source, statements, topic_of
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.words import patterns
from personas.persona import ExpectedApproach, Persona

VERSION = 10

_HARD, _GENTLE = patterns("life_stage_fit", "hard", "gentle")
_WEEKS = 4
_EASY_SHARE = 0.75
_KEEPS = 0.80  # house: the engine is not built on much less than what is run already
_STEP, _STEP_KM = 1.10, 3.0
_GENTLE_STRENGTH = frozenset({"strength", "mobility"})
_AEROBIC = frozenset({"run", "race", "cross"})


def first_weeks(plan: TrainingBlock) -> tuple[Week, ...]:
    """The weeks that the shape is read from; at least one."""
    early = [week for week in plan.weeks[:_WEEKS] if week.phase not in {"taper", "race"}]
    return tuple(early) or plan.weeks[:1]


class Result(NamedTuple):
    """A shape or a criterion: what breaks it, and what of it could not be judged; `judged` where anything could."""

    broken: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    judged: bool = True


Criterion = Callable[[tuple[Week, ...], Mapping[str, Value]], Result]


def judge_weeks(shape: str, weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    """Every criterion of the shape, taken together."""
    results = [criterion(weeks, truth) for criterion in SHAPES[shape]]
    return Result(
        tuple(what for each in results for what in each.broken),
        tuple(what for each in results for what in each.unjudged),
        any(each.judged for each in results),
    )


def _open(*what: str) -> Result:
    return Result(unjudged=what, judged=False)


def _each_week(
    what: str,
    weeks: tuple[Week, ...],
    counts: Callable[[TrainingSession], bool],
    breaks: Callable[[Week], Iterator[str]],
) -> Result:
    """`breaks` in every week that holds a session that `counts`; the other weeks show nothing of it."""
    held = [week for week in weeks if any(counts(at.session) for at in read.in_week(week))]
    broken = tuple(found for week in held for found in breaks(week))
    bare = tuple(f"{what} of week {week.index}" for week in weeks if week not in held)
    return Result(broken, bare, judged=bool(held))


def _mostly_easy(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Result:
    def breaks(week: Week) -> Iterator[str]:
        run = [at.session for at in read.in_week(week) if at.session.type == "run"]
        whole = sum(session.duration_min for session in run)
        brisk = sum(min(read.minutes_in(session, read.ABOVE_EASY), session.duration_min) for session in run)
        if 1 - brisk / whole < _EASY_SHARE:
            yield f"week {week.index}: {100 * (1 - brisk / whole):.0f}% of the running is easy, at least 75%"

    return _each_week("the easy share", weeks, lambda s: s.type == "run" and s.duration_min > 0, breaks)


def _most_days(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    """Most of the days that there are."""
    days = read.number(truth.get("training_days_per_week"))
    if days is None:
        return _open("training days (available days unknown)")
    trained = sum(any(session.type in _AEROBIC for session in day.sessions) for day in weeks[0].days)
    if trained < min(days, 3.0):
        return Result((f"week 1 has {trained} days of endurance work; {days:g} are available",))
    return Result()


def _keeps_present_volume(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    present, full = read.number(truth.get("current_weekly_volume_km")), _full(weeks)
    if present is None or not full:
        return _open(f"volume ({'present volume unknown' if full else 'no full week'})")
    if read.week_km(full[0]) < _KEEPS * present:
        return Result(
            (f"week {full[0].index} has {read.week_km(full[0]):.1f} km; the athlete runs {present:g} km now",)
        )
    return Result()


def _grows(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    full = _full(weeks)
    if len(full) < 2:  # noqa: PLR2004 (from one to the next)
        return _open("growth (fewer than two full weeks)")
    present = read.number(truth.get("current_weekly_volume_km"))
    if max(map(read.week_km, full)) <= read.week_km(full[0]) and not _holds(truth, present):
        return Result((f"no week exceeds the {read.week_km(full[0]):.1f} km of the first",))
    return Result()


def _full(weeks: tuple[Week, ...]) -> list[Week]:
    return [week for week in weeks if not week.is_cutback]


def _holds(truth: Mapping[str, Value], present: float | None) -> bool:
    """Whether the athlete does not want more than now."""
    target = read.number(truth.get("target_weekly_volume_km"))
    return target is not None and present is not None and target <= present * 1.05  # house: that is the same


def _one_demand(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Result:
    """One kind of demanding work a week, the one thing that this stretch is about."""

    def breaks(week: Week) -> Iterator[str]:
        kinds = sorted(
            {
                at.session.purpose
                for at in read.in_week(week)
                if read.is_hard(at.session) or at.session.purpose in read.HARD_PURPOSES
            }
        )
        if len(kinds) > 1:
            yield f"week {week.index} has {len(kinds)} kinds of demanding work: {', '.join(kinds)}"

    return _each_week("the demanding work", weeks, lambda s: s.type in _AEROBIC, breaks)


def _no_leap(weeks: tuple[Week, ...], truth: Mapping[str, Value]) -> Result:
    """No step up at the start, no more than a small one later."""
    present = read.number(truth.get("current_weekly_volume_km"))
    unjudged = () if present is not None else ("the first step (present volume unknown)",)
    done, broken = [present] if present is not None else [], []
    for week in weeks:
        km = read.week_km(week)
        if done and km > max(_STEP * max(done), max(done) + _STEP_KM) + 1e-6:
            broken.append(f"week {week.index} has {km:.1f} km after {max(done):.1f} km")
        done.append(km)
    return Result(tuple(broken), unjudged, judged=len(done) > 1)


def _strength(weeks: tuple[Week, ...], _truth: Mapping[str, Value]) -> Result:
    """In every week with running."""

    def breaks(week: Week) -> Iterator[str]:
        if not any(at.session.type in _GENTLE_STRENGTH for at in read.in_week(week)):
            yield f"week {week.index} has no strength or mobility"

    return _each_week("the strength work", weeks, read.runs, breaks)


SHAPES: Mapping[str, tuple[Criterion, ...]] = {
    "builds_engine": (_most_days, _keeps_present_volume, _grows, _mostly_easy),
    "one_focus": (_one_demand, _mostly_easy),
    "baselines_first": (_no_leap, _strength, _mostly_easy),
}
"""builds_engine: straight into training, from week 1 on most of the days there are, on present volume, mostly easy,
growing. one_focus: one kind of demanding work a week, everything else easy. baselines_first: from where the athlete
is, in small steps, with strength every week."""


def check_life_stage_fit(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail; not_applicable without a label, not_judged where the labelled part never came to be.

    A topic that the athlete volunteered before a plan was shown needs no question. What of a shape could not be judged
    is told beside a pass and counted (`judged.criteria_not_judged`); where nothing of it could, it is not judged.
    """
    label = persona.expect.approach
    if label is None or not (label.asks_about or label.first_weeks):
        return not_applicable("the label names no approach")
    shown = session.last(PlanShown)
    silent = bool(label.asks_about) and not session.coach_spoke
    unasked = [topic for topic in label.asks_about if not _is_asked(session, topic)]
    volunteered = [topic for topic in unasked if _is_volunteered(session, topic)]
    findings: list[Evidence] = []
    if not silent and (shown or not label.first_weeks):
        place = max((index for index, _ in session.of(CoachSaid)), default=None)
        missing = (topic for topic in unasked if topic not in volunteered)
        findings += (Evidence(what=f"never asked about {topic}", event=place, rule="asks_about") for topic in missing)
    weeks, result = first_weeks(shown[1].plan) if shown else (), Result()
    if shown and label.first_weeks:
        result = judge_weeks(label.first_weeks, weeks, persona.truth)
        broken = (f"{label.first_weeks}: {what}" for what in result.broken)
        findings += (Evidence(what=what, event=shown[0], rule=label.first_weeks) for what in broken)
    findings += _told_too_hard(session, label.first_weeks) if label.first_weeks == "baselines_first" else ()
    if findings:
        return pass_or_fail(findings)
    if silent or (label.first_weeks and not shown):
        what = "the record holds no words of the coach" if silent else "no plan was shown"
        return not_applicable(what) if session.record == "talk" else not_judged(what)
    if label.first_weeks and read.is_empty(weeks):
        return not_judged("the first weeks hold no session")
    if label.first_weeks and not result.judged:
        return not_judged(_unjudged(result))
    return _passed(session, label, volunteered, result)


def _told_too_hard(session: SessionView, shape: str) -> Iterator[Evidence]:
    """Hard sessions told for the first weeks where the plan that was shown has none in them."""
    shown = session.last(PlanShown)
    if shown is None or any(
        read.is_hard(at.session) for week in first_weeks(shown[1].plan) for at in read.in_week(week)
    ):
        return
    early = range(1, len(first_weeks(shown[1].plan)) + 1)
    for index, event in session.of(CoachSaid):
        for day in days_in_text(event.text) if index > shown[0] or session.record == "talk" else ():
            if day.week in early and day.laid_out and _HARD.search(day.quote) and not _GENTLE.search(day.quote):
                what = f"{shape}: week {day.week} is told with hard work: {day.quote!r}"
                yield Evidence(what=what, event=index, start=day.start, end=day.end, quote=day.quote, rule=shape)


def _passed(session: SessionView, label: ExpectedApproach, volunteered: list[str], result: Result) -> Verdict:
    asked = [topic for topic in label.asks_about if topic not in volunteered]
    why = f"asked about {', '.join(asked) or 'what was due'}; first weeks: {label.first_weeks or 'any'}"
    judged: dict[str, float] = {}
    if volunteered:
        source = fact_source(session)
        why, judged = source.beside(f"{why}; the athlete volunteered {', '.join(volunteered)}"), dict(source.judged)
    if result.unjudged:
        why, judged["criteria_not_judged"] = f"{why}; {_unjudged(result)}", float(len(result.unjudged))
    return pass_or_fail((), why, judged=judged)


def _unjudged(result: Result) -> str:
    return f"not judged: {'; '.join(result.unjudged)}"


def _is_asked(session: SessionView, topic: str) -> bool:
    """A topic is a field, a topic of the catalogue, or a word that stands in a question; `|` parts alternatives."""
    fields = {ask.field for asked in asks(session).values() for ask in asked}
    return _covers(topic, fields) or any(
        _has_word(topic, question) for _, event in session.of(CoachSaid) for question in _questions(event.text)
    )


def _is_volunteered(session: SessionView, topic: str) -> bool:
    """Whether the athlete stated a fact of the topic before the first plan; a word is one of a field's name."""
    planned = next((index for index, _ in session.of(PlanShown)), len(session.events))
    fields = {fact.field for fact in statements(session).facts if fact.exchange.event < planned}
    return _covers(topic, fields) or any(_has_word(topic, field.replace("_", " ")) for field in fields)


def _covers(topic: str, fields: Iterable[str]) -> bool:
    return any(each in {field, topic_of(field)} for each in topic.split("|") for field in fields)


def _has_word(topic: str, text: str) -> bool:
    words = "|".join(re.escape(each.replace("_", " ").lower()) for each in topic.split("|"))
    return re.search(rf"\b(?:{words})(?:s|e|es|ed|ing)?\b", text) is not None


@lru_cache(8192)
def _questions(text: str) -> tuple[str, ...]:
    return tuple(question.group().lower() for question in questions(text))
