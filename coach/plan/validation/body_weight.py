"""What a text says about body weight and eating: numbers to reach, rates of loss, things to track. Knows no rule."""

import re
from collections.abc import Iterator

from coach.sentences import PARTS

_COUNTS = {
    "half an": 0.5, "half a": 0.5, "an": 1.0, "a": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0,
    "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0, "twelve": 12.0, "fifteen": 15.0, "twenty": 20.0,
    "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0,
}  # fmt: skip
_KG = {"kg": 1.0, "kilo": 1.0, "kilogram": 1.0, "lb": 0.4536, "pound": 0.4536, "stone": 6.35}
_DAYS = {"day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 30.0}
_PERIODS = {"daily": 1.0, "weekly": 7.0, "monthly": 30.0}
_NUMBER = rf"\d+(?:[.,]\d+)?|{'|'.join(_COUNTS)}"
_MASS = rf"(?P<number>{_NUMBER})[\s-]*(?P<unit>{'|'.join(_KG)})s?"
_PERIOD = (
    rf"(?:(?P<often>{'|'.join(_PERIODS)})|(?:per|a|each|every|in|over|within|/)\s*(?:single\s+|the\s+)?"
    rf"(?:(?P<count>{_NUMBER})\s+)?(?P<period>{'|'.join(_DAYS)})s?)"
)


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{text})\b", re.IGNORECASE)


_OF_MASS = _words(_MASS)
_RATE = _words(rf"{_MASS}\s*(?:\w+\s+){{0,2}}?{_PERIOD}")
_RATE_FIRST = _words(rf"{_PERIOD}\W+(?:\w+\W+){{0,3}}?{_MASS}")
_LIFTED = _words(
    r"dumb-?bells?|kettle-?bells?|bar(?:bell)?s?|plates?|squats?|lunges?|deadlifts?|press(?:es)?|rows?|raises?|swings?|"
    r"step-?ups?|curls?|carry(?:ing)?|carries|lift(?:ing)?|vest|(?:back ?)?pack|bottles?|water|"
    r"medicine ball|weights|each hand|load(?:ed)?"
)
_LOST = _words(
    rf"los(?:e|ing)|loss|lighter|shed(?:ding)?|(?:drop|cut)(?:ping|ting)? (?:{_NUMBER})|slim\w*|leaner|fat|diet\w*|"
    r"(?:target|goal|race|ideal) weight|scales?"
)
_OTHER_NUMBER = re.compile(
    rf"\b(?:{_NUMBER})\s*(?:k?cals?|k?calories|kj|kilojoules?)\b|\b\d+\s*%\s*(?:body[- ]?)?fat\b|"
    r"\bbody[- ]?fat\b\D{0,20}\d+|\b(?:target|goal|race|ideal|your) weight\b\W*(?:is|of|to|at|under|below)?\W*\d+|"
    r"\b(?:bmi|weigh)\b\D{0,12}\d+",
    re.IGNORECASE,
)
_TRACKING = _words(
    r"weigh (?:yourself|in)|weigh-?ins?|weighing|k?cals?|calories?|kcal|macros?|(?:bathroom|on (?:the|a)) scales?|"
    r"body[- ]?fat|\d+\s*% fat|bmi|(?:target|goal|race|ideal) weight|lose weight|weight loss|fat[- ]burn\w*|slimm\w+|"
    r"leaner|food (?:diary|log|journal)|(?:log|track|record)(?:ging|ing)? (?:\w+ )?(?:meals?|food)"
)


def weight_numbers(text: str) -> Iterator[str]:
    """Each number of body weight, body fat or energy; what is lifted or carried is none."""
    for sentence in PARTS.findall(text):
        if _is_of_the_body(sentence):
            yield from (found[0] for found in _OF_MASS.finditer(sentence))
        yield from (found[0] for found in _OTHER_NUMBER.finditer(sentence))


def tracking(text: str) -> Iterator[str]:
    """Words about weighing, counting what is eaten, or the shape of a body."""
    return (found[0] for found in _TRACKING.finditer(text))


def speaks_of_weight(text: str) -> bool:
    return any(weight_numbers(text)) or any(tracking(text))


def loss_rates(text: str) -> Iterator[float]:
    """Each rate of body weight, in kg a week."""
    for sentence in filter(_is_of_the_body, PARTS.findall(text)):
        for found in (*_RATE.finditer(sentence), *_RATE_FIRST.finditer(sentence)):
            kg = _count(found["number"]) * _KG[found["unit"].lower()]
            days = _PERIODS[found["often"].lower()] if found["often"] else _DAYS[found["period"].lower()]
            yield kg * 7 / (_count(found["count"] or "1") * days)


def _is_of_the_body(sentence: str) -> bool:
    return not _LIFTED.search(sentence) or _LOST.search(sentence) is not None


def _count(number: str) -> float:
    known = _COUNTS.get(number.lower())
    return known if known is not None else float(number.replace(",", ".")) or 1.0
