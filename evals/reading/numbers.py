"""Numbers as people write them, in digits or English words. Knows no units."""

import re
from typing import Final

from text_to_num import text2num

_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
_TEENS: Final = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SMALL: Final = rf"(?:{_TENS})(?:[- ]?(?:{_ONES})\b)?|{_TEENS}|{_ONES}|zero|nought"
_OVER_A_HUNDRED: Final = (
    rf"(?:one|two)[- ](?:(?:oh|o)[- ](?:{_ONES})|(?:{_TENS})(?:[- ](?:{_ONES}))?)\b"
    r"(?![ -](?:min|hour|k\b|km|mile|met|week|day|month|year|run|session|second))"
)
"""A weight or a pressure as it is spoken: "one thirty-five" is 135."""
_WORDS: Final = (
    rf"{_OVER_A_HUNDRED}|(?:(?:an?|{_ONES}|{_TEENS})[ -])?hundred(?:(?: and)? (?:{_SMALL})\b)?"
    rf"|(?:(?:a|{_ONES})[ -])?thousand|(?:a )?couple(?: of)?|half a dozen|a dozen|{_SMALL}"
)
_DIGITS: Final = r"\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3},\d{1,2}(?!\d)|\d{1,5}(?:\.\d{1,4})?|\.\d{1,2}(?!\d)"
_PARTS: Final = {"three quarters": 0.75, "half": 0.5, "quarter": 0.25, "1/2": 0.5, "½": 0.5, "¼": 0.25, "¾": 0.75}
_TAIL: Final = rf"(?: ?[½¼¾]| 1/2| (?:and|&) (?:an? )?(?:half|quarter|three quarters)\b| point (?:zero|\d|{_ONES})\b)?"
_POINT: Final = rf"(?:(?:nought|zero) )?point (?:\d|{_ONES})\b"
_SPLIT: Final = re.compile(rf"(.*?)({_TAIL})")

NUMBER: Final = rf"(?:{_POINT}|(?:(?:{_DIGITS})|(?:{_WORDS})\b){_TAIL})"
"""The pattern of one number, without groups that have names; the caller looks at what stands around it."""


def value_of(words: str) -> float | None:
    """The number that `words`, a match of `NUMBER`, says; None where the words do not make one."""
    if (at := words.find("point ")) in (0, len("zero "), len("nought ")) and not words[0].isdigit():
        return _tenths(words[at:])
    found = _SPLIT.fullmatch(words)
    whole, tail = (found[1], found[2]) if found else (words, "")
    number = _whole(whole)
    return None if number is None else number + _part(tail.strip())


def _part(tail: str) -> float:
    if tail.startswith("point "):
        return _tenths(tail)
    return next((part for name, part in _PARTS.items() if tail.endswith(name)), 0.0)


def _tenths(tail: str) -> float:
    digit = tail.removeprefix("point ")
    return float(digit if digit.isdigit() else text2num(digit, "en")) / 10


def _whole(words: str) -> float | None:
    if words[0].isdigit() or words[0] == ".":
        grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+", words)
        return float(words.replace(",", "" if grouped else "."))
    if "couple" in words:
        return 2.0
    if "dozen" in words:
        return 6.0 if words.startswith("half") else 12.0
    spoken = re.sub(r"^an? ", "", words.replace("-", " ")).replace("nought", "zero")
    if re.fullmatch(_OVER_A_HUNDRED, words) and " hundred" not in spoken:
        spoken = re.sub(r"^(one|two) (?:oh |o )?", r"\1 hundred ", spoken)
    try:
        return float(text2num(spoken, "en"))
    except ValueError:
        return None
