"""Did the athlete tell a weight, a height, a distance or a blood pressure that stands nowhere in its file?

No reader of facts is asked: "Sunday's 22k" is a figure of its own, whatever a reader makes of it. A figure counts as
told where it is said of the athlete itself as it is now; what the coach said first may be given back.
"""

import re
from collections.abc import Iterator

from coach.profile.catalogue import catalogue
from coach.profile.extraction.assertions import assess
from coach.profile.extraction.folding import fold
from coach.profile.extraction.skeleton import Skeleton, build
from evals.checks.goals import goals_of
from evals.checks.script import is_number, on_script
from evals.checks.talk import exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.persona import Persona

_UNITS = {"distance": ("km", "km/week"), "mass": ("kg",), "length": ("cm",), "pressure": ("mmHg",)}
"""Kind of quantity to the catalogue's units, in which quantities of that kind are told."""
_CLOSELY, _ROUGHLY = 0.06, 0.25
_ROUGH_BEFORE = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|just (?:over|under)|over|under|maybe|say|like|or so) $"
)
_ROUGH_AFTER = re.compile(r" ?(?:ish|or so|or thereabouts|give or take|plus|\+)")
_NOT_TOLD = frozenset({"other", "hypothetical", "question", "unreal", "past", "wanted", "planned", "negated"})
_OWN = {
    "distance": re.compile(r"\b(?:i|i'm|i've|i'd|my legs?|legs)\b|\b(?:long run|weekly|a week|per week|last run|'s) "),
    "mass": re.compile(r"\b(?:i'm|i am|im|i weigh\w*|weigh(?:ing)?|my weight|scales?|me)\b"),
    "length": re.compile(r"\b(?:i'm|i am|im|i stand|i measure|my height|tall)\b"),
    "pressure": re.compile(r"\b(?:i|my|me)\b"),
}
"""What in the clause says that the figure is the athlete's."""
_OTHERS = re.compile(
    r"\b(?:bikes?|cycl\w+|rid(?:e|es|ing|den)|shoes?|trainers|walk\w*|hik\w*|swim\w*|driv\w+|car|commut\w+|bus|train|dogs?"
    r"|round|around (?:it|the)|lake|loop|climb\w*|bag|rucksack|pram|weights?|dumbbells?|barbell|kettlebell|away"
    r"|from (?:home|here))\b"
)
"""What in the clause says that it is something else's."""
_BREAK = re.compile(r"[.!?;,\n]|\b(?:and|but)\b")
_STEP = re.compile(r"(?: ?(?:x|times|reps?|laps?|per|a|each|every|/)\b|s? of\b)")
"""Behind a figure: it is a part of something, not the whole of anything."""


def off_script_figures(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Every such figure; the rule is `invents`."""
    known = {kind: set(_in_the_file(persona, kind)) for kind in _UNITS}
    for exchange in exchanges(session):
        for kind, values in known.items():
            values |= {value for value, _, _ in _figures(_read(exchange.asked), kind)}
        skeleton = _read(exchange.text)
        claims = assess(skeleton.text)
        for kind, values in known.items():
            for value, place, (start, end) in _figures(skeleton, kind):
                if claims.standings(place, place + 1) & _NOT_TOLD or not _is_own(skeleton.text, place, kind):
                    continue
                if not any(abs(value - other) <= _off(skeleton.text, place) * other for other in values):
                    quote = exchange.text[start:end]
                    what = f"invents: {quote!r}, a figure that stands nowhere in the file"
                    yield Evidence(what=what, event=exchange.event, start=start, end=end, quote=quote, rule="invents")


def _is_own(text: str, place: int, kind: str) -> bool:
    """Whether the words around the figure say that it is the athlete's own, and the whole of something."""
    start = max((cut.end() for cut in _BREAK.finditer(text, 0, place)), default=0)
    end = next((cut.start() for cut in _BREAK.finditer(text, place + 1)), len(text))
    clause = text[start:end]
    return not (_STEP.match(text, place + 1) or _OTHERS.search(clause)) and _OWN[kind].search(clause) is not None


def _off(text: str, place: int) -> float:
    rough = _ROUGH_BEFORE.search(text[max(0, place - 14) : place]) or _ROUGH_AFTER.match(text, place + 1)
    return _ROUGHLY if rough else _CLOSELY


def _read(text: str) -> Skeleton:
    return build(fold(text), None)


def _figures(skeleton: Skeleton, kind: str) -> Iterator[tuple[float, int, tuple[int, int]]]:
    """Value, place in the skeleton and span in the text of every quantity of the kind; races by name are none."""
    for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True):
        if quantity.kind == kind:
            yield quantity.mid if kind != "pressure" else quantity.lo, place, (quantity.start, quantity.end)


def _in_the_file(persona: Persona, kind: str) -> Iterator[float]:
    """What the file holds in that unit: as values, and in any words of it."""
    fields = [name for name, field in catalogue().fields.items() if field.unit in _UNITS[kind]]
    yield from (value for name in fields for value in on_script(persona, name) if is_number(value))
    facts = [fact.say for fact in persona.facts.values() if fact.say]
    behaviours = [text for each in persona.behaviours if (text := getattr(each, "text", None))]
    for text in (persona.summary, *(goal.text for goal in goals_of(persona)), *facts, *behaviours):
        yield from (value for value, _, _ in _figures(_read(text), kind))
