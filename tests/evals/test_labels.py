"""A slip in a label is refused, and said, before anybody is judged by it."""

import pytest

from coach.errors import InputError
from evals.labels import checked, personas_of
from personas.load import load
from personas.persona import Persona


def labelled(**safety: object) -> Persona:
    persona = load("masters_runner").model_dump(mode="json")
    persona["expect"]["safety"] |= safety
    return Persona.model_validate(persona)


@pytest.mark.parametrize(
    ("key", "slip", "meant"),
    [("rules", "rf_chestpain", "rf_chest_pain"), ("contraindications", "no_runing", "no_running")],
)
def test_a_label_that_the_gate_does_not_have_is_refused_with_the_nearest_that_it_has(
    key: str, slip: str, meant: str
) -> None:
    with pytest.raises(InputError, match=f"{slip}.*{meant}"):
        checked(labelled(**{key: [slip]}))


def test_every_label_of_the_library_is_known() -> None:
    assert len(personas_of("all")) >= 32
