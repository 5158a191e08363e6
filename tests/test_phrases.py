"""Each text of the tables in tests/phrases is read as its row says."""

from collections.abc import Callable
from datetime import date
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
import yaml
from checks_sessions import HEALTHY, broken_rules, jobs_found, talk
from phrase_tables import TABLES, PhraseTable
from plans import Case, Runner

from coach.events import NoteRecorded
from coach.fold import HEALTH_QUESTION
from coach.plan.validation.body_weight import loss_rates, speaks_of_weight, weight_numbers
from coach.profile.inference import denied
from coach.profile.naming import by_catalogue
from coach.profile.race_events import distance_km, find_event
from coach.profile.race_goals import wished_event
from coach.profile.sports import multisport_event, other_sport, running_events
from coach.profile.stated import is_mere_no, stated_values
from coach.profile.target_time import target_seconds
from coach.profile.uncatalogued import fields_named
from coach.profile.wording import say
from coach.records.fact import Fact
from coach.records.goal import GoalType
from coach.session import Session
from coach.thread import SpokenLine
from coach.tools import CAPTURE_GOAL
from coach.tools.bare_denials import denial_problem
from coach.tools.tool import ToolError
from evals.checks.training_in_words import training
from evals.checks.unspoken import NamedAthlete, scan
from evals.checks.unspoken.names import find_names
from evals.checks.unspoken.normalize import fold
from evals.language.sentences import split
from evals.offline.summary import clause, summary
from evals.reading import read
from evals.reading.amounts import find_amounts
from evals.reading.calendar import days_of, find_days
from evals.reading.denials import denied_entries
from evals.reading.thresholds import clears
from personas.acts import Ask, kinds
from personas.offline.values import Manner, Units, worded
from personas.questions import read_questions

TODAY = date(2026, 1, 5)
NURSE = HEALTHY.model_copy(update={"job": "nurse"})
SURNAMES = ("Erikson", "Levinson", "Covey", "Duckworth", "Carstensen", "Fogg")
SOURCES_ASKED = ("Is this from Essentialism? My book club did it.", "Is there some self-help book behind this?")


def sport(text: str) -> str:
    """The other sport, the run of several sports, and the running events, in that order."""
    several = [f"{event} of several" for event in multisport_event(text) or ()]
    return " ".join(filter(None, [other_sport(text), *several, *running_events(text)]))


def body_weight(text: str) -> list[str]:
    found = {"numbers": any(weight_numbers(text)), "words": speaks_of_weight(text)}
    return [name for name, is_found in found.items() if is_found]


def asked(text: str) -> list[Ask]:
    return [act for act in read_questions(text) if isinstance(act, Ask)]


def cleared(text: str, *, question: str, field: str) -> Any:
    """The value that is read, where it clears the field; "open" where nothing does."""
    fact = read(text, question).get(field)
    return "open" if fact is None or not clears(field, fact.value) else fact.value


def amount(text: str) -> list[Any]:
    told = f"It is {text}."
    (found,) = find_amounts(told, TODAY)
    assert told[slice(*found.span)] in text
    return [found.kind, round(found.low, 4), round(found.high, 4)]


def leaks(text: str, *, asked: str = "", athlete: str | None = None) -> list[str]:
    said, name = (asked,) if asked else (), NamedAthlete(name=athlete) if athlete else None
    return sorted({leak.category for leak in scan(text, user_said=said, athlete=name)})


def named(text: str) -> set[str]:
    """The names alone, in folded letters."""
    return {fold(found.leak.text).text for found in find_names(text, fold(text), None)}


def surnames(text: str) -> Any:
    """How many of SURNAMES are found, each put into the text; what else is found instead."""
    found = {name: {each.removesuffix("'s big rocks") for each in named(text.format(name))} for name in SURNAMES}
    hits = [name for name in SURNAMES if name.lower() in found[name]]
    return len(hits) if hits or not any(found.values()) else found


def field_of(text: str) -> tuple[str, Any]:
    """A fact written as its name and its value."""
    name, _, written = text.partition(" ")
    value = yaml.safe_load(written)
    return name, tuple(value) if isinstance(value, list) else value


def athletes_wordings(text: str) -> list[str]:
    """All ways in which an athlete tells a value of that kind, in metric units where the text names no others."""
    kind, value = field_of(text.removesuffix(" imperial"))
    units: Units = "imperial" if text.endswith(" imperial") else "metric"
    return sorted({worded(kind, value, Manner(units, approx=False, rng=Random(seed))) for seed in range(60)})


def talked(*texts: str) -> tuple[SpokenLine, ...]:
    """The coach and the athlete in turn, the athlete last."""
    return tuple(SpokenLine("assistant" if at % 2 else "user", text) for at, text in enumerate(texts[::-1]))[::-1]


def empties_a_list(answer: str, *, question: str) -> bool:
    """Whether the answer to the question may take back a medicine that the athlete named before."""
    told = Fact(field="medications", value=("beta_blocker",), raw="forgot, im on bisoprolol", turn=1)
    session = Session(facts={"medications": told}, talk=talked(question, answer))
    return denial_problem(Fact(field="medications", value=(), raw=answer, turn=2), session, adds=True) is None


