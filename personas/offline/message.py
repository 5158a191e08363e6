"""Clauses to one message in the athlete's voice, never with a sentence that was said before. Knows no questions."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from personas.acts import Act
from personas.offline import style
from personas.offline.dice import likely
from personas.offline.memory import Memory
from personas.offline.values import listed
from personas.offline.wording import Clause

_TRIES = 24
_CLAUSES = 3  # of one sentence at most
_CLAUSES_BRIEF = 4
_LONG = 110
_ALONE = re.compile(
    r"(no to all|no on every|no across|none of|all of|nothing of|nothing like"
    r"|can|could|how about|what|why|may|just give|I only want|by the way|did|random)\b|.{60}"
)
_LEAD = re.compile(r"^(yes|no|nope|well|so|honestly)(, actually)?, (?=\w)")
_STARTS = re.compile(
    r"(yes|yeah|yep|no|nope|none|nothing|not|great|perfect|okay|ok|right|sure|fine|all|well|so|thanks|agreed|correct|actually|wait|"
    r"sorry|hold|hm+|oh|good|mm|like|same|again|once|looks|sounds|there is|alright|cool|got|fair|"
    r"what|why|may|can|could|how|is|are|which|do|did|does)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """`clauses` get voice and typos; `verbatim` stands as it is, after them.

    Acts stand in the order of the text: those of `first` open it, those of `verbatim` close it.
    """

    clauses: tuple[Clause, ...]
    verbatim: tuple[str, ...] = ()
    first: str = ""  # verbatim as well, before all else
    opening_acts: tuple[Act, ...] = ()
    closing_acts: tuple[Act, ...] = ()
    opens: bool = True  # an opening word fits
    sober: bool = False  # neither an opening word nor chatter


@dataclass(frozen=True, slots=True)
class Written:
    """A message and what it does."""

    text: str
    acts: tuple[Act, ...]


def write(draw: Callable[[Random], Draft], memory: Memory, rng: Random) -> Written:
    """Draw drafts until one says nothing twice; after so many the last one stands."""
    for attempt in range(_TRIES):
        written = _voiced(draw(rng), memory, rng, chatter=attempt < _TRIES // 2)
        if not memory.has_said(written.text):
            break
    memory.note_said(written.text)
    return written


def _voiced(draft: Draft, memory: Memory, rng: Random, *, chatter: bool) -> Written:
    speaks = memory.persona.speaks
    voice = style.style_of(speaks.style)
    tiny = any(b.kind == "one_word" for b in memory.pending) or voice.length == "tiny"
    joined = _joined(draft.clauses, rng, "tiny" if tiny else voice.length)
    opens = bool(joined) and draft.opens and not draft.sober and not tiny and memory.turn > 1
    if opens and not _STARTS.match(joined[0].text) and voice.openers and likely(rng, voice.opener_share):
        joined[0] = joined[0]._replace(text=f"{rng.choice(voice.openers)}, {joined[0].text}")
    said = [
        c._replace(text=style.misspelt(style.sentence(c.text, style.ending(c.text, voice, rng)), speaks.typos, rng))
        for c in joined
    ]
    acts = tuple(act for clause in said for act in clause.done())
    greeting = rng.choice(voice.greeting) if memory.turn == 1 and voice.greeting and not tiny else ""
    parts = [part for part in (greeting, draft.first, *(c.text for c in said), *draft.verbatim) if part]
    fresh = [line for line in voice.chatter if not memory.has_said(line)]
    if chatter and fresh and not draft.sober and not tiny and likely(rng, voice.chatter_share):
        parts.append(rng.choice(fresh))
    return Written(
        " ".join([*(_ended(part) for part in parts[:-1]), *parts[-1:]]),
        (*draft.opening_acts, *acts, *draft.closing_acts),
    )


def _ended(sentence: str) -> str:
    """With a full stop where another sentence follows."""
    return sentence if sentence.endswith((".", "!", "?", "…", ":", ",")) else f"{sentence}."


def _joined(clauses: tuple[Clause, ...], rng: Random, length: str) -> list[Clause]:
    """Short plain clauses run together, a few to a sentence; whatever has a comma of its own stands alone."""
    clauses = tuple(
        c._replace(text=_LEAD.sub("", c.text)) if i and not _loose(c.text) else c for i, c in enumerate(clauses)
    )
    brief = length in {"tiny", "short"}
    most = _CLAUSES_BRIEF if brief else _CLAUSES
    sentences: list[Clause] = []
    waiting: list[Clause] = []
    for clause in clauses:
        if waiting and (_loose(clause.text) or len(", ".join(c.text for c in (*waiting, clause))) > _LONG):
            sentences.append(_run(waiting, brief=brief))
            waiting = []
        waiting.append(clause)
        if len(waiting) == most or _loose(clause.text) or (not brief and likely(rng, 0.4)):
            sentences.append(_run(waiting, brief=brief))
            waiting = []
    return [*sentences, _run(waiting, brief=brief)] if waiting else sentences


def _loose(text: str) -> bool:
    """Whether a clause stands better alone."""
    marks = (", ", ". ", ": ", " and ")
    return text.endswith(("?", "!")) or any(mark in text for mark in marks) or bool(_ALONE.match(text))


def _run(clauses: list[Clause], *, brief: bool) -> Clause:
    """A brief athlete leaves the "and" out."""
    texts = tuple(c.text for c in clauses)
    text = ", ".join(texts) if brief or len(texts) == 1 else listed(texts)
    return Clause(text, tuple(a for c in clauses for a in c.answers), tuple(a for c in clauses for a in c.acts))
