"""GOAL_CAPTURE as the offline coach does it: call `capture_goal` with what was stated, else ask, twice at most."""

from typing import Any

from coach.profile.sports import multisport_event, other_sport
from coach.records.goal import Goal
from evals.offline.phrases import phrase
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from evals.reading.goals import goal_in
from personas.acts import ChangeGoal, Plain, StateGoal

_ASKED_ENOUGH = 2
_ANY = {"text": "running, to begin with", "type": "fitness", "sport": "running"}


def capture(seen: Seen, seed: int) -> Said:
    """Call `capture_goal` with every goal stated; ask at most twice, then take the athlete's words as they are.

    A goal in another sport is no goal here, however often it is named; of several sports it is the run.
    """
    words = seen.newest
    if sport := other_sport(words):
        text = phrase("other_sport", seed, len(seen.turns), sport=sport)
        return Said(
            calls=(Call("capture_goal", {"goals": [], "question": text}),), acts=(Plain(kind="ask_goal", words=text),)
        )
    goals = _changed(seen) if seen.get("new_goal") else _stated(seen) or _as_answered(seen)
    if not goals:
        text = phrase("ask_goal", seed, len(seen.turns))
        asked = Call("capture_goal", {"goals": [], "question": text})
        return Said(calls=(asked,), acts=(Plain(kind="ask_goal", words=text),))
    text = phrase("run_part", seed, len(seen.turns)) if multisport_event(words) else ""
    return Said(text, calls=(Call("capture_goal", {"goals": goals}),))


def _changed(seen: Seen) -> list[dict[str, Any]]:
    """The goals that the newest change leaves; its words as they are where nobody knows what they mean."""
    acts = [act for turn in seen.turns for act in turn.acts or () if isinstance(act, ChangeGoal) and act.goal]
    new = _dumped(acts[-1].goal if acts and acts[-1].goal else goal_in(seen.newest[:300]))
    return [*seen.get("goals", []), new] if seen.get("keeps_goal") else [new]


def _stated(seen: Seen) -> list[dict[str, Any]]:
    said = seen.unread(frozenset({"capture_goal"}))
    acts = [act for turn in said for act in turn.acts or ()]
    return [_dumped(act.goal) for act in acts if isinstance(act, StateGoal)]


def _dumped(goal: Goal) -> dict[str, Any]:
    return goal.model_dump(mode="json", exclude_none=True)


def _as_answered(seen: Seen) -> list[dict[str, Any]]:
    """Asked enough, the last thing said has to do."""
    asked = sum(name == "capture_goal" and not given.get("goals") for turn in seen.turns for name, given in turn.calls)
    if asked < _ASKED_ENOUGH:
        return []
    said = seen.newest
    return [_dumped(goal_in(said[:300]))] if said else [_ANY]
