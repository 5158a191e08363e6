"""Is what the athlete is told what is held? The plan, its changes and sessions in words, and what is read back.

Of the plan in words whatever may be meant counts as right: a day's own distance or that of one of its sessions, a
week's total or any of its runs. What is told without certainty is not compared. Of a session in words only what is easy
as a whole is held against it; of one with parts each may be as it is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from coach.events import CoachSaid, FactRecorded, GoalChanged, PlanShown
from coach.records.block import Day, TrainingBlock, TrainingSession, Week
from coach.sentences import SENTENCES
from evals.checks.claimed_changes import claimed_only, contradictions, granted_otherwise
from evals.checks.distances_in_text import near
from evals.checks.plan_in_text import DayInText, WeekInText, days_in_text, weeks_in_text
from evals.checks.plan_reading import HARD_PURPOSES, is_hard, places, runs
from evals.checks.read_back import answered_in_part, left_out, misquoted, reads_back
from evals.checks.spoken_acts import Spoken, coach_sentences
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.week_totals_in_text import WeekTotalInText, week_totals_in_text
from evals.checks.words import patterns
from evals.reading.amounts import find_amounts

VERSION = 9


def check_honest_telling(session: SessionView) -> Verdict:
    """pass | fail; not_applicable where nothing was told that could be compared."""
    if not session.coach_spoke:
        said_nothing = not_applicable("the coach said nothing")
        return said_nothing if session.record == "talk" else not_judged("no words of the coach")
    findings = tuple(found for part in _SEARCHES for found in part(session))
    if findings:
        return pass_or_fail(findings)
    seen = _compared(session)
    if not seen:
        return not_applicable("nothing was told that could be compared")
    return pass_or_fail((), f"compared: {', '.join(seen)}")


def _compared(session: SessionView) -> list[str]:
    told = [week for _, event in session.of(CoachSaid) for week in weeks_in_text(event.text)]
    numbers = [week.number or 1 for week in told]
    sums = any(each.sums for _, event in session.of(CoachSaid) for each in week_totals_in_text(event.text))
    parts = {
        "the week with itself": len(numbers) > len(set(numbers)) or (bool(told) and sums),
        "what was read back with what was said": reads_back(session),
        "the plan in words and its texts": any(session.of(PlanShown)),
    }
    return [what for what, seen in parts.items() if seen]


_WEEK_TOLERANCE, _LEAST = 0.025, 0.7
_HARD = HARD_PURPOSES | {"strides", "walk_run", "race"}
"""Strides and walk breaks are repetitions too."""


class _PlanInText(NamedTuple):
    """What was told at `event` of a week, with the plan that then held."""

    event: int
    plan: TrainingBlock
    number: int | None
    what: WeekInText | WeekTotalInText


def differences(session: SessionView) -> Iterator[Evidence]:
    """Where what was told differs from the plan then held."""
    for told in _last_told(session):
        weeks = told.plan.weeks if told.number is None else told.plan.weeks[told.number - 1 : told.number]
        compare = _days if isinstance(told.what, WeekInText) else _total
        found = (tuple(compare(told, week)) for week in weeks)
        yield from min(found, key=len, default=())  # a week without a number is the one that fits best


def never_told(session: SessionView) -> Iterator[Evidence]:
    """A plan that was accepted although no word of the coach holds a day, a session or a week of it.

    Of a talk whose plan nobody knows, no sentence may prescribe anything either.
    """
    shown, talk = session.last(PlanShown), session.record == "talk"
    accepted = any(event.kind == "plan_accepted" for event in session.events) or (
        talk and session.outcome == "accepted"
    )
    if not accepted or not session.coach_spoke or not (shown or talk):
        return
    spoken = coach_sentences(session).values()
    if shown is None and any(_prescribes(one) for sentences in spoken for one in sentences):
        return
    texts = [event.text for _, event in session.of(CoachSaid)]
    weeks = shown[1].plan.weeks if shown else ()
    runs_at_all = not shown or any(runs(each) for week in weeks for day in week.days for each in day.sessions)
    told = any(each.runs or not runs_at_all for text in texts for each in days_in_text(text)) or any(
        not each.sums for text in texts for each in week_totals_in_text(text)
    )
    if not told:
        what = "never_told: the plan was accepted, and no day, distance or week of it was told"
        yield Evidence(what=what, event=shown[0] if shown else len(session.events) - 1, rule="never_told")


def _prescribes(one: Spoken) -> bool:
    return "prescribes" in one.acts | one.sentence.leans and bool(find_amounts(one.sentence.text))


def _last_told(session: SessionView) -> list[_PlanInText]:
    """Of events everything; of a talk, which holds only the plan that was kept, the last message about each week."""
    told = list(_all_told(session))
    last = {(type(each.what), each.number or 1): each.event for each in told}
    kept = session.record == "events"
    return [each for each in told if kept or each.event == last[type(each.what), each.number or 1]]


def _all_told(session: SessionView) -> Iterator[_PlanInText]:
    """Of a talk, what was told before a fact that changed the plan was told of another one."""
    changed = max((index for index, _ in session.of(FactRecorded, GoalChanged)), default=-1)
    for index, event in session.of(CoachSaid):
        plan = _held(session, index)
        if plan is None or (session.record == "talk" and index < changed):
            continue
        weeks = {week.number: week for week in weeks_in_text(event.text)}
        yield from (_PlanInText(index, plan, number, week) for number, week in weeks.items())
        totals = (each for each in week_totals_in_text(event.text) if (each.week in weeks if each.sums else each.week))
        yield from (_PlanInText(index, plan, total.week, total) for total in totals)


def _held(session: SessionView, event: int) -> TrainingBlock | None:
    """The plan of which the coach speaks: the last one shown; of a talk, the only one there is."""
    shown = [(index, each.plan) for index, each in session.of(PlanShown)]
    before = [plan for index, plan in shown if index < event]
    return before[-1] if before else shown[-1][1] if shown and session.record == "talk" else None


def _days(told: _PlanInText, week: Week) -> Iterator[Evidence]:
    held = {day.weekday: day for day in week.days}
    for name, days in told.what.days.items() if isinstance(told.what, WeekInText) else ():
        wrong = [_wrong(held[name], each) for each in days]
        if all(wrong):
            yield _evidence(told.event, days[0], f"week {week.index}: {wrong[0]}")


def _wrong(day: Day, told: DayInText) -> str | None:
    """What is wrong with what was told of a day."""
    held = [each for each in day.sessions if runs(each)]
    lengths = _lengths(held)
    if told.rests and held:
        return f"{day.weekday} is told as rest, and holds {_named(held)}"
    if told.runs and not held and (told.kms or "hard" in told.kinds) and "other" not in told.kinds:
        return f"{day.weekday} holds no run"
    if told.kms and lengths and not any(near(a, b) for a in told.kms for b in lengths):
        return f"{day.weekday} is told as {told.kms[0]:.1f} km, and holds {_named(held)}"
    if held and "hard" in told.kinds and told.runs and not any(_may_be_hard(each) for each in held):
        return f"{day.weekday} is told as a hard run, and holds {_named(held)}"
    return None


def _lengths(held: Sequence[TrainingSession]) -> list[float]:
    """Each distance that the day may be told to have; none where it is also walked, or told in minutes."""
    if not held or any(each.km is None or each.purpose == "walk_run" for each in held):
        return []
    kms = [each.km or 0.0 for each in held]
    return [*kms, sum(kms)]


def _may_be_hard(session: TrainingSession) -> bool:
    return session.purpose in _HARD or is_hard(session) or any(step.repeat > 1 for step in session.steps)


def _named(held: Sequence[TrainingSession]) -> str:
    return " and ".join(f"{each.km or 0:g} km {each.purpose}" for each in held)


def _total(told: _PlanInText, week: Week) -> Iterator[Evidence]:
    """A total that is nothing of which it may be told: the week with or without a race, or a run of it."""
    race_km = told.plan.race_km or 0.0
    sessions = [each for day in week.days for each in day.sessions if runs(each) and each.km is not None]
    kms = [each.km or 0.0 for each in sessions]
    raced = sum(each.km or 0.0 for each in sessions if each.type == "race")
    meant = [week.km, sum(kms), week.km - raced, week.km + race_km, race_km, *kms]
    said = told.what.kms if isinstance(told.what, WeekTotalInText) else ()
    if said and not any(abs(a - b) <= max(_WEEK_TOLERANCE * max(a, b), _LEAST) for a in said for b in meant):
        yield _evidence(told.event, told.what, f"week {week.index} is told as {said[0]:.1f} km, and holds {week.km:g}")


def _evidence(event: int, told: DayInText | WeekInText | WeekTotalInText, what: str) -> Evidence:
    place = told.all[0] if isinstance(told, WeekInText) else told
    return Evidence(what=f"differs: {what}", event=event, start=place.start, end=place.end, rule="differs")


_ALL_OUT, _NOT_SO, _PARTS, _SHORT, _RECOVERY, _EASY = patterns(
    "session_words", "all_out", "not_so", "parts", "short", "recovery", "easy"
)
_STILL, _STRENUOUS, _RUNS, _ASIDE, _RACED = patterns("session_words", "still", "strenuous", "runs", "aside", "raced")
_LEAST_KM, _OF_LENGTH, _MINUTES, _KM, _NEAR = 2.0, 1.3, 10.0, 1.0, 32
_EASY_PURPOSES = frozenset({"easy", "long", "recovery", "walk_run", "mobility", "cross"})


def sessions_against_themselves(session: SessionView) -> Iterator[Evidence]:
    """Of every plan that was shown, and of every session in the coach's words."""
    for index, event in session.of(PlanShown):
        found = ((place, _text_clash(place.session)) for place in places(event.plan))
        for place, what in islice(((place, what) for place, what in found if what), 1):
            text = place.session.text
            yield Evidence(what=f"clashes: {place.name}: {what}", event=index, quote=text, rule="clashes")
    for index, event in session.of(CoachSaid):
        for start, end, what in clashes(event.text):
            yield Evidence.at(index, event.text, (start, end), what=f"clashes: {what}", rule="clashes")


