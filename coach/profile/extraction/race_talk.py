"""One message and the question before it, as the readers of races see them. Tells no result from a goal."""

import re
from dataclasses import dataclass

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.skeleton import MACROS, Skeleton

ROLES = {"goal_time_s": "goal", "recent_race_time_s": "recent"}
VOID = frozenset({"other", "question", "unreal", "past", "negated", "hypothetical"})
RACE = re.compile(MACROS["race"])
_NOT_A_RACE = re.compile(
    MACROS["per_week"]
    + r"|^[- ]weeks?\b"
    + r"|^ (?:long run|easy|warm|cool|of (?:easy|running|it|walking)|from |away|total|steps|to work|commute)"
)


@dataclass(frozen=True, slots=True)
class Talk:
    """One message and what the question before it asked."""

    skeleton: Skeleton
    claims: Assertions
    asked: Asked

    @property
    def roles_asked(self) -> list[str]:
        return [ROLES[name] for name in self.asked.fields if name in ROLES]

    def standings(self, place: int) -> frozenset[str]:
        return self.claims.standings(place, place + 1)


def weekly(text: str, place: int) -> bool:
    return bool(_NOT_A_RACE.match(text[place + 1 : place + 25]))
