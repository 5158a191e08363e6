"""Questions about a plan, answered from the plan's own facts: days, distances, paces, weeks. Adds no reason of its own.

Knows nothing about the athlete, so no answer can speak of more than the plan holds.
"""

import re
from collections.abc import Callable, Iterator

from coach.plan.present import PHASES, PURPOSES, clock_minutes, day_text, long_date, pace_text
from coach.plan.reading import Placed, easy_minutes, is_training_day, placed, rest_days, runs_of, training_km
from coach.plan.requests import LONG_NAMES
from coach.records.block import Day, PaceRange, Purpose, Session, TrainingBlock, Week

MOST_ANSWERS = 2
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_WEEK = re.compile(rf"(?i)\bweek (?:number )?(\d{{1,3}}|{'|'.join(_NUMBERS)})\b")
_DAY = re.compile(r"(?i)\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?(?:'s)?\b")
_KINDS: tuple[tuple[str, tuple[Purpose, ...]], ...] = (
    (r"tempo|threshold|steady|strong run", ("threshold",)),
    (r"interval", ("interval",)),
    (r"repeat|repetition|\breps?\b", ("repetition",)),
    (r"\blong", ("long",)),
    (r"stride", ("strides",)),
    (r"recovery", ("recovery",)),
    (r"marathon pace|race[- ]pace", ("race_pace", "race")),
    (r"\brace\b", ("race",)),
    (r"\bhill", ("hills",)),
    (r"\bwalk", ("walk_run",)),
    (r"\beasy", ("easy",)),
)
"""What athletes call a session; the first that a question names is meant."""


def answer(question: str, plan: TrainingBlock) -> str | None:
    """What the plan says to each question in `question` (two at most); None where it has nothing to say."""
    asked = [part for part in re.split(r"(?<=[?.!])\s+", question) if part.rstrip().endswith("?")] or [question]
    answers = [found for part in asked if (found := _one(part, plan))]
    return " ".join(dict.fromkeys(answers[:MOST_ANSWERS])) or None


def _one(question: str, plan: TrainingBlock) -> str | None:
    for pattern, reply in _TABLE:
        if re.search(pattern, question, re.IGNORECASE) and (found := reply(question, plan)):
            return found
    return None


def _week_named(question: str, plan: TrainingBlock) -> Week | None:
    found = _WEEK.search(question)
    if found is None:
        return plan.weeks[0] if re.search(r"(?i)\b(this|first) week\b", question) else None
    word = found.group(1).lower()
    number = int(word) if word.isdigit() else _NUMBERS.index(word) + 1
    return plan.weeks[number - 1] if 1 <= number <= len(plan.weeks) else None


def _longest(week: Week) -> Placed | None:
    """The longest run of the week, by distance."""
    return max((at for at in runs_of(week) if at.session.km), key=lambda at: at.session.km or 0.0, default=None)


def _km(at: Placed | None) -> float:
    return (at.session.km or 0.0) if at else 0.0


def _long_run(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan)
    return _long_run_of(week, plan) if week else _longest_of_all(plan)


def _long_run_of(week: Week, plan: TrainingBlock) -> str | None:
    at = _longest(week)
    if at is None:
        return None
    before = _longest(plan.weeks[week.index - 2]) if week.index > 1 else None
    text = f"The longest run of week {week.index} is {_km(at):g} km, on {long_date(at.day)}"
    share = f"; that week has {training_km(week):.0f} km in all"
    return f"{text}, after {_km(before):g} km the week before{share}." if before else f"{text}{share}."


def _longest_of_all(plan: TrainingBlock) -> str | None:
    runs = [at for week in plan.weeks if (at := _longest(week))]
    if not runs:
        return None
    peak, first = max(runs, key=_km), runs[0]
    grows = f" The first is {_km(first):g} km, and from there it grows in small steps." if peak is not first else ""
    race = f" Your race is {plan.race_km:g} km: these runs are what carries you through it." if plan.race_km else ""
    return f"The longest run is {_km(peak):g} km, in week {peak.week.index}.{grows}{race}"


