"""Clauses to one message in the athlete's voice, never with a sentence that was said before. Knows no questions."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from personas.offline import style
from personas.offline.dice import likely
from personas.offline.memory import Memory
from personas.offline.values import listed

_TRIES = 24
_CLAUSES = 3  # of one sentence at most
_CLAUSES_BRIEF = 4
_LONG = 110
_ALONE = re.compile(
    r"(as for|no to all|no on every|no across|none of|all of|nothing of|nothing like"
    r"|can|could|how about|what|why|may|just give|I only want|by the way|did|random)\b|.{60}"
)
_LEAD = re.compile(r"^(yes|no|nope|well|so|honestly)(, actually)?, (?=\w)")
_STARTS = re.compile(
    r"(yes|yeah|yep|no|nope|none|nothing|not|great|perfect|okay|ok|right|sure|fine|all|well|so|thanks|agreed|correct|actually|wait|"
    r"sorry|hold|hm+|oh|good|mm|like|as|same|again|once|looks|sounds|there is|alright|cool|got|fair|"
    r"what|why|may|can|could|how|is|are|which|do|did|does|as for)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """`clauses` get voice and typos; `verbatim` stands as it is, after them."""

    clauses: tuple[str, ...]
    verbatim: tuple[str, ...] = ()
    first: str = ""  # verbatim as well, before all else
    opens: bool = True  # an opening word fits
    sober: bool = False  # neither an opening word nor chatter


def write(draw: Callable[[Random], Draft], memory: Memory, rng: Random) -> str:
    """Draw drafts until one says nothing twice; the last one is marked as a repetition in so many words."""
    text = ""
    for attempt in range(_TRIES):
        text = _voiced(draw(rng), memory, rng, chatter=attempt < _TRIES // 2)
        if not memory.has_said(text):
            break
    else:
        text = f"{_repeated(memory.turn)}, {text[:1].lower()}{text[1:].replace('. ', ', and ').rstrip('.')}."
    memory.note_said(text)
    return text


def _repeated(turn: int) -> str:
    return f"At the risk of repeating myself (message {turn})"


def _voiced(draft: Draft, memory: Memory, rng: Random, *, chatter: bool) -> str:
    speaks = memory.persona.speaks
    voice = style.style_of(speaks.style)
    tiny = any(b.kind == "one_word" for b in memory.pending) or voice.length == "tiny"
    joined = _joined(draft.clauses, rng, "tiny" if tiny else voice.length)
    opens = (
        bool(joined)
        and draft.opens
        and not draft.sober
        and not tiny
        and memory.turn > 1
        and not _STARTS.match(joined[0])
    )
    if opens and voice.openers and likely(rng, voice.opener_share):
        joined[0] = f"{rng.choice(voice.openers)}, {joined[0]}"
    parts = [style.misspelt(style.sentence(c, style.ending(c, voice, rng)), speaks.typos, rng) for c in joined]
    greeting = rng.choice(voice.greeting) if memory.turn == 1 and voice.greeting and not tiny else ""
    parts = [part for part in (greeting, draft.first, *parts, *draft.verbatim) if part]
    fresh = [line for line in voice.chatter if not memory.has_said(line)]
    if chatter and fresh and not draft.sober and not tiny and likely(rng, voice.chatter_share):
        parts.append(rng.choice(fresh))
    return " ".join([*(_ended(part) for part in parts[:-1]), *parts[-1:]])


def _ended(sentence: str) -> str:
    """With a full stop where another sentence follows: two figures side by side are read as one."""
    return sentence if sentence.endswith((".", "!", "?", "…", ":", ",")) else f"{sentence}."


def _joined(clauses: tuple[str, ...], rng: Random, length: str) -> list[str]:
    """Short plain clauses run together, a few to a sentence; whatever has a comma of its own stands alone."""
    clauses = tuple(_LEAD.sub("", c) if i and not _loose(c) else c for i, c in enumerate(clauses))
    brief = length in {"tiny", "short"}
    most = _CLAUSES_BRIEF if brief else _CLAUSES
    sentences: list[str] = []
    waiting: list[str] = []
    for clause in clauses:
        if waiting and (_loose(clause) or len(", ".join((*waiting, clause))) > _LONG):
            sentences.append(_run(waiting, brief=brief))
            waiting = []
        waiting.append(clause)
        if len(waiting) == most or _loose(clause) or (not brief and likely(rng, 0.4)):
            sentences.append(_run(waiting, brief=brief))
            waiting = []
    return [*sentences, _run(waiting, brief=brief)] if waiting else sentences


def _loose(clause: str) -> bool:
    """Whether a clause stands better alone."""
    return (
        clause.endswith(("?", "!"))
        or any(mark in clause for mark in (", ", ". ", ": ", " and "))
        or bool(_ALONE.match(clause))
    )


def _run(clauses: list[str], *, brief: bool) -> str:
    """A brief athlete leaves the "and" out."""
    if brief or len(clauses) == 1:
        return ", ".join(clauses)
    return listed(tuple(clauses))
