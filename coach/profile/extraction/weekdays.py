"""Which days of the week work. Knows the names of days and how people leave some of them out."""

import re
from collections.abc import Iterator, Mapping

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

ORDER = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SHORT = "(?:mo|tu|we|th|fr|sa|su)"
"""Two letters name a day only in a list of such."""
_NAME = (
    rf"(?:{_SHORT}(?=[ ,/+&-] ?{_SHORT}\b)|(?<={_SHORT}[ ,/+&-]){_SHORT}|(?<={_SHORT}[,/+&-] ){_SHORT}"
    r"|mon(?:day)?s?|tue(?:s(?:day)?)?s?|wed(?:s|nesday|nsday)?s?|thu(?:r(?:s(?:day)?)?)?s?|fri(?:day)?s?"
    r"|sat(?:urday)?s?|sun(?:day)?s?|weekdays?|weeknights?|weekends?)"
)
DAY = re.compile(rf"\b{_NAME}\b")
DAY_RUN = re.compile(
    rf"\b{_NAME}\b(?:(?: (?:morning|evening|afternoon|night|lunch)[a-z]*)?"
    rf"(?: ?(?:,|/|&|\+|-|and|plus|or|to|through|thru)+ ?| ){{1,3}}(?:and )?(?!weekend)\b{_NAME}\b)*"
)
IN_WEEK = re.compile(
    r"\b(?:(?:in|during|through) the (?:working )?week|on weeknights|weeknights|school nights|work ?days)\b"
)
_SPAN = re.compile(rf"\b(?!week)({_NAME}) ?(?:-|to|through|thru) ?(?!week)({_NAME})\b")
_ABOUT = frozenset({"available_days", "training_days_per_week", "available_minutes"})
_EITHER = re.compile(r"\b(?:either|one of|or)\b")
_COUNTED = re.compile(r"\bhow (?:many|often)\b|\bnumber\b")
_EXCLUSIVE = re.compile(r"\b(?:only|no other|free)\b")
_VERDICT = re.compile(
    rf"\b({_NAME})\b(?: is| =|:|,| a)? (?:(yes|yep|yeah|ok|okay|fine|good|free)|no|nope|nah|out)\b"
    rf"(?= *(?:$|[,.;(]|(?:and|but|the|{_NAME})\b))"
)
"""A day with its own yes or no: "Monday no, Tuesday yes"."""
_INSTEAD = re.compile(r"\b(?:scrap|swap|replace|instead of|change|move \w+ from)(?: the)? $")
_LEAVES = re.compile(r"\b(?:leaves|leaving|left with|am left)(?: me| us)?(?: with| only| just)* $")
_NO_SUCH = re.compile(r"\b(?:there's|there is|there are) no (?:such thing as an? )?$")
_LENGTH_NEXT = re.compile(r"s?,? (?:for |up to |it's |about )?[\ue000\ue005]")
_ONE_IS = re.compile(r"^ ?(?:is|'s)\b")
_MEMBER = re.compile(r"^ ?(?:mornings?|evenings?|afternoons?|nights?|only|please|ideally)*(?= *(?:$|[,.;!]))")
_NO_DAYS = re.compile(
    r"^\W*(?:no|nope|none|nah|not really|nothing)\b"
    r"(?:[ ,.!]*(?:all (?:good|fine|ok|okay|free)|any(?: day)?|none|no))*\W*$"
)
_CANNOT = re.compile(
    r"\b(?:no|not|nothing on|never|except|rest(?: on)?|any ?day (?:but|except|bar)) "
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mons|tues|weds|thurs|fris|sats|suns)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:is|are) "
    r"(?:out|off|no good|impossible|sabbath|shabbat|sacred)\b"
    r"|\b(?:can'?t|cannot|can no longer|won'?t be able to) (?:do|make|manage|train|run)(?: on)?"
    r" (?:mon|tue|wed|thu|fri|sat|sun|week)"
)
_BUT = saying("weekdays", "but")
_ELSE = saying("weekdays", "elsewhere")
_OUT = saying("weekdays", "out")
_OUT_AFTER = saying("weekdays", "out_after")
_ALL = saying("weekdays", "all")
_USE = saying("weekdays", "use")
_IN = saying("weekdays", "in")


