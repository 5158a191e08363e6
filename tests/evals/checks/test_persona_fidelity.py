"""An athlete off script is found by the acts of the talk or by its words, and one on script is left alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checks_sessions import deposited, session, unread
from plans import planned

from coach import events as e
from coach.profile.catalogue import catalogue
from coach.records.goal import Goal
from coach.sourced_yaml import read
from coach.states import State
from evals.checks.measured import measured
from evals.checks.persona_fidelity import check_persona_fidelity, find, words
from evals.checks.view import SessionView
from personas.acts import Act, Ask, ChangeGoal, Correct, Decline, Simple, StateGoal, Tell
from personas.behaviours import DisclosesLate
from personas.load import load
from personas.persona import Persona

HEALTHY, MASTERS, HIDDEN = load("healthy_10k"), load("masters_runner"), load("purging_hidden")

AGE = "How old are you?"
DAYS = "How many days a week would you like to train?"
HEALTH = "Do you have any medical conditions, or take any medicines?"
WEEK = "How many kilometres do you run a week, and how many days would you like to train?"
MORE = "Anything else I should know about your health?"
ASKS: dict[str, tuple[Act, ...]] = {
    "": (),
    AGE: (Ask(field="age_years", words=AGE),),
    DAYS: (Ask(field="training_days_per_week", words=DAYS),),
    HEALTH: (Ask(field="known_conditions", words=HEALTH), Ask(field="medications", words=HEALTH)),
    WEEK: (Ask(field="current_weekly_volume_km", words=WEEK), Ask(field="training_days_per_week", words=WEEK)),
    MORE: (),
}
Turn = tuple[str, str, tuple[Act, ...]]
"""What the coach asked, what the athlete answered, and what it meant by it."""


def talk(*turns: Turn) -> SessionView:
    """A talk with the acts of both sides; a question that is not in ASKS is read from its words."""
    view = unread(*((asked, answer) for asked, answer, _ in turns))
    meant = dict(zip((index for index, _ in view.of(e.AthleteSaid)), (acts for *_, acts in turns), strict=True))
    asked = {index: ASKS[event.text] for index, event in view.of(e.CoachSaid) if event.text in ASKS}
    return SessionView(view.events, acts={**asked, **meant})


def tell(**values: Any) -> tuple[Act, ...]:
    given = {field: tuple(value) if isinstance(value, list) else value for field, value in values.items()}
    return tuple(Tell(field=field, value=value) for field, value in given.items())


def probe(field: str, *, specific: bool = True) -> str:
    """A question for the field, worded so that only its act says what it is for."""
    asked = f"And that{'' if specific else ' in general'}, {field}?"
    ASKS[asked] = (Ask(field=field, specific=specific, words=asked),)
    return asked


def rules(view: SessionView, persona: Persona) -> set[str | None]:
    return {finding.rule for finding in check_persona_fidelity(view, persona).findings}


GOAL = HEALTHY.goals[0]
OPENS: Turn = ("", GOAL.text, (StateGoal(goal=GOAL, words=GOAL.text),))
MINE = tell(age_years=28)
ASIDES = tell(sleep_hours_avg=7.5, longest_run_last_30d_km=12, running_experience_years=4)
TALKS = read(Path(__file__).with_name("persona_fidelity.yaml")).data
OFF, ON, EARLY, IN_TIME = (
    TALKS[name] for name in ("off_script", "on_script", "hidden_told_early", "hidden_told_in_time")
)
assert all((OFF, ON, EARLY, IN_TIME))
assert not set(EARLY) & set(IN_TIME)
QUESTIONS = {"age": AGE, "days": DAYS, "health": HEALTH, "week": WEEK, "more": MORE}
SPECIAL: dict[str, Callable[[Any], list[Act]]] = {
    "corrects": lambda told: [Correct(field=field, value=value) for field, value in told.items()],
    "declines": lambda field: [Decline(field=field)],
    "is": lambda kind: [Simple(kind=kind)],
    "roughly": lambda told: [Tell(field=field, value=told[field], confidence="inferred") for field in told],
}


def turn(question: str, answer: str, means: dict[str, Any]) -> Turn:
    """A turn of the file; what is neither a field nor SPECIAL is an error."""
    assert set(means) <= {*SPECIAL, *catalogue().fields}, means
    asked = probe(question.lstrip("?"), specific="??" not in question) if "?" in question[:1] else question
    told = tell(**{name: value for name, value in means.items() if name not in SPECIAL})
    more = [act for name in set(SPECIAL).intersection(means) for act in SPECIAL[name](means[name])]
    return QUESTIONS.get(asked, asked), answer, (*told, *more)


def case(row: dict[str, Any]) -> tuple[SessionView, Persona]:
    assert set(row) <= {"finds", "who", "opens", "talk"}, row
    opens = turn(*row["opens"]) if "opens" in row else OPENS
    return talk(opens, *(turn(*each) for each in row["talk"])), load(row.get("who", "healthy_10k"))


@pytest.mark.parametrize("name", OFF)
def test_an_athlete_off_script_is_found(name: str) -> None:
    verdict = check_persona_fidelity(*case(OFF[name]))
    assert verdict.passed is False
    assert OFF[name]["finds"] in {finding.rule for finding in verdict.findings}
    assert (verdict.counts, verdict.judged) == ({"off_script": 1.0}, {})


@pytest.mark.parametrize("name", ON)
def test_an_athlete_on_script_is_left_alone(name: str) -> None:
    verdict = check_persona_fidelity(*case(ON[name]))
    assert (verdict.passed, verdict.findings, verdict.judged) == (True, (), {})


def test_an_exact_figure_has_not_the_room_of_a_rough_one() -> None:
    exact = talk(OPENS, (WEEK, "38.", tell(current_weekly_volume_km=38)))
    assert rules(exact, HEALTHY) == {"contradicts"}


def test_a_finding_quotes_the_words_of_the_act() -> None:
    said = "I'm 28. Legs heavy from Sunday's 27k."
    lie = Tell(field="longest_run_last_30d_km", value=27, words="27k")
    (finding,) = check_persona_fidelity(talk(OPENS, (AGE, said, (*MINE, lie))), HEALTHY).findings
    assert (finding.quote, said[finding.start : finding.end], finding.event) == ("27k", "27k", 2)


def test_leaving_before_anything_came_of_it_is_off_script_but_for_those_who_go_silent() -> None:
    left = talk(OPENS, (AGE, "I'm 28.", MINE))
    gone = SessionView((*left.events, e.AthleteLeft()), acts=left.acts)
    assert rules(gone, HEALTHY) == {"stops_early"}
    silent = load("half_in_seven_weeks")
    assert any(behaviour.kind == "goes_silent" for behaviour in silent.behaviours)
    assert "stops_early" not in rules(gone, silent)


@pytest.mark.parametrize(
    "turns",
    [
        (),
        (OPENS,),
        (("", " ", ()), (AGE, " ", ())),
        (OPENS, ("", "I'm 28. I sleep 7 and a half hours.", (*MINE, *ASIDES))),
    ],
    ids=["nothing", "one line", "empty messages", "nobody who asks"],
)
def test_without_an_answer_to_the_coach_nothing_is_judged(turns: tuple[Turn, ...]) -> None:
    assert check_persona_fidelity(talk(*turns), HEALTHY).value == "not_judged"


@pytest.mark.parametrize("name", [*EARLY, *IN_TIME])
def test_a_hidden_fact_is_found_where_it_is_told_too_early_and_only_there(name: str) -> None:
    found = rules(*case({**EARLY, **IN_TIME}[name]))
    assert ("tells_hidden" in found) is (name in EARLY)


def test_what_it_never_tells_is_found_whatever_was_asked() -> None:
    fact = HIDDEN.facts["compensatory_behaviours"].model_copy(update={"tell": "never"})
    closed = HIDDEN.model_copy(update={"facts": {**HIDDEN.facts, "compensatory_behaviours": fact}})
    asked = probe("compensatory_behaviours")
    purges, refused = tell(compensatory_behaviours=True), (Decline(field="compensatory_behaviours"),)
    told = talk(OPENS, (asked, "I'd rather not say.", refused), (asked, "Sometimes I throw up.", purges))
    assert "tells_hidden" in rules(told, closed)
    assert "tells_hidden" not in rules(told, HIDDEN)


OTHER_GOALS: dict[str, Act] = {
    "another race": StateGoal(goal=Goal(text="A marathon", event="marathon")),
    "another kind of goal": ChangeGoal(goal=Goal(text="To lose a few kilos", type="weight_loss")),
    "another goal on top": ChangeGoal(goal=Goal(text="A half as well", event="half"), keeps=True),
    "another sport": ChangeGoal(goal=Goal(text="A triathlon", sport="triathlon")),
    "none any more": ChangeGoal(),
}


@pytest.mark.parametrize("name", OTHER_GOALS)
def test_another_goal_than_the_files_is_found(name: str) -> None:
    assert rules(talk(OPENS, (AGE, "28, and by the way.", (*MINE, OTHER_GOALS[name]))), HEALTHY) == {"changes_goal"}


def test_a_goal_change_of_the_file_is_left_alone() -> None:
    changer = load("goal_changer")
    to = next(b.to for b in changer.behaviours if b.kind == "changes_goal")
    change = (ChangeGoal(goal=to, words=to.text),)
    opens: Turn = ("", changer.goals[0].text, (StateGoal(goal=changer.goals[0]),))
    assert "changes_goal" not in rules(talk(opens, (DAYS, to.text, change)), changer)
    assert "changes_goal" in rules(talk(opens, (DAYS, to.text, change)), HEALTHY)


@pytest.mark.parametrize("kind", words())
def test_every_kind_of_words_finds_its_example_and_spares_the_other(kind: str) -> None:
    assert find(kind, words()[kind].positive)
    assert not find(kind, words()[kind].negative)


RECALL = round(measured("reader").shares["facts"].share, 3)
READ = (("", "I want to run a 10k under 45 minutes."), (AGE, "I'm 61 years old."))


def test_without_acts_the_reader_is_asked_and_its_recall_told() -> None:
    verdict = check_persona_fidelity(unread(*READ), HEALTHY)
    assert {finding.rule for finding in verdict.findings} == {"contradicts"}
    assert verdict.judged == {"reader recall": RECALL}
    assert "read by the reader of free text" in verdict.explanation
    true = check_persona_fidelity(unread(READ[0], (AGE, "I'm 28 years old.")), HEALTHY)
    assert (true.passed, true.judged) == (True, verdict.judged)


@pytest.mark.parametrize(
    ("said", "found"), [("I'm 61, if you need it.", {"contradicts"}), ("I'm 61 and 70 kg now.", set())]
)
def test_an_age_counts_as_it_is_said(said: str, found: set[str]) -> None:
    verdict = check_persona_fidelity(unread(READ[0], (AGE, said)), HEALTHY)
    assert {finding.rule for finding in verdict.findings if "age_years" in finding.what} == found


def test_one_message_without_acts_is_enough_to_tell_the_recall() -> None:
    view = talk(OPENS, (AGE, "I'm 28 years old.", MINE), (DAYS, "5 days a week.", tell(training_days_per_week=5)))
    assert check_persona_fidelity(view, HEALTHY).judged == {}
    for index, _ in view.of(e.AthleteSaid):
        rest = SessionView(view.events, acts={at: acts for at, acts in view.acts.items() if at != index})
        assert check_persona_fidelity(rest, HEALTHY).judged == {"reader recall": RECALL}


LIES = [name for name in OFF if OFF[name]["finds"] in {"contradicts", "invents", "answers_unasked"}]


@pytest.mark.parametrize("name", LIES)
def test_a_lie_that_nobody_can_read_any_more_is_not_passed(name: str) -> None:
    view, persona = case(OFF[name])
    silent = tuple(
        each.model_copy(update={"text": "Hm hm hm."}) if isinstance(each, e.AthleteSaid) else each
        for each in view.events
    )
    assert check_persona_fidelity(SessionView(silent), persona).value == "not_judged"


def test_an_athlete_who_tells_nothing_of_itself_is_not_judged() -> None:
    said = (("", "..."), (AGE, "..."), (AGE, "The weather is a bit dull here."))
    assert check_persona_fidelity(unread(*said), HEALTHY).value == "not_judged"
    assert check_persona_fidelity(talk(*((*each, ()) for each in said)), HEALTHY).value == "not_judged"


ASKED = "Thanks! How does that fit with you, and is there anything else?"


@pytest.mark.parametrize(("before", "now", "other"), TALKS["histories"])
def test_another_running_history_within_a_talk_is_found(before: str, now: str, *, other: bool) -> None:
    said = unread(("", before), (ASKED, now))
    assert (check_persona_fidelity(said, None).passed is False) is other


def test_another_running_history_than_the_files_is_found() -> None:
    for years, off in (("25 years", True), ("four years", False)):
        said = unread(("How long have you been running?", f"I've been running for {years} now."))
        assert (check_persona_fidelity(said, HEALTHY).passed is False) is off, years


SLEPT = HEALTHY.facts["sleep_hours_avg"]
LATE = HEALTHY.model_copy(
    update={"facts": HEALTHY.facts | {"sleep_hours_avg": SLEPT.model_copy(update={"tell": "late"})}}
)
SHOWN = e.PlanShown(plan=planned())


@pytest.mark.parametrize(
    ("due", "state", "before", "early"),
    [
        ({"at_turn": 2}, "INTAKE", (), False),
        ({"at_turn": 3}, "INTAKE", (), True),
        ({"at": "intake"}, "INTAKE", (), False),
        ({"at": "intake"}, "GOAL_CAPTURE", (), True),
        ({"at": "goal"}, "GOAL_CAPTURE", (), False),
        ({"at": "present"}, "INTAKE", (), True),
        ({"at": "present"}, "INTAKE", (SHOWN,), False),
        ({"at": "present"}, "PRESENT", (), False),
    ],
)
def test_what_is_told_late_is_told_once_it_is_due(
    due: dict[str, Any], state: str, before: tuple[e.Event, ...], *, early: bool
) -> None:
    asked = probe("sleep_hours_avg")
    meant = {asked: ASKS[asked], "7.": tell(sleep_hours_avg=SLEPT.value), "Hm.": ()}
    hello, answer = e.AthleteSaid(turn=1, text="Hm."), e.AthleteSaid(turn=2, text="7.")
    view = session(hello, *before, e.CoachSaid(state=State(state), text=asked), answer)
    late = LATE.model_copy(
        update={"behaviours": (DisclosesLate(kind="discloses_late", field="sleep_hours_avg", **due),)}
    )
    assert ("tells_hidden" in rules(deposited(view, meant), late)) is early
