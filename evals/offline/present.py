"""PRESENT as the offline coach does it: this week first, then questions, changes, corrections, a yes."""

import re

from coach.plan.answers import answer
from coach.plan.present import arc_sentence, week_text
from coach.records.block import TrainingBlock
from evals.offline.asides import aside, aside_wanted
from evals.offline.intake import calls_for
from evals.offline.intents import intents
from evals.offline.open_topics import open_questions
from evals.offline.phrases import phrase, said_before
from evals.offline.plan_phrases import plan_phrase
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_HOLDS_BACK = frozenset({"reserves", "tells_news"})
"""What a message with a yes may not hold besides: a condition, or something that bears on the plan."""
READING = frozenset({"collect_data", "correct_data", "change_goal", "refine_plan", "accept_plan", "generate_plan"})


def converse(seen: Seen, seed: int) -> Said:
    """Show a fresh plan; else act on what the athlete said, or answer it."""
    block = TrainingBlock.model_validate(seen.get("plan"))
    if "generate_plan" in seen.last_calls:
        return Said(text=_presented(seen, seed, block))
    unread = "\n".join(seen.unread(READING))
    if unread:
        if calls := calls_for(seen, unread):
            return Said(calls=calls)
        if again := open_questions(seen):
            lead = "again" if len(again) == 1 else "again_some"
            return Said(text=" ".join([phrase(lead, seed, len(seen.turns)), *again]))
        if (acted := _act(unread)) is not None:
            return Said(calls=(acted,))
    return Said(text=_answer(seen, seed, unread, block))


def _act(text: str) -> Call | None:
    wants = intents(text)
    if "wants_change" in wants:
        return Call("refine_plan", {"request": text})
    statements = [part for part in _SENTENCE.findall(text) if not part.rstrip().endswith("?")]
    yes = [part for part in statements if "accepts" in intents(part)]
    if yes and not _open_question(text) and not any(_HOLDS_BACK & intents(part) for part in statements):
        return Call("accept_plan", {})
    return None


def _open_question(text: str) -> bool:
    """Whether a question in `text` still wants an answer; asking for a nod ("is that okay?") does not."""
    asked = [part.strip() for part in _SENTENCE.findall(text) if part.rstrip().endswith("?")]
    return any("asks_nod" not in intents(part) or aside_wanted(part) for part in asked)


def _presented(seen: Seen, seed: int, block: TrainingBlock) -> str:
    place = len(seen.turns)
    care = seen.get("care", {}).get("say", [])
    noted = [phrase("care_lead", seed, place), *care] if care else []
    changed = block.notes[:1] if _was_asked(seen) and not _cannot(seen) else ()
    lead, ask = _lead(seen, seed, block), phrase("present_ask", seed, place)
    more = [] if changed or _cannot(seen) else [arc_sentence(block), *_notes(seen, seed, block)]
    return "\n\n".join([lead, week_text(block.weeks[0]), *more, *changed, *noted, ask])


def _notes(seen: Seen, seed: int, block: TrainingBlock) -> list[str]:
    """What the plan itself has to say, as a list under a line of its own."""
    lines = [f"- {note}" for note in block.notes]
    return ["\n".join([phrase("notes_lead", seed, len(seen.turns)), *lines])] if lines else []


def _lead(seen: Seen, seed: int, block: TrainingBlock) -> str:
    """What opens it: a first plan, a changed one, or the nearest that works."""
    place = len(seen.turns)
    if _cannot(seen):
        return plan_phrase("nearest_lead", seed, place)
    return phrase("present_lead" if block.version == 1 else "changed_lead", seed, place)


def _cannot(seen: Seen) -> bool:
    """Does the newest plan stand in for one that could not be made?"""
    calls = [given for turn in seen.turns for name, given in turn.calls if name == "generate_plan"]
    return bool(calls and calls[-1].get("cannot"))


def _was_asked(seen: Seen) -> bool:
    """Has the athlete's wish led to this version? Its first note then says what became of it."""
    return not seen.spoken_since("refine_plan")


def _answer(seen: Seen, seed: int, text: str, block: TrainingBlock) -> str:
    place = len(seen.turns)
    if side := aside(seen, seed, text):
        return f"{side} {phrase('ask_accept', seed, place)}"
    if "tells_news" in intents(text) and not any(said_before("tell_more", told) for told in seen.coach_texts):
        return phrase("tell_more", seed, place)
    if "asks_plan_question" in intents(text) or _open_question(text):
        said = answer(text, block) or plan_phrase("unanswered", seed, place)
        return f"{said} {phrase('ask_accept', seed, place)}"
    return phrase("ask_accept", seed, place)
