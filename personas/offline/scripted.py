"""The behaviours acted out: when each is due, and what is said and done then. One row of a table for each kind."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from personas.acts import Act, ChangeGoal, Correct, RequestChange, Simple, StateGoal, Tell
from personas.behaviours import Behaviour
from personas.offline.answer_choice import AnswerKind, FieldAnswer, is_no, offer
from personas.offline.answer_clauses import stated, unprompted
from personas.offline.memory import AthleteMemory
from personas.offline.wording import Wording
from personas.offline.wordings import languages

STANDING = frozenset(
    {"skips_optional", "declines", "floods", "one_word", "mixed_units", "pushes_back_on_block"},
)
"""Kinds that hold for the whole talk; the others are acted out once."""

_ANNOUNCES = re.compile(
    r"\b(actually|forget|instead|rather|changed my mind|also|as well|on top|besides)\b", re.IGNORECASE
)
_DEFAULT_STAGE = {"requests_change": "present", "goes_silent": "present"}
_DROPPED_WHEN_SHOWN = frozenset({"asks_for_plan_early"})
_RELEASED_BY_BLOCK = frozenset({"discloses_late", "corrects", "contradicts"})
_AFTER_TELLING = frozenset({"corrects", "contradicts"})
_INSTEAD = frozenset({"asks_why", "asks_what_you_know", "probes_framework", "injects", "off_topic", "other_language"})

Moment = Literal["goal", "revisit", "intake", "present"]


@dataclass(frozen=True, slots=True)
class Scripted:
    """What acting out a behaviour adds to the message. `instead`: the coach's questions are left for later.
    `verbatim`: no typos, no style."""

    text: str
    acts: tuple[Act, ...] = ()
    instead: bool = False
    verbatim: bool = False
    silent: bool = False


NOTHING = Scripted("")


def due(memory: AthleteMemory, moment: Moment, *, wraps_up: bool) -> Behaviour | None:
    """The behaviour to act out now, if any; goes_silent before all others.

    `wraps_up`: the coach sums up, or explains that there will be no plan.
    """
    if moment == "present":
        memory.pending = [b for b in memory.pending if b.kind not in _DROPPED_WHEN_SHOWN]
    here = [
        b
        for b in memory.pending
        if b.kind not in STANDING and (getattr(b, "at", None) == "revisit") is (moment == "revisit")
    ]
    ready = [b for b in here if _is_due(b, memory, moment, wraps_up=wraps_up)]
    silent = [b for b in ready if b.kind == "goes_silent"]
    others = [b for b in ready if b.kind != "goes_silent"]
    timed = [b for b in silent if getattr(b, "at", None) or getattr(b, "at_turn", None)]
    first = (timed or others or silent) if moment != "present" else (others or silent)
    return first[0] if first else None


def _is_due(behaviour: Any, memory: AthleteMemory, moment: Moment, *, wraps_up: bool) -> bool:
    if moment in {"present", "revisit"}:
        return True
    if behaviour.at_turn is not None:
        return bool(memory.turn >= behaviour.at_turn) and _can_be(behaviour, memory)
    at = behaviour.at or _DEFAULT_STAGE.get(behaviour.kind, "intake")
    if at == "present":
        return wraps_up and behaviour.at is None and behaviour.kind in _RELEASED_BY_BLOCK
    if at == "goal" and moment == "goal":
        return memory.turn > 1 or behaviour.kind not in _AFTER_TELLING
    if moment == "goal" or not _can_be(behaviour, memory):
        return wraps_up and behaviour.kind in _RELEASED_BY_BLOCK
    return wraps_up or memory.stage_turns.get("intake", 0) >= (1 if behaviour.kind == "asks_for_plan_early" else 2)


def _can_be(behaviour: Any, memory: AthleteMemory) -> bool:
    """A correction needs something said before."""
    return behaviour.kind not in _AFTER_TELLING or memory.answered.get(behaviour.field, memory.turn) < memory.turn


def leaves_questions(behaviour: Behaviour) -> bool:
    """Whether the coach's questions wait while this is acted out."""
    return behaviour.kind in _INSTEAD


