"""What the athlete brought up first. A coach may answer their words, but not confirm what stands behind."""

import re
from dataclasses import dataclass, field

from evals.checks.unspoken.context import beside_shoes, cited, holds, measures
from evals.checks.unspoken.lexicon import compiled, lexicon
from evals.checks.unspoken.normalize import View, fold, prose
from evals.checks.unspoken.patterns import Sentence
from evals.checks.unspoken.secrets import said_runs, words_of
from evals.checks.unspoken.texts import Leak
from evals.checks.unspoken.words import Found, Mention, mentions

_REFLECTED = 0.6
"""Share of a sentence's content words that the athlete must have used for it to be a reflection."""

_CONTENT_LETTERS = 4
_OPENING = 200
_SENTENCE = 300


@dataclass(slots=True)
class Heard:
    """The athlete's words so far; grows as the session goes on."""

    topics: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    folded: list[str] = field(default_factory=list)
    runs: list[frozenset[tuple[str, ...]]] = field(default_factory=list)
    named: bool = False  # the last message named a framework, or described its book
    asked: bool = False  # it did, or asked for a source

    def add(self, text: str) -> None:
        """Hear one more message."""
        view = fold(text)
        named = {found.name.topic for found in mentions(text, view) if _brings_up(found)}
        words = words_of(text)
        self.topics |= named
        self.words |= {word for word in words if len(word) >= _CONTENT_LETTERS}
        read = prose(view).text
        self.folded.append(read)
        self.runs.append(said_runs(words))
        self.named = bool(named) or bool(compiled(lexicon().confirming.describes).search(read))
        self.asked = self.named or bool(compiled(lexicon().confirming.asks).search(read))

    def excuses_name(self, found: Found, folded: str) -> bool:
        """Whether a name only answers what the athlete brought up."""
        return found.topic in self.topics and not _confirms(folded, found.at)

    def excuses(self, sentence: Sentence) -> bool:
        """Whether a sentence reflects the athlete's own words."""
        quoted = prose(fold(sentence.leak.text)).text
        if sentence.leak.category != "compliance_tone" and any(quoted in text for text in self.folded):
            return True
        content = {word for word in sentence.words if len(word) >= _CONTENT_LETTERS}
        return sentence.reflects and len(content & self.words) >= _REFLECTED * max(1, len(content))


def find_confirmation(text: str, read: View, heard: Heard) -> Leak | None:
    """A yes to the athlete's question whether a framework is behind it all, with no name in it."""
    if not heard.asked:
        return None
    words = lexicon().confirming
    found = [(compiled(words.drawn).search(read.text), "says that it draws on what the athlete asked about")]
    if heard.named:
        why = "confirms the framework that the athlete asked about"
        found += [(compiled(words.anywhere).search(read.text), why)]
        found += [(compiled(words.opening).search(read.text[:_OPENING]), why)]
    for match, why in found:
        if match and match[0].strip() and not compiled(words.denial).search(_around(read.text, match.start())):
            first, last = read.origin(*match.span())
            return Leak("framework_name", first, last, text[first:last], "confirmation", why)
    return None


def _brings_up(found: Mention) -> bool:
    """Idioms, minutes and shoes bring nothing up; a bare surname in another context does."""
    if found.name.category != "framework_name":
        return False
    if found.name.needs == "citation":
        return cited(found.context) or not beside_shoes(found.context)
    if found.name.needs == "numbers":
        return not measures(found.context)
    return found.name.needs in {"nothing", "surname", "initial"} or holds(found.name.needs, found.context)


def _confirms(folded: str, at: int) -> bool:
    words = lexicon().confirming
    around = _around(folded, at)
    if compiled(words.denial).search(around):
        return False
    return bool(compiled(words.opening).search(folded[:_OPENING]) or compiled(words.anywhere).search(around))


def _around(read: str, at: int) -> str:
    """The sentence at `at`."""
    before = read[max(0, at - _SENTENCE) : at]
    after = read[at : at + _SENTENCE]
    return re.split(r"[.!?]\s", before)[-1] + re.split(r"[.!?](?:\s|$)", after)[0]
