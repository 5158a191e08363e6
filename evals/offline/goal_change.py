"""Whether a message gives the goal up for another one, adds one, or does neither. Its words: goal_cues.yaml."""

from typing import Any

from coach.profile.extraction.assertions import assess
from coach.profile.extraction.folding import fold
from coach.profile.extraction.skeleton import build
from evals.offline.goal_cues import says, sentences
from evals.offline.goals import find_goals, wish
from evals.offline.intents import intents
from evals.offline.said import Call
from evals.offline.seen import Seen
from evals.offline.wanted_goals import OURS, others, stated

JOINED = ", and also "
"""Between the words of several new goals."""
_CHANGES = frozenset({"changes_goal", "adds_goal"})


def goal_change(seen: Seen, text: str) -> Call | None:
    """The call of `change_goal` for what `text` wants from now on; None where the goals stay as they are."""
    if "change_goal" not in seen.tools:
        return None
    held = seen.get("goals", [])
    announced = _announced(text)
    beside = says("beside", text, held)
    instead = not beside and ("changes_goal" in announced or _gives_up(text, held))
    also = not instead and (beside or "adds_goal" in announced or says("keeps", text, held))
    new = stated(text, held, instead=instead)
    if announced and not new:
        new = others(find_goals(_from_the_change_on(text)) or find_goals(text), held, instead=instead)
    if not new and "changes_goal" in announced:
        new = wish(_from_the_change_on(text))
    if not new or not (instead or also or says("turns", text, held)):
        return None
    words = dict.fromkeys({_aim(goal): goal["text"] for goal in reversed(new)}.values())
    return Call("change_goal", {"words": JOINED.join(reversed(words)), "keeps_current": also})


def _announced(text: str) -> frozenset[str]:
    """The changes that sentences speak of which are not about somebody else."""
    ours = " ".join(each for each in sentences(text) if OURS.search(each) or not _is_anothers(each))
    return intents(ours) & _CHANGES


def _is_anothers(sentence: str) -> bool:
    return any(item.standing == "other" for item in assess(build(fold(sentence), None).text).stretches)


def _gives_up(text: str, held: list[dict[str, Any]]) -> bool:
    return any(says(name, text, held) for name in ("before", "after"))


def _aim(goal: dict[str, Any]) -> tuple[Any, Any]:
    return goal.get("event"), goal["type"]


def _from_the_change_on(text: str) -> str:
    """What is said once the change is announced: the new goal stands there, or else anywhere."""
    announcing = next((each for each in sentences(text) if intents(each) & _CHANGES), "")
    return text[text.find(announcing) :]
