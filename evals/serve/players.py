"""From a request to what the offline coach, athlete or judge says: the one place that knows them."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from evals.checks import session_judging
from evals.checks.judging import read_material
from evals.checks.registry import CHECKS
from evals.checks.unspoken import judging, scan
from evals.checks.view import Case
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from evals.offline import OfflineCoach
from evals.reading.acts import TrainedReader
from evals.serve.binding import blocks_of, opened
from personas.acts import Act
from personas.channel import Channel, EitherReader, Reader, channel_of
from personas.offline import OfflineAthlete
from personas.prompted import read_prompt, read_seen

Json = dict[str, Any]
_MOST_SESSIONS = 5000


class Players:
    """The athlete's sheet in the system prompt asks for the athlete, the rubrics for the judge, else for the coach.

    Requests of one session share a channel of acts. They are told by `metadata.user_id` (a number is the session's
    seed, as of `channel_of`), else by the athlete's first words, by which an athlete without an id is found as well.
    The coach's own words are understood in any session, the athlete's by the trained reader where the athlete is not
    played here.
    """

    def __init__(self) -> None:
        self._channels: OrderedDict[str, Channel] = OrderedDict()
        self._reader = _Reader(TrainedReader())

    def answer(self, request: Json) -> list[Json]:
        """The blocks of an answer: at most one text, then tool uses."""
        system = "\n".join(block["text"] for block in blocks_of({"content": request.get("system")}))
        for prompt, judge in ((judging.instructions(), _leaks), (session_judging.instructions(), _defects)):
            if system.strip() == prompt.strip():
                found = list(judge(_of(request, "user")[-1]["text"]))
                return [{"type": "text", "text": json.dumps({"findings": found})}]
        return self._athlete(request, system) if "<you>" in system else self._coach(request)

    def _coach(self, request: Json) -> list[Json]:
        said = (block["text"] for block in _of(request, "user") if block["type"] == "text")
        first = next(said, "")
        channel, seed = self._session(request, first)
        reader = EitherReader(self._channels.get(_folded(first), Channel()), self._reader)
        blocks = OfflineCoach(seed, channel, reader).answer(_as_heard(request)).content
        for text in _spoken(blocks):
            self._reader.coach_said[_folded(text)] = channel.all_of(text)[-1]
        return blocks

    def _athlete(self, request: Json, system: str) -> list[Json]:
        """Plays the talk again from its beginning: the offline athlete is deterministic, the server keeps no talk."""
        persona, today = read_prompt(system)
        first = next((block["text"] for block in _of(request, "assistant") if block["type"] == "text"), None)
        user = (request.get("metadata") or {}).get("user_id") or system
        athlete = OfflineAthlete(persona, int(user) if user.isdigit() else _hash(user), today=today)
        seen = [read_seen(block["text"]) for block in _of(request, "user") if block["type"] == "text"]
        channel, _ = self._session(request, first or "")

        async def play() -> Any:
            for heard in seen:
                reply = await athlete.reply(heard and heard._replace(acts=self._meant(channel, heard.text)))
            return reply

        with asyncio.Runner() as runner:  # Inspect's `asyncio.run` leaves the loop of a thread open
            reply = runner.run(play())
        if first is None:
            channel, _ = self._session(request, reply.text or "")
        channel.deposit(reply.text or "", reply.acts or ())
        words = [{"type": "text", "text": reply.text}] if reply.text else []
        leaves = {"type": "tool_use", "id": f"toolu_leave{len(seen)}", "name": "leave", "input": {}}
        return [*words, leaves] if reply.leaves or not reply.text else words

    def _meant(self, channel: Channel, text: str) -> tuple[Act, ...] | None:
        """The acts of the coach's words; None leaves it to the athlete to read them."""
        acts = channel.read(text)
        return self._reader.coach_said.get(_folded(text)) if acts is None else acts

    def _session(self, request: Json, first_words: str) -> tuple[Channel, int]:
        key = (request.get("metadata") or {}).get("user_id") or _folded(first_words)
        if key.isdigit():
            return channel_of(int(key)), int(key)
        channel = self._channels.setdefault(key, Channel())
        self._channels.move_to_end(key)
        if len(self._channels) > _MOST_SESSIONS:
            self._channels.popitem(last=False)
        return channel, _hash(key)


def _leaks(turn: str) -> Iterator[Json]:
    """What the detectors of `unspoken` find, worded as a judge's answer."""
    question = judging.read_asked(turn)
    leaks = scan(question.text, athlete=question.athlete, internal=question.internal, user_said=question.user_said)
    yield from ({"category": leak.category, "quote": leak.text} for leak in leaks)


def _defects(turn: str) -> Iterator[Json]:
    """What the checks of the same names find in the talk alone, likewise."""
    told = read_material(turn)
    talk = [(who, text) for line in told["talk"] for who, text in line.items() if who != "app"]
    session = talk_view([InterchangeMessage(role=who, text=text) for who, text in talk], outcome=told["outcome"])
    case = Case(session, None, lost=("the internal texts",))
    for name in session_judging.JUDGED:
        for each in CHECKS[name].judge(case).findings if name in CHECKS else ():
            text = getattr(session.events[each.event or 0], "text", "")
            yield {"scorer": name, "quote": each.quote or text, "reason": each.what}


class _Reader:
    """The coach's words in any session by `coach_said`, everything else by `other`."""

    def __init__(self, other: Reader) -> None:
        self.coach_said: dict[str, tuple[Act, ...]] = {}
        self._other = other

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        return self.coach_said.get(_folded(text)) or self._other.read(text, question)


def _as_heard(request: Json) -> Json:
    """The request as the offline coach reads it: notes that came as thinking are words again."""
    messages = [
        message
        if message["role"] == "system"
        else {**message, "content": [_spoken_block(block) for block in blocks_of(message)]}
        for message in request["messages"]
    ]
    return {**request, "messages": messages}


def _spoken_block(block: Json) -> Json:
    bound = opened(block) if block["type"] == "thinking" else None
    return {"type": "text", "text": bound.words} if bound and bound.words else block


def _of(request: Json, role: str) -> list[Json]:
    return [block for message in request["messages"] if message["role"] == role for block in blocks_of(message)]


def _spoken(blocks: list[Json]) -> list[str]:
    """The words that an athlete will see, the question that a call hands over among them."""
    inputs = (block.get("input", {}).get(key) for block in blocks for key in ("question", "revisit_question"))
    return [text for text in (*(block.get("text") for block in blocks), *inputs) if text]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _folded(text: str) -> str:
    return " ".join(text.split())