@lru_cache(4096)
def clashes(text: str) -> tuple[tuple[int, int, str], ...]:
    """(start, end, what) of the sessions of `text` whose words contradict each other: rows of a day, else sentences."""
    if not (_ALL_OUT.search(text) or _STILL.search(text)):
        return ()
    units = {(each.start, each.end) for each in days_in_text(text) if each.laid_out}
    free = (found.span() for found in SENTENCES.finditer(text))
    units |= {(a, b) for a, b in free if not any(start < b and a < end for start, end in units)}
    found = ((start, end, _clash(text[start:end].replace("*", ""))) for start, end in sorted(units))
    return tuple((start, end, what) for start, end, what in found if what)


def _clash(words: str) -> str | None:
    if words.rstrip().endswith("?"):
        return None
    if _goes_all_out(words):
        return "an easy session is told as an all-out one"
    return "a session without running is told with a run in it" if _is_still(words) else None


def _goes_all_out(words: str) -> bool:
    """Named easy or recovery as a whole, and all-out after that: neither in a part of it nor denied."""
    for found in _ALL_OUT.finditer(words):
        lead = words[: found.start()]
        easy, recovery = list(_EASY.finditer(lead)), list(_RECOVERY.finditer(lead))
        as_a_whole = easy and not _PARTS.search(lead, easy[-1].end())
        at_rest = recovery and not _SHORT.search(lead, recovery[-1].end())
        if (as_a_whole or at_rest) and not _NOT_SO.search(lead[-_NEAR:]):
            return True
    return False


