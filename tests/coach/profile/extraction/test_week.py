"""Which days and lengths a reply gives, written without sight of the reader. Knows only `extract` and its facts."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coach.profile.extraction import extract

NAMES: dict[str, str] = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
ALL = " ".join(NAMES)
WEEKDAYS = "mon tue wed thu fri"
WEEKEND = "sat sun"

DAYS = "Which days can you train?"
BOTH = "Which days can you train, and how long can each session be?"
USUAL = "Which days usually work for you, and how much time do you have on each?"
LENGTH = "How long can each session be?"
WEEKDAY_LENGTH = "How much time do you have for training on weekdays?"


@dataclass(frozen=True, slots=True)
class Week:
    """What was read; `None` is a field that is absent."""

    days: frozenset[str] | None = None
    minutes: dict[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    question: str
    text: str
    week: Week
    or_days: frozenset[str] | None = None  # a second reading of the days that a careful person could also defend


def each(days: str, minutes: int) -> dict[str, int]:
    return dict.fromkeys(days.split(), minutes)


def on(days: str, minutes: dict[str, int] | None = None) -> Week:
    return Week(frozenset(days.split()), minutes)


def for_each(days: str, minutes: int) -> Week:
    return on(days, each(days, minutes))


def read(text: str, question: str) -> Week:
    facts = extract(text, question=question, hearer="anyone").facts
    days, minutes = facts.get("available_days"), facts.get("available_minutes")
    return Week(
        None if days is None else frozenset(days.value),
        None if minutes is None else dict(minutes.value),
    )


NOTHING = Week()

PLAIN: tuple[Case, ...] = (
    # lists
    Case(DAYS, "Monday, Wednesday and Friday.", on("mon wed fri")),
    Case(DAYS, "Tuesdays and Thursdays work for me.", on("tue thu")),
    Case(BOTH, "Mon, Wed, Sat", on("mon wed sat")),
    Case(DAYS, "Tue/Thu/Sun", on("tue thu sun")),
    Case(DAYS, "I can train on Sunday, Tuesday and Friday", on("tue fri sun")),
    # ranges
    Case(DAYS, "Monday to Thursday.", on("mon tue wed thu")),
    Case(BOTH, "Tuesday through Saturday.", on("tue wed thu fri sat")),
    Case(DAYS, "mon-fri", on(WEEKDAYS)),
    Case(DAYS, "Monday to Wednesday and Saturday.", on("mon tue wed sat")),
    # weekdays and weekends
    Case(DAYS, "Weekdays only.", on(WEEKDAYS)),
    Case(DAYS, "Just weekends.", on(WEEKEND)),
    Case(USUAL, "Weekdays and Saturday.", on("mon tue wed thu fri sat")),
    Case(DAYS, "The weekend and Wednesday.", on("wed sat sun")),
    Case(DAYS, "Any day of the week is fine.", on(ALL)),
    # what does not work gives the rest
    Case(DAYS, "Any day but Sunday.", on("mon tue wed thu fri sat")),
    Case(BOTH, "Every day except Tuesday and Friday.", on("mon wed thu sat sun")),
    Case(DAYS, "Wednesday is out, the rest is free.", on("mon tue thu fri sat sun")),
    Case(DAYS, "Not on Mondays or Thursdays, any other day works.", on("tue wed fri sat sun")),
    Case(DAYS, "Not on Fridays.", on("mon tue wed thu sat sun")),
    Case(DAYS, "Mondays don't work for me.", on("tue wed thu fri sat sun")),
    Case(USUAL, "I can't do Tuesdays or Thursdays.", on("mon wed fri sat sun")),
    Case(DAYS, "I work late on Mondays and Tuesdays, so those are out. The rest is free.", on("wed thu fri sat sun")),
    # yes and no, day by day
    Case(
        DAYS,
        "Monday yes, Tuesday no, Wednesday yes, Thursday no, Friday yes, Saturday no, Sunday no.",
        on("mon wed fri"),
    ),
    Case(DAYS, "Tuesday and Saturday yes, Sunday no.", on("tue sat")),
    # only, and a rule with an exception
    Case(DAYS, "Only Saturday and Sunday.", on(WEEKEND)),
    Case(BOTH, "I only have Tuesday and Thursday.", on("tue thu")),
    Case(DAYS, "Weekdays, but not Wednesday.", on("mon tue thu fri")),
    Case(DAYS, "All weekdays except Friday, plus Sunday.", on("mon tue wed thu sun")),
    # lengths behind days
    Case(BOTH, "Monday and Thursday, an hour each.", for_each("mon thu", 60)),
    Case(BOTH, "Tuesday 45 minutes, Saturday two hours.", on("tue sat", {"tue": 45, "sat": 120})),
    Case(USUAL, "Mon 60 min, Wed 45 min, Sat 90 min", on("mon wed sat", {"mon": 60, "wed": 45, "sat": 90})),
    Case(BOTH, "Monday to Friday, 40 minutes each.", for_each(WEEKDAYS, 40)),
    Case(BOTH, "Weekdays 45 minutes, weekends two hours.", on(ALL, each(WEEKDAYS, 45) | each(WEEKEND, 120))),
    Case(
        BOTH,
        "Tuesday and Thursday for an hour, and Sunday for an hour and a half.",
        on("tue thu sun", each("tue thu", 60) | {"sun": 90}),
    ),
    Case(BOTH, "Any day but Thursday, an hour each.", for_each("mon tue wed fri sat sun", 60)),
    # lengths before days
    Case(BOTH, "45 minutes on Tuesday and 90 minutes on Saturday.", on("tue sat", {"tue": 45, "sat": 90})),
    Case(BOTH, "An hour on Monday, Wednesday and Friday.", for_each("mon wed fri", 60)),
    Case(
        USUAL,
        "Half an hour on Tuesday, three quarters of an hour on Thursday, one hour on Saturday.",
        on("tue thu sat", {"tue": 30, "thu": 45, "sat": 60}),
    ),
    Case(BOTH, "1h on Mon and Wed, 1.5h on Sat", on("mon wed sat", each("mon wed", 60) | {"sat": 90})),
    # a length with an exception, and a length taken over
    Case(BOTH, "Saturday for 90 minutes, same on Sunday.", for_each(WEEKEND, 90)),
    Case(
        BOTH,
        "An hour every weekday, except Wednesday when I only have 30 minutes.",
        on(WEEKDAYS, each(WEEKDAYS, 60) | {"wed": 30}),
    ),
    Case(BOTH, "Every day for 45 minutes, but Sunday can be two hours.", on(ALL, each(ALL, 45) | {"sun": 120})),
    # a length without days
    Case(LENGTH, "45 minutes.", Week(minutes=each(ALL, 45))),
    Case(WEEKDAY_LENGTH, "40 minutes.", Week(minutes=each(WEEKDAYS, 40))),
)

TRICKY: tuple[Case, ...] = (
    # somebody else's days
    Case(DAYS, "My wife trains on Mondays and Thursdays. I can do Tuesdays and Fridays.", on("tue fri")),
    Case(DAYS, "My brother runs on Saturdays and Sundays.", NOTHING),
    Case(BOTH, "The local club meets on Wednesdays for 90 minutes, but I am not a member.", NOTHING),
    Case(BOTH, "My daughter swims on Tuesdays, so I am free then for an hour.", for_each("tue", 60)),
    Case(DAYS, "My old coach always took Mondays off; for me it's Wednesday and Sunday.", on("wed sun")),
    Case(BOTH, "He does an hour on Mondays, I do 30 minutes on Thursdays.", for_each("thu", 30)),
    # past
    Case(DAYS, "I used to train Monday, Wednesday and Friday.", NOTHING),
    Case(DAYS, "Last year it was Tuesdays and Thursdays, now it's only Saturday.", on("sat")),
    Case(DAYS, "Until March I had Mondays free, these days just Wednesday and Friday.", on("wed fri")),
    Case(BOTH, "Last Monday I ran for 50 minutes.", NOTHING),
    # if
    Case(DAYS, "If the kids are at school, Tuesday might work.", NOTHING),
    Case(DAYS, "Tuesday and Thursday. If I find a sitter, Saturday as well.", on("tue thu")),
    Case(DAYS, "If my shift changes I could do Fridays.", NOTHING),
    Case(BOTH, "Monday and Friday for an hour. If work is quiet, 90 minutes on Friday.", for_each("mon fri", 60)),
    # days that may or may not work
    Case(DAYS, "Monday for sure, maybe Wednesday.", on("mon")),
    Case(DAYS, "Perhaps Sunday, I am not sure yet.", NOTHING),
    Case(DAYS, "Wednesday and Saturday are certain, Friday possibly.", on("wed sat")),
    Case(DAYS, "I would love to say Sundays, but honestly only Tuesday and Thursday.", on("tue thu")),
    Case(DAYS, "Every Tuesday, and every other Saturday.", on("tue"), frozenset({"tue", "sat"})),
    # other activities
    Case(DAYS, "I play football on Wednesday evenings. Monday and Saturday are for training.", on("mon sat")),
    Case(DAYS, "Thursdays are choir.", NOTHING, frozenset(NAMES) - {"thu"}),
    Case(DAYS, "I do yoga on Tuesdays and Thursdays, so I can lift on Monday and Friday.", on("mon fri")),
    Case(BOTH, "Choir takes two hours on Thursday. For training, Tuesday for 40 minutes.", for_each("tue", 40)),
    # appointments and promises
    Case(DAYS, "I have a dentist appointment on Tuesday at 10.", NOTHING),
    Case(DAYS, "I see my physio this Friday. I can train Monday, Wednesday and Saturday.", on("mon wed sat")),
    Case(DAYS, "Can we talk about it on Thursday?", NOTHING),
    Case(BOTH, "I'll tell you on Monday.", NOTHING),
    Case(DAYS, "I will know more by Friday, but Tuesday and Sunday are fine already.", on("tue sun")),
    # swaps and second thoughts
    Case(DAYS, "Monday and Wednesday. No wait, Tuesday instead of Monday.", on("tue wed")),
    Case(DAYS, "Tuesday and Thursday, or rather Wednesday and Friday.", on("wed fri")),
    Case(DAYS, "Monday and Thursday, but I'd like to swap Thursday for Saturday.", on("mon sat")),
    Case(BOTH, "Monday and Friday, an hour each. Actually, make that 45 minutes.", for_each("mon fri", 45)),
    # sleep, work and the way there
    Case(BOTH, "I sleep 7 hours on weekdays and 9 hours at weekends.", NOTHING),
    Case(BOTH, "Monday and Thursday, but my commute takes an hour each way.", on("mon thu")),
    Case(BOTH, "Tuesday and Saturday for 45 minutes. I need 20 minutes to get to the gym.", for_each("tue sat", 45)),
    Case(BOTH, "On Mondays and Wednesdays I drive 90 minutes to work.", NOTHING),
    Case(BOTH, "I sleep about 8 hours, and I can train Wednesday and Sunday for an hour.", for_each("wed sun", 60)),
    Case(BOTH, "I work 9 hours a day Monday to Friday, so only the weekend, 2 hours each day.", for_each(WEEKEND, 120)),
    # race days
    Case(DAYS, "My race is on Sunday 12 May.", NOTHING),
    Case(DAYS, "The half marathon is on a Saturday, to train I have Tuesday, Thursday and Sunday.", on("tue thu sun")),
    Case(BOTH, "Parkrun on Saturday took me 28 minutes.", NOTHING),
    # words that turn the meaning
    Case(DAYS, "This Friday I can't, I am travelling.", NOTHING),
    Case(DAYS, "Not only Mondays but also Thursdays.", on("mon thu")),
    Case(DAYS, "Monday isn't a problem, and neither is Friday.", on("mon fri")),
    Case(DAYS, "I prefer Mondays, but any day works.", on(ALL)),
)


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.text)
def test_a_plain_reply_is_read_exactly(case: Case) -> None:
    assert read(case.text, case.question) == case.week


@pytest.mark.parametrize("case", TRICKY, ids=lambda case: case.text)
def test_a_tricky_reply_never_gives_wrong_days(case: Case) -> None:
    assert read(case.text, case.question).days in (None, case.week.days, case.or_days)


@pytest.mark.parametrize("case", TRICKY, ids=lambda case: case.text)
def test_a_tricky_reply_never_gives_wrong_lengths(case: Case) -> None:
    assert read(case.text, case.question).minutes in (None, case.week.minutes)


OTHERS: tuple[str, ...] = (
    "My wife trains on {days}.",
    "My brother goes running on {days}.",
    "My neighbour has football on {days}.",
    "My daughter swims on {days}.",
)

day = st.sampled_from(tuple(NAMES))
some_days = st.lists(day, min_size=2, max_size=6, unique=True)
unhurried = settings(deadline=None)  # the first call may load a model


def listed(days: list[str]) -> str:
    """Name days in the order given: "Friday, Monday and Sunday"."""
    *first, last = (NAMES[key] for key in days)
    return f"{', '.join(first)} and {last}" if first else last


@unhurried
@given(days=some_days)
def test_a_list_of_two_to_six_days_is_read_as_those_days(days: list[str]) -> None:
    assert read(listed(days), DAYS) == Week(frozenset(days))


@unhurried
@given(only=day)
def test_a_single_day_is_read_as_that_day_or_not_at_all(only: str) -> None:
    assert read(listed([only]), DAYS) in (NOTHING, on(only))


@unhurried
@given(
    rule=st.sampled_from(("Any day but", "Every day except", "All days except")),
    out=st.lists(day, min_size=1, max_size=3, unique=True),
)
def test_all_days_but_some_are_the_other_days(rule: str, out: list[str]) -> None:
    assert read(f"{rule} {listed(out)}", DAYS) == Week(frozenset(NAMES) - frozenset(out))


@unhurried
@given(days=st.lists(day, min_size=2, max_size=2, unique=True), minutes=st.integers(4, 36).map(lambda n: 5 * n))
def test_a_length_for_each_of_two_days_is_the_length_of_both(days: list[str], minutes: int) -> None:
    assert read(f"{listed(days)}, {minutes} minutes each", BOTH) == for_each(" ".join(days), minutes)


@unhurried
@given(
    own=some_days,
    theirs=st.lists(day, min_size=1, max_size=3, unique=True),
    other=st.sampled_from(OTHERS),
    first=st.booleans(),
)
def test_another_persons_days_are_not_taken_for_ones_own(
    own: list[str], theirs: list[str], other: str, *, first: bool
) -> None:
    mine, aside = f"I can train on {listed(own)}.", other.format(days=listed(theirs))
    said = f"{aside} {mine}" if first else f"{mine} {aside}"
    assert read(said, DAYS).days in (None, read(mine, DAYS).days)
