"""Text made comparable without moving a code point. Knows no amounts."""

import re
from typing import Final

LONGEST: Final = 20_000
"""Code points of a text that are read."""
_PLAIN: Final = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u00b4": "'", "`": "'", "\u2032": "'", "\u201c": '"', "\u201d": '"',
        "\u201e": '"', "\u2033": '"', "\u2013": "-", "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2014": ";",
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\t": " ", "\n": ";", "\r": " ", "\u00d7": "x",
    }
)  # fmt: skip
_QUOTED: Final = re.compile(r'(?<![\w\'])"[^"]{3,300}"')


def fold(text: str) -> str:
    """`text` in lower case with plain quotes, dashes and blanks, quotations blanked; every code point in its place."""
    cut = text[:LONGEST]
    lowered = cut.lower() if cut.isascii() else "".join(low if len(low := sign.lower()) == 1 else sign for sign in cut)
    return _QUOTED.sub(lambda found: '"' + " " * (len(found[0]) - 2) + '"', lowered.translate(_PLAIN))
