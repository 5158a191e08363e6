"""What an intake asks at once is counted, and a healthy athlete is asked little."""

from functools import cache

import played
import pytest
from checks_sessions import session
from intake_burden import Burden, asked_at_once, burden, examples_in, questions_in
from sampling import share

from coach import variants
from coach.events import ModelCalled
from coach.next_questions import MOST_QUESTIONS, MOST_WORDS
from coach.states import State
from evals.checks.view import SessionView
from evals.labels import personas_of
from evals.session import Spec
from personas.load import load
from personas.persona import Persona

MOST = Burden(required=28, messages=10, questions=MOST_QUESTIONS, question_words=MOST_WORDS, examples=4)


def twin(**changes: object) -> Persona:
    """A healthy athlete with the goal of masters_runner, who volunteers nothing and keeps to one story."""
    runner = load("masters_runner")
    plain = {name: fact.model_copy(update={"tell": "when_asked"}) for name, fact in runner.facts.items()}
    facts = {name: fact.model_copy(update={"value": changes.get(name, fact.value)}) for name, fact in plain.items()}
    return runner.model_copy(update={"behaviours": (), "facts": facts})


ATHLETES = {
    "masters_runner": load("masters_runner"),
    "a man": twin(sex="male", tendon_pain_nrs=None),
    "a woman who volunteers nothing": twin(tendon_pain_nrs=None, sleep_hours_avg=8),
}


@cache
def burden_of(who: str, variant: str) -> Burden:
    persona = ATHLETES.get(who) or load(who)
    return burden(SessionView(tuple(played.of(Spec(persona, variants.load(variant))).events)))


@pytest.mark.parametrize("variant", ["baseline", "static_schema"])
@pytest.mark.parametrize("who", ATHLETES)
def test_a_healthy_runner_of_1500_m_is_asked_little(who: str, variant: str) -> None:
    found = burden_of(who, variant)
    assert all(count <= most for count, most in zip(found, MOST, strict=True)), found
    assert found.required >= 20
    assert found.messages > 1


@pytest.mark.parametrize("persona", share([persona.id for persona in personas_of("all")], one_in=8))
def test_no_message_to_anybody_asks_too_much(persona: str) -> None:
    found = burden_of(persona, "baseline")
    assert all(count <= most for count, most in zip(found[2:], MOST[2:], strict=True)), found


@pytest.mark.parametrize(
    ("text", "questions", "examples"),
    [
        ("Thanks. How old are you?", 1, 1),
        ("How far, and how fast was it?", 2, 2),
        ("Do you smoke? And do you drink?", 2, 1),
        ("Have you had chest pain, dizzy spells, or a racing heart?", 1, 3),
        ("Is it one of these: chest pain or pressure, fainting, swollen ankles, or a murmur?", 1, 4),
        ("Is there a fever or a cough?", 1, 2),
        ("Is there a fever or a cough or a rash?", 1, 3),
        ("I'll ask you a few things, and then we start.", 0, 0),
    ],
)
def test_questions_and_examples_are_counted(text: str, questions: int, examples: int) -> None:
    asked = questions_in(text)
    assert sum(map(asked_at_once, asked)) == questions
    assert max(map(examples_in, asked), default=0) == examples


def test_a_model_call_without_context_asks_for_nothing() -> None:
    called = ModelCalled(
        state=State.INTAKE, tier="fast", model="m", prompt="", stop_reason="end_turn", input_tokens=0, output_tokens=0,
        content=(),
    )  # fmt: skip
    assert burden(session(called)).required == 0
