"""What an athlete says to do for a living is held against the file, and against what they said before."""

import pytest
from checks_sessions import HEALTHY

from coach import events as e
from evals.checks.jobs import job_of, jobs
from evals.checks.persona_fidelity import check_persona_fidelity
from evals.checks.view import SessionView
from personas.load import load, names
from personas.persona import Persona

NURSE = HEALTHY.model_copy(update={"job": "nurse"})


def jobs_found(persona: Persona | None, *said: str) -> list[str]:
    """The quotes of findings on jobs in a talk with these messages of the athlete, each after a question."""
    events: list[e.Event] = []
    for turn, text in enumerate(said, start=1):
        ask = e.CoachSaid(state="INTAKE", text="Tell me more?")  # type: ignore[arg-type]
        events += [ask, e.AthleteSaid(turn=turn, text=text)]
    found = check_persona_fidelity(SessionView(tuple(events)), persona).findings
    assert all(str(each.quote) in said[((each.event or 0) - 1) // 2] for each in found)
    return [str(each.quote) for each in found if " job " in each.what]


@pytest.mark.parametrize(
    "text",
    [
        "I\u2019m a courier, so I'm on my feet all day.",
        "Sleep is short since I work as a night security guard.",
        "In my job as a teacher I stand a lot.",
        "As a lorry driver I sit ten hours a day.",
        "I am a 28-year-old software engineer and I run at lunch.",
        "Hi! I'm actually a firefighter with odd shifts.",
        "I've got a desk job.",
    ],
)
def test_another_job_than_the_files_is_found(text: str) -> None:
    assert len(jobs_found(NURSE, text)) == 1
    assert jobs_found(HEALTHY, text) == [], "the file says nothing of it"


@pytest.mark.parametrize(
    "text",
    [
        "I'm a nurse on an orthopaedic ward.",
        "I work as a staff nurse.",
        "I'm a healthcare worker, nights mostly.",
        "I'm a former courier and used to run to work.",
        "I used to be a teacher.",
        "I feel like a pilot on these shoes.",
        "My wife says I'm a teacher through and through.",
        "I'm a teacher's daughter, and I'm a farmer at heart.",
        "I'm a terrible cook and a good driver.",
        "I'm a student of the sport, and a cleaner eater than I was.",
        "I'm not a teacher. If I'm a pilot one day, fine.",
        "My husband is a courier. I'm married to a courier.",
        "I also work as a fitness instructor, and I'm a part-time tutor.",
        "I'm a wedding fiddler, and I'm a carer for my mum.",
        "My mate is off on nights, she says, I'm a pilot, what did you expect.",
        "I'm a lawyer, just kidding.",
        "So I'm a lawyer now?",
        "I'm a big fan of my physiotherapist, and as a doctor told me, rest.",
    ],
)
def test_the_same_job_and_what_is_no_plain_statement_of_one_are_left_alone(text: str) -> None:
    assert jobs_found(NURSE, text) == []


@pytest.mark.parametrize("persona", [None, HEALTHY])
def test_without_a_job_in_the_file_two_that_do_not_go_together_contradict(persona: Persona | None) -> None:
    first = "I'm a nurse, nights."
    assert jobs_found(persona, first, "Fine.", "I work as a lorry driver, remember.") == ["I work as a lorry driver"]
    assert jobs_found(persona, first, "I'm a health worker, as I said.") == []
    assert jobs_found(persona, first, "Sorry, I'm a waiter, not what I said.") == []
    assert jobs_found(persona, "I'm a nurse. I'm a farmer, with my brother.", "I'm a farmer, as I said.") == []
    assert jobs_found(persona, "I'm a student.", "I work as a barista.") == []


def test_every_job_of_the_library_and_of_the_table_is_known() -> None:
    assert all(job_of(job) for name in names() if (job := load(name).job))
    nouns = [noun for job, words in jobs().words.items() for noun in (job, *words)]
    assert sorted(nouns) == sorted(set(nouns))
    assert {job for wide, narrow in jobs().beside.items() for job in (wide, *narrow)} <= set(jobs().words)
