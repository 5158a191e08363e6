"""An illness or injury that the athlete told and the coach leaves out when it reads everything back. Pure."""

import re
from collections.abc import Iterator

from evals.checks.recapped import read_back
from evals.checks.statements import StatedFact, statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_FIELDS = ("known_conditions", "medications")
_SAYS = {
    "hypertension": ("pressure", "bp", "hypertens"), "type1_diabetes": ("t1", "diabet", "insulin", "type 1"),
    "asthma": ("asthma", "inhal"),
    "osteoporosis": ("bone",), "coronary_artery_disease": ("stent", "heart", "coronar"), "hypothyroidism": ("thyr",),
}  # fmt: skip
_MEDICINE = re.compile(
    r"(?<!no )(?<!any )(?<!or )(?<!without )\b(?:medicines?|medications?|meds|tablets?|pills?"
    r"|inhalers?|\w+ blocker|inhibitor)\b(?! ?: no)"
)
_PARTS = (
    "achilles", "ankle", "shin", "knee", "hip", "hamstring", "calf",
    "plantar", "heel", "metatarsal", "fracture", "groin", "tendon", "itb", "glute",
)  # fmt: skip
_OTHERWISE = {
    "fracture": ("bone",),
    "achilles": ("tendon",),
    "plantar": ("foot", "fasci"),
    "metatarsal": ("foot", "fracture"),
}
_HURT = re.compile(
    r"\b(?:sore|hurts?|pain(?:ful)?|aches?|aching|torn?|tore|rolled|sprain\w*|strain\w*|broke"
    r"|grumbl\w*|niggl\w*|inflamed|tendinitis|tendinopathy|"
    r"injur\w*|trouble|splints|stress fracture|acting up|giving me|bothers?|stiff|swollen|\d ?/ ?10)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:no|not|never|nope|none|nothing|without|nor|neither|don't|doesn't|didn't|isn't|if"
    r"|old|used to|as a kid)\b|n't\b|\?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[^.!?;,\n]+")
_WORD = re.compile(r"[a-z]{4,}")
_COMMON = frozenset({
    "have", "take", "with", "daily", "morning", "before", "always", "they", "some", "blue", "brown", "small",
    "since", "last",
    "high", "only", "well", "just", "been", "that", "this", "mild", "pills", "tablet",
})  # fmt: skip
_VALUES, _STEM = 4, 4


def left_out(session: SessionView) -> Iterator[Evidence]:
    """What of the athlete's health the last message that reads everything back leaves out, and every later one."""
    whole = [event for event, _, _ in read_back(session, least=_VALUES)]
    if not whole:
        return
    event = whole[-1]
    since = [
        line.text for line in session.visible if line.event >= event and session.events[line.event].kind == "coach_said"
    ]
    told = " ".join(since).lower()
    for fact in statements(session).facts:
        if (
            fact.field in _FIELDS
            and fact.value
            and fact.explicit
            and fact.exchange.event < event
            and not _is_told(fact, told)
        ):
            what = f"left_out: {fact.field}: {fact.words!r}"
            yield Evidence(what=what, event=event, rule="left_out")
    for line in session.athlete_said:
        for clause in _CLAUSE.findall(line.text.lower()) if line.event < event else ():
            parts = [each for part in _PARTS if part in clause for each in (part, *_OTHERWISE.get(part, ()))]
            if parts and _HURT.search(clause) and not _NO.search(clause) and not any(each in told for each in parts):
                yield Evidence(what=f"left_out: {clause.strip()!r}", event=event, rule="left_out")


def _is_told(fact: StatedFact, told: str) -> bool:
    if fact.field == "medications" and _MEDICINE.search(told):
        return True
    values = fact.value if isinstance(fact.value, tuple) else ()
    stems = [
        stem
        for value in values
        for stem in (*_SAYS.get(value, ()), *(part[:5] for part in value.split("_") if len(part) >= _STEM))
    ]
    words = [word[:5] for word in _WORD.findall(fact.words.lower()) if word not in _COMMON]
    return any(stem in told for stem in (*stems, *words))
