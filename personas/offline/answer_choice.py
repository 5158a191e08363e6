"""What to tell of what was asked: the tell levels, refusals and denials. Decides; words nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from coach.profile.catalogue import catalogue
from coach.records.fact import Value
from personas.acts import Act, Ask, Decline, DontKnow, PutOff, Tell
from personas.offline.memory import AthleteMemory
from personas.offline.wordings import facts
from personas.persona import Persona

_ROUNDED = 0.03
_CLEARANCES = "clearances"


class AnswerKind(StrEnum):
    TELL = "tell"
    NO = "no"  # the true answer is no, none, does not apply
    DONT_KNOW = "dont_know"
    DECLINE = "decline"
    DEFLECT = "deflect"
    VAGUE = "vague"
    HOLD_BACK = "hold_back"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class FieldAnswer:
    """One field's answer. `asked`: the entries the coach named; of a list, `value` holds what is told of it.

    `offered`: nobody asked, so that its own words have to say it.
    """

    field: str
    kind: AnswerKind
    value: Value = None
    asked: tuple[str, ...] = ()
    offered: bool = False

    @property
    def settles(self) -> bool:
        return self.kind in {AnswerKind.TELL, AnswerKind.NO, AnswerKind.DONT_KNOW, AnswerKind.DECLINE}

    @property
    def statements(self) -> frozenset[tuple[str, object]]:
        """What is told, a field with its value; of a list each entry."""
        values = self.value if isinstance(self.value, tuple) else (str(self.value),)
        return frozenset((self.field, value) for value in values) if self.kind is AnswerKind.TELL else frozenset()

    def act(self, words: str) -> Act:
        """What saying this in `words` does."""
        return _ACTS.get(self.kind, _put_off)(self, words)


def _tell(answer: FieldAnswer, words: str) -> Act:
    told = answer.value if isinstance(answer.value, tuple) else ()
    denied = tuple(each for each in answer.asked if each not in told) if answer.field in catalogue().in_parts else None
    return Tell(field=answer.field, value=answer.value, words=words, denied=denied)


def _put_off(answer: FieldAnswer, words: str) -> Act:
    return PutOff(field=answer.field, words=words)


_ACTS: Mapping[AnswerKind, Callable[[FieldAnswer, str], Act]] = {
    AnswerKind.TELL: _tell,
    AnswerKind.NO: _tell,
    AnswerKind.DONT_KNOW: lambda answer, words: DontKnow(field=answer.field, words=words),
    AnswerKind.DECLINE: lambda answer, words: Decline(field=answer.field, words=words),
    AnswerKind.SKIP: lambda answer, words: Decline(field=answer.field, words=words),
}


def answer(question: Ask, memory: AthleteMemory) -> FieldAnswer:
    """How the athlete answers one question now."""
    name, truth = question.field, memory.persona.facts.get(question.field)
    value = memory.value(name)
    if (kept := _kept_back(name, memory)) is not None:
        return FieldAnswer(name, kept, _nothing(name) if kept is AnswerKind.NO else None, question.values)
    if _cannot_tell(name, memory):
        return FieldAnswer(name, AnswerKind.DONT_KNOW)
    if is_no(value):
        return FieldAnswer(name, AnswerKind.NO, value, question.values)
    level = truth.tell if truth is not None else "when_asked"
    if level == "reluctant" and name not in memory.deflected:
        return FieldAnswer(name, AnswerKind.DEFLECT)
    vague = level == "if_probed" and name not in memory.answered and question.open and not _probed(question, value)
    return FieldAnswer(name, AnswerKind.VAGUE) if vague else _told(question, value)


def _cannot_tell(name: str, memory: AthleteMemory) -> bool:
    """The file says so, or has no value of what everybody has."""
    truth = memory.persona.facts.get(name)
    unknown = truth is not None and not truth.knows and not memory.pretends(name)
    return unknown or (memory.value(name) is None and name not in catalogue().deniable)


def _kept_back(name: str, memory: AthleteMemory) -> AnswerKind | None:
    truth = memory.persona.facts.get(name)
    declined = any(b.kind == "declines" and b.field == name for b in memory.pending)
    if declined or (truth is not None and truth.tell == "never"):
        return AnswerKind.DECLINE
    if memory.holds_back(name):
        return (
            (AnswerKind.NO if name in memory.denied_vaguely else AnswerKind.VAGUE)
            if deniable(name)
            else AnswerKind.HOLD_BACK
        )
    return None


def is_no(value: Value) -> bool:
    """Whether the value is a no: does not apply, an empty list, false, or `none`."""
    return value is None or value is False or value == "none" or (isinstance(value, tuple | dict) and not value)


def _nothing(name: str) -> Value:
    """The value that a denial of the field gives out."""
    kind = catalogue().fields[name].type
    if kind == "enum":
        return "none" if "none" in facts()[name].values else None
    nothing: dict[str, Value] = {"list": (), "bool": False}
    return nothing.get(kind)


def deniable(name: str) -> bool:
    """Whether a vague denial passes for an answer: yes/no things and lists, and what need not apply."""
    kind = catalogue().fields[name].type
    return kind in {"list", "bool"} or bool(facts()[name].none) or "none" in facts()[name].values


def untold_letter(memory: AthleteMemory) -> tuple[Ask, ...]:
    """The question that a refusal puts by itself to whoever holds a written clearance and has not spoken of it."""
    truth = memory.persona.facts.get(_CLEARANCES)
    holds = truth is not None and truth.tell in {"volunteers", "when_asked"} and not is_no(truth.value)
    return (Ask(field=_CLEARANCES),) if holds and _CLEARANCES not in memory.answered else ()


def put_off(memory: AthleteMemory) -> tuple[Ask, ...]:
    """What the athlete was asked, deflected, and has not told since."""
    waiting = (name for name in memory.persona.facts if name in memory.deflected and name not in memory.answered)
    return tuple(Ask(field=name) for name in waiting)


def volunteered(memory: AthleteMemory) -> tuple[FieldAnswer, ...]:
    """What the athlete offers unasked and has not offered yet."""
    offered = ("volunteers", "when_asked") if memory.has("floods") else ("volunteers",)
    return tuple(
        offer(name, memory)
        for name, truth in memory.persona.facts.items()
        if truth.tell in offered and name not in memory.answered and truth.knows and not memory.holds_back(name)
        if not any(b.kind == "declines" and b.field == name for b in memory.pending)
        if _is_thought_of(name, memory.value(name))
    )


def _is_thought_of(name: str, value: Value) -> bool:
    """Whether somebody may speak of it unasked: a bare no needs its question."""
    return not is_no(value) or (name in catalogue().screening and value is not False)


def in_the_goal(persona: Persona) -> tuple[str, ...]:
    """Facts that the first goal's words carry already."""
    goal = persona.goals[0]
    stated = {"race_distance_km": goal.event, "goal_time_s": goal.target}
    return tuple(name for name, said in stated.items() if said is not None and name in persona.facts)


