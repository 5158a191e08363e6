"""A week told twice: what differs although nobody asked for it, and what was said to be changed and is not. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from coach.events import AthleteSaid, CoachSaid, FactRecorded, GoalChanged, PlanProposed, PlanShown
from coach.records.block import Weekday
from coach.sentences import SENTENCES
from evals.checks.distances_in_text import near
from evals.checks.plan_in_text import DAY, DayInText, WeekInText, named_days, weeks_in_text
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.week_totals_in_text import WeekTotalInText, week_totals_in_text
from evals.checks.words import patterns
from evals.dialogue_acts.reading import SentenceActs, acts_in

_SAME, _ANEW, _DONE, _ASSENT, _SHOW = patterns("claimed_changes", "same", "anew", "done", "assents", "show")
_MOVED_TO = re.compile(
    rf"\b(?:move\w*|shift\w*|goes|go|slid\w*|hops?|swap\w*|switch\w*|over)\b[^.!?;\n]{{0,60}}?\b(?:to|onto|on)\W{{1,4}}"
    rf"(?:the )?(?P<day>{DAY})",
    re.IGNORECASE,
)
_FREED = re.compile(
    rf"\b(?P<day>{DAY})(?:'s|s)?\W{{1,4}}(?:(?:is|are|stays?|becomes?|now)\W+)*(?:free|off|rest|clear)\b", re.IGNORECASE
)
_LONG_ON = re.compile(
    rf"\blong run\b[^.!?;\n]{{0,30}}?\b(?:on|to)\W{{1,4}}(?P<day>{DAY})[^.!?;\n]*\bas you (?:asked|wanted|wished)\b",
    re.IGNORECASE,
)
_LONG = re.compile(r"\blong runs?\b", re.IGNORECASE)
_REFUSED = re.compile(r"\b(?:not|no|never)\b|n't\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[.,;!?\n]|\b(?:and|but)\b", re.IGNORECASE)
_ROW = re.compile(r"^ *[|].*$", re.MULTILINE)
_ROUNDING, _LEAST = 0.04, 1.0
_WHOLE = 0.67
"""The share of a week's days from which it is told again as a whole."""
_HELD = re.compile(r"\b(?:plan|week|session|run|runs|km|miles?)\b|" + DAY, re.IGNORECASE)


class _Telling(NamedTuple):
    event: int
    week: WeekInText
    text: str


def contradictions(session: SessionView) -> Iterator[Evidence]:
    """A week told again otherwise, unasked; as before though a change was granted; against its own sum or claims."""
    before: dict[int, _Telling] = {}
    for index, event in session.of(CoachSaid):
        for week in weeks_in_text(event.text):
            now, number = _Telling(index, week, event.text), week.number or 1
            yield from _sum_differs(now)
            if session.record == "talk":  # events hold the plan itself
                yield from _again(session, before.get(number), now)
            before[number] = now


def claimed_only(session: SessionView) -> Iterator[Evidence]:
    """A change of the plan that the coach claims, with no plan made after the wish for it; only events show it."""
    first = next((index for index, _ in session.of(PlanShown)), None)
    if session.record != "events" or first is None:
        return
    for index, event in session.of(CoachSaid):
        asked = max((at for at, _ in session.of(AthleteSaid) if at < index), default=-1)
        answered = next((at for at, _ in session.of(AthleteSaid) if at > index), len(session.events))
        if index < first or asked < first:
            continue
        made = _is_made(session, asked, answered)
        plan = bool(weeks_in_text(event.text))
        claims = [] if made else [each for each in _claims(event.text, _DONE) if plan or _HELD.search(each.text)]
        if claims:
            yield _evidence(index, claims[0], "a change was claimed, and none was made")


def granted_otherwise(session: SessionView) -> Iterator[Evidence]:
    """A long run said to be on a day "as you asked", where the athlete named another day for it just before."""
    asked = ""
    for index, event in session.of(AthleteSaid, CoachSaid):
        if isinstance(event, AthleteSaid):
            asked = event.text
            continue
        about = [each for each in _CLAUSES.split(asked) if _LONG.search(each) and not _REFUSED.search(each)]
        days = {day for each in about for day in named_days(each)}
        for found in _LONG_ON.finditer(event.text) if days else ():
            if not named_days(found["day"]) <= days:
                what = f"contradicts: {found[0]!r}, and the athlete asked for {', '.join(sorted(days))}"
                yield Evidence(what=what, event=index, start=found.start(), end=found.end(), rule="contradicts")