def _lighter(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan)
    if week is None:
        light = [str(week.index) for week in plan.weeks if week.is_cutback]
        return f"The lighter weeks are {_and(light)}: there the work of the weeks before sinks in." if light else None
    if week.index == 1:
        return f"Week 1 is where it starts: {training_km(week):.0f} km. {week.focus}"
    before = plan.weeks[week.index - 2]
    fact = (
        f"Week {week.index} has {training_km(week):.0f} km after {training_km(before):.0f} km in week {before.index}."
    )
    if training_km(week) >= training_km(before):
        return f"{fact} So it is not a lighter one. {week.focus}"
    after = plan.weeks[week.index] if week.index < len(plan.weeks) else None
    onward = f" Week {after.index} goes on with {training_km(after):.0f} km." if after and week.is_cutback else ""
    return f"{fact} {week.focus}{onward}"


def _pace(question: str, plan: TrainingBlock) -> str | None:
    purposes = next((kinds for words, kinds in _KINDS if re.search(words, question, re.IGNORECASE)), ())
    if not purposes:
        return None
    at = next((at for purpose in purposes for at in placed(plan) if at.session.purpose == purpose), None)
    if at is None:
        return f"There is none of those in your plan: it has {_and(sorted(_names(plan)))}."
    paces = list(_paces(at.session))
    name = PURPOSES.get(at.session.purpose, at.session.purpose).lower()
    where = f"The {name} of week {at.week.index}, on {long_date(at.day)}:"
    if not paces:
        return f"{where} no pace, go by effort, {at.session.rpe} of 10."
    return f"{where} {_and([f'{pace_text(pace)} per km' for pace in paces])}{_in_parts(at.session)}."


def _paces(session: Session) -> Iterator[PaceRange]:
    """The paces that matter: of the work where there is some, else of the whole run."""
    work = dict.fromkeys(step.pace_s_per_km for step in session.steps if step.kind == "work" and step.pace_s_per_km)
    if work:
        yield from (pace for pace in work if pace)
    elif session.pace_s_per_km:
        yield session.pace_s_per_km


def _in_parts(session: Session) -> str:
    return " in the fast parts" if any(step.kind == "work" for step in session.steps) else ""


def _names(plan: TrainingBlock) -> set[str]:
    return {PURPOSES[at.session.purpose].lower() for at in placed(plan) if at.session.purpose in PURPOSES}


def _rest(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan) or plan.weeks[0]
    free = [LONG_NAMES[day.date.weekday()] for day in week.days if not is_training_day(day)]
    least = min(rest_days(each) for each in plan.weeks)
    often = f"Every week keeps at least {least} full day{'s' if least > 1 else ''} off."
    return f"In week {week.index} you rest on {_and(free)}. {often}"


def _strength(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan) or plan.weeks[0]
    days = [day for day in week.days if any(s.type == "strength" for s in day.sessions)]
    if not days:
        return f"Week {week.index} has no strength session."
    minutes = next(s.duration_min for s in days[0].sessions if s.type == "strength")
    names = _and([LONG_NAMES[day.date.weekday()] for day in days])
    return f"In week {week.index} there is strength on {names}, {clock_minutes(minutes)} each time."


def _taper(_question: str, plan: TrainingBlock) -> str | None:
    calm = [week for week in plan.weeks if week.phase in {"taper", "race"}]
    if not calm or calm[0].index == 1:
        return None
    before = plan.weeks[calm[0].index - 2]
    sizes = _and([f"{training_km(week):.0f} km in week {week.index}" for week in calm])
    start = f"After {training_km(before):.0f} km in week {before.index}"
    return f"{start} it is {sizes}, the race not counted. {calm[0].focus}"


def _distance(question: str, plan: TrainingBlock) -> str | None:
    """A run that the question names by its length."""
    named = re.search(r"(?i)(\d+(?:[.,]\d+)?) ?km\b", question)
    if named is None:
        return None
    km = float(named.group(1).replace(",", "."))
    at = next((at for at in placed(plan) if at.session.type == "run" and _km(at) == km), None)
    if at is None:
        return None
    longest = _longest(at.week)
    return _long_run_of(at.week, plan) if longest and longest.session == at.session else _day_words(at.week, at.day)


