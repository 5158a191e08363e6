"""Which sentences of a coach's message ask, and which of their words. Knows English; knows no field."""

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from personas.question_words import Cue, Phrases, phrases_in, question_words, words_in

_BULLET = re.compile(r"(?m)^[ \t>*_#]*(?:[-*+\u2022\u2013\u2014]|\(?(?:\d{1,2}|[a-h])[.)])[*_]*[ \t]+")
_STOP = re.compile(r"[.!?\u2026\n]")
_PAUSE = re.compile(r"[,;:()\u2013\u2014\u2022]| - ")
_TAIL = re.compile(r"[^\w\n]*?[.!?\u2026:]+")


class QuestionSentence(NamedTuple):
    """Words `first` to before `last`; `text` as it was written; how it ends and begins."""

    first: int
    last: int
    text: str
    marked: bool
    colon: bool
    bullet: bool


class QuestionMessage(NamedTuple):
    words: list[str]
    sentences: list[QuestionSentence]
    clauses: list[int]  # the clause of each word
    colons: list[int]  # the words that stand behind a colon
    phrases: Phrases

    def cues(self, name: str, start: int, end: int) -> list[Cue]:
        """Where phrases of this kind stand among the words from `start` to before `end`."""
        return [cue for cue in self.phrases.cues.get(name, ()) if start <= cue.start and cue.end <= end]

    def clause_around(self, start: int, end: int) -> tuple[int, int]:
        """The words of the clauses that hold the words from `start` to before `end`, within their sentence."""
        first, last = start, end
        while first > 0 and self.clauses[first - 1] == self.clauses[start]:
            first -= 1
        while last < len(self.words) and self.clauses[last] == self.clauses[end - 1]:
            last += 1
        return first, last


def message_of(text: str) -> QuestionMessage:
    """`text` as words, sentences and clauses, without the marks of lists."""
    text = _BULLET.sub(lambda found: "\u2022".rjust(len(found.group())), text)
    found = list(words_in(text))
    words = [word.group().lower() for word in found]
    gaps = [text[a.end() : b.start()] for a, b in itertools.pairwise(found)]
    ends = [i + 1 for i, gap in enumerate(gaps) if _STOP.search(gap)]
    phrases = phrases_in(words)
    sentences = []
    for first, last in zip([0, *ends], [*ends, len(words)], strict=True):
        if first == last:
            continue
        after = text[found[last - 1].end() : found[last].start() if last < len(words) else len(text)]
        tail = _TAIL.match(after)
        end = found[last - 1].end() + (tail.end() if tail else 0)
        before = text[found[first - 1].end() if first else 0 : found[first].start()]
        marked, colon = "?" in after.split("\n")[0], ":" in after
        sentences.append(
            QuestionSentence(first, last, text[found[first].start() : end], marked, colon, "\u2022" in before)
        )
    colons = [index for index, gap in enumerate(gaps, 1) if ":" in gap]
    return QuestionMessage(words, sentences, _clauses(words, gaps, sentences, phrases), colons, phrases)


def _clauses(words: list[str], gaps: list[str], sentences: list[QuestionSentence], phrases: Phrases) -> list[int]:
    """The number of the clause of each word: it begins after a pause, or where a conjunction leads to a question."""
    openers = {cue.start for cue in phrases.cues.get("openers", ())}
    joints = {cue.end for cue in phrases.cues.get("fillers", ())}
    firsts = {sentence.first for sentence in sentences}
    clause, clauses = 0, []
    for index in range(len(words)):
        pause = index > 0 and bool(_PAUSE.search(gaps[index - 1]))
        clause += index in firsts or pause or (index in openers and index in joints)
        clauses.append(clause)
    return clauses


def asking(message: QuestionMessage) -> Iterator[bool]:
    """Of each sentence whether it wants an answer: a question, a request, a bullet below one, what goes on with one."""
    asked = listing = False
    for sentence in message.sentences:
        first, last = sentence.first, sentence.last
        start = first_word(message, sentence)
        requests = message.cues("requests", first, last)
        goes_on = any(cue.start == start for cue in message.cues("elaborations", first, last))
        opens = any(cue.start == start for cue in message.cues("bare_openers", first, last))
        asks = sentence.marked or bool(requests) or opens or (goes_on and asked) or (sentence.bullet and listing)
        announces = sentence.colon and (asks or bool(message.cues("announcers", first, last)))
        listing = announces or (sentence.bullet and listing) or (asks and not sentence.bullet)
        asked = asks
        yield asks


def first_word(message: QuestionMessage, sentence: QuestionSentence) -> int:
    """The index of the first word of the sentence that is no filler."""
    fillers = {cue.start: cue.end for cue in message.cues("fillers", sentence.first, sentence.last)}
    start = sentence.first
    while start in fillers:
        start = fillers[start]
    return start


def open_words(message: QuestionMessage, sentence: QuestionSentence) -> frozenset[int]:
    """The words that ask: no lead that states, no reason, no offer, nothing about other people or other times."""
    first, last = sentence.first, sentence.last
    turns = _turns(message, sentence)
    closed: set[int] = set()
    if turns:
        begin = max((colon for colon in message.colons if first < colon <= turns[0]), default=first)
        if _states(message, begin, turns[0]):
            closed.update(range(begin, turns[0]))
    for cue in message.cues("reasons", first + 1, last):
        closed.update(range(cue.start, next((turn for turn in turns if turn > cue.end), last)))
    for name in ("elsewhere", "offers", "ask_accept", "confirm", "summary"):
        for cue in message.cues(name, first, last):
            closed.update(range(cue.start, message.clause_around(cue.start, cue.end)[1]))
    for cue in message.cues("others", first, last):
        closed.update(range(*message.clause_around(cue.start, cue.end)))
    return frozenset(range(first, last)) - closed


def _turns(message: QuestionMessage, sentence: QuestionSentence) -> list[int]:
    """The words at which the sentence turns to asking: a request, or an opener that begins a clause."""
    turns = {cue.start for cue in message.cues("requests", sentence.first, sentence.last)}
    for cue in message.cues("openers", sentence.first, sentence.last):
        begin = max(message.clause_around(*cue)[0], sentence.first)
        if not _states(message, begin, cue.start):
            turns.add(cue.start)
    return sorted(turns)


def _states(message: QuestionMessage, start: int, end: int) -> bool:
    """Whether somebody or something is spoken of from word `start` to before `end`."""
    return not set(message.words[start:end]).isdisjoint(question_words().cues["states"])
