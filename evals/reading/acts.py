"""The trained readers as a `Reader` of acts: facts that free text states, and what else a message does.

For texts that nobody deposited in a channel: a person at the keyboard, a model's words, a foreign transcript.
"""

import datetime as dt
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from coach.profile.catalogue import catalogue
from coach.profile.health_words import is_about_health
from coach.profile.race_events import distance_km
from coach.profile.stated import is_mere_no, is_mere_yes
from coach.profile.target_time import target_seconds
from coach.profile.wording import clock
from coach.records.change import PlanChange
from coach.records.goal import Goal
from coach.safety.rules import fields_read
from evals.dialogue_acts.reading import acts_in as sentence_acts
from evals.offline.phrases import wordings
from evals.offline.short_answers import agrees, closes
from evals.reading.chat_facts import as_acts, told_in
from evals.reading.combined import AHEAD
from evals.reading.goals import goal_in, goals_in
from evals.reading.plan_wishes import start_on, wishes_of
from evals.reading.race_days import WEEKS, race_day, weeks_moved
from evals.reading.reader import names_a_race, read
from evals.reading.thresholds import clears
from personas.acts import Act, Ask, AthleteAct, ChangeGoal, Plain, RequestChange, Simple, StateGoal, Tell, kinds
from personas.channel import Channel, Reader
from personas.questions import read_questions

_WHY = re.compile(
    r"\bwhy\b(?! not)[^.!]*\?|^\W*(?:but |and |so |(?:can|could) you (?:tell me|explain) )?why\b(?! not)|\bwhat for\?",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\W*(?:(?:but|and|so|ok),? )?"
    r"(?:(?:why|how|what|which|is(?! it (?:ok|fine|possible))|are)\b|(?:when|does|do|should)\b[^.!?]*\?\W*$)",
    re.IGNORECASE,
)
"""Words that begin a question about a plan, some only up to its mark; "can" and "could" begin a wish."""
_ASKS = re.compile(r"\W*(?:(?:can|could|would|will) (?:you|we|i)|please|(?:how|what) about)\b", re.IGNORECASE)
_KNOWN = re.compile(r"\bwhat (?:do|have|did) you (?:\w+ ){0,2}(?:about|on|from) me\b", re.IGNORECASE)
_DAYS, _MOST_KM = "available_days", "target_weekly_volume_km"
_WEEKLY_KM = ("current_weekly_volume_km", _MOST_KM)
_NAMES_DAYS = {
    "swap": (_DAYS,), "long_run_on": (_DAYS,), "hard_on": (_DAYS,), "no_hard": (_DAYS,), "start_later": (WEEKS,),
}  # fmt: skip
"""By kind of wish: the fields that its own days and dates could be read as."""
_OF_A_RUN = re.compile(r"\blong(?:est)? runs?\b", re.IGNORECASE)
"""Words of a wish for one run of the week, which closes no day."""
_A_WORD = 3
"""So few words refuse, and name nothing that could be changed."""


@lru_cache(maxsize=4096)
def acts_in(text: str, question: str | None, today: str | None) -> tuple[Tell, ...]:
    """The facts that `text`, an answer to `question`, states, as acts; nothing where the reader abstains."""
    return as_acts(read(text, question, today=dt.date.fromisoformat(today) if today else None), text)


class TrainedReader:
    """Reads facts by the network, and by the coach's question what else a message does.

    `coach`: knows the acts of the coach's own messages; what it does not know is read as a question.
    """

    def __init__(self, today: dt.date | None = None, coach: Reader | None = None) -> None:
        self._today = today.isoformat() if today else None
        self._coach = coach or Channel()

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        known = self._coach.read(question) if question else (Plain(kind="ask_goal"),)
        acts = read_questions(question or "") if known is None else known
        asked = kinds(acts)
        if asked & {"sum_up", "ask_more"} and is_mere_no(text):
            return (Simple(kind="nothing_to_add", words=text),)
        fields = tuple(sorted(act.field for act in acts if isinstance(act, Ask)))
        facts = told_in(text, question, self._today, fields)
        if "ask_goal" in asked:
            return (StateGoal(goal=_goal(text, facts), words=text), *facts)
        act: AthleteAct | None = self._dated_wish(facts, text, asked)
        if act is None and "ask_accept" in asked and _is_question(text):
            facts = tuple(each for each in facts if is_about_health(catalogue().fields[each.field]))
            return (*facts, *_side_questions(text)) or None
        act = act or _move(text, asked, states_facts=bool(facts))
        if act is None and not facts and "ask_accept" in asked:
            return (self._corrected(text) or None) if "?" not in text else None
        if isinstance(act, RequestChange):
            act, facts = _wished(act, facts)
        first = isinstance(act, ChangeGoal | RequestChange)  # a new goal drops what was told of the old one before
        return ((act, *facts) if first else (*facts, act)) if act else facts or None

    def _corrected(self, text: str) -> tuple[Tell, ...]:
        """The figures that the words by themselves state, where a safety rule reads them and they clear nothing."""
        told = told_in(text, None, self._today, ())
        figures = (each for each in told if catalogue().fields[each.field].type in ("int", "number"))
        return tuple(each for each in figures if each.field in fields_read() and not clears(each.field, each.value))

    def _dated_wish(self, facts: tuple[Tell, ...], text: str, asked: frozenset[str]) -> RequestChange | None:
        """The wish for a race day, or for a first day, that is told of a plan on offer."""
        if self._today is None or "ask_accept" not in asked:
            return None
        today = dt.date.fromisoformat(self._today)
        if starts := start_on(text, today):
            return RequestChange(change=starts, words=text)
        weeks = next((each for each in facts if each.field == WEEKS), None)
        day = race_day(weeks, text, today) if weeks else None
        return RequestChange(change=PlanChange(kind="race_on", date=day), words=text) if day else None


