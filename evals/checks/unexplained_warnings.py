"""Were a plan's warnings explained to the athlete? By the words of warnings.yaml. Knows no plan rule."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml
from coach.events import CoachSaid, GateEvaluated, GoalChanged, PlanShown
from coach.records.block import PlanFinding
from evals.checks.view import SessionView

_DAY = re.compile(r"\W*(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\b", re.IGNORECASE)

PATH = Path(__file__).with_name("warnings.yaml")


class _Topics(RootModel[dict[str, str]]):
    pass


@cache
def warning_topics() -> dict[str, str]:
    """Rule to what an explanation of it speaks of, as shipped."""
    return sourced_yaml.read_as(PATH, _Topics).root


def unexplained(session: SessionView, shown: int, warnings: Iterable[PlanFinding]) -> Iterator[PlanFinding]:
    """The first warning of each rule that neither the notes of the plan at event `shown` nor the coach spoke of.

    A word of the rule's topic in a statement counts as explanation, however short: of 32 explanations taken out of
    clean sessions, 20 were missed, since the topic stood elsewhere too for the others. A question explains nothing, nor
    does a list of days; and what was said before the gate ran, or about a goal given up, was not about this plan. A
    rule that nobody here has words for is explained by nothing.
    """
    said = [part.lower() for part in _statements(session, shown)]
    rules: set[str] = set()
    for warning in warnings:
        topic = warning_topics().get(warning.rule)
        if warning.rule not in rules and not (topic and any(re.search(topic, part) for part in said)):
            yield warning
        rules.add(warning.rule)


def _statements(session: SessionView, shown: int) -> Iterator[str]:
    plan = session.events[shown]
    yield from plan.plan.note_texts if isinstance(plan, PlanShown) else ()
    since = max((index for index, _ in session.of(GateEvaluated, GoalChanged) if index < shown), default=-1)
    for index, event in session.of(CoachSaid):
        parts = event.text.split("\n\n") if index > since else ()
        yield from (part for part in parts if part.strip() and not part.strip().endswith("?") and not _lists_days(part))


def _lists_days(part: str) -> bool:
    return sum(_DAY.match(line) is not None for line in part.splitlines()) > 1
