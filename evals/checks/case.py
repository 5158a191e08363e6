"""What a check judges: a session, the persona it was with, and the prompts it was run with."""

from dataclasses import dataclass

from evals.checks.view import SessionView
from personas.persona import Persona


@dataclass(frozen=True, slots=True)
class Case:
    """`prompts`: internal texts that no event holds; `lost`: what is not known of them.
    `persona` None: a transcript of nobody we know.
    """

    session: SessionView
    persona: Persona | None
    prompts: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
