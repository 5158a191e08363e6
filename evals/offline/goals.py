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


_WISHES = re.compile(
    r"\b(want|wanna|would like|'d like|would love|'d love|hop(e|ing)|aim|goal|dream|wish|keen|thinking of"
    r"|need to|have to|must|should|decided|trying|back (to|into|in)|get(ting)? (going|started|moving)"
    r"|keep(ing)? (on )?\w+ing|start(ing)? (to|with|\w+ing)|please|can i|could i|says? i can)\b",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"\b(run\w*|ran|jog\w*|rac(e|es|ing)|train\w*|exercis\w*|walk\w*|mov(e|ing)|active|sports?|distance|plan|endurance|pace"
    r"|(keep|get|getting|keeping) (going|moving|started|at it))\b",
    re.IGNORECASE,
)
_KINDS_OF_WISH: tuple[tuple[str, str], ...] = (
    (
        "performance",
        r"\b(faster|fastest|quicker|quickest|speed|p[br]|personal best|rac(e|es|ing)|compete\w*|win|qualif\w+)\b",
    ),
    (
        "health",
        r"\b(health\w*|doctor|surgery|operat\w+|reconstruction|knee|injur\w+|pain|bab(y|ies)|pregnan\w+|birth|heart|gentl\w+"
        r"|light|easily|walks?|walking|jog\w*|back|again|return\w*|routine|mov(e|ing)|sleep|mood|stress|keep\w*)\b",
    ),
)
_NO_ANSWER = re.compile(
    r"^\W*((hm+|er|um|oh|well|ok(ay)?|hi|hey|hello|hiya|good (morning|evening|day)|sorry|honestly|thanks?( you)?|so|yes|no)\W+)*"
    r"(\w+\W*$|$)|\b(no idea|not sure|don'?t (really )?(know|mind)|couldn'?t say|can'?t say|hard to say|you (decide|choose)|whatever"
    r"|no (strong )?preference|either is|open on that|up to you|you (suggest|recommend|think)|what would you|think about that"
    r"|thought about|comes to mind|what you mean|easy on that|rather not|got a preference)\b",
    re.IGNORECASE,
)
_ASKED_ENOUGH = 2


def capture(seen: Seen, seed: int) -> Said:
    """Call `capture_goal` with every goal found; ask for one at most twice, then take the athlete's words as they are."""
    changed = seen.get("new_goal")
    said = seen.unread(frozenset({"analyze_goal", "generate_plan"}))
    goals = find_goals(changed or (said[-1] if said else "")) or _wish(changed or "\n".join(said))
    if changed and not goals:
        goals = [_plain(changed)]
    if changed and seen.get("keeps_goal"):
        goals = [*seen.get("goals", []), *goals]
    goals = goals or _as_answered(said, _times_asked(seen))
    if not goals:
        return Said(calls=(Call("capture_goal", {"goals": [], "question": phrase("ask_goal", seed, len(seen.turns))}),))
    return Said(calls=(Call("capture_goal", {"goals": goals}),))


def _times_asked(seen: Seen) -> int:
    return sum(name == "capture_goal" and not given.get("goals") for turn in seen.turns for name, given in turn.calls)


def _wish(text: str) -> list[dict[str, Any]]:
    """The first sentence that wishes for something to do, where no event and no known aim is named."""
    wished = next((part for part in _sentences(text) if _WISHES.search(part) and _ACTS.search(part)), None)
    return [_plain(wished)] if wished else []


def _plain(words: str) -> dict[str, Any]:
    """A goal in these words, of the kind that fits them."""
    kind = next((kind for kind, pattern in _KINDS_OF_WISH if re.search(pattern, words, re.IGNORECASE)), "fitness")
    return {"text": words.strip(" ,.;"), "type": _goal_type(words) or kind, "sport": "running"}


def _as_answered(said: tuple[str, ...], asked: int) -> list[dict[str, Any]]:
    """Once asked, what is no evasion is the goal; asked enough, the first thing said has to do."""
    if asked and said and not _NO_ANSWER.search(said[-1]):
        return [_plain(said[-1])]
    if asked < _ASKED_ENOUGH:
        return []
    told = [part for text in said for part in _sentences(text) if not _NO_ANSWER.search(part)]
    return [_plain(told[0])] if told else [{"text": "running, to begin with", "type": "fitness", "sport": "running"}]


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", text) if part.strip()]


def find_goals(text: str) -> list[dict[str, Any]]:
    """Goals stated in `text` by an event or a known aim, the first stated first."""
    found = [
        goal
        for sentence in _sentences(text)
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
