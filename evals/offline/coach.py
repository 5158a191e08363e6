"""The offline coach as a client: `messages.create` answers from what the request shows, and from nothing else.

What the words in it mean it asks a reader: its own channel first, where both offline players deposit their acts, then
`reader` for what nobody deposited (a person's words, a model's).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coach.model import PlainMessage
from evals.hearing_modes import Mode
from evals.offline import contract, goal_capture, intake, planning, present
from evals.offline.coach_reply import Call, CoachReply, message
from evals.offline.hearing import Hearing
from evals.offline.request_view import RequestView, read
from personas.channel import Channel, EitherReader, Reader

NAME = "offline/coach"


class OfflineCoach:
    """Deterministic: the same seed, request and reader give the same message to the byte; another seed, other words."""

    def __init__(
        self, seed: int = 0, channel: Channel | None = None, reader: Reader | None = None, hearing: Mode = "clean"
    ) -> None:
        self.seed = seed
        self.channel = channel or Channel()
        both: Reader = EitherReader(self.channel, reader) if reader else self.channel
        self.reader: Reader = both if hearing == "clean" else Hearing(both, hearing, seed)

    @property
    def messages(self) -> "OfflineCoach":
        return self

    async def create(self, **request: Any) -> PlainMessage:
        """Answer a Messages API request; what the API would refuse is refused."""
        contract.check(request["messages"])
        return self.answer(request)

    def answer(self, request: dict[str, Any]) -> PlainMessage:
        """The same, for callers that are not asynchronous."""
        said = self.say(self._heard(read(request, self.reader)))
        for text in _spoken(said):
            self.channel.deposit(text, said.acts)
        return message(said, request, str(request.get("model") or NAME))

    def _heard(self, seen: RequestView) -> RequestView:
        """Where the athlete deposited what they mean, their words mean nothing besides."""
        if self.channel.read(seen.newest) is None:
            return replace(seen, is_free=True)
        return replace(seen, sections={**seen.sections, "speaks_of_health": []})

    def say(self, seen: RequestView) -> CoachReply:
        """What to say; the tools on offer tell which part of the talk this is."""
        for tool, behave in _BY_TOOL.items():
            if tool in seen.tools:
                return behave(seen, self.seed)
        return CoachReply(text="I have nothing to work with here.")


def _spoken(said: CoachReply) -> tuple[str, ...]:
    """The words that the athlete will see: the text, or the question that a call hands over."""
    questions = (call.input.get(key) for call in said.calls for key in ("question", "revisit_question"))
    return tuple(text for text in (said.text, *questions) if text)


_BY_TOOL: dict[str, Callable[[RequestView, int], CoachReply]] = {
    "capture_goal": goal_capture.capture,
    "analyze_goal": planning.analyze,
    "intake_complete": intake.converse,
    "review_profile": lambda _seen, _seed: CoachReply(calls=(Call("review_profile", {"concerns": []}),)),
    "generate_plan": lambda seen, _seed: planning.plan(seen),
    "accept_plan": present.converse,
}
"""The first tool of the table that is offered names the behaviour."""
