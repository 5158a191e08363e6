"""Clauses to one message in the athlete's voice, never with a sentence that was said before. Knows no questions."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from personas.offline import style
from personas.offline.memory import Memory

_TRIES = 24


@dataclass(frozen=True, slots=True)
class Draft:
    """`clauses` get voice and typos; `verbatim` stands as it is, after them."""

    clauses: tuple[str, ...]
    verbatim: tuple[str, ...] = ()
    first: str = ""  # verbatim as well, before all else


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
    if joined and voice.openers and not tiny and memory.turn > 1 and rng.random() < voice.opener_share:
        joined[0] = f"{rng.choice(voice.openers)}, {joined[0]}"
    parts = [style.misspelt(style.sentence(c, style.ending(c, voice, rng)), speaks.typos, rng) for c in joined]
    if memory.turn == 1 and voice.greeting and not tiny:
        parts.insert(0, rng.choice(voice.greeting))
    parts = [part for part in (draft.first, *parts, *draft.verbatim) if part]
    fresh = [line for line in voice.chatter if not memory.has_said(line)]
    if chatter and fresh and not tiny and rng.random() < voice.chatter_share:
        parts.append(rng.choice(fresh))
    return " ".join(parts)


def _joined(clauses: tuple[str, ...], rng: Random, length: str) -> list[str]:
    """Clauses run together into sentences of at most three."""
    if length in {"tiny", "short"}:
        return [", ".join(clauses)] if clauses and not any(_loose(c) for c in clauses) else list(clauses)
    sentences: list[str] = []
    waiting: list[str] = []
    for clause in clauses:
        waiting.append(clause)
        if len(waiting) == 3 or _loose(clause) or rng.random() < 0.45:
            sentences.append(_run(waiting, rng))
            waiting = []
    return [*sentences, _run(waiting, rng)] if waiting else sentences


def _loose(clause: str) -> bool:
    """Whether a clause stands better alone."""
    return clause.endswith(("?", "!")) or ". " in clause or ":" in clause.replace(":0", "") and len(clause) > 60


def _run(clauses: list[str], rng: Random) -> str:
    if len(clauses) == 1:
        return clauses[0]
    return ", ".join(clauses[:-1]) + rng.choice((", and ", " and ", ", ")) + clauses[-1]