def perform(behaviour: Behaviour, memory: AthleteMemory, wording: Wording) -> Scripted:
    """Act it out; it is done afterwards."""
    script = _SCRIPTS[behaviour.kind](behaviour, memory, wording)
    memory.pending = [b for b in memory.pending if b is not behaviour]
    return script


def _wants_plan(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    text = wording.pick("wants_plan")
    return Scripted(text, (Simple(kind="ask_for_plan", words=text),))


def _corrects(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    text = wording.pick("corrects", said=_plainly(behaviour, memory, wording))
    return Scripted(text, (Correct(field=behaviour.field, value=behaviour.then, words=text),))


def _contradicts(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    text = _plainly(behaviour, memory, wording)
    return Scripted(text, (Tell(field=behaviour.field, value=behaviour.then, words=text),))


def _discloses(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    memory.released.add(behaviour.field)
    memory.pending = [b for b in memory.pending if b is not behaviour]
    answer = offer(behaviour.field, memory)
    text = wording.pick("discloses", said=unprompted(stated(answer, wording)))
    memory.answered[behaviour.field] = memory.turn
    return Scripted(text, (Tell(field=behaviour.field, value=answer.value, words=text),))


def _plainly(behaviour: Any, memory: AthleteMemory, wording: Wording) -> str:
    answer = FieldAnswer(behaviour.field, AnswerKind.NO if is_no(behaviour.then) else AnswerKind.TELL, behaviour.then)
    memory.pending = [b for b in memory.pending if getattr(b, "field", None) != answer.field or b.kind in STANDING]
    memory.released.add(answer.field)
    said = unprompted(stated(answer, Wording(memory, "normal", wording.rng)))
    memory.answered[answer.field] = memory.turn
    return said


def _changes_goal(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    memory.new_goal = behaviour.to
    if behaviour.at == "revisit":
        text = _full_stop(behaviour.to.text)
        return Scripted(text, (StateGoal(goal=behaviour.to, words=text),), verbatim=True)
    text = _announced("changes_goal", behaviour.to.text, wording)
    return Scripted(text, (ChangeGoal(goal=behaviour.to, words=text),), verbatim=True)


def _adds_goal(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    text = _announced("adds_goal", behaviour.goal.text, wording)
    return Scripted(text, (ChangeGoal(goal=behaviour.goal, keeps=True, words=text),), verbatim=True)


def _announced(stock: str, text: str, wording: Wording) -> str:
    """The goal in the persona's words; announced first, unless those words do that themselves."""
    said = wording.pick(stock, goal=_full_stop(text))
    return _full_stop(text if _ANNOUNCES.search(text) else said)


def _full_stop(text: str) -> str:
    capital = text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?")) else f"{capital}."


def _own_words(stock: str, kind: str) -> Callable[[Any, AthleteMemory, Wording], Scripted]:
    def script(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
        own = getattr(behaviour, "text", None)
        text = own or wording.pick(stock)
        act = Simple.model_validate({"kind": kind, "words": text})
        return Scripted(text, (act,), instead=True, verbatim=bool(own))

    return script


def _requests_change(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    return Scripted(behaviour.text, (RequestChange(change=behaviour.change, words=behaviour.text),), verbatim=True)


def _other_language(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    text = wording.rng.choice(languages().get(behaviour.code, languages()["other"]))
    return Scripted(text, (Simple(kind="ask_language", words=text),), instead=True, verbatim=True)


def _silent(behaviour: Any, memory: AthleteMemory, wording: Wording) -> Scripted:
    return Scripted("", instead=True, silent=True)


_SCRIPTS: dict[str, Callable[[Any, AthleteMemory, Wording], Scripted]] = {
    "asks_for_plan_early": _wants_plan,
    "corrects": _corrects,
    "contradicts": _contradicts,
    "discloses_late": _discloses,
    "changes_goal": _changes_goal,
    "adds_goal": _adds_goal,
    "requests_change": _requests_change,
    "asks_why": _own_words("asks_why", "ask_why"),
    "asks_what_you_know": _own_words("asks_what_you_know", "ask_known"),
    "probes_framework": _own_words("probes_framework", "ask_framework"),
    "injects": _own_words("off_topic", "instruct"),
    "off_topic": _own_words("off_topic", "off_topic"),
    "other_language": _other_language,
    "goes_silent": _silent,
}
KINDS = STANDING | frozenset(_SCRIPTS)
