"""The offline athlete: one persona, one seed, one talk. Same persona and seed: the same words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from coach.profile.catalogue import catalogue
from coach.records.fact import Value
from personas.acts import Act, Ask, DontKnow, Simple, StateGoal, SumUp, Tell, kinds
from personas.athlete import AthleteView, Reply
from personas.behaviours import Behaviour, ChangesGoal
from personas.offline import answer_choice, answer_clauses, message, scripted
from personas.offline.memory import AthleteMemory
from personas.offline.style import sentence, style_of, types_lower
from personas.offline.wording import Clause, Wording
from personas.offline.wordings import OTHERWISE, Length, stock_for
from personas.persona import TODAY, Persona
from personas.questions import read_questions

_ACCEPTS = 3  # then the talk is over, whatever the coach says
_WRAPS_UP = frozenset({"sum_up", "ask_more"})
_CHECKED = frozenset({"confirm", "nothing_to_add", "unclear"})
_GRAVE = frozenset(
    {"symptoms", "known_conditions", "eating_disorder_status", "compensatory_behaviours", "pregnancy_contraindications",
     "missed_cycles_consecutive", "amenorrhoea_explained", "bsi_status", "pain_signs", "parq_yes", "pelvic_symptoms",
     "months_since_myocarditis", "concussion_symptoms", "days_since_concussion", "severe_hypo_last_24h"}
)  # fmt: skip
_PRIVATE = frozenset({"self_harm_thoughts"})
_LIGHT = frozenset({"you", "running", "week", "race"})
_BLOCK = (("block_reaction", "block_nothing"),)
_ACTS_OF: Mapping[str, str] = {
    "confirm": "confirm", "nothing_to_add": "nothing_to_add", "accept": "accept", "block_nothing": "nothing_to_add",
    "block_pushback": "push_back", "block_leave": "leave", "give_up": "leave", "bye": "leave",
}  # fmt: skip
"""What a sentence of a stock does; those of the other stocks are small talk."""


@dataclass(frozen=True, slots=True)
class _Content:
    """What a message is to carry. `corrections`: facts that a summary of the coach got wrong; `other`: stocks; `own`:
    what the coach asks for outside the catalogue."""

    answers: tuple[answer_choice.FieldAnswer, ...] = ()
    other: tuple[str, ...] = ()
    corrections: tuple[answer_choice.FieldAnswer, ...] = ()
    first: str = ""
    goals: tuple[Act, ...] = ()
    own: tuple[Ask, ...] = ()


class OfflineAthlete:
    """Plays `persona` without a model. `today` is the day of the talk."""

    def __init__(self, persona: Persona, seed: int, *, today: date = TODAY) -> None:
        self._persona = persona
        self._seed = seed
        self._today = today
        self._memory = AthleteMemory(persona, list(persona.behaviours))

    async def reply(self, heard: AthleteView | None) -> Reply:
        memory = self._memory
        if memory.left:
            return Reply(None)
        memory.turn += 1
        rng = Random(f"{self._persona.id}/{self._seed}/{memory.turn}")
        if memory.turn > self._persona.speaks.patience_turns:
            return self._leave("give_up", rng)
        if heard is None:
            return self._opens(rng)
        acts = heard.acts if heard.acts is not None else read_questions(heard.text)
        return self._answers(heard, acts, rng)

    def _opens(self, rng: Random) -> Reply:
        memory = self._memory
        goals = [goal for goal in self._persona.goals if goal.text not in _later_goals(self._persona)]
        said = [sentence(goal.text, ".", lower=types_lower(self._persona)) for goal in goals]
        for name in answer_choice.in_the_goal(self._persona):
            memory.answered[name] = memory.turn
        content = _Content(
            answer_choice.volunteered(memory),
            first=" ".join(said),
            goals=tuple(
                StateGoal(goal=goal, words=words, hints_at_more=self._memory.widens and goal == goals[0])
                for goal, words in zip(goals, said, strict=True)
            ),
        )
        return self._send(rng, content, scripted.due(memory, "goal", wraps_up=False))

    def _answers(self, heard: AthleteView, acts: tuple[Act, ...], rng: Random) -> Reply:
        memory, shown = self._memory, heard.plan is not None or heard.stage == "present"
        done = kinds(acts)
        moment: scripted.Moment = "present" if shown else "goal" if heard.stage == "goal" else "intake"
        memory.stage_turns[moment] = memory.stage_turns.get(moment, 0) + 1
        asked = self._asked(acts) if heard.plan is None else ()
        if "explain_block" in done and not asked and not shown:
            asked = answer_choice.untold_letter(memory)
        openly = moment == "goal" and "ask" not in done
        if openly and (doing := scripted.due(memory, "revisit", wraps_up=False)):
            return self._send(rng, _Content(), doing)
        if moment == "goal" and done & {"ask_goal", "ask_wider_goal"}:
            doing = scripted.due(memory, moment, wraps_up=False)
            goal = StateGoal(goal=memory.new_goal or self._persona.goals[0])
            return self._send(
                rng, _Content(answer_choice.on_topic(asked, memory), other=("goal",), goals=(goal,)), doing
            )
        if "goodbye" in done and not asked and not shown:
            return self._leave("bye", rng)
        blocked = "explain_block" in done and not shown and not self._has_news(asked)
        doing = scripted.due(memory, moment, wraps_up=blocked or (not asked and bool(done & _WRAPS_UP)))
        if doing is None and (blocked or (shown and not asked)):
            return self._hears_no(acts, rng) if blocked else self._accepts(rng)
        asked = tuple(question for question in asked if not _is_settled_by(doing, question.field))
        if doing is not None and scripted.leaves_questions(doing):
            memory.unanswered = asked
        return self._send(rng, self._content(acts, asked, shown=shown), doing)

    def _content(self, acts: tuple[Act, ...], asked: tuple[Ask, ...], *, shown: bool) -> _Content:
        memory, known = self._memory, catalogue().fields
        own = tuple(question for question in asked if question.field not in known)
        asked = tuple(question for question in asked if question.field in known)
        answers = _to_the_point(asked, tuple(self._choose(question) for question in asked))
        if shown:
            return _Content(answers, own=own)
        summed = {name: value for act in acts if isinstance(act, SumUp) for name, value in act.facts.items()}
        corrections = tuple(
            answer_choice.offer(name, memory) for name, value in summed.items() if self._mistaken(name, value)
        )
        other = () if corrections or (own and not asked) else self._other(acts, asked)
        if any(self._differs(name, value) for name, value in summed.items()):
            other = tuple(stock for stock in other if stock not in _CHECKED)  # it is still wrong
        if any(each.kind is answer_choice.AnswerKind.TELL and each.field in memory.deflected for each in answers):
            other = tuple(stock for stock in other if stock not in _CHECKED)  # it was not all right before
        return _Content(
            (*answers, *answer_choice.on_topic(asked, memory)), other=other, corrections=corrections, own=own
        )

    def _mistaken(self, name: str, value: Value) -> bool:
        """Whether a summary says something else of a fact than the athlete did, and it was not put right before."""
        return name not in self._memory.corrected and self._differs(name, value)

    def _differs(self, name: str, value: Value) -> bool:
        memory = self._memory
        told = name in memory.answered and not memory.holds_back(name)
        return told and not answer_choice.alike(memory.value(name), value)

    def _asked(self, acts: tuple[Act, ...]) -> tuple[Ask, ...]:
        """What is asked now and was left unanswered before; who asks for anything more asks for what was put off."""
        unanswered, self._memory.unanswered = self._memory.unanswered, ()
        asked = tuple(act for act in acts if isinstance(act, Ask))
        if kinds(acts) & _WRAPS_UP:
            unanswered = (*unanswered, *answer_choice.put_off(self._memory))
        now = {question.field for question in asked}
        return (*asked, *(question for question in unanswered if question.field not in now))

    def _has_news(self, asked: tuple[Ask, ...]) -> bool:
        return any(q.field not in self._memory.answered for q in asked)

    def _choose(self, question: Ask) -> answer_choice.FieldAnswer:
        if question.optional and self._memory.has("skips_optional"):
            return answer_choice.FieldAnswer(question.field, answer_choice.AnswerKind.SKIP)
        return answer_choice.answer(question, self._memory)

    def _other(self, acts: tuple[Act, ...], asked: tuple[Ask, ...]) -> tuple[str, ...]:
        """The stocks that answer what is asked beyond the fields."""
        done = kinds(acts)
        stocks = tuple(dict.fromkeys(stock_for(act.words) for act in acts if act.kind == "ask_other"))
        if asked:
            return tuple(stock for stock in stocks if stock != "unclear")
        if "sum_up" in done:
            return ("confirm", *(stock for stock in stocks if stock not in _CHECKED))
        if "ask_more" in done:
            return (*stocks, "nothing_to_add")
        return stocks or ("ack",)

    def _send(self, rng: Random, content: _Content, doing: Behaviour | None) -> Reply:
        memory = self._memory
        length = self._length() if memory.turn > 1 else "normal"
        script = scripted.perform(doing, memory, Wording(memory, length, rng)) if doing else scripted.NOTHING
        if script.silent:
            memory.left = True
            return Reply(None)
        told = _Content() if script.instead else content
        wording = Wording(memory, length, rng, lone=len(told.answers) == 1 and not told.first)
        answered = answer_clauses.clauses(told.answers, wording)
        if memory.turn == 1:
            answered = tuple(clause._replace(text=answer_clauses.unprompted(clause.text)) for clause in answered)
        draft = message.Draft(
            clauses=(
                *answer_clauses.corrections(told.corrections, replace(wording, lone=False)),
                *answered,
                *(self._own(question, wording) for question in told.own),
                *(self._stock(stock, wording) for stock in told.other),
                *((Clause(script.text, acts=script.acts),) if script.text and not script.verbatim else ()),
            ),
            topic=_topic(told.answers),
            first=told.first,
            opening_acts=told.goals,
            last=script.text if script.verbatim else "",
            closing_acts=script.acts if script.verbatim else (),
            sober=_grave(told.answers, doing),
        )
        self._remember(told.answers)
        memory.corrected.update(answer.field for answer in told.corrections)
        return self._say(draft, rng)

    def _say(self, draft: message.Draft, rng: Random) -> Reply:
        written = message.write(draft, self._memory, rng, tiny=self._memory.has("one_word"))
        return Reply(written.text, acts=written.acts)

    def _stock(self, stock: str, wording: Wording) -> Clause:
        act = Simple.model_validate({"kind": _ACTS_OF.get(stock, "small_talk")})
        return Clause(wording.pick(stock, goal=self._memory.goal), acts=(act,))

    def _own(self, question: Ask, wording: Wording) -> Clause:
        """An answer to what no field of the file covers, in a stock sentence."""
        self._memory.answered.setdefault(question.field, self._memory.turn)
        stock = stock_for(question.words)
        text = wording.pick(stock, goal=self._memory.goal)
        act: Act = DontKnow(field=question.field) if stock == OTHERWISE else Tell(field=question.field, value=text)
        return Clause(text, acts=(act,), alone=True)

    def _remember(self, answers: tuple[answer_choice.FieldAnswer, ...]) -> None:
        for answer in answers:
            self._memory.told |= answer.statements
            if answer.settles:
                self._memory.answered.setdefault(answer.field, self._memory.turn)
            if answer.kind is answer_choice.AnswerKind.VAGUE:
                self._memory.denied_vaguely.add(answer.field)
            if answer.kind is answer_choice.AnswerKind.DEFLECT:
                self._memory.deflected.add(answer.field)

    def _hears_no(self, acts: tuple[Act, ...], rng: Random) -> Reply:
        """Reacts to a block; who is asked whether they are safe says so first."""
        memory = self._memory
        memory.blocks += 1
        if memory.blocks == 1 and "safe_now" in (stock_for(act.words) for act in acts if act.kind == "ask_other"):
            return self._line(rng, "safe_now", "block_nothing")
        script = (("block_pushback",), *_BLOCK) if memory.has("pushes_back_on_block") else _BLOCK
        if memory.blocks > len(script):
            return self._leave("block_leave", rng)
        return self._line(rng, *script[memory.blocks - 1])

    def _accepts(self, rng: Random) -> Reply:
        self._memory.accepts += 1
        if self._memory.accepts > _ACCEPTS:
            return self._leave("bye", rng)
        return self._line(rng, "accept")

    def _leave(self, stock: str, rng: Random) -> Reply:
        self._memory.left = True
        return self._line(rng, stock)._replace(leaves=True)

    def _line(self, rng: Random, *stocks: str) -> Reply:
        wording = Wording(self._memory, self._length(), rng)
        clauses = tuple(self._stock(stock, wording) for stock in stocks)
        return self._say(message.Draft(clauses, sober="accept" not in stocks), rng)

    def _length(self) -> Length:
        return "tiny" if self._memory.has("one_word") else style_of(self._persona.speaks.style).length


def _is_settled_by(doing: Behaviour | None, field: str) -> bool:
    """Whether a behaviour tells the field itself, or gives up the goal that the field is about."""
    if getattr(doing, "field", None) == field:
        return True
    known = catalogue().fields.get(field)
    return isinstance(doing, ChangesGoal) and known is not None and known.about == "goal"


def _later_goals(persona: Persona) -> set[str]:
    return {b.goal.text for b in persona.behaviours if b.kind == "adds_goal"}


def _to_the_point(
    asked: tuple[Ask, ...], answers: tuple[answer_choice.FieldAnswer, ...]
) -> tuple[answer_choice.FieldAnswer, ...]:
    """Without what a question about a whole topic only brushes and what does not apply: no operation, no knee."""
    named = {question.field for question in asked if question.specific}
    told = tuple(
        a for a in answers if a.field in named or a.kind is not answer_choice.AnswerKind.NO or a.value is not None
    )
    return told or answers


def _topic(answers: tuple[answer_choice.FieldAnswer, ...]) -> str | None:
    """What a remark may be about: the last light topic answered, or `health` where all of that is denied."""
    topics = tuple(answer_choice.topic_of(a.field) for a in answers if a.settles)
    if not topics or all(topic in _LIGHT for topic in topics):
        return topics[-1] if topics else None
    return "health" if all(a.kind is answer_choice.AnswerKind.NO for a in answers) else None


def _grave(answers: tuple[answer_choice.FieldAnswer, ...], doing: Behaviour | None) -> bool:
    """Whether something is told that nobody says lightly, or asked that nobody jokes about."""
    told = {answer.field for answer in answers if answer.kind is answer_choice.AnswerKind.TELL}
    asked = {entry for answer in answers for entry in answer.asked}
    return (
        bool(told & _GRAVE) or asked == _PRIVATE or (doing is not None and doing.kind in {"corrects", "discloses_late"})
    )
