"""Which of the values that a question offered is meant by their order: "the first", "the latter", "the last one"."""

import re
from collections.abc import Iterator

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import Skeleton

_PICKS = re.compile(
    r"\W*(?:(?:well|um+|er|probably|definitely|i'd say|i think|let's say|i'll take|give me) ?,? ?)*the "
    r"(?P<which>first|former|second|middle|third|last|latter)(?: (?:one|option))?(?:,? (?:please|thanks|for me))?\W*"
)
_PLACES = {"first": 0, "former": 0, "second": 1, "middle": 1, "third": 2, "last": -1, "latter": -1}
_LEAST = 2


def read_choice(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """The value of the one enum that was asked, where its values were offered and the answer picks one by place."""
    enums = [name for name in asked.fields if catalogue().fields[name].type == "enum"]
    found = _PICKS.fullmatch(skeleton.text)
    if found is None or len(enums) != 1 or enums[0] in asked.loose:
        return
    offered, place = asked.values.get(enums[0], ()), _PLACES[found["which"]]
    if len(offered) >= _LEAST and place < len(offered):
        yield Candidate(enums[0], offered[place], skeleton.original(*found.span("which")))
