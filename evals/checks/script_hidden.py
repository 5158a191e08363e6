"""Did the athlete tell what it is still to keep back, in the words that its own file has for it?

No reader of facts is asked: "a bit of leaking when I sneeze" is a hidden fact told, whatever a reader makes of it.
"""

from collections.abc import Iterator

from evals.checks.goals import goals_of
from evals.checks.script_saying import content, found_again
from evals.checks.script_timing import is_hidden, keeps_back
from evals.checks.talk import exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.persona import Persona


def off_script_secrets(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Every hidden fact that was told before its time."""
    wordings = {name: fact.say for name, fact in persona.facts.items() if fact.say and is_hidden(persona, name)}
    besides = _said_openly(persona) if wordings else frozenset()
    talk = exchanges(session)
    for at, exchange in enumerate(talk):
        for name, say in wordings.items():
            if not (why := keeps_back(persona, name, talk, at)):
                continue
            if place := found_again(say, besides, exchange.text):
                start, end = place
                yield Evidence(
                    what=f"tells_hidden: {name}, {why}",
                    event=exchange.event,
                    start=start,
                    end=end,
                    quote=exchange.text[start:end],
                    rule="tells_hidden",
                )


def _said_openly(persona: Persona) -> frozenset[str]:
    """Words of goals, behaviours and facts that may be told: they give nothing away."""
    texts = [goal.text for goal in goals_of(persona)]
    texts += [text for behaviour in persona.behaviours if (text := getattr(behaviour, "text", None))]
    texts += [fact.say for name, fact in persona.facts.items() if fact.say and not is_hidden(persona, name)]
    return frozenset(stem for text in texts for stem in content(text))
