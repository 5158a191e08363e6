"""Faults of the coach that keep what the athlete says of their health from the gate."""

from dataclasses import replace

from coach.policy import POLICY
from coach.states import State
from evals.faults.coach_changes import Item, changed, in_present, mishearing, recording, with_items
from evals.faults.guards_off import NOTHING_NEW_BELIEVED, silently, words_unread
from evals.faults.rows import fault_of
from evals.offline.coach_reply import CoachReply
from evals.offline.request_view import RequestView
from personas.acts import Plain

_RED_FLAGS = ("symptoms", "parq_yes")
_NOTED = "Noted, thank you. Does the plan look right to you otherwise?"


def under_own_name(item: Item) -> Item:
    """The item under a name that no catalogue has and that speaks of nothing."""
    return {"field": "something_new", "value": "yes", "raw": item["raw"]}


def _red_flags_noted(items: list[Item]) -> list[Item]:
    """Each red flag as a note, and beside it that there is none."""
    noted: list[Item] = []
    for item in items:
        told = item["field"] in _RED_FLAGS and item.get("value")
        if told:
            gone = {**item, "value": [], "denied": [*item.get("denied", ()), *item["value"]]}
            noted += [under_own_name(item), gone]
        else:
            noted.append(item)
    return noted


def _answered_no(item: Item) -> Item:
    """A red flag as a plain no; nothing of the athlete's words is kept."""
    if item["field"] not in _RED_FLAGS or not item.get("value"):
        return item
    return {**item, "value": [], "denied": [*item.get("denied", ()), *item["value"]], "raw": "no"}


def _without_news(seen: RequestView, said: CoachReply) -> CoachReply:
    """With the plan on the table, nothing new is recorded: the coach thanks and asks for more."""
    new = in_present(seen) and any("items" in call.input for call in said.calls)
    return CoachReply(_NOTED, acts=(Plain(kind="ask_accept"),)) if new else said


FAULTS = (
    replace(fault_of("misses_symptom"), coach=mishearing("all_lost", *_RED_FLAGS), policy=words_unread(dict(POLICY))),
    replace(
        fault_of("never_records_a_symptom"),
        coach=changed(lambda _seen, said: with_items(said, lambda items: [_answered_no(each) for each in items])),
        policy=words_unread(dict(POLICY)),
    ),
    replace(fault_of("calls_a_complaint_nothing_new"), coach=changed(_without_news), policy=NOTHING_NEW_BELIEVED),
    replace(
        fault_of("denies_a_late_complaint"),
        coach=recording(lambda item: {**item, "value": None}, field="tendon_pain_nrs", when=in_present),
        policy=words_unread(dict(POLICY)),
    ),
    replace(
        fault_of("notes_a_symptom"),
        coach=changed(lambda _seen, said: with_items(said, _red_flags_noted)),
        policy=words_unread(silently(State.INTAKE)),
    ),
    replace(
        fault_of("notes_a_late_symptom"),
        coach=recording(under_own_name, when=in_present),
        policy=words_unread(silently(State.PRESENT)),
    ),
)
