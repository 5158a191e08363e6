"""Judges a session as logs hold it, in whatever process has the time for it. Knows no Inspect."""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from coach.errors import InputError
from coach.store.chain import hashes
from evals.checks.registry import CHECKS, judge
from evals.checks.verdict import Verdict
from evals.checks.view import Case, view
from evals.internal_texts import prompts_of
from personas.persona import Persona

Verdicts = dict[str, Verdict]
"""Check to its verdict, in the order of the checks."""
_ONE_AT_A_TIME = Lock()


def stored_case(stored: Mapping[str, Any], metadata: Mapping[str, Any]) -> Case | None:
    """The session and the persona as they were when it was played; None where the events are not those hashed."""
    if tuple(stored["hashes"]) != hashes(stored["events"]):
        return None
    session = view(stored)
    prompts = prompts_of(session, source=metadata.get("variant_source"))
    return Case(session, Persona.model_validate(metadata["persona"]), prompts.texts, prompts.lost)


def judged(stored: Mapping[str, Any], metadata: Mapping[str, Any]) -> Verdicts:
    return verdicts_of(lambda: stored_case(stored, metadata))


def verdicts_of(read: Callable[[], Case | None]) -> Verdicts:
    """Every check's verdict on what `read` gives; where that is no case, nothing is judged.

    In a process one case at a time: the checks share caches that are not for several threads.
    """
    with _ONE_AT_A_TIME:
        try:
            case = read()
        except InputError as error:
            return _not_judged(str(error))
        return _not_judged("the sample holds no unaltered session") if case is None else judge(case)


def _not_judged(why: str) -> Verdicts:
    return dict.fromkeys(CHECKS, Verdict(value="not_judged", passed=None, explanation=why))
