"""Dialogue acts: what a message of either side is meant to do, decided before it is worded. Frozen records.

Agenda-based user simulation (Schatzmann et al. 2007): both offline players decide acts and render words from them, so
that nothing which was decided is read back out of its own words.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from coach.records.base import Record
from coach.records.change import PlanChange
from coach.records.fact import Confidence, Value
from coach.records.goal import Goal


class _Act(Record):
    """`words`: the part of the message that performs the act; empty where the act has none of its own."""

    words: str = ""


class Tell(_Act):
    """The athlete gives a value, in the catalogue's canonical unit; None: the field does not apply.

    `denied`: the entries of a list that the athlete says no to, having been asked about them by name; None: it is not
    known which these are.
    """

    kind: Literal["tell"] = "tell"
    field: str
    value: Value = None
    confidence: Confidence = "explicit"
    denied: tuple[str, ...] | None = None


class Correct(_Act):
    """The athlete announces that an earlier value was wrong, and gives this one."""

    kind: Literal["correct"] = "correct"
    field: str
    value: Value = None


class Decline(_Act):
    """The athlete will not say."""

    kind: Literal["decline"] = "decline"
    field: str


class DontKnow(_Act):
    """The athlete cannot say."""

    kind: Literal["dont_know"] = "dont_know"
    field: str


class PutOff(_Act):
    """The athlete is vague or changes the subject: the field stays open."""

    kind: Literal["put_off"] = "put_off"
    field: str


class StateGoal(_Act):
    """`hints_at_more`: the words let through that something wider stands behind the goal."""

    kind: Literal["state_goal"] = "state_goal"
    goal: Goal
    hints_at_more: bool = False


class ChangeGoal(_Act):
    """`keeps`: the new goal comes on top of the present ones; else it replaces them. Without `goal` the old one is only
    given up."""

    kind: Literal["change_goal"] = "change_goal"
    goal: Goal | None = None
    keeps: bool = False


class RequestChange(_Act):
    """A wish for another plan; without `change` it is one that no planner has a name for."""

    kind: Literal["request_change"] = "request_change"
    change: PlanChange | None = None


class Simple(_Act):
    """An act that carries nothing but its kind."""

    kind: Literal[
        "ask_why", "ask_known", "ask_framework", "ask_for_plan", "ask_plan", "ask_language", "off_topic", "instruct",
        "confirm", "nothing_to_add", "accept", "push_back", "small_talk", "leave",
    ]  # fmt: skip


AthleteAct = Tell | Correct | Decline | DontKnow | PutOff | StateGoal | ChangeGoal | RequestChange | Simple


class Ask(_Act):
    """The coach asks for a field. `values`: the entries of an enum or list that it names; unless `open`, only they are
    asked about. `specific`: asks for this very thing, not for a topic that covers it. `optional`: may be skipped."""

    kind: Literal["ask"] = "ask"
    field: str
    values: tuple[str, ...] = ()
    specific: bool = True
    open: bool = True
    optional: bool = False


class SumUp(_Act):
    """The coach tells back what it understood, to be confirmed or put right."""

    kind: Literal["sum_up"] = "sum_up"
    facts: dict[str, Value]


class TellKnown(_Act):
    """The coach lists everything it knows, as it was asked to."""

    kind: Literal["tell_known"] = "tell_known"
    facts: dict[str, Value]


class Plain(_Act):
    """A coach's act that carries nothing but its kind."""

    kind: Literal[
        "ask_goal", "ask_wider_goal", "ask_more", "ask_accept", "ask_change", "explain_block", "show_plan",
        "explain_why", "ask_other", "goodbye",
    ]  # fmt: skip


CoachAct = Ask | SumUp | TellKnown | Plain
Act = AthleteAct | CoachAct
StoredAct = Annotated[Act, Field(discriminator="kind")]
"""An act as a field of a record."""

_ACTS: TypeAdapter[tuple[Act, ...]] = TypeAdapter(tuple[StoredAct, ...])


def as_json(acts: Iterable[Act]) -> list[dict[str, Any]]:
    """The acts as JSON objects, defaults left out."""
    return [{**act.model_dump(mode="json", exclude_defaults=True), "kind": act.kind} for act in acts]


def from_json(stored: Iterable[dict[str, Any]]) -> tuple[Act, ...]:
    """The inverse of `as_json`; `pydantic.ValidationError` where something is no act."""
    return _ACTS.validate_python(tuple(stored))


def kinds(acts: Iterable[Act]) -> frozenset[str]:
    return frozenset(act.kind for act in acts)
