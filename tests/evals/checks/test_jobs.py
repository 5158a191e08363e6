"""What an athlete says to do for a living is held against the file, and against what they said before."""

import pytest
from checks_sessions import HEALTHY, jobs_found
from phrase_tables import rows_of

from evals.checks.self_description import job_of, jobs
from personas.files import names
from personas.load import load
from personas.persona import Persona


def test_a_file_without_a_job_contradicts_none() -> None:
    rows = rows_of("jobs_beside_a_nurses_file")
    assert [text for text in rows if jobs_found(HEALTHY, text)] == []


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