def _is_made(session: SessionView, after: int, before: int) -> bool:
    """Whether a fact, a goal or the weeks of the plan changed between the two events."""
    weeks = [(index, event.plan.weeks) for index, event in session.of(PlanShown, PlanProposed) if index < before]
    new = [each for index, each in weeks if index > after]
    held = next((each for index, each in reversed(weeks) if index < after), None)
    recorded = any(after < index < before for index, _ in session.of(FactRecorded, GoalChanged))
    return recorded or any(each != held for each in new)


def _again(session: SessionView, earlier: _Telling | None, now: _Telling) -> Iterator[Evidence]:
    said = _claims(now.text, _DONE, _ASSENT)
    claims = [each for each in said if each.start <= now.week.all[0].start]
    found = tuple(_against_claims(now, claims))
    if earlier is None or found:
        yield from found
        return
    between = [event for at, event in session.of(AthleteSaid, CoachSaid) if earlier.event < at < now.event]
    asked = " ".join(event.text for event in between if event.kind == "athlete_said")
    wished = any({"wants_change", "refuses"}.intersection(each.acts) for each in acts_in(asked, "athlete"))
    changed = _differs(earlier.week, now.week)
    told = now.week.all[0]
    anew = any(_ANEW.search(text) for text in (now.text, *(event.text for event in between)))
    unasked = (
        changed
        - named_days(" ".join(event.text for event in between))
        - named_days(_ROW.sub("", now.text[: told.start]))
    )
    if unasked and (_SAME.search(now.text) or not (claims or wished or anew or _asks_for_more(asked))):
        what = f"the week is told otherwise than before, unasked: {', '.join(sorted(unasked))}"
        yield _evidence(now.event, told, what)
    elif not changed and claims and named_days(f"{asked} {claims[0].text}") and not _SAME.search(now.text):
        yield _evidence(now.event, claims[0], "a change was claimed, and the week that is told is as it was")


def _asks_for_more(asked: str) -> bool:
    return any(found.group().endswith("?") and not _SHOW.search(found.group()) for found in SENTENCES.finditer(asked))


def _sum_differs(now: _Telling) -> Iterator[Evidence]:
    """A sum behind the days of the week that is not what they come to; only where each has one certain distance."""
    running = now.week.running.values()
    unsure = any(not day.kms and not day.rests and day.kinds != {"other"} for day in now.week.all)
    if unsure or any(len(kms) != 1 for kms in running) or not all(each.laid_out for each in now.week.all):
        return
    km = sum(kms[0] for kms in running)
    for total in week_totals_in_text(now.text):
        ours = total.sums and total.week == now.week.number and total.start > now.week.all[-1].start
        if ours and all(abs(km - each) > max(_ROUNDING * km, _LEAST) for each in total.kms):
            what = f"the days of the week come to {km:.1f} km, and it is told as {total.kms[0]:.1f}"
            yield _evidence(now.event, total, what)


def _differs(a: WeekInText, b: WeekInText) -> frozenset[Weekday]:
    """The days that are run in one of the weeks only, or over another distance; what tells a part drops nothing."""
    mine, other = a.running, b.running
    dropped = mine.keys() - other.keys() if len(other) > _WHOLE * len(mine) else frozenset[Weekday]()
    both = {day for day in mine.keys() & other.keys() if mine[day] and other[day]}
    return frozenset(dropped | (other.keys() - mine.keys())) | {
        day for day in both if not any(near(x, y) for x in mine[day] for y in other[day])
    }


def _against_claims(now: _Telling, claims: list[SentenceActs]) -> Iterator[Evidence]:
    """A day that was said to be freed and is run, or to which a run was moved and that holds none."""
    running = now.week.running.keys()
    held = {day for day, told in now.week.days.items() if not told[0].rests}
    for claim in claims:
        freed = {day for found in _FREED.finditer(claim.text) for day in named_days(found["day"])} & running
        gained = {day for found in _MOVED_TO.finditer(claim.text) for day in named_days(found["day"])} - held
        for day in sorted(freed | gained):
            said = "free" if day in freed else "a day with a run"
            what = f"{day} was said to be {said}, and the week that is told says otherwise"
            yield _evidence(now.event, claim, what)


def _claims(text: str, *alike: re.Pattern[str]) -> list[SentenceActs]:
    """The sentences of a message that say something has been changed, by act or by words."""
    return [
        one
        for one in acts_in(text, "coach")
        if "claims_change" in one.acts or any(each.search(one.text) for each in alike)
    ]


def _evidence(event: int, place: SentenceActs | DayInText | WeekTotalInText, what: str) -> Evidence:
    return Evidence(what=f"contradicts: {what}", event=event, start=place.start, end=place.end, rule="contradicts")