def read_days(skeleton: Skeleton, claims: Assertions, heard: Asked) -> Iterator[Candidate]:
    """`available_days`, and `training_days_per_week` where the days were named one by one."""
    text, question = skeleton.text, heard.text
    asked = frozenset(heard.fields) - heard.loose
    about_days = bool(asked & _ABOUT) and ("hard_sessions_requested_per_week" not in asked or "available_days" in asked)
    only_lengths = "available_minutes" in asked and not {"available_days", "training_days_per_week"} & {*heard.fields}
    runs = [match for match in _left(text) if _counts(match, text, claims, about_days=about_days)]
    if "regular_exercise_3m" in asked:
        runs = [match for match in runs if is_out(match, text) or not _ELSE.search(text[: match.start()])]
    alone = "training_days_per_week" not in asked
    out_asked = alone and saying("weekdays", "out_asked").search(question) is not None
    if not runs:
        found = _ALL.search(text) or (_NO_DAYS.match(text) if out_asked else None)
        if "available_days" in asked and found:
            yield Candidate("available_days", ORDER, skeleton.original(*found.span()))
        return
    kept, dropped = _sorted_out(runs, claims, text, out_asked=out_asked)
    if len(verdicts := list(_VERDICT.finditer(text))) > 1:
        kept = {day for verdict in verdicts if verdict[2] for day in days_of(verdict[1])}
        dropped = {day for verdict in verdicts if not verdict[2] for day in days_of(verdict[1])}
    if rest := saying("weekdays", "rest_free").search(text):
        dropped |= _before(rest, text) - kept if about_days else set()
        kept |= set(ORDER) - dropped if dropped else set()
    if not kept and (not dropped or not (about_days or _CANNOT.search(text))):
        return
    days = tuple(day for day in ORDER if (day in kept if kept else day not in dropped) and day not in dropped)
    span = skeleton.original(runs[0].start(), runs[-1].end())
    if not about_days and _others(skeleton, claims, runs) - {*days}:
        return
    if days and not (only_lengths and not _EXCLUSIVE.search(text)):
        yield Candidate("available_days", days, span)
    all_but = not kept and any(_BUT.search(text[max(0, match.start() - 45) : match.start()]) for match in runs)
    named = bool(kept) and (not dropped or "only" in text)
    counted = "training_days_per_week" in asked and (not question or _COUNTED.search(question))
    if (named or all_but) and not _EITHER.search(text) and len(days) > 1 and counted:
        yield Candidate("training_days_per_week", len(days), span, "inferred")


def days_with_lengths(found: Mapping[str, Candidate], heard: Asked) -> Iterator[Candidate]:
    """Days that were told only by how long there is on each, where it was asked for days: "Mon 30, Wed 30, Sat 75"."""
    told = found.get("available_minutes")
    if "available_days" not in heard.fields or told is None or not isinstance(told.value, dict):
        return
    days = tuple(day for day in ORDER if told.value.get(day))
    if 1 < len(days) < len(ORDER):
        yield Candidate("available_days", days, told.span, "inferred")


def _before(rest: re.Match[str], text: str) -> set[str]:
    """Every day that is named before "the rest is free"."""
    return {day for match in DAY_RUN.finditer(text, 0, rest.start()) for day in days_of(match[0])}


def _sorted_out(
    runs: list[re.Match[str]], claims: Assertions, text: str, *, out_asked: bool
) -> tuple[set[str], set[str]]:
    """The days that work and those that do not, as each run of days says."""
    kept, dropped = set[str](), set[str]()
    for match in runs:
        out = (
            is_out(match, text)
            or _else_free(match, text)
            or (out_asked and not _IN.search(text, *claims.sentence(match.start())))
        )
        first, last = _apart(match, text) if out else (set(), set())
        kept.update(first)
        (dropped if out else kept).update(last or days_of(match[0]))
    return kept, dropped


