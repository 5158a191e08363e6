"""Athletes by name, with labels that the safety gate knows: a slip in one would be scored as the coach's mistake."""

from coach.close_names import unknown
from coach.errors import InputError
from coach.safety.rules import contraindications, rules
from personas.files import names
from personas.load import load
from personas.persona import Persona


def personas_of(persona: str) -> tuple[Persona, ...]:
    """`all`, or names or paths divided by commas; `InputError` for what is none or is labelled wrongly."""
    chosen = names() if persona == "all" else dict.fromkeys(persona.split(","))
    return tuple(checked(load(name)) for name in chosen)


def checked(persona: Persona) -> Persona:
    """The persona; `InputError` where a labelled rule or contraindication is not one of the gate's."""
    label = persona.expect.safety
    known = {"rules": {each.rule.id for each in rules()}, "contraindications": set(contraindications())}
    for key, told in (("rules", label.rules), ("contraindications", label.contraindications)):
        for name in told or ():
            if name not in known[key]:
                what = unknown(key.removesuffix("s"), name, known[key], "`coach rules` lists them")
                raise InputError(f"{persona.id}: expect.safety.{key}: {what}")
    return persona
