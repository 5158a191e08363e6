"""What the words of a plan say is done in it, beside its tags: an untagged jump is a jump. Pure.

A clause that leaves something out ("no jumps today", "instead of burpees") says that it is not done.
"""

import re
from collections.abc import Iterator
from typing import Literal

Deed = Literal[
    "jumps", "climbs or sprints", "goes hard", "loads the spine", "bends the spine", "lies on the back", "runs"
]  # fmt: skip

_CLAUSE = re.compile(r"[^.;:,!?\n]+")
_SENTENCE = re.compile(r"[^.;!?\n]+")
_LEFT_OUT = re.compile(
    r"\b(?:no|not|nothing|never|none|without|instead of|rather than|skip|avoid\w*|leav(?:e|ing)|free of|"
    r"stop (?:carry|tak|bring|check|us)ing)\b|n't\b",
    re.IGNORECASE,
)
_DOES: dict[Deed, tuple[str, ...]] = {
    "jumps": (
        r"(?:depth|box|drop|tuck|squat|star|broad|split|vertical)[- ]jumps?",
        r"jump(?:ing)?[- ](?:squats?|lunges?|rope|jacks?)",
        r"jumps|burpees?|bound(?:s|ing)|hop(?:s|ping)|plyo\w*|skipping rope",
    ),
    "climbs or sprints": (
        r"hill (?:repeats?|reps?|sprints?|bounds?|runs?)",
        r"uphill (?:repeats?|reps?|sprints?|efforts?)",
        r"sprints?|sprinting|strides",
        r"\d+ ?x ?[^,;]{0,20}\b(?:hills?|uphill)",
    ),
    "goes hard": (
        r"all[- ]out|flat[- ]out|as (?:hard|fast) as (?:you can|possible)|everything you(?: have|'ve got)",
        r"(?:max(?:imum|imal)?|full) (?:effort|speed|gas|intensity)|to exhaustion|until you drop",
        r"(?:at|in|near) (?:threshold|vo2 ?max|race pace|mile pace|5 ?k pace)|sprints?|sprinting",
    ),
    "loads the spine": (
        r"(?:back|front|barbell|heavy|weighted) squats?",
        r"(?:overhead|military|shoulder) press(?:es)?",
        r"deadlifts?|barbell \w+|good mornings?|power cleans?|clean and jerk|snatch(?:es)?",
    ),
    "bends the spine": (r"sit-?ups?|crunch(?:es)?|russian twists?|toe[- ]touch\w*|roll-?downs?|jack-?knif\w+|v-ups?",),
    "lies on the back": (
        r"(?:(?:lie|lying|lay|flat) (?:down )?)?on (?:your|the) back",
        r"supine|bench press(?:es)?|(?:glute|hip) bridges?|dead ?bugs?|sit-?ups?|crunch(?:es)?",
    ),
    "runs": (
        r"(?:run|jog) (?:for )?\d+(?:[.,]\d+)? ?(?:km|k|m|min\w*|miles?)",
        r"\d+(?:[.,]\d+)? ?(?:km|k|min\w*|miles?) (?:\w+ )?(?:run|jog)(?:ning|ging)?",
    ),
}
_FOUND = {deed: re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE) for deed, words in _DOES.items()}


def affirmed(text: str) -> Iterator[str]:
    """The clauses of `text` that leave nothing out."""
    return (clause[0] for clause in _CLAUSE.finditer(text) if not _LEFT_OUT.search(clause[0]))


def notes(text: str, deed: Deed) -> str:
    """The words by which a note has it done; what a sentence leaves out before them may be a list."""
    for sentence in _SENTENCE.finditer(text):
        left_out = _LEFT_OUT.search(sentence[0])
        found = _FOUND[deed].search(sentence[0])
        if found and not (left_out and left_out.start() < found.start()):
            return found[0]
    return ""


def says(text: str, deed: Deed) -> str:
    """The words by which `text` has it done; empty where none do."""
    return next((found[0] for clause in affirmed(text) if (found := _FOUND[deed].search(clause))), "")