def _race(_question: str, plan: TrainingBlock) -> str | None:
    if plan.race_date is None:
        return "There is no race in this plan."
    day = next((day for week in plan.weeks for day in week.days if day.date == plan.race_date), None)
    far = f", {plan.race_km:g} km" if plan.race_km else ""
    return f"The race is on {long_date(day)}{far}, at the end of week {len(plan.weeks)}." if day else None


def _on_day(question: str, plan: TrainingBlock) -> str | None:
    found = _DAY.search(question)
    if found is None:
        return None
    week = _week_named(question, plan) or plan.weeks[0]
    day = next(day for day in week.days if day.weekday == found.group(1)[:3].lower())
    return _day_words(week, day)


def _day_words(week: Week, day: Day) -> str:
    return f"On {long_date(day)} (week {week.index}): {day_text(day).rstrip('.')}."


def _days(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan) or plan.weeks[0]
    days = [LONG_NAMES[day.date.weekday()] for day in week.days if is_training_day(day)]
    return f"In week {week.index} you train on {len(days)} days: {_and(days)}."


def _of_week(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan)
    if week is None:
        return None
    size = f"{training_km(week):.0f} km, {clock_minutes(week.minutes)} in all"
    return f"Week {week.index} ({PHASES[week.phase]}{', lighter' if week.is_cutback else ''}): {size}. {week.focus}"


def _easy(question: str, plan: TrainingBlock) -> str | None:
    week = _week_named(question, plan) or plan.weeks[0]
    runs = [at.session for at in runs_of(week)]
    total, easy = sum(s.duration_min for s in runs), sum(easy_minutes(s) for s in runs)
    if not total:
        return None
    return (
        f"In week {week.index}, {easy:.0f} of {total:.0f} minutes of running are easy: that is what you can do often "
        "and recover from, and it leaves the legs fresh for the faster parts."
    )


def _span(_question: str, plan: TrainingBlock) -> str | None:
    first, last = plan.weeks[0].days[0], plan.weeks[-1].days[-1]
    return f"The plan has {len(plan.weeks)} weeks, from {long_date(first)} to {long_date(last)}."


def _and(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts) or "no day"


_LESS = r"lighter|easier|less|shorter|lower|drop\w*|cut ?back|step back|down|so (?:low|little|easy|light|short)"
_TABLE: tuple[tuple[str, Callable[[str, TrainingBlock], str | None]], ...] = (
    (r"\bpace|how (fast|quick|hard)|\bspeed\b|min(utes)? per k", _pace),
    (r"\blong(est|er)? (run|one)|\b(run|sunday)s? so long\b", _long_run),
    (r"\btaper|freshening", _taper),
    (rf"\b({_LESS})\b.*\bweek|\bweek\b.*\b({_LESS})\b", _lighter),
    (r"\brest\b|\bdays? off\b|\boff days?\b|\bfree days?\b|\brecover\b", _rest),
    (r"\bstrength\b|\bweights?\b|\bgym\b", _strength),
    (r"\bwhen\b.*\brace\b|\brace (day|date)\b|\bhow (far|long) is (the|my) race\b", _race),
    (r"\bhow (many|often)\b.*\b(days?|times|runs?|sessions?)\b|\b(which|what) days\b", _days),
    (r"\bhow many weeks|\bhow long is (the|this|my) (plan|block|program\w*)\b", _span),
    (r"\bwhen (do|does|will|would) .*\b(start|begin|end)\b", _span),
    (r"\bwhy\b.*\b(easy|slow(ly)?|gentle)\b", _easy),
    (r"\bkm\b", _distance),
    (r"\b(mon|tues?|wednes|thurs?|fri|satur|sun)days?\b", _on_day),
    (r"\bweek\b", _of_week),
)
"""What a question looks like, and who answers; the first with an answer has it."""