def _move(text: str, asked: frozenset[str], *, states_facts: bool) -> AthleteAct | None:
    """What else than facts there is in the words."""
    if side := _side_questions(text):
        return side[0]
    if wish := _wish(text) if "ask_accept" in asked else _other_goal(text):
        return wish
    if not states_facts and "ask_accept" in asked and agrees(text):
        return Simple(kind="accept", words=text)
    ends = "sum_up" in asked or ("ask_more" in asked and not is_mere_yes(text))  # which says that there is more
    return Simple(kind="nothing_to_add", words=text) if ends and closes(text) and not states_facts else None


def _wished(wish: RequestChange, facts: tuple[Tell, ...]) -> tuple[RequestChange | None, tuple[Tell, ...]]:
    """The wish and the facts beside it, without what either says again of the other.

    A weekly distance beside the wish for less is the most there may be; a wish without a name of its own is the facts
    on the week to come that its words state, if any.
    """
    kind = wish.change.kind if wish.change and wish.change.kind != "without_days" else None  # days that close are facts
    if kind in _NAMES_DAYS:
        return wish, tuple(each for each in facts if each.field not in _NAMES_DAYS[kind])
    most = [each for each in facts if each.field in _WEEKLY_KM]
    if kind == "less" and most:
        others = tuple(each for each in facts if each.field not in _WEEKLY_KM)
        return None, (*others, most[0].model_copy(update={"field": _MOST_KM}))
    facts = (*facts, *(() if kind or _OF_A_RUN.search(wish.words) else _of_the_week(wish.words, facts)))
    stated = any(catalogue().fields[each.field].question == AHEAD for each in facts)
    return (None if kind is None and stated else wish), facts


def _of_the_week(text: str, facts: tuple[Tell, ...]) -> Iterator[Tell]:
    """The days that `text` closes, or its weekly distance, read as an answer to the question for them alone."""
    if any(catalogue().fields[each.field].question == AHEAD for each in facts):
        return
    for name in (_DAYS, _MOST_KM):
        fact = read(text, wordings(name)[0], fields=(name,)).get(name)
        if fact and (name != _DAYS or fact.confidence == "inferred"):
            yield Tell(field=name, value=fact.value, confidence=fact.confidence, words=text)


def _side_questions(text: str) -> tuple[Simple, ...]:
    """The question in the words that has an answer of its own; empty where there is none."""
    kinds_asked: tuple[tuple[Literal["ask_known", "ask_why"], re.Pattern[str]], ...] = (
        ("ask_known", _KNOWN), ("ask_why", _WHY),
    )  # fmt: skip
    return tuple(Simple(kind=kind, words=text) for kind, words in kinds_asked if words.search(text))[:1]


def _goal(text: str, facts: tuple[Tell, ...]) -> Goal:
    """The goal over the distance and in the time that the network takes for its own, not in that of a race run."""
    told = {each.field: each.value for each in facts}
    goals = (each for each in goals_in(text) if distance_km(each.event) == told.get("race_distance_km"))
    goal = next(goals, goal_in(text))
    time, past = told.get("goal_time_s"), told.get("recent_race_time_s")
    km = distance_km(goal.event)
    if goal.event and isinstance(time, int | float) and target_seconds(clock(time), km) == time:
        return goal.model_copy(update={"target": clock(time)})
    is_past = past is not None and target_seconds(goal.target, km) == past
    return goal.model_copy(update={"target": None}) if is_past else goal


def _wish(text: str) -> ChangeGoal | RequestChange | None:
    """What the words want otherwise than in the plan. Which race a new goal is, whoever knows the old one sees."""
    if goal := _other_goal(text):
        return goal
    wants = _asks_for(text) or weeks_moved(text) or _done(text) & {"wants_change", "refuses"}
    if not wants or len(text.split()) < _A_WORD:
        return None
    wish = RequestChange(words=text)
    only, *others = wishes_of(wish)
    return wish if others else wish.model_copy(update={"change": only})


def _asks_for(text: str) -> bool:
    return _ASKS.match(text) is not None and any(wishes_of(RequestChange(words=text)))


def _is_question(text: str) -> bool:
    return _QUESTION.match(text) is not None and not _asks_for(text)


def _other_goal(text: str) -> ChangeGoal | None:
    """The race that is wanted instead of the one that was named first."""
    wanted = any(goals_in(text)) and "wants_change" in _done(text) and names_a_race(text)
    return ChangeGoal(words=text) if wanted else None


def _done(text: str) -> set[str]:
    return {act for sentence in sentence_acts(text, "athlete") for act in sentence.acts}