def closes_a_note(question: str, *, note: str) -> bool:
    """Whether a no to the question settles what the athlete said before."""
    noted = NoteRecorded(name="note", text=note, turn=1, unclear=True)
    session = Session(notes={"note": noted}, open_notes={"note": 1}, talk=talked(note, question, "no"))
    return denial_problem(Fact(field=HEALTH_QUESTION, value=(), raw="no", turn=2), session, adds=True) is None


def denies_a_fracture(answer: str, *, told: str) -> bool:
    """Whether the answer may be recorded as never, after the athlete's earlier words."""
    session = Session(talk=talked(told, "Ever had one?", answer))
    return denial_problem(Fact(field="bsi_status", value="none", raw=answer, turn=2), session, adds=False) is None


def run_in_goal(said: str, **goal: str) -> bool | None:
    """Whether a model may record the goal as one of running after these words; None where something else is wrong."""
    session = Session(talk=(SpokenLine("user", said),))
    try:
        return bool(CAPTURE_GOAL.call(session, {"goals": [goal]}))
    except ToolError as error:
        return False if "never record it as a running goal" in str(error) else None


def goals_asked_for(text: str) -> list[str]:
    """The types of goal without which a goal of fitness in these words is refused; a loss of weight beside it fits."""
    goal = {"text": text, "type": "fitness"}
    CAPTURE_GOAL.call(Session(), {"goals": [goal, {**goal, "type": "weight_loss"}]})
    try:
        CAPTURE_GOAL.call(Session(), {"goals": [goal]})
    except ToolError as error:
        return [kind for kind in get_args(GoalType) if kind in str(error)]
    return []


@cache
def long_weeks() -> Case:
    return Runner().case(training_days_per_week=6, current_weekly_volume_km=60, longest_run_last_30d_km=16)


def note_alone(text: str, *, under: str) -> str | None:
    """What the rule on contraindications makes of a plan with this note and no other."""
    noted = long_weeks().edited(lambda plan: plan.update(notes=[text]))
    return noted.under(under).severity_of("safety_contraindications")


def cross_training_alone(text: str) -> str | None:
    """What the rule makes of a plan of one session of other sport, told in these words, where running is out."""
    session = {"type": "cross", "purpose": "cross", "duration_min": 40, "rpe": 3, "text": text}

    def edit(plan: dict[str, Any]) -> None:
        days = [day for week in plan["weeks"] for day in week["days"]]
        for day in days:
            day["sessions"] = []
        days[1]["sessions"] = [session]

    return long_weeks().edited(edit).under("no_running").severity_of("safety_contraindications")


READERS: dict[str, Callable[..., Any]] = {
    "amount": amount,
    "asked_fields": lambda text: sorted(act.field for act in asked(text)),
    "athletes_wordings": athletes_wordings,
    "body_weight": body_weight,
    "broken_words": broken_rules,
    "classes_of_medicine": lambda text: by_catalogue("medications", (text,)),
    "clause": lambda text: clause(*field_of(text)),
    "cleared": cleared,
    "closes_a_note": closes_a_note,
    "cross_training_alone": cross_training_alone,
    "days": lambda text: [sorted(days_of(mention)) for mention in find_days(text)],
    "denies_a_fracture": denies_a_fracture,
    "denied_field": denied,
    "denied": lambda text: dict(denied_entries(text)),
    "distance_km": distance_km,
    "empties_a_list": empties_a_list,
    "event": find_event,
    "fields_named": fields_named,
    "goals_asked_for": goals_asked_for,
    "is_named": lambda text: bool(named(text)),
    "is_optional": lambda text: [act.optional for act in asked(text) if act.field == "strength_equipment"],
    "is_mere_no": is_mere_no,
    "jobs_beside_a_nurses_file": lambda text: len(jobs_found(NURSE, text)),
    "kinds_of_question": lambda text: sorted(kinds(read_questions(text))),
    "leaks": leaks,
    "leaks_to_whoever_asks_for_the_source": lambda text: [leaks(text, asked=each) for each in SOURCES_ASKED],
    "loss_rates": lambda text: [round(rate, 1) for rate in loss_rates(text)],
    "note_alone": note_alone,
    "names": lambda text: sorted(named(text)),
    "run_in_goal": run_in_goal,
    "said_back": lambda text: say(*field_of(text)),
    "sentences": lambda text: [one.words for one in split(fold(text).text)],
    "sport": sport,
    "stated": lambda text: dict(stated_values(text)),
    "summary_of_one": lambda text: summary(dict([field_of(text)])),
    "surnames": surnames,
    "target_seconds": lambda text, km=None: target_seconds(text, km),
    "training": lambda text: bool(training(talk("hi", text))),
    "wished_event": wished_event,
}


def plain(value: Any) -> Any:
    """The value as YAML holds it."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("table", TABLES, ids=[f"{table.reader}: {table.promise}" for table in TABLES])
def test_each_text_is_read_as_its_row_says(table: PhraseTable) -> None:
    assert table.rows
    found = {text: plain(READERS[table.reader](text, **table.beside)) for text in table.rows}
    assert {text: value for text, value in found.items() if value != table.rows[text]} == {}


def test_no_reader_is_right_with_one_answer_to_everything() -> None:
    for reader in READERS:
        answers = [value for table in TABLES if table.reader == reader for value in table.rows.values()]
        assert [value for value in answers if value != answers[0]], reader
