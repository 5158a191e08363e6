"""GOAL_CAPTURE as the offline coach does it: call `capture_goal` with what was found, else ask, twice at most."""

from typing import Any

from evals.offline.goals import evades, find_goals, plain, sentences, wish
from evals.offline.phrases import phrase
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from evals.offline.wanted_goals import stated

_ASKED_ENOUGH = 2


def capture(seen: Seen, seed: int) -> Said:
    """Call `capture_goal` with every goal found; ask at most twice, then take the athlete's words as they are."""
    said = seen.unread(frozenset({"analyze_goal", "generate_plan"}))
    if changed := seen.get("new_goal"):
        goals = as_changed(changed, seen.get("goals", []), keeps=bool(seen.get("keeps_goal")))
    else:
        goals = find_goals(said[-1] if said else "") or wish("\n".join(said)) or _as_answered(said, _times_asked(seen))
    if not goals:
        return Said(calls=(Call("capture_goal", {"goals": [], "question": phrase("ask_goal", seed, len(seen.turns))}),))
    return Said(calls=(Call("capture_goal", {"goals": goals}),))


def as_changed(words: str, held: list[dict[str, Any]], *, keeps: bool) -> list[dict[str, Any]]:
    """The goals that the `words` of a change leave."""
    new = stated(words, held) or find_goals(words) or wish(words) or [plain(words)]
    return [*held, *new] if keeps else new


def _times_asked(seen: Seen) -> int:
    return sum(name == "capture_goal" and not given.get("goals") for turn in seen.turns for name, given in turn.calls)


def _as_answered(said: tuple[str, ...], asked: int) -> list[dict[str, Any]]:
    """Once asked, what is no evasion is the goal; asked enough, the first thing said has to do."""
    if asked and said and not evades(said[-1]):
        return [plain(said[-1])]
    if asked < _ASKED_ENOUGH:
        return []
    told = [part for text in said for part in sentences(text) if not evades(part)]
    return [plain(told[0])] if told else [{"text": "running, to begin with", "type": "fitness", "sport": "running"}]
