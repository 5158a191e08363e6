"""Are the labels of an athlete names that the safety gate has? A slip in one would be scored as the coach's mistake."""

from difflib import get_close_matches

from coach.errors import InputError
from coach.safety.rules import contraindications, rules
from personas.persona import Persona


def checked(persona: Persona) -> Persona:
    """The persona; `InputError` where a labelled rule or contraindication is not one of the gate's."""
    label = persona.expect.safety
    known = {"rules": {each.rule.id for each in rules()}, "contraindications": set(contraindications())}
    for key, names in (("rules", label.rules), ("contraindications", label.contraindications)):
        for name in names or ():
            if name not in known[key]:
                near = get_close_matches(name, known[key], 1)
                meant = f"; {near[0]}?" if near else ""
                raise InputError(f"{persona.id}: expect.safety.{key}: {name!r} is none of the gate's{meant}")
    return persona