def offer(name: str, memory: AthleteMemory) -> FieldAnswer:
    value = memory.value(name)
    return FieldAnswer(name, AnswerKind.NO if is_no(value) else AnswerKind.TELL, value, offered=True)


def on_topic(questions: tuple[Ask, ...], memory: AthleteMemory) -> tuple[FieldAnswer, ...]:
    """Volunteered facts whose topic comes up with these questions, beyond what they ask."""
    asked = {q.field for q in questions}
    topics = {topic_of(name) for name in asked}
    return tuple(a for a in volunteered(memory) if a.field not in asked and topic_of(a.field) in topics)


def topic_of(name: str) -> str:
    known = catalogue()
    return known.questions[known.fields[name].question].topic


def _probed(question: Ask, value: Value) -> bool:
    if isinstance(value, tuple):
        return bool(set(value) & set(question.values))
    return question.specific


def _told(question: Ask, value: Value) -> FieldAnswer:
    if not isinstance(value, tuple) or not question.values or question.open:
        return FieldAnswer(question.field, AnswerKind.TELL, value, question.values)
    covered = tuple(v for v in value if v in question.values)
    return FieldAnswer(question.field, AnswerKind.TELL if covered else AnswerKind.NO, covered, question.values)


def alike(own: Value, told: Value) -> bool:
    """Whether a value told back may pass for the athlete's own: figures within 3%, lists with the same entries."""
    if isinstance(own, tuple) and isinstance(told, tuple):
        return set(own) == set(told)
    if isinstance(own, str | bool) and isinstance(told, str | bool):
        return own == told
    if isinstance(own, bool) or not isinstance(own, int | float):
        return True
    return isinstance(told, int | float) and abs(own - told) <= _ROUNDED * max(abs(own), 1)
