"""What a plan says to its runner: focus lines and notes, read from `notes.yaml`. Knows no numbers of its own."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.plan.outline import Slot
from coach.records.base import Record
from coach.records.block import Phase

PATH = Path(__file__).with_name("notes.yaml")


class Texts(Record):
    """Texts by phase, contraindication, promise, reason and plan rule, as the comments in the file say."""

    focus: dict[Phase, str]
    calm_focus: dict[Phase, str]
    cutback_focus: str
    for_contraindication: dict[str, str]
    for_promise: dict[str, str]
    fewer_km: dict[str, str]
    for_warning: dict[str, str]


@cache
def texts() -> Texts:
    return sourced_yaml.read_as(PATH, Texts)


def focus_of(slot: Slot, *, faster: bool) -> str:
    """What the week is about; `faster`: does the block hold any fast running?"""
    found = texts()
    if slot.is_cutback:
        return found.cutback_focus
    return found.focus[slot.phase] if faster else found.calm_focus.get(slot.phase, found.focus[slot.phase])


def notes_for(contraindications: Iterable[str]) -> list[str]:
    """One sentence for each contraindication, in the order given; the same sentence never twice."""
    known = texts().for_contraindication
    return list(dict.fromkeys(known[name] for name in contraindications if name in known))
