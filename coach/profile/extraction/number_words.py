"""Numbers as athletes write them, in digits or words. Knows no unit."""

import re

from text_to_num import text2num

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_BELOW_100 = rf"(?:{_TENS}|fourty)(?:[- ]?(?:{_ONES})\b)?|(?:{_TEENS})|(?:{_ONES})|zero"
_MISSPELT = {
    "sevn": "seven", "sevan": "seven", "eigth": "eight", "eigt": "eight", "foru": "four", "fuor": "four",
    "fiv": "five", "thre": "three", "trhee": "three", "elven": "eleven", "elevn": "eleven",
    "twelv": "twelve", "twleve": "twelve",
    "threeteen": "thirteen", "therteen": "thirteen", "forteen": "fourteen", "fourten": "fourteen",
    "fiveteen": "fifteen", "fivteen": "fifteen", "fiften": "fifteen", "sixten": "sixteen",
    "eightteen": "eighteen", "ninteen": "nineteen",
    "twety": "twenty", "twenti": "twenty", "tweny": "twenty", "thrity": "thirty", "therty": "thirty",
    "thirthy": "thirty", "fourty": "forty", "fivty": "fifty", "fivety": "fifty", "fity": "fifty",
    "eigthy": "eighty", "ninty": "ninety",
}  # fmt: skip
"""Common misspellings; any nearer matching would take "there" for three and "weight" for eight."""
_WRONG = "|".join(sorted(_MISSPELT, key=len, reverse=True))
_WORDS = (
    rf"(?:(?:a|{_ONES}|{_TEENS}|{_TENS})[ -])?hundred(?: (?:and )?(?:{_BELOW_100})\b)?"
    rf"|(?:(?:a|{_ONES})[ -])?thousand|a couple(?: of)?|couple(?: of)?|half a dozen|a dozen|{_BELOW_100}|(?:{_WRONG})"
)
_DIGITS = r"\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3},\d{1,2}(?!\d)|\d{1,5}(?:\.\d{1,4})?"
_PARTS = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75, "1/2": 0.5, "½": 0.5, "¼": 0.25, "¾": 0.75}
_TAIL = (
    r"(?: ?(?:½|¼|¾)| 1/2| (?:and|&|n) (?:an? )?(?:half|quarter|three quarters)\b| point (?:zero|\d|" + _ONES + r")\b)?"
)

_LESS_THAN_ONE = (
    rf"(?<!\S)\.\d{{1,2}}(?![\d.])"
    rf"|(?<!this )(?<!that )(?<!some )(?<!one )(?<!your )(?<!good )(?<!the )(?<!a )(?<!last )(?<!first )"
    rf"(?:(?:nought|naught|oh) )?point (?:zero|\d|{_ONES})\b"
)
"""What is said of small readings: ".3", "point three", "nought point three"; "your point 3" is a place in a list."""

NUMBER = re.compile(rf"(?:{_LESS_THAN_ONE}|(?:(?:{_DIGITS})|(?:{_WORDS})\b){_TAIL})")
"""Matches one number; the caller looks at what stands before it."""

_SPLIT = re.compile(rf"^(.*?)({_TAIL})$")


def value_of(words: str) -> float | None:
    """The number that `words` (a match of `NUMBER`) says; None where the words do not make one."""
    if words.startswith("."):
        return float(words)
    if words.startswith(("point ", "nought ", "naught ", "oh ")):
        return _part(words[words.index("point ") :])
    found = _SPLIT.match(words)
    whole, tail = (found[1], found[2]) if found else (words, "")
    base = _whole(whole)
    return None if base is None else base + _part(tail)


def _part(tail: str) -> float:
    spoken = tail.strip()
    if not spoken:
        return 0.0
    if spoken.startswith("point "):
        tenths = spoken[6:]
        return float(tenths if tenths.isdigit() else text2num(tenths, "en")) / 10
    for name in ("three quarters", "1/2", "half", "quarter", "½", "¼", "¾"):
        if spoken.endswith(name):
            return _PARTS[name]
    return 0.0


def _whole(words: str) -> float | None:
    if words[0].isdigit():
        if re.fullmatch(r"\d{1,3}(?:,\d{3})+", words):
            return float(words.replace(",", ""))
        return float(words.replace(",", "."))
    if "couple" in words:
        return 2.0
    if "dozen" in words:
        return 6.0 if words.startswith("half") else 12.0
    spoken = re.sub(r"^a[ -]", "", words)
    spoken = " ".join(_MISSPELT.get(word, word) for word in spoken.replace("-", " ").split())
    try:
        return float(text2num(spoken, "en"))
    except ValueError:
        return None
