"""Where the sentences and clauses of a text begin and end, and which clauses deny. Knows no rule and no topic."""

import re
from collections.abc import Iterator

SENTENCES = re.compile(r"(?=\S)(?:[^.!?\n]|(?<=\d)\.(?=\d))+[.!?]*")
"""With the marks that end them; a point between digits ends none."""
PARTS = re.compile(r"(?=\S)(?:[^.!?;\n]|(?<=\d)\.(?=\d))+[.!?;]*")
"""Sentences that a semicolon ends, too."""
_ASKED = re.compile(r"(?=\S)(?:[^.!?\n]++|(?<=\d)\.(?=\d))++(\?)?")
_GOES_ON = (
    r"(?!(?:well|maybe|perhaps|actually|or|though|although|but|except|apart|hmm?|unless|only|at|not|very|mostly)\b)"
)
_REMARK_ENDS = re.compile(rf"(?<=[.!?;])(?<!\.\.)(?<!\N{{HORIZONTAL ELLIPSIS}})\s+{_GOES_ON}|\n+", re.IGNORECASE)
_STRETCH = re.compile(r"(?:[^.;:!?\n]|(?<=\d)[.:](?=\d))+")
_CONDITION = re.compile(r"\s*(?:if|when|where|should|unless)\b", re.IGNORECASE)
_BREAK = re.compile(r",|\bbut\b", re.IGNORECASE)
_BREAK_BUT_IN_LISTS = re.compile(r",(?!\s*(?:\w+\s+){0,2}n?or\b)|\bbut\b", re.IGNORECASE)
_JOINT = re.compile(r"\b(?:and|n?or|then)\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\bleav\w+ (?:home |the house )?without\b|\bstop (?:carry|tak|bring|check|us|hav|keep|pack|chas)ing\b|"
    r"\b(?:no|not|never|without|neither|nor|nobody|nothing|forget|skip|avoid|leave|cannot)\b|n't\b",
    re.IGNORECASE,
)
_GOING = re.compile(
    r"(?:\b(?:not|never)|n't) (?:ever )?(?:be out|go|head|set|start|leave|run|jog|walk|ride|cycle|swim|train)\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\s*(?:without|forget|leave)\b", re.IGNORECASE)
_NEEDLESS = re.compile(
    r"\b(?:not|never)(?: be)? (?:needed|necessary|required)\b|n't(?: be)? (?:needed|necessary|required)\b|"
    r"\bunnecessary\b|\boptional\b|\b(?:can|may|could) stay (?:at )?home\b",
    re.IGNORECASE,
)


def remarks(text: str) -> list[str]:
    """Sentences, each with those behind it that limit, correct or continue it."""
    return [remark for remark in _REMARK_ENDS.split(text) if remark]


def questions(text: str) -> Iterator[re.Match[str]]:
    """The questions of a text, each to its first mark."""
    return (found for found in _ASKED.finditer(text) if found[1])


def clauses(text: str) -> Iterator[str]:
    """Parts of sentences; a comma inside a list (`no gels, sweets or juice`) separates nothing."""
    for sentence in _STRETCH.findall(text):
        yield from (_BREAK if _CONDITION.match(sentence) else _BREAK_BUT_IN_LISTS).split(sentence)


def is_denied(clause: str, found: re.Match[str]) -> bool:
    """Is what was found in the clause said not to be so? Two negations before it ("never without") cancel out, but not
    across a joint ("do not carry it and do not check it"): the last part that negates anything decides. What nobody may
    go out without ("never go alone or without it") is one thing with its part before."""
    negations = 0
    parts = _JOINT.split(clause[: found.start()])
    for before, part in zip(["", *parts], parts, strict=False):
        if count := len(_NEGATION.findall(part)):
            negations = count + (negations if _WITHOUT.match(part) and _GOING.search(before) else 0)
    return (negations + bool(_NEEDLESS.search(clause, found.end()))) % 2 == 1
