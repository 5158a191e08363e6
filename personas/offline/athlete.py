"""The offline athlete: one persona, one seed, one talk. Same persona and seed: the same words."""

from collections.abc import Callable
from datetime import date
from random import Random

from personas.athlete import Heard, Reply
from personas.offline import act, choose, message, say
from personas.offline.memory import Memory
from personas.offline.style import style_of
from personas.offline.understand import Question, Understood, understand
from personas.persona import TODAY, Persona

_SETTLED = frozenset({choose.How.TELL, choose.How.NO, choose.How.DONT_KNOW, choose.How.DECLINE})


class OfflineAthlete:
    """Plays `persona` without a model. `today` is the day of the talk."""

    def __init__(self, persona: Persona, seed: int, *, today: date = TODAY) -> None:
        act.check(persona.behaviours)
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
        offered = choose.volunteered(self._memory)
        doing = act.due(self._memory, "goal", wraps_up=False)
        return self._send(rng, offered, doing, first=first)

    def _answers(self, heard: Heard, understood: Understood, rng: Random) -> Reply:
        memory, shown = self._memory, heard.plan is not None or heard.stage == "present"
        moment: act.Moment = "present" if shown else "goal" if heard.stage == "goal" else "intake"
        memory.stage_turns[moment] = memory.stage_turns.get(moment, 0) + 1
        asked = () if heard.plan is not None else self._asked(understood)
        blocked = "block" in understood.gists and not shown and not self._has_news(asked)
        if "goodbye" in understood.gists and not understood.asks and not shown:
            return self._leave("bye", rng)
        doing = act.due(memory, moment, wraps_up=blocked or bool(understood.gists & {"confirm", "anything_else"}))
        if blocked and doing is None:
            return self._hears_no(rng)
        if shown and doing is None and not asked:
            return self._accepts(rng)
        answers = tuple(self._choose(q, understood) for q in asked)
        extra = choose.on_topic(asked, memory)
        return self._send(rng, (*answers, *extra), doing, other=self._other(understood, asked))

    def _asked(self, understood: Understood) -> tuple[Question, ...]:
        """What is asked now, and what was left unanswered before if nothing new is asked."""
        owed, self._memory.owed = self._memory.owed, []
        if understood.questions:
            return understood.questions
        return tuple(Question(name, specific=True) for name in owed)

    def _has_news(self, asked: tuple[Question, ...]) -> bool:
        return any(q.field not in self._memory.told for q in asked)

    def _choose(self, question: Question, understood: Understood) -> choose.Answer:
        skips = any(b.kind == "skips_optional" for b in self._memory.pending)
        if skips and "optional" in understood.gists:
            return choose.Answer(question.field, choose.How.SKIP)
        return choose.answer(question, self._memory)

    def _other(self, understood: Understood, asked: tuple[Question, ...]) -> tuple[str, ...]:
        """The stocks that answer what is asked beyond the fields."""
        stocks = tuple(_STOCKS.get(gist, gist) for gist in understood.other)
        if "confirm" in understood.gists and not asked:
            stocks = ("confirm", *(s for s in stocks if s not in {"confirm", "unclear"}))
        if not stocks and not asked:
            stocks = ("ack",)
        return tuple(dict.fromkeys(stocks))

    def _send(
        self,
        rng: Random,
        answers: tuple[choose.Answer, ...],
        doing: act.Behaviour | None,
        *,
        other: tuple[str, ...] = (),
        first: str = "",
    ) -> Reply:
        memory, style = self._memory, style_of(self._persona.speaks.style)
        length = "tiny" if any(b.kind == "one_word" for b in memory.pending) else style.length
        lone = len(answers) == 1 and not first
        deed = act.perform(doing, memory, say.Wording(memory, length, rng)) if doing else None
        if deed is not None and deed.silent:
            memory.gone = True
            return Reply(None)
        if deed is not None and deed.instead:
            memory.owed, answers, other = [a.field for a in answers], (), ()

        def draw(dice: Random) -> message.Draft:
            wording = say.Wording(memory, length, dice, lone=lone)
            said = say.clauses(answers, wording) + tuple(wording.pick(stock) for stock in other)
            plain = (deed.text,) if deed is not None and not deed.verbatim else ()
            own = (deed.text,) if deed is not None and deed.verbatim else ()
            return message.Draft((*said, *plain), own, first)

        text = message.write(draw, memory, rng)
        self._remember(answers)
        return Reply(text)

    def _remember(self, answers: tuple[choose.Answer, ...]) -> None:
        for answer in answers:
            if answer.how in _SETTLED:
                self._memory.told.setdefault(answer.field, self._memory.turn)
            if answer.how is choose.How.DEFLECT:
                self._memory.deflected.add(answer.field)

    def _hears_no(self, rng: Random) -> Reply:
        memory = self._memory
        memory.blocks += 1
        pushes = any(b.kind == "pushes_back_on_block" for b in memory.pending)
        script = (("block_pushback",), *_BLOCK) if pushes else _BLOCK
        if memory.blocks > len(script):
            return self._leave("block_leave", rng)
        return Reply(self._line(rng, *script[memory.blocks - 1]))

    def _accepts(self, rng: Random) -> Reply:
        self._memory.accepts += 1
        if self._memory.accepts > 3:
            return self._leave("bye", rng)
        return Reply(self._line(rng, "accept"))

    def _leave(self, stock: str, rng: Random) -> Reply:
        self._memory.gone = True
        return Reply(self._line(rng, stock), leaves=True)

    def _line(self, rng: Random, *stocks: str) -> str:
        return message.write(_drawer(self._memory, stocks), self._memory, rng)


def _drawer(memory: Memory, stocks: tuple[str, ...]) -> Callable[[Random], message.Draft]:
    def draw(dice: Random) -> message.Draft:
        wording = say.Wording(memory, "normal", dice)
        return message.Draft(tuple(wording.pick(stock) for stock in stocks))

    return draw


def _later_goals(persona: Persona) -> set[str]:
    return {b.goal.text for b in persona.behaviours if b.kind == "adds_goal"}


_BLOCK = (("block_reaction", "block_nothing"),)
_STOCKS = {"anything_else": "nothing_to_add", "ready": "go_ahead", "goodbye": "bye"} | dict.fromkeys(
    ("block", "why_answer", "optional"), "unclear"
)
"""Gist of a fieldless question to the stock that answers it; the other gists are stocks by name."""
