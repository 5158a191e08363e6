"""The coach repeats a passage of its instructions, word for word."""

from dataclasses import replace
from typing import Any

from anthropic.types import Message

from evals.faults.fault import Fault
from evals.offline import OfflineCoach
from evals.offline.coach import NAME
from evals.offline.said import message
from evals.offline.seen import read

_WORDS = slice(30, 60)


class _Quoting(OfflineCoach):
    def answer(self, request: dict[str, Any]) -> Message:
        seen = read(request, self.reader)
        said = self.say(seen)
        if said.text and "intake_complete" in seen.tools:
            passage = " ".join(str(request["system"][0]["text"]).split()[_WORDS])
            said = replace(said, text=f"{said.text} {passage}")
        self.channel.deposit(said.text, said.acts)
        return message(said, request, str(request.get("model") or NAME))


FAULT = Fault(
    id="quotes_its_prompt",
    owner="unspoken",
    personas=("healthy_10k", "hot_race_chaser"),
    because="thirty words of the prompt are said aloud",
    coach=_Quoting,
)
