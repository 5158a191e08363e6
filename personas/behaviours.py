"""The closed list of things an athlete may do beyond answering. Frozen records; nothing is acted out here."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from coach.records.base import Record
from coach.records.change import PlanChange
from coach.records.fact import Value
from coach.records.goal import Goal

_STAGE_OF = {"goal_capture": "goal", "analyst": "goal", "safety": "present", "plan": "present"}


def _stage(told: object) -> object:
    """Every state of the coach is a stage of the talk; its name may be written in capitals."""
    name = told.lower() if isinstance(told, str) else told
    return _STAGE_OF.get(name, name) if isinstance(name, str) else name


At = Annotated[Literal["goal", "revisit", "intake", "present"], BeforeValidator(_stage)]


class _Timed(Record):
    """`at` is a stage of the talk, `at_turn` a 1-based count of the athlete's messages; either, or neither.

    `revisit`: the coach asks what is behind a goal that was stated.
    """

    at: At | None = None
    at_turn: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _not_both(self) -> "_Timed":
        if self.at is not None and self.at_turn is not None:
            raise ValueError("give `at` or `at_turn`, not both")
        return self


class Standing(Record):
    """Holds for the whole talk."""

    kind: Literal["skips_optional", "floods", "one_word", "mixed_units", "pushes_back_on_block"]


class Moment(_Timed):
    """Acted out once, in stock sentences or in silence."""

    kind: Literal["asks_for_plan_early", "asks_what_you_know", "goes_silent"]


class Remark(_Timed):
    """A question or remark beside the coach's questions. `text`: its words; None: one of the stock sentences."""

    kind: Literal["asks_why", "probes_framework", "off_topic"]
    text: str | None = None


class Declines(Record):
    kind: Literal["declines"]
    field: str


class Corrects(_Timed):
    """Says `first`, later announces that it is `then`. The truth stands in the persona's facts."""

    kind: Literal["corrects"]
    field: str
    first: Value
    then: Value


class Contradicts(_Timed):
    """Says `first`, later says `then` without announcing it."""

    kind: Literal["contradicts"]
    field: str
    first: Value
    then: Value


class DisclosesLate(_Timed):
    kind: Literal["discloses_late"]
    field: str


class ChangesGoal(_Timed):
    """At `revisit`, the words of the first goal let through that there is more, and `to` is the wider goal."""

    kind: Literal["changes_goal"]
    to: Goal


class AddsGoal(_Timed):
    kind: Literal["adds_goal"]
    goal: Goal


class RequestsChange(_Timed):
    """`change` is what `text` asks for, as a planner knows it; without one, no planner has a name for the wish."""

    kind: Literal["requests_change"]
    text: str
    change: PlanChange | None = None


class Injects(_Timed):
    kind: Literal["injects"]
    text: str


class OtherLanguage(_Timed):
    kind: Literal["other_language"]
    code: str


Behaviour = Annotated[
    Standing
    | Moment
    | Remark
    | Declines
    | Corrects
    | Contradicts
    | DisclosesLate
    | ChangesGoal
    | AddsGoal
    | RequestsChange
    | Injects
    | OtherLanguage,
    Field(discriminator="kind"),
]