def _others(skeleton: Skeleton, claims: Assertions, runs: list[re.Match[str]]) -> set[str]:
    """Days that work as well as those of `runs`, for all that the text says: days that nobody asked for are not all."""
    counted, void = {run.start() for run in runs}, {"other", "hypothetical", "question", "unreal", "past", "negated"}
    rest = (match for match in DAY_RUN.finditer(skeleton.text) if match.start() not in counted)
    named = (match for match in rest if not is_out(match, skeleton.text) and not claims.standings(*match.span()) & void)
    return {day for match in named for day in days_of(match[0])}


def _counts(match: re.Match[str], text: str, claims: Assertions, *, about_days: bool) -> bool:
    if claims.standings(*match.span()) & {"other", "hypothetical", "question", "unreal", "past"}:
        return False
    if _NO_SUCH.search(text[max(0, match.start() - 30) : match.start()]):
        return False
    several = len(DAY.findall(match[0])) > 1 or match[0].startswith("week")
    low, high = claims.sentence(match.start())
    before = text[max(low, match.start() - 12) : match.start()]
    if (
        re.search(r"\b(?:last|on|this|next|since|from|until|every|the|past) $", before)
        and not several
        and not about_days
    ):
        return False
    if re.search(r"\b(?:last|this|next|since) $", before) or text.startswith(" of ", match.end()):
        return False
    listed = (
        len(DAY.findall(match[0])) > 1
        and (match.start() == 0 or re.search(r"[,.;!] ?$", text[: match.start()]))
        and _MEMBER.match(text[match.end() :])
    )
    used = several and (listed or _USE.search(text[low:high]))
    return about_days or bool(_CANNOT.search(text, low, high)) or bool(used)


def _left(text: str) -> list[re.Match[str]]:
    """The runs of days in the text; of "that leaves Monday and Wednesday" those alone."""
    runs = list(DAY_RUN.finditer(text))
    return [run for run in runs if _LEAVES.search(text[: run.start()])] or runs


def _apart(match: re.Match[str], text: str) -> tuple[set[str], set[str]]:
    """Of several days that are named in a row, those that work and the one that does not; empty where all do not.

    "Sunday, Saturday is family" leaves out the last, "scrap Friday, Thursday" the first.
    """
    names = [_key(name) for name in DAY.findall(match[0]) if not name.startswith("week")]
    if len(names) < 2:  # noqa: PLR2004 (days in a row)
        return set(), set()
    if _INSTEAD.search(text[max(0, match.start() - 20) : match.start()]):
        return set(names[1:]), {names[0]}
    if "," in match[0] and _ONE_IS.match(text[match.end() :]) and not _OUT.search(text[: match.start()]):
        return set(names[:-1]), {names[-1]}
    return set(), set()


def is_out(match: re.Match[str], text: str) -> bool:
    before = text[max(0, match.start() - 45) : match.start()]
    if _BUT.search(before):
        return True
    if _LENGTH_NEXT.match(text, match.end()) and not before.endswith(("not ", "no ", "work ")):
        return False
    return bool(_OUT.search(before) or _OUT_AFTER.match(text[match.end() : match.end() + 25]))


def _else_free(match: re.Match[str], text: str) -> bool:
    """Whether the days are told with what fills them and every other day is free: "Fridays I'm in the lab, ..."."""
    fills = saying("weekdays", "fills_then_free").match(text, match.end())
    return fills is not None and not _IN.search(fills["why"])


def days_of(words: str) -> set[str]:
    """The days that `words` (a match of `DAY_RUN`) name."""
    if IN_WEEK.fullmatch(words):
        return set(ORDER[:5])
    days: set[str] = set()
    for span in _SPAN.finditer(words):
        first, last = _key(span[1]), _key(span[2])
        low, high = ORDER.index(first), ORDER.index(last)
        days |= set(ORDER[low : high + 1]) if low <= high else set(ORDER[low:] + ORDER[: high + 1])
    for name in DAY.findall(words):
        days |= (
            set(ORDER[:5])
            if name.startswith(("weekday", "weeknight"))
            else set(ORDER[5:])
            if name.startswith("weekend")
            else {_key(name)}
        )
    return days


def _key(name: str) -> str:
    return next(day for day in ORDER if day[:2] == name[:2])