def _is_still(words: str) -> bool:
    """Named as one without running, with a run as all that it holds."""
    found = _STILL.search(words)
    behind = words[found.end() : found.end() + 60] if found and not _RUNS.search(words[: found.start()]) else ""
    runs = (each for each in find_amounts(behind) if each.kind == "distance" and each.low >= _LEAST_KM)
    run = next((each for each in runs if _STRENUOUS.search(behind, each.span[1])), None)
    return run is not None and not _ASIDE.search(behind, 0, run.span[0])


def _text_clash(session: TrainingSession) -> str | None:
    """What a session's text says against its type, its zone or its length."""
    return _clash_with(session.text, (session.type, session.purpose), (session.km, session.duration_min))


@lru_cache(4096)
def _clash_with(text: str, kind: tuple[str, str], length: tuple[float | None, float]) -> str | None:
    (of_type, purpose), (own_km, own_min) = kind, length
    text = _RACED.sub("race it", text)
    if purpose in _EASY_PURPOSES and _goes_all_out(f"easy run: {text}"):
        return "an all-out text"
    amounts = find_amounts(text) if re.search(r"\d", text) else ()
    km = max((each.high for each in amounts if each.kind == "distance"), default=0.0)
    minutes = max((each.high / 60 for each in amounts if each.kind == "duration" and "hour" not in text), default=0.0)
    if of_type in {"mobility", "strength"} and km >= _LEAST_KM and _STRENUOUS.search(text):
        return "its text has a run in it"
    if own_km is not None and km > _OF_LENGTH * own_km + _KM:
        return f"its text has more than its {own_km:g} km"
    longest = _OF_LENGTH * own_min + _MINUTES
    return f"its text has more than its {own_min:g} minutes" if minutes > longest else None


_SEARCHES = (
    differences, never_told, contradictions, claimed_only, granted_otherwise, sessions_against_themselves, misquoted,
    left_out, answered_in_part,
)  # fmt: skip
