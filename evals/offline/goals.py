"""GOAL_CAPTURE as the offline coach does it: find the goals in the athlete's words. Never adds what was not said."""

import re
from typing import Any

from coach.profile.race_events import find_event
from evals.offline.phrases import phrase
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_TYPES: tuple[tuple[str, str], ...] = (
    (
        "weight_loss",
        r"\b(los(e|ing)|drop|shed) .{0,20}(weight|kg|kilos?|pounds?|lbs?|stone|fat)\b|\b(weight|kilos?|pounds) off\b",
    ),
    (
        "health",
        r"\b(health(y|ier)|blood pressure|stress|(sleep|feel) better|after (my|the) (injury|baby|birth|surgery))\b",
    ),
    ("fitness", r"\b(fit|fitter|fitness|in shape|get moving|start running|run regularly|more active|stamina)\b"),
)
_TARGET = re.compile(
    r"\b(?:sub|under|in|break(?:ing)?|below|a|an|for|to|of|run|hit|than)[\s-]+(\d{1,2}(?::\d{2}){1,2}|\d{2,3}(?=\s*min))",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"\b(want|wanna|would like|'d like|like to|love to|hope|aim|goal|plan"
    r"|train|prepar\w+|get|run|race|lose|sub|under|target|bet|go for|pb)\b",
    re.IGNORECASE,
)


def capture(seen: Seen, seed: int) -> Said:
    """Call `capture_goal` with every goal found, or with a question where there is none."""
    changed = seen.get("new_goal")
    said = seen.unread(frozenset({"analyze_goal", "generate_plan"}))
    goals = find_goals(changed or (said[-1] if said else ""))
    if changed and seen.get("keeps_goal"):
        goals = [*seen.get("goals", []), *goals]
    if not goals and changed:
        goals = [{"text": changed, "type": "fitness", "sport": "running"}]
    if not goals:
        return Said(calls=(Call("capture_goal", {"goals": [], "question": phrase("ask_goal", seed, len(seen.turns))}),))
    return Said(calls=(Call("capture_goal", {"goals": goals}),))


def find_goals(text: str) -> list[dict[str, Any]]:
    """Goals stated in `text`, the first stated first."""
    sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", text) if part.strip()]
    found = [
        goal
        for sentence in sentences
        if _WANTS.search(sentence) or find_event(sentence)
        for goal in _goals_in(sentence)
    ]
    unique = {(goal.get("event"), goal["type"]): goal for goal in reversed(found)}
    kept = [goal for goal in found if unique.get((goal.get("event"), goal["type"])) is goal]
    return kept[:3]


def _goals_in(sentence: str) -> list[dict[str, Any]]:
    parts = re.split(r"\b(?:and also|also|as well as|plus)\b", sentence, flags=re.IGNORECASE)
    return [goal for part in parts if (goal := _goal(part.strip(" ,.;")))]


def _goal(text: str) -> dict[str, Any] | None:
    event, kind = find_event(text), _goal_type(text)
    if event is None and kind is None:
        return None
    goal: dict[str, Any] = {"text": text, "type": kind or "performance", "sport": "running"}
    if event is not None:
        goal["event"] = event
    if target := _TARGET.search(text):
        goal["target"] = target.group(1)
    return goal


def _goal_type(text: str) -> str | None:
    return next((kind for kind, pattern in _TYPES if re.search(pattern, text, re.IGNORECASE)), None)
