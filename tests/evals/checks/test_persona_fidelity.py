"""An athlete off script is found, and one on script is left alone whatever a reader might mishear."""

import pytest
from checks_sessions import session

from coach import events as e
from evals.checks.persona_fidelity import check_persona_fidelity
from evals.checks.script_words import words
from evals.checks.view import SessionView
from personas.load import load
from personas.persona import Persona

HEALTHY, MASTERS, HIDDEN = load("healthy_10k"), load("masters_runner"), load("purging_hidden")

AGE = "How old are you?"
DAYS = "How many days a week would you like to train?"
HEALTH = "Do you have any medical conditions, or take any medicines?"
WEEK = "How many kilometres do you run a week, and how many days would you like to train?"


def talk(*said: tuple[str, str]) -> SessionView:
    """Pairs of what the coach asked and what the athlete said; the first answer opens the talk."""
    events: list[e.Event] = []
    for turn, (asked, answer) in enumerate(said, start=1):
        events += [e.CoachSaid(state="INTAKE", text=asked)] if asked else []  # type: ignore[arg-type]
        events.append(e.AthleteSaid(turn=turn, text=answer))
    return session(*events)


OPENS = ("", "I want to run a 10k under 45 minutes.")
SLEEP = HEALTHY.truth["sleep_hours_avg"]
OFF: dict[str, tuple[str, Persona, SessionView]] = {
    "another age": ("contradicts", HEALTHY, talk(OPENS, (AGE, "I'm 61 years old."))),
    "another age, barely": ("contradicts", HEALTHY, talk(OPENS, (AGE, "61"))),
    "another weekly distance": ("contradicts", HEALTHY, talk(OPENS, (WEEK, "I run 80 km a week."))),
    "an illness of the catalogue": ("invents", HEALTHY, talk(OPENS, (HEALTH, "I have type 1 diabetes."))),
    "an illness nobody lists": ("invents", HEALTHY, talk(OPENS, (HEALTH, "I've got epilepsy, no medicines."))),
    "no answer but an aside": (
        "answers_unasked",
        HEALTHY,
        talk(
            OPENS,
            (
                AGE,
                f"I'm 28. I sleep {SLEEP} hours a night. My longest run was 12 km. I've been running for 4 years.",
            ),
        ),
    ),
    "the role is dropped": ("drops_role", HEALTHY, talk(OPENS, (AGE, "As an AI I have no age."))),
    "it plays the coach": ("drops_role", HEALTHY, talk(OPENS, (AGE, "How can I help you today?"))),
    "a label": ("leaks_labels", HEALTHY, talk(OPENS, (AGE, "The expected outcome is accepted."))),
    "a rule's name": ("leaks_labels", MASTERS, talk(OPENS, (AGE, "I think sleep_short fires for me."))),
    "the reasons": (
        "leaks_labels",
        MASTERS,
        talk(OPENS, (AGE, "Well, up to 5.5 km from a base of 25 km or more no minimum applies.")),
    ),
    "the same again": (
        "repeats",
        HEALTHY,
        talk(OPENS, (AGE, "I really love running in the rain."), (DAYS, "I really love running in the rain.")),
    ),
    "yes to everything": (
        "agrees_to_everything",
        HEALTHY,
        talk(OPENS, (WEEK, "Yes, sure!"), (HEALTH, "Yes, of course.")),
    ),
    "what it never tells": (
        "tells_hidden",
        HIDDEN,
        talk(OPENS, (AGE, "I'm 24. I sometimes make myself throw up after eating.")),
    ),
}
ON: dict[str, tuple[Persona, SessionView]] = {
    "the truth": (HEALTHY, talk(OPENS, (AGE, "I'm 28."))),
    "no to everything asked": (HEALTHY, talk(OPENS, (HEALTH, "No, none."))),
    "a first value that is corrected": (
        MASTERS,
        talk((DAYS, "Seven days a week."), ("Noted.", "Sorry, six days.")),
    ),
    "one yes": (HEALTHY, talk(OPENS, (HEALTH, "No."), ("Shall we go on?", "Yes, sure!"))),
    "an illness denied": (HEALTHY, talk(OPENS, (HEALTH, "I've never had epilepsy or anything."))),
    "an illness of somebody else": (HEALTHY, talk(OPENS, (HEALTH, "No. I have an aunt with epilepsy, but I'm fine."))),
    "one thing more than was asked": (HEALTHY, talk(OPENS, (AGE, f"I'm 28. I sleep {SLEEP} hours a night."))),
    "small talk": (HEALTHY, talk(OPENS, (AGE, "I'm 28, and I had an assistant coach in school, ha."))),
}


@pytest.mark.parametrize("name", OFF)
def test_an_athlete_off_script_is_found(name: str) -> None:
    rule, persona, found = OFF[name]
    verdict = check_persona_fidelity(found, persona)
    assert verdict.passed is False
    assert rule in {finding.rule for finding in verdict.findings}
    assert verdict.counts == {"off_script": 1.0}


@pytest.mark.parametrize("name", ON)
def test_an_athlete_on_script_is_left_alone(name: str) -> None:
    persona, found = ON[name]
    verdict = check_persona_fidelity(found, persona)
    assert (verdict.passed, verdict.findings) == (True, ())


def test_leaving_before_anything_came_of_it_is_off_script_but_for_those_who_go_silent() -> None:
    short = talk(OPENS, (AGE, "I'm 28."))
    left = session(*short.events, e.AthleteLeft())
    assert [finding.rule for finding in check_persona_fidelity(left, HEALTHY).findings] == ["stops_early"]
    silent = load("half_in_seven_weeks")
    assert any(behaviour.kind == "goes_silent" for behaviour in silent.behaviours)
    assert check_persona_fidelity(session(e.AthleteSaid(turn=1, text="Hello."), e.AthleteLeft()), silent).passed


def test_nothing_said_is_not_judged() -> None:
    assert check_persona_fidelity(session(), HEALTHY).value == "not_judged"


@pytest.mark.parametrize("kind", words())
def test_every_kind_of_words_finds_its_example_and_spares_the_other(kind: str) -> None:
    assert words()[kind].search(words()[kind].positive)
    assert not words()[kind].search(words()[kind].negative)
