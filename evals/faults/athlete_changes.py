"""A faulty athlete, made of the offline one and one change to its file or to what it says. Knows no fault."""

from collections.abc import Callable

from evals.session import Spec
from personas.acts import Act
from personas.athlete import Athlete, AthleteView, Reply
from personas.offline import OfflineAthlete
from personas.persona import Persona

MakeAthlete = Callable[[Spec], Athlete]
Replier = Callable[[int, AthleteView | None, Reply], Reply]
"""What the athlete says instead of a reply; `turn` is the 1-based number of the message."""


def playing(alter: Callable[[Persona], Persona]) -> MakeAthlete:
    """An athlete that plays another file than the one it is judged by."""
    return lambda spec: OfflineAthlete(alter(spec.persona), spec.session_seed, today=spec.today)


class _Replying:
    """The offline athlete, with what it says changed."""

    def __init__(self, spec: Spec, change: Replier) -> None:
        self._inner = OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
        self._change = change
        self._turn = 0

    async def reply(self, heard: AthleteView | None) -> Reply:
        self._turn += 1
        return self._change(self._turn, heard, await self._inner.reply(heard))


def replying(make: Callable[[Spec], Replier]) -> MakeAthlete:
    """An athlete that says something else than the clean one would."""
    return lambda spec: _Replying(spec, make(spec))


def with_sentence(reply: Reply, sentence: str, acts: tuple[Act, ...] = ()) -> Reply:
    """`reply` with one sentence more, which does `acts`; one that says nothing stays silent."""
    if not reply.text:
        return reply
    said = tuple(act.model_copy(update={"words": sentence}) for act in acts)
    return reply._replace(text=f"{reply.text} {sentence}", acts=(*(reply.acts or ()), *said))
