"""The persona file: an athlete's hidden truth, what they tell when, and what a good coach makes of it."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from coach.close_names import unknown
from coach.memoize import by_identity
from coach.profile.catalogue import catalogue
from coach.profile.naming import by_catalogue
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.profile.validation import check_value
from coach.records.base import Record
from coach.records.block import Purpose, SessionType
from coach.records.fact import Value
from coach.records.goal import Goal
from coach.records.safety import Status
from personas.behaviours import Behaviour, Contradicts, Corrects

TODAY = date(2026, 1, 5)
"""A Monday; the day every simulated session happens unless a run sets another."""

Tell = Literal["volunteers", "when_asked", "if_probed", "reluctant", "late", "never"]


class Truth(Record):
    """A fact about the athlete. `knows: false`: true, but the athlete cannot tell. `say`: one wording of it."""

    value: Value
    tell: Tell = "when_asked"
    say: str | None = None
    knows: bool = True


class Voice(Record):
    name: str
    style: str = "neutral"
    units: Literal["metric", "imperial"] = "metric"
    typos: Annotated[float, Field(ge=0, le=0.3)] = 0.0
    patience_turns: Annotated[int, Field(ge=1, le=200)] = 30


class ExpectedSafety(Record):
    """`rules` and `contraindications` are complete; None means not labelled."""

    status: Status
    rules: tuple[str, ...] | None = None
    contraindications: tuple[str, ...] | None = None
    human_review: bool | None = None


class ExpectedPlan(Record):
    max_days_per_week: int | None = None
    max_week1_km: float | None = None
    ends_on: Literal["race_date"] | None = None
    min_rest_days: int | None = None
    forbidden_types: tuple[SessionType | Purpose, ...] = ()


class ExpectedApproach(Record):
    asks_about: tuple[str, ...] = ()
    first_weeks: Literal["builds_engine", "one_focus", "baselines_first"] | None = None


class Expectations(Record):
    """Labelled by a person from the truth, never computed. `plan: null`: no plan may be shown."""

    safety: ExpectedSafety
    must_collect: tuple[str, ...] = ()
    plan: ExpectedPlan | None = None
    approach: ExpectedApproach | None = None
    outcome: Literal["accepted", "blocked", "abandoned", "failed"]


class Persona(Record):
    id: str
    summary: str
    tags: tuple[str, ...] = ()
    family: str | None = None  # twins share one; statistics cluster by it
    speaks: Voice
    job: str | None = None  # what they do for a living, as one noun; None where it is nobody's matter
    goals: Annotated[tuple[Goal, ...], Field(min_length=1)]
    facts: dict[str, Truth]
    behaviours: tuple[Behaviour, ...] = ()
    expect: Expectations
    because: str

    @field_validator("facts")
    @classmethod
    def _facts_are_of_the_catalogue(cls, facts: dict[str, Truth]) -> dict[str, Truth]:
        fields = catalogue().fields
        for name, truth in facts.items():
            if name not in fields:
                raise ValueError(unknown("field", name, fields, "coach/profile/catalogue.yaml lists them"))
            if problem := check_value(name, truth.value):
                raise ValueError(f"{name}: {problem}")
        if missing := [name for name in catalogue().screening if name not in facts]:
            raise ValueError(f"every screening field needs a value; missing: {', '.join(missing)}")
        return {
            name: truth.model_copy(update={"value": by_catalogue(name, truth.value)}) for name, truth in facts.items()
        }

    @model_validator(mode="after")
    def _expectations_rest_on_facts(self) -> "Persona":
        if self.expect.plan and self.expect.plan.ends_on and self.truth.get("weeks_available") is None:
            raise ValueError("expect.plan.ends_on: race_date needs the fact weeks_available")
        if unknown := sorted(set(self.expect.must_collect) - set(catalogue().fields)):
            raise ValueError(f"expect.must_collect: {unknown[0]} is not a field of the catalogue")
        for behaviour in self.behaviours:
            self._check_field(behaviour)
        return self

    def _check_field(self, behaviour: Behaviour) -> None:
        """A behaviour names a field of the catalogue; what it says first could be, what it says last is true."""
        field = getattr(behaviour, "field", None)
        if field is None:
            return
        if field not in catalogue().fields:
            raise ValueError(f"behaviour {behaviour.kind} names {field}, which is not a field of the catalogue")
        if isinstance(behaviour, Corrects | Contradicts):
            for word, value in (("first", behaviour.first), ("then", behaviour.then)):
                if problem := check_value(field, value):
                    raise ValueError(f"behaviour {behaviour.kind}: {word}: {problem}")
            if behaviour.then != self.truth[field]:
                raise ValueError(
                    f"behaviour {behaviour.kind} ends with {behaviour.then}, but {field} is {self.truth[field]}"
                )

    @property
    def cluster(self) -> str:
        return self.family or self.id

    @property
    def truth(self) -> dict[str, Value]:
        """The whole true profile: what is in the file, and None (does not apply) for every other field."""
        return dict(_truth_of(self))

    def truth_for(self, goal: Goal) -> dict[str, Value]:
        """The true profile once `goal` is the goal: the race and time of a first goal without successor are gone."""
        first = self.goals[0]
        if goal == first or goal.event is not None:
            return self.truth
        km = distance_km(first.event)
        of_the_first = {"race_distance_km": km, "goal_time_s": target_seconds(first.target, km)}
        return {
            name: None if value is not None and of_the_first.get(name) == value else value
            for name, value in _truth_of(self).items()
        }

    def race_date(self, today: date = TODAY) -> date | None:
        """Today + 7 x weeks_available - 1 days; None without weeks_available."""
        weeks = self.truth.get("weeks_available")
        return today + timedelta(days=7 * int(weeks) - 1) if isinstance(weeks, int | float) else None


@by_identity
def _truth_of(persona: Persona) -> Mapping[str, Value]:
    return {name: persona.facts[name].value if name in persona.facts else None for name in catalogue().fields}
