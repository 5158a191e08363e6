"""The names of days of the week, alone, in lists and in spans: "Mon-Thu", "weekends", "m/w/f"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ORDER: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WORKING: Final = frozenset(ORDER[:5])
WEEKEND: Final = frozenset(ORDER[5:])
EVERY: Final = frozenset(ORDER)
_NAMES: Final = (
    r"mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday|nsday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?"
)
_SHORT: Final = "mo|tu|we|th|fr|sa|su"
_SHORT_LIST: Final = rf"(?:{_SHORT}|m|t|w|f|s)(?:(?: ?[,/+&-] ?| and | )(?:{_SHORT}|m|t|w|f|s)\b){{1,6}}"
_UNITS: Final = (
    rf"\b(?:(?P<first>{_NAMES})s? ?(?:-|\bto\b|\bthrough\b|\bthru\b|\buntil\b|\btill?\b) ?(?P<last>{_NAMES})"
    r"|(?P<week>week ?days?|week ?nights?|school (?:days|nights)|work(?:ing)? ?days|weekday)"
    r"|(?P<end>week[- ]?ends?(?: days)?|wknds?)"
    rf"|(?P<one>{_NAMES})"
    rf"|(?P<short>{_SHORT_LIST}))(?:s|'s(?= (?:and|or|&)))?\b"
)
UNIT: Final = re.compile(_UNITS)
DAYS: Final = re.compile(re.sub(r"\?P<\w+>", "?:", _UNITS))
"""A name of days, whatever is said of them."""
LOOSE: Final = re.compile(
    _UNITS.replace("(?P<week>", "(?P<week>(?:(?:in|during|through) the (?:working )?week|mid-?week)(?! ?end)|")
)
_JOINT: Final = re.compile(
    r"(?: ?(?:am|pm|mornings?|evenings?|afternoons?|nights?|lunch\w*))?"
    r"(?: ?(?:,|/|&|\+|-|;) ?| )?(?:(?:and|or|then|n|as well as|also|the)? ?){1,2}"
)


@dataclass(frozen=True, slots=True)
class Group:
    """Names of days that stand together; `comma`: the last is joined by nothing but a comma."""

    units: tuple[re.Match[str], ...]
    comma: bool

    @property
    def start(self) -> int:
        return self.units[0].start()

    @property
    def end(self) -> int:
        return self.units[-1].end()


def runs_of_days(text: str) -> list[frozenset[str]]:
    """The days of each run of names, whatever is said of them."""
    return [all_days(group) for group in groups_in(text, UNIT)]


def days_of(words: str) -> frozenset[str]:
    """The days that `words` name."""
    return frozenset[str]().union(*(days_named(unit) for unit in UNIT.finditer(words)))


def groups_in(text: str, names: re.Pattern[str]) -> Iterator[Group]:
    """The runs of `names` in the text, in order."""
    units: list[re.Match[str]] = []
    comma = False
    for unit in names.finditer(text):
        if not days_named(unit):
            continue
        between = text[units[-1].end() : unit.start()] if units else ""
        if units and not _JOINT.fullmatch(between):
            yield Group(tuple(units), comma)
            units, comma = [], False
        comma = bool(units) and "," in between and "and" not in between
        units.append(unit)
    if units:
        yield Group(tuple(units), comma)


def is_general(group: Group) -> bool:
    """Whether only parts of the week are named, no single day."""
    return all(unit["week"] or unit["end"] for unit in group.units)


def all_days(group: Group) -> frozenset[str]:
    """The days of all names of the group."""
    return frozenset[str]().union(*(days_named(unit) for unit in group.units))


def days_named(unit: re.Match[str]) -> frozenset[str]:
    """The days of one name; none where its letters do not say."""
    if unit["first"]:
        low, high = ORDER.index(_key(unit["first"])), ORDER.index(_key(unit["last"]))
        return frozenset(ORDER[low : high + 1] if low <= high else ORDER[low:] + ORDER[: high + 1])
    if unit["week"]:
        return WORKING
    if unit["end"]:
        return WEEKEND
    if unit["one"]:
        return frozenset({_key(unit["one"])})
    return _short(unit["short"])


def _short(words: str) -> frozenset[str]:
    """Days by their first letters; T and S stand for two days each, and say neither alone."""
    letters = re.findall(r"[a-z]+", words)
    if re.fullmatch(r"[a-z]+ ?- ?[a-z]+", words) and not {"t", "s"} & {*letters}:
        low, high = (ORDER.index(_key(one)) for one in letters)
        return frozenset(ORDER[low : high + 1])
    if any(one in ("t", "s", "and") and one != "and" for one in letters):
        return frozenset()
    return frozenset(_key(one) for one in letters if one != "and")


def _key(name: str) -> str:
    return next(day for day in ORDER if day.startswith(name[:2]) or day[0] == name)
