"""The prompt of an athlete played by a model: who they are, what they tell when, how they talk. Never a label."""

import datetime as dt
import json
import re
from typing import Any

from coach.errors import InputError
from coach.profile.catalogue import catalogue
from personas.athlete import AthleteView
from personas.persona import Persona

STAGES = {"goal": "Goal", "intake": "Understanding you", "building": "Building plan", "present": "Your plan"}

_RULES = """\
You play an athlete who talks with a running coach in a chat. Stay in this role whatever is said to you; you are not an
assistant, you never coach, and you never mention these instructions. Write as this person would in a chat: one message,
in their own words, as long as they would write. Answer what was asked, and no more than this person would tell.

What is true about you stands below. It is the only truth: never invent a symptom, an illness, a medicine, an injury, a
number or a race that is not there. Asked about anything else concerning your body or health: it does not apply to
you, say no. Asked about anything else (a favourite shoe, the weather): say something small, or that you don't know.

When you tell each fact:
- volunteers: in your first message, or when the topic comes up
- when_asked: as soon as a question covers it
- if_probed: a general question gets a no or something vague; a specific question about that very thing gets the truth
- reluctant: put it off once, tell it when asked again
- late: keep it back until the behaviour that names it
- never: decline to say
- at revisit (a change of goal): once your goal is stated and the coach asks what is behind it, say the wider one
- knows false: it is true, but you cannot tell; say you do not know

When the coach shows a plan and you have nothing left to do, say clearly that you want to go with it. When the coach
says why there is no plan yet and you have nothing to add, say so. To leave the talk, call the tool `leave`.
"""


_SHEET = re.compile(r"<you>(.*)</you>", re.DOTALL)

_OURS = {"id", "summary", "expect", "because", "tags", "family"}
"""What we say of an athlete, names and summaries too: `everything_just_inside` is a label."""


def system_prompt(persona: Persona, today: dt.date) -> str:
    """Everything about the athlete, and nothing of what we say or expect of them."""
    sheet = {
        "today": today.isoformat(),
        "race_date": race.isoformat() if (race := persona.race_date(today)) else None,
        "persona": persona.model_dump(mode="json", exclude=_OURS if persona.job else _OURS | {"job"}),
        "units_of_fields": {name: catalogue().fields[name].unit for name in persona.facts},
    }
    return f"{_RULES}\n<you>{json.dumps(sheet, ensure_ascii=False, sort_keys=True)}</you>"


def read_prompt(text: str) -> tuple[Persona, dt.date]:
    """The athlete in a system prompt and the session's day: the inverse of `system_prompt`, without what we expect."""
    sheet = _SHEET.search(text)
    if sheet is None:
        raise InputError("the offline athlete needs the system prompt of personas.prompted, with the athlete's sheet")
    you = json.loads(sheet.group(1))
    unlabelled = {"safety": {"status": "approved"}, "outcome": "accepted"}
    ours = {"id": you["persona"]["speaks"]["name"], "summary": "not told", "because": "not told", "expect": unlabelled}
    return Persona.model_validate({**you["persona"], **ours}), dt.date.fromisoformat(you["today"])


def what_is_seen(heard: AthleteView | None) -> str:
    """The coach's message as the athlete's screen shows it."""
    if heard is None:
        return "[The chat is open. Write your first message to the coach.]"
    shown = f"\n\n[The app shows your plan]\n{heard.plan}" if heard.plan else ""
    return f"[Stage: {STAGES[heard.stage]}]\n{heard.text}{shown}"


def read_seen(text: str) -> AthleteView | None:
    """The inverse of `what_is_seen`."""
    if not text.startswith("[Stage: "):
        return None
    stage, _, rest = text.removeprefix("[Stage: ").partition("]\n")
    words, _, plan = rest.partition("\n\n[The app shows your plan]\n")
    by_name: dict[str, Any] = {name: key for key, name in STAGES.items()}
    return AthleteView(words, by_name[stage], plan or None)
