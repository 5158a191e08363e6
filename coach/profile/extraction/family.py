"""Early heart trouble of a parent, brother or sister: told by an age, or as early. Others do not count."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_EARLY = {"dad": 55, "father": 55, "brother": 55, "mum": 65, "mom": 65, "mother": 65, "sister": 65}
_VOID = frozenset({"hypothetical", "question", "unreal", "uncertain"})
_FORMS = ("", "2", "3", "4")
"""How an age may be told: the groups of the saying."""
_YEAR_DAYS = 365.25
_OLD = 200.0
_NONE_OF = re.compile(
    r"\b(?:no|none|nothing|never|neither|not)\b(?:(?!\b(?:but|though|although|except)\b)[^.;!?])*\b(?:or|nor) $"
)
"""A list that is denied as a whole, up to its last item."""
_REACH = 45
"""Characters before a saying in which a denial still speaks of it."""


def read_family(skeleton: Skeleton, claims: Assertions) -> Iterator[Candidate]:
    """`cv_risk_factors` of what happened to the nearest of the family; denied or supposed, it did not."""
    for span in _told(skeleton):
        start = claims.sentence(span[0])[0]
        low = max(start, skeleton.text.rfind(",", 0, span[0]))
        around = skeleton.text[max(low, span[0] - _REACH) : span[1]]
        listed = skeleton.text[start : span[0]]
        denied = saying("denials", "negator").search(around) or _NONE_OF.search(listed)
        if not claims.standings(*span) & _VOID and not denied:
            yield Candidate("cv_risk_factors", ("family_history_premature_cad",), skeleton.original(*span))
            return


def _told(skeleton: Skeleton) -> Iterator[tuple[int, int]]:
    for match in saying("family", "aged").finditer(skeleton.text):
        told = next(number for number in _FORMS if match[f"age{number}"])
        age = skeleton.quantity_at(match.start(f"age{told}"))
        years = age.mid / _YEAR_DAYS if age and age.kind == "years" else age.mid if age else _OLD
        if years < _EARLY[match[f"who{told}"]]:
            yield match.span()
    yield from (match.span() for match in saying("family", "early").finditer(skeleton.text))
