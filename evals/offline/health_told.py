"""What the offline coach says to a complaint that nobody asked about, recorded or not: that, and nothing else."""

import re

from coach.profile.catalogue import catalogue
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.phrases import phrase
from evals.offline.questions import Put, follow_ups, specific
from evals.offline.recording import UNEVENTFUL
from evals.offline.request_view import RequestView
from evals.offline.short_answers import spoken_of
from personas.acts import Correct, Plain, Tell

_MOST = 2
_CLEARED = "clearances"
_NO_QUOTE = frozenset({"injuries"})
"""Questions of the catalogue that are put at once to a complaint they alone are about; another one is quoted."""
_NEXT: dict[str, tuple[str, ...]] = {
    "symptoms": (),
    "known_conditions": ("medications",),
    "pain_signs": ("tendon_pain_nrs",),
    "tendon_pain_nrs": ("pain_signs",),
    "bsi_status": ("pain_signs",),
    "acl_pain_nrs": ("knee_effusion",),
    "knee_effusion": ("acl_pain_nrs",),
    "systemic_illness": ("temp_c",),
    "concussion_symptoms": (),
    "pelvic_symptoms": (),
}
"""Field of a complaint to what is asked beside it."""
_YES = re.compile(r"\b(?:yes|yep|yeah|i do|i have|in writing|written|letter|note)\b", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|not|never|n't|only|just|soon|will|waiting)\b|n't\b", re.IGNORECASE)


def about_health(seen: RequestView, seed: int) -> CoachReply | None:
    """A word on what was told and a question about it; None where nothing was, or it was asked about twice already.

    An explanation of a block comes first. Who speaks of a bone injury or a clearance is asked for that alone.
    """
    told, block = seen.get("speaks_of_health", []), seen.get("no_plan_yet") or {}
    if block.get("told_already") is False:
        return None
    if not told and not block and (complaints := complaints_told(seen)):
        return _asking(_of_it(complaints, seen, seed), seen, seed)
    alone = [name for name in told if name in spoken_of(seen)] or [name for name in told if name == _CLEARED]
    direct = told if block or {catalogue().fields[name].question for name in told} <= _NO_QUOTE else []
    meant = [name for name in alone or direct if len(seen.answers_to(name)) < _MOST]
    if not meant:
        return None
    return _asking(tuple(specific(name, seen, seed) for name in meant[:_MOST]), seen, seed)


def complaints_told(seen: RequestView) -> tuple[str, ...]:
    """The fields of the complaints that the athlete's newest message tells without having been asked."""
    told = (act for act in seen.heard if isinstance(act, Tell | Correct) and act.value not in UNEVENTFUL)
    return tuple(act.field for act in told if act.field in _NEXT and act.field not in seen.asked)


def _of_it(complaints: tuple[str, ...], seen: RequestView, seed: int) -> tuple[Put, ...]:
    """What follows up on a complaint: what it opened, else what belongs to it and is not known, else all of it."""
    if due := follow_ups(seen, seed):
        return due
    needed = seen.get("still_needed", [])
    beside = [name for field in complaints for name in _NEXT[field] if name in needed and name not in complaints]
    if beside:
        return (specific(beside[0], seen, seed),)
    return (Put(text=phrase("more_of_it", seed, len(seen.coach_texts)), asks=()),)


def _asking(asked: tuple[Put, ...], seen: RequestView, seed: int) -> CoachReply:
    text = " ".join([phrase("acknowledge_pain", seed, len(seen.coach_texts)), *(put.text for put in asked)])
    acts = tuple(ask for put in asked for ask in put.asks)
    return CoachReply(text, acts=acts or (Plain(kind="ask_more", words=text),))


def written_clearance(seen: RequestView) -> Call | None:
    """Records whose clearance it is where the athlete says yes to having one in writing, and named who gave it."""
    if _CLEARED not in seen.asked or not _YES.search(seen.newest) or _NO.search(seen.newest):
        return None
    words = " ".join([text for turn in seen.turns if turn.role == "user" for text in turn.texts][-2:]).lower()
    values = catalogue().fields[_CLEARED].values
    whose = [
        name for name, value in values.items() if any(re.search(rf"\b{re.escape(w)}\b", words) for w in value.words)
    ]
    if not whose:
        return None
    return Call("collect_data", {"items": [{"field": _CLEARED, "value": whose, "raw": seen.newest}]})
