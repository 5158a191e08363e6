"""The offline athlete: one persona, one seed, one talk. Same persona and seed: the same words."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from personas.athlete import Heard, Reply
from personas.behaviours import Behaviour, OneWord, PushesBackOnBlock, SkipsOptional
from personas.offline import act, choose, claims, message, say
from personas.offline.memory import Memory
from personas.offline.style import style_of
from personas.offline.understand import Question, Understood, understand
from personas.offline.wording import Wording
from personas.persona import TODAY, Persona

_WEEKS = "weeks_available"
_ADULT = 18
_ACCEPTS = 3  # then the talk is over, whatever the coach says
_WRAPS_UP = frozenset({"confirm", "anything_wrong", "anything_else"})
_ASKS_FOR_MORE = frozenset({"anything_else", "anything_wrong"})
_CHECKED = frozenset({"confirm", "anything_wrong", "nothing_to_add", "unclear"})
_SETTLED = frozenset({choose.How.TELL, choose.How.NO, choose.How.DONT_KNOW, choose.How.DECLINE})


@dataclass(frozen=True, slots=True)
class _Content:
    """What a message is to carry. `rights`: facts that a summary of the coach got wrong."""

    answers: tuple[choose.Answer, ...] = ()
    other: tuple[str, ...] = ()
    rights: tuple[choose.Answer, ...] = ()
    first: str = ""


class OfflineAthlete:
    """Plays `persona` without a model. `today` is the day of the talk."""

    def __init__(self, persona: Persona, seed: int, *, today: date = TODAY) -> None:
        self._persona = persona
        self._seed = seed
        self._today = today
        self._memory = Memory(persona, list(persona.behaviours))

    async def reply(self, heard: Heard | None) -> Reply:
        memory = self._memory
        if memory.gone:
            return Reply(None)
        memory.turn += 1
        rng = Random(f"{self._persona.id}/{self._seed}/{memory.turn}")
        if memory.turn > self._persona.speaks.patience_turns:
            return self._leave("give_up", rng)
        if heard is None:
            return self._opens(rng)
        return self._answers(heard, understand(heard.text), rng)

    def _opens(self, rng: Random) -> Reply:
        goals = [goal.text for goal in self._persona.goals if goal.text not in _later_goals(self._persona)]
        first = " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in goals)
        for name in choose.in_the_goal(self._persona):
            self._memory.told[name] = self._memory.turn
        offered = choose.volunteered(self._memory)
        doing = act.due(self._memory, "goal", wraps_up=False)
        return self._send(rng, _Content(offered, first=first), doing)

    def _answers(self, heard: Heard, understood: Understood, rng: Random) -> Reply:
        memory, shown = self._memory, heard.plan is not None or heard.stage == "present"
        moment: act.Moment = "present" if shown else "goal" if heard.stage == "goal" else "intake"
        memory.stage_turns[moment] = memory.stage_turns.get(moment, 0) + 1
        asked = () if heard.plan is not None else self._asked(understood)
        if moment == "goal" and "goal" in understood.gists:
            doing = act.due(memory, moment, wraps_up=False)
            return self._send(rng, _Content(choose.on_topic(asked, memory), other=("goal",)), doing)
        if "goodbye" in understood.gists and not understood.asks and not shown:
            return self._leave("bye", rng)
        blocked = "block" in understood.gists and not shown and not self._has_news(asked)
        doing = act.due(memory, moment, wraps_up=blocked or _wraps_up(understood))
        if doing is None and (blocked or (shown and not asked)):
            return self._hears_no(rng) if blocked else self._accepts(rng)
        asked = tuple(question for question in asked if question.field != getattr(doing, "field", None))
        if doing is not None and act.leaves_questions(doing):
            memory.owed = asked
        return self._send(rng, self._content(heard, understood, asked, shown=shown), doing)

    def _content(self, heard: Heard, understood: Understood, asked: tuple[Question, ...], *, shown: bool) -> _Content:
        memory = self._memory
        sums_up = bool(understood.gists & {"confirm", "anything_wrong"}) and not shown
        wrong = claims.mistaken(heard.text, memory.told, memory.value) if sums_up else ()
        if sums_up:
            checked = claims.figures_stated(heard.text)
            asked = tuple(q for q in asked if q.field not in checked or q.field not in memory.told)
        answers = _to_the_point(asked, tuple(self._choose(question, understood) for question in asked))
        if shown:
            return _Content(answers)
        rights = tuple(choose.offer(name, memory) for name in wrong)
        extra = choose.on_topic(asked, memory)
        other = () if rights else self._other(understood, asked)
        if any(each.how is choose.How.TELL and each.field in memory.deflected for each in answers):
            other = tuple(stock for stock in other if stock not in _CHECKED)  # it was not all right before
        return _Content((*answers, *extra), other=(*other, *self._race_date(understood, answers)), rights=rights)

    def _race_date(self, understood: Understood, answers: tuple[choose.Answer, ...]) -> tuple[str, ...]:
        """The stock with the date of the race, where that is asked and there is one."""
        told = any(a.field == _WEEKS and a.how is choose.How.TELL for a in answers)
        races = self._persona.goals[0].event is not None or self._memory.value("race_distance_km") is not None
        return ("race_date",) if "race_date" in understood.gists and told and races else ()

    def _asked(self, understood: Understood) -> tuple[Question, ...]:
        """What is asked now and was left unanswered before; who asks for anything more asks for what was put off."""
        owed, self._memory.owed = self._memory.owed, ()
        if understood.gists & _ASKS_FOR_MORE:
            owed = (*owed, *choose.put_off(self._memory))
        now = {question.field for question in understood.questions}
        return (*understood.questions, *(question for question in owed if question.field not in now))

    def _has_news(self, asked: tuple[Question, ...]) -> bool:
        return any(q.field not in self._memory.told for q in asked)

    def _choose(self, question: Question, understood: Understood) -> choose.Answer:
        if self._memory.has(SkipsOptional) and "optional" in understood.gists:
            return choose.Answer(question.field, choose.How.SKIP)
        return choose.answer(question, self._memory)

    def _other(self, understood: Understood, asked: tuple[Question, ...]) -> tuple[str, ...]:
        """The stocks that answer what is asked beyond the fields."""
        stocks = tuple(_STOCKS.get(gist, gist) for gist in understood.other)
        age = self._persona.truth.get("age_years")
        if isinstance(age, int | float) and age < _ADULT:
            stocks = tuple("school" if stock == "work" else stock for stock in stocks)
        if asked or len(set(stocks)) > 1:
            stocks = tuple(stock for stock in stocks if stock != "unclear")
        check = next((gist for gist in ("anything_wrong", "confirm") if gist in understood.gists), None)
        if check and not asked:
            stocks = (check, *(stock for stock in stocks if stock not in _CHECKED))
        if not stocks and not asked:
            stocks = ("ack",)
        return tuple(dict.fromkeys(stocks))

    def _send(self, rng: Random, content: _Content, doing: Behaviour | None) -> Reply:
        memory = self._memory
        length = "tiny" if memory.has(OneWord) else style_of(self._persona.speaks.style).length
        deed = act.perform(doing, memory, Wording(memory, length, rng)) if doing else act.NOTHING
        if deed.silent:
            memory.gone = True
            return Reply(None)
        told = _Content() if deed.instead else content
        lone = len(told.answers) == 1 and not told.first

        def draw(dice: Random) -> message.Draft:
            wording = Wording(memory, length, dice, lone=lone)
            rest = tuple(wording.pick(stock, goal=memory.goal, date=self._race_day()) for stock in told.other)
            answered = say.clauses(told.answers, wording)
            if memory.turn == 1:
                answered = tuple(say.unprompted(clause) for clause in answered)
            said = (*say.rights(told.rights, replace(wording, lone=False)), *answered, *rest)
            return message.Draft(
                (*said, *deed.plain), deed.own, told.first, sober=_grave(told.answers, doing), opens=bool(told.answers)
            )

        text = message.write(draw, memory, rng)
        self._remember(told.answers)
        return Reply(text)

    def _race_day(self) -> str:
        """The day of the race in words; the weeks count from the day of the talk."""
        weeks = self._memory.value(_WEEKS)
        day = self._today + timedelta(days=7 * int(weeks) - 1) if isinstance(weeks, int | float) else self._today
        return f"{day:%A} {day.day} {day:%B}"

    def _remember(self, answers: tuple[choose.Answer, ...]) -> None:
        for answer in answers:
            if answer.how in _SETTLED:
                self._memory.told.setdefault(answer.field, self._memory.turn)
            if answer.how is choose.How.VAGUE:
                self._memory.glossed_over.add(answer.field)
            if answer.how is choose.How.DEFLECT:
                self._memory.deflected.add(answer.field)

    def _hears_no(self, rng: Random) -> Reply:
        memory = self._memory
        memory.blocks += 1
        script = (("block_pushback",), *_BLOCK) if memory.has(PushesBackOnBlock) else _BLOCK
        if memory.blocks > len(script):
            return self._leave("block_leave", rng)
        return Reply(self._line(rng, *script[memory.blocks - 1]))

    def _accepts(self, rng: Random) -> Reply:
        self._memory.accepts += 1
        if self._memory.accepts > _ACCEPTS:
            return self._leave("bye", rng)
        return Reply(self._line(rng, "accept"))

    def _leave(self, stock: str, rng: Random) -> Reply:
        self._memory.gone = True
        return Reply(self._line(rng, stock), leaves=True)

    def _line(self, rng: Random, *stocks: str) -> str:
        return message.write(_drawer(self._memory, stocks), self._memory, rng)


def _drawer(memory: Memory, stocks: tuple[str, ...]) -> Callable[[Random], message.Draft]:
    def draw(dice: Random) -> message.Draft:
        wording = Wording(memory, "normal", dice)
        return message.Draft(tuple(wording.pick(stock) for stock in stocks), sober=True)

    return draw


def _wraps_up(understood: Understood) -> bool:
    return not understood.questions and bool(understood.gists & _WRAPS_UP)


def _later_goals(persona: Persona) -> set[str]:
    return {b.goal.text for b in persona.behaviours if b.kind == "adds_goal"}


def _to_the_point(asked: tuple[Question, ...], answers: tuple[choose.Answer, ...]) -> tuple[choose.Answer, ...]:
    """Without what a question about a whole topic only brushes and what does not apply: no operation, no knee."""
    named = {question.field for question in asked if question.specific}
    told = tuple(a for a in answers if a.field in named or a.how is not choose.How.NO or a.value is not None)
    return told or answers


def _grave(answers: tuple[choose.Answer, ...], doing: Behaviour | None) -> bool:
    """Whether something is told that nobody says lightly."""
    told = {answer.field for answer in answers if answer.how is choose.How.TELL}
    return bool(told & _GRAVE) or (doing is not None and doing.kind in {"corrects", "discloses_late"})


_GRAVE = frozenset(
    {"symptoms", "known_conditions", "eating_disorder_status", "compensatory_behaviours", "pregnancy_contraindications",
     "missed_cycles_consecutive", "bsi_status", "pain_signs"}
)  # fmt: skip
_BLOCK = (("block_reaction", "block_nothing"),)
_STOCKS = {
    "anything_else": "nothing_to_add",
    "ready": "go_ahead",
    "goodbye": "bye",
    "choice": "preference",
} | dict.fromkeys(("block", "why_answer", "optional", "race_date"), "unclear")
"""Gist of a fieldless question to the stock that answers it; the other gists are stocks by name."""
