"""Which clauses of a text say that something is so, and which deny it. Knows no rule and no topic."""

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?:[^.;:!?\n]|(?<=\d)[.:](?=\d))+")
_CONDITION = re.compile(r"\s*(?:if|when|where|should|unless)\b", re.IGNORECASE)
_COMMA_OF_A_LIST = r",(?=\s*(?:\w+\s+){0,2}n?or\b)"
_BREAK = re.compile(r",|\bbut\b", re.IGNORECASE)
_BREAK_BUT_IN_LISTS = re.compile(rf"(?!{_COMMA_OF_A_LIST}),|\bbut\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\bleav\w+ (?:home |the house )?without\b|"
    r"\b(?:no|not|never|without|neither|nor|nobody|nothing|forget|skip|avoid|leave|cannot)\b|n't\b",
    re.IGNORECASE,
)
_NEEDLESS = re.compile(
    r"\b(?:not|never)(?: be)? (?:needed|necessary|required)\b|n't(?: be)? (?:needed|necessary|required)\b|"
    r"\bunnecessary\b|\boptional\b|\b(?:can|may|could) stay (?:at )?home\b",
    re.IGNORECASE,
)


def clauses(text: str) -> Iterator[str]:
    """Parts of sentences; a comma inside a list (`no gels, sweets or juice`) separates nothing."""
    for sentence in _SENTENCE.findall(text):
        yield from (_BREAK if _CONDITION.match(sentence) else _BREAK_BUT_IN_LISTS).split(sentence)


def is_denied(clause: str, found: re.Match[str]) -> bool:
    """Is what was found in the clause said not to be so? Two negations before it ("never without") cancel out."""
    negations = len(_NEGATION.findall(clause, 0, found.start())) + bool(_NEEDLESS.search(clause, found.end()))
    return negations % 2 == 1
