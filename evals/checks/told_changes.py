"""A week told twice: what differs although nobody asked for it, and what was said to be changed and is not. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from coach.events import AthleteSaid, CoachSaid, FactRecorded, GoalChanged, PlanProposed, PlanShown
from coach.records.block import Weekday
from evals.checks.told_days import DAY, named_days, near
from evals.checks.told_weeks import ToldWeek, Total, told_totals, told_weeks
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.dialogue_acts.reading import Sentence, acts_in

_MAY_CLAIM = re.compile(
    r"\b(?:done|moved?|moves|shift(?:ed|s)|swap(?:ped|s)|chang(?:ed|es)|switch(?:ed|es)"
    r"|updated|cut|dropped|shortened|adjusted|fixed|taken"
    r"|took|removed|freed|rearranged|reworked|trimmed|sorted)\b|\bnow (?:free|off|rest)|\b(?:free|off)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:same week|same (?:days|plan|sessions|runs) (?:and|as)|the same plan|unchanged"
    r"|nothing (?:else )?(?:has )?change[sd]?|no changes?|as before"
    r"|exactly as it was|identical)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:can|could|would|may|might|what if|instead|rather|less|more|fewer|shorter|longer"
    r"|swap|move|change|skip|add|without|not|no|don'?t"
    r"|drop|cut|too|prefer|shift|switch|wish|want|need|wrong|mistake|forgot|actually)\b|n't\b|\?",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"^\W*(?:all )?(?:done|sorted|fixed|updated|moved|changed|swapped|adjusted)\b(?!\s+(?:you"
    r"|with|by|before|this|it))"
    r"|\bI(?:'ve| have)? (?:just )?(?:moved|changed|swapped|shifted|switched|taken out"
    r"|took out|cut|dropped|freed|shortened|removed)\b",
    re.IGNORECASE,
)
_MOVED_TO = re.compile(
    rf"\b(?:moved?|moves|shift\w*|goes|go|slid\w*|slides|hops?|swap\w*|switch\w*"
    rf"|over)\b[^.!?;\n]{{0,60}}?\b(?:to|onto|on)\W{{1,4}}(?:the )?(?P<to>{DAY})",
    re.IGNORECASE,
)
_FREED = re.compile(
    rf"\b(?P<day>{DAY})(?:'s|s)?\W{{1,4}}(?:(?:is|are|stays?|becomes?|now)\W+)*(?:free|off|rest"
    rf"|clear)\b",
    re.IGNORECASE,
)
_ROUNDING, _LEAST = 0.04, 1.0
_HELD = re.compile(r"\b(?:plan|week|session|run|runs|km|miles?)\b|" + DAY, re.IGNORECASE)


class _Telling(NamedTuple):
    event: int
    week: ToldWeek
    text: str


def contradictions(session: SessionView) -> Iterator[Evidence]:
    """A week told again otherwise, unasked; as before though a change was claimed; or against what was claimed."""
    before: dict[int | None, _Telling] = {}
    for index, event in session.of(CoachSaid):
        for week in told_weeks(event.text):
            yield from _sum_differs(index, week, told_totals(event.text))
            now, number = _Telling(index, week, event.text), week.number or 1
            earlier = before.get(number)
            if session.record == "talk":  # events hold the plan itself
                yield from _again(session, earlier, now) if earlier is not None else _against_claims(session, now)
            before[number] = now


def claimed_only(session: SessionView) -> Iterator[Evidence]:
    """A change of the plan that the coach claims, with no plan made after the wish for it; only events show it."""
    if session.record != "events" or not any(session.of(PlanShown)):
        return
    first = next(index for index, _ in session.of(PlanShown))
    for index, event in session.of(CoachSaid):
        asked = max((at for at, _ in session.of(AthleteSaid) if at < index), default=-1)
        answered = next((at for at, _ in session.of(AthleteSaid) if at > index), len(session.events))
        if index < first or asked < first or not _MAY_CLAIM.search(event.text):
            continue
        made = any(asked < at < answered for at, _ in session.of(PlanShown, PlanProposed, FactRecorded, GoalChanged))
        claims = [] if made else [each for each in _claims(session, index, event.text) if _HELD.search(each.text)]
        if claims:
            yield _evidence(
                index, claims[0].start, claims[0].end, claims[0].text, "a change was claimed, and none was made"
            )


def _again(session: SessionView, earlier: _Telling, now: _Telling) -> Iterator[Evidence]:
    asked = " ".join(line.text for line in session.athlete_said if earlier.event < line.event < now.event)
    changed = _differs(earlier.week, now.week)
    told = now.week.all[0]
    between = [event.text for index, event in session.of(CoachSaid) if earlier.event < index < now.event]
    unasked = changed - named_days(" ".join([asked, *between]))
    if unasked and (_SAME.search(now.text) or not _ASKS.search(asked)) and not _claims(session, now.event, now.text):
        what = f"the week is told otherwise than before, unasked: {', '.join(sorted(unasked))}"
        yield _evidence(now.event, told.start, told.end, told.quote, what)
    elif not changed and named_days(asked) and (claims := _claims(session, now.event, now.text)):
        what = "a change was claimed, and the week that is told is as it was"
        yield _evidence(now.event, claims[0].start, claims[0].end, claims[0].text, what)
    else:
        yield from _against_claims(session, now)


def _sum_differs(event: int, week: ToldWeek, totals: tuple[Total, ...]) -> Iterator[Evidence]:
    """A total beside the week that is not what its days come to."""
    named = [each for each in totals if each.week == week.number and (each.sure or week.number is not None)]
    running = [each for each in week.all if each.runs]
    if week.km is None or not named:
        return
    low, high = sum(min(each.kms) for each in running), sum(max(each.kms) for each in running)
    rounding = max(_ROUNDING * high, _LEAST)
    if not any(low - rounding <= each.km <= high + rounding for each in named):
        what = f"the days of the week come to {week.km:.1f} km, and it is told as {named[0].km:.1f}"
        yield _evidence(event, named[0].start, named[0].end, "", what)


def _differs(a: ToldWeek, b: ToldWeek) -> frozenset[Weekday]:
    """The days that are run in one of the weeks only, or over another distance."""
    mine, other = ({each.day: each for each in week.all if each.runs} for week in (a, b))
    return frozenset(
        day
        for day in mine.keys() | other.keys()
        if day not in mine
        or day not in other
        or (mine[day].kms and other[day].kms and not any(near(x, y) for x in mine[day].kms for y in other[day].kms))
    )


def _against_claims(session: SessionView, now: _Telling) -> Iterator[Evidence]:
    """A day that was said to be freed and is run, or to which a run was moved and that holds none."""
    running = {each.day for each in now.week.all if each.runs}
    told = min(each.start for each in now.week.all)
    for claim in _claims(session, now.event, now.text):
        if claim.start > told:
            continue
        freed = {day for found in _FREED.finditer(claim.text) for day in named_days(found["day"])} & running
        gained = {day for found in _MOVED_TO.finditer(claim.text) for day in named_days(found["to"])} - running
        for day in sorted(freed | gained):
            said = "free" if day in freed else "a day with a run"
            what = f"{day} was said to be {said}, and the week that is told says otherwise"
            yield _evidence(now.event, claim.start, claim.end, claim.text, what)


def _claims(session: SessionView, event: int, text: str) -> list[Sentence]:
    """The sentences of a message that say something has been changed."""
    if not _MAY_CLAIM.search(text):
        return []
    before = next((line.text for line in reversed(session.athlete_said) if line.event < event), "")
    read = acts_in(text, "coach", before)
    return [each for each in read if "claims_change" in each.acts or _CLAIMS.search(each.text)]


def _evidence(event: int, start: int, end: int, quote: str, what: str) -> Evidence:
    return Evidence(what=f"contradicts: {what}", event=event, start=start, end=end, quote=quote, rule="contradicts")
