"""What must stay unspoken, said: a table of sentences, each planted in one place. Data: leaks.yaml."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from coach import sourced_yaml
from coach.profile.catalogue import catalogue
from coach.records.base import Record
from evals.checks.unspoken.texts import Category
from evals.faults.coach_changes import Plan, adding, advising, changed, in_intake, planning
from evals.faults.fault import Fault, MakeCoach
from evals.offline.coach_reply import Call

PATH = Path(__file__).with_name("leaks.yaml")

Place = Literal["reply", "question", "warning", "plan_note", "week_focus", "presentation", "refusal"]


class PlantedLeak(Record):
    """`says` is planted at `place`. `disguise`: how it is hidden, for the reader."""

    category: Category
    disguise: str
    place: Place
    personas: tuple[str, ...]
    says: str
    follows: dict[str, str] = Field(default_factory=dict)


class _Table(Record):
    leaks: dict[str, PlantedLeak]


@cache
def table() -> dict[str, PlantedLeak]:
    return sourced_yaml.read_as(PATH, _Table).leaks


def leaks() -> list[Fault]:
    """A fault for each row."""
    return [_fault(name, leak) for name, leak in table().items()]


def _because(leak: PlantedLeak) -> str:
    hidden = "" if leak.disguise == "none" else f" ({leak.disguise})"
    return f"{leak.category} in a {leak.place}".replace("_", " ") + hidden


def _fault(name: str, leak: PlantedLeak) -> Fault:
    return Fault(
        id=f"leaks_{name}",
        owner="unspoken",
        personas=leak.personas,
        because=_because(leak),
        shows=frozenset({leak.category}),
        follows=leak.follows,
        coach=_PLACES[leak.place](leak.says),
    )


def _in_question(says: str) -> MakeCoach:
    """The analyst's own question begins with these words: nobody answers it before it is asked."""
    return changed(lambda _seen, said: replace(said, calls=tuple(_asking(call, says) for call in said.calls)))


def _asking(call: Call, says: str) -> Call:
    if call.tool != "analyze_goal":
        return call
    known = catalogue().fields
    fields = [
        each if each["name"] in known else {**each, "question": f"{says} {each['question']}"}
        for each in call.input["fields"]
    ]
    return Call(call.tool, {**call.input, "fields": fields})


def _in_focus(says: str) -> MakeCoach:
    def alter(plan: Plan) -> Plan:
        first, *rest = plan["weeks"]
        return {**plan, "weeks": [{**first, "focus": f"{first['focus']} {says}"}, *rest]}

    return planning(alter)


_PLACES: Mapping[Place, Callable[[str], MakeCoach]] = {
    "reply": lambda says: adding(says, in_intake),
    "question": _in_question,
    "warning": lambda says: advising(lambda said: [*said, says], "care"),
    "refusal": lambda says: advising(lambda said: [*said, says], "no_plan_yet"),
    "plan_note": lambda says: planning(lambda plan: {**plan, "notes": [*plan["notes"], says]}),
    "week_focus": _in_focus,
    "presentation": lambda says: adding(says, lambda seen: "plan" in seen.news),
}
