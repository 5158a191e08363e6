"""Text made comparable without moving a single code point: case, quotes, dashes, blanks. Knows no field."""

import re

LONGEST = 20_000
"""Code points read of one message. What an athlete types is far shorter; the rest of a flood is not read."""

_SAME = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u00b4": "'", "`": "'", "\u2032": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"',
        "\u2013": "-", "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2014": ";",
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\t": " ", "\n": ";", "\r": " ", "\u00d7": "x",
    }
)  # fmt: skip
_QUOTED = re.compile(r'(?<![\w\'])"[^"]{3,300}"')


def fold(text: str) -> str:
    """`text` in lower case with plain quotes, dashes and blanks; same length, so offsets hold."""
    cut = text[:LONGEST]
    lowered = cut.lower()
    if len(lowered) != len(cut):
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in cut)
    return lowered.translate(_SAME)


def hide_quotations(folded: str) -> str:
    """What stands in quotation marks is somebody's words, not this answer: blanked, same length."""
    return _QUOTED.sub(lambda found: '"' + " " * (len(found[0]) - 2) + '"', folded)
