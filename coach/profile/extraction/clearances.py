"""Who cleared the athlete for training, in writing. What was only said is none, nor what is older than a year."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton

_FIELD = "clearances"


@cache
def _by() -> re.Pattern[str]:
    """Anybody who may clear, named by the value of the field."""
    table = yaml.safe_load(Path(__file__).with_name("writers.yaml").read_text(encoding="utf-8"))
    who = {name: words.replace("{team}", table["team"]) for name, words in table["who"].items()}
    return re.compile("|".join(rf"(?P<{name}>\b(?:{words})(?!\w))" for name, words in who.items()))


_RECIPIENT = re.compile(r"\b(?:to|for|cc'?d|told|copied|asked|via|saw) (?:my|the|our|her|his)? ?(?:\w+ )?$")
_SELF = re.compile(r"\b(?:i'm|i am|im|as|work(?:ing)? as|being) (?:an?|the) (?:\w+ )?$")
_PHYSIO = re.compile(r"\bphysio\w*|\bpt\b")
_BORN = re.compile(r"\b(?:birth|baby|section|postpartum|post-partum|postnatal|leak\w*|pelvi\w+|forceps)\b")
_CLINIC = re.compile(r"\b(?:clinic|they|doctor|doc|dr|hospital|unit)\b")
_HEAD = re.compile(r"\bconcuss\w+|\bhead (?:injur\w+|knocks?|bang|bump)|\bknocks? (?:to|on) the head")
_BARE_YES = re.compile(r"(?:^| )*(?:yes|yep|yeah|yup)\b,? ?(?:(?:from|by|my|the|a|an) ){0,3}(?=[a-z /-]{1,30}$)")
_WHO_ASKED = re.compile(r"\bwho (?:has |have |'s )?(?:cleared|signed|said yes|gave)\b")
_IN_QUESTION = re.compile(r"\b(?:sign\w*|writ\w+|letter|paper|clear\w*|form|note|release|certificate|let you go)\b")
_TOLD = re.compile(
    r" (?:did |has |have |once |also )?"
    r"(?:tell|told|say|said|says|mention\w*|diagnos\w*|found|think\w*|warn\w*|prescri\w*)\b"
)
_NOT_THEY = re.compile(
    r"[^,.;!?]{0,20}?\b(?:(?:has|did|would|wo|is)n't|(?:has|did|will|would|is) not|never|refus\w+|not yet)\b"
)
"""Who has not cleared is not among those who have."""
_KIN = re.compile(r"(?:my|our|the) (?:\w+ )?(?:mum|mom|dad|sister|brother|husband|wife|friend|mate|son|daughter)")
_AGO = re.compile(rf"({MACROS['cal']}) ago")
_OLD = re.compile(r"\b(?:years ago|used to|last year)\b")
_YEAR_DAYS = 366
_VOID = frozenset({"question", "unreal", "hypothetical", "negated", "wanted", "planned", "uncertain", "evaded"})


def read_clearances(
    skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str = ""
) -> Iterator[Candidate]:
    """`clearances`: everybody who let the athlete train in writing; none where that is denied or was only said."""
    text = skeleton.text
    in_question = _FIELD in asked
    if denied := (
        saying("clearances", "not_cleared").search(text)
        or saying("clearances", "none_yet").search(text)
        or (saying("clearances", "unwritten").search(text) if in_question else None)
    ):
        yield Candidate(_FIELD, (), skeleton.original(*denied.span()))
        return
    if any(saying("clearances", name).search(text) for name in ("unwritten", "dictated")):
        return
    given: dict[str, Span] = {}
    for low, high in _sentences(claims):
        proof = _proof(skeleton, claims, (low, high), loosely=in_question and _IN_QUESTION.search(question) is not None)
        if proof is None:
            continue
        for name, place in _writers(text, (low, high), question):
            given.setdefault(name, (min(place[0], proof[0]), max(place[1], proof[1])))
    if not given and in_question:
        given = dict(_named_alone(skeleton, claims, question))
    if given:
        start, end = min(span[0] for span in given.values()), max(span[1] for span in given.values())
        yield Candidate(_FIELD, tuple(sorted(given)), skeleton.original(start, end))
    elif in_question and (said := _said_only(text, claims, question)):
        yield Candidate(_FIELD, (), skeleton.original(*said))


def _said_only(text: str, claims: Assertions, question: str) -> Span | None:
    """Where somebody only said that the athlete may train."""
    said = saying("clearances", "said_only").search(text)
    if (
        said is None
        or saying("clearances", "on_paper").search(text)
        or claims.standings(*said.span()) & (_VOID - {"negated"})
    ):
        return None
    return said.span() if saying("clearances", "permits").search(f"{question} {text}") else None


def _sentences(claims: Assertions) -> Iterator[Span]:
    yield from zip(claims.bounds, claims.bounds[1:], strict=False)


def _proof(skeleton: Skeleton, claims: Assertions, sentence: Span, *, loosely: bool) -> Span | None:
    """Where the sentence tells of something written that lets the athlete train; `loosely`: that was the question."""
    text = skeleton.text[: sentence[1]]
    if saying("clearances", "other_paper").search(text, *sentence) or _too_old(skeleton, *sentence):
        return None
    for match in saying("clearances", "plainly").finditer(text, *sentence):
        if not _standings(claims, match, skeleton.text) & _VOID:
            return match.span()
    for match in saying("clearances", "proof").finditer(text, *sentence):
        if _standings(claims, match, skeleton.text) & _VOID:
            continue
        permits = saying("clearances", "permits").finditer(text, *sentence)
        if loosely or any(_is_free(text, found, match) for found in permits):
            return match.span()
    return None


def _is_free(text: str, permit: re.Match[str], proof: re.Match[str]) -> bool:
    """Whether nothing forbids what stands there, and it is no word of the proof itself."""
    apart = permit.end() <= proof.start() or permit.start() >= proof.end() or len(proof[0].split()) > 1
    forbidden = saying("clearances", "forbids").search(text, max(0, permit.start() - 25), permit.start())
    return apart and (forbidden is None or permit[0].startswith(("no ", "without")))


def _standings(claims: Assertions, match: re.Match[str], text: str) -> frozenset[str]:
    """What holds at the match; somebody else is to have written it, only not for one of the family."""
    low, high = match.span()
    told = [item for item in claims.stretches if item.start < high and low < item.end]
    kin = {"hypothetical"} if any(item.standing == "other" and _KIN.match(text, item.start) for item in told) else set()
    return frozenset({item.standing for item in told if item.standing != "other"} | kin)


def _writers(text: str, sentence: Span, question: str) -> Iterator[tuple[str, Span]]:
    """Who wrote it: named in the sentence, else in the text before it, else by a question that names nobody else."""
    low, high = sentence
    listed = {name for name, _ in _named(question, 0, len(question))}
    question = _by().sub(" ", question) if len(listed) > 1 else question
    here = list(_named(text, low, high))
    if not here:
        before = list(_named(text, 0, low))
        here = [(before[-1][0], (low, low + 1))] if before else []
    if not here:
        here = [(name, (low, low + 1)) for name, _ in _named(question, 0, len(question))][:1]
    specific = [item for item in here if item[0] != "medical"]
    around = f"{question} {text}"
    if not specific and _BORN.search(around) and _PHYSIO.search(text, low, high):
        specific = [("pelvic_health", (low, low + 1))]
    if not specific and _HEAD.search(around) and _CLINIC.search(text, low, high):
        specific = [("concussion", (low, low + 1))]
    yield from specific or here


def _named(text: str, low: int, high: int) -> Iterator[tuple[str, Span]]:
    for match in _by().finditer(text, low, high):
        if _RECIPIENT.search(text, max(low, match.start() - 25), match.start()) or _NOT_THEY.match(text, match.end()):
            continue
        if not _SELF.search(text, max(low, match.start() - 25), match.start()):
            yield match.lastgroup or "", match.span()


def _named_alone(skeleton: Skeleton, claims: Assertions, question: str) -> Iterator[tuple[str, Span]]:
    """ "yes, my GP" to the question itself, or a bare name to "who has cleared you?"."""
    for match in _by().finditer(skeleton.text):
        low, _ = claims.sentence(match.start())
        bare = _WHO_ASKED.search(question) or (
            not _TOLD.match(skeleton.text, match.end()) and _BARE_YES.match(skeleton.text, low, match.end())
        )
        if bare and not _standings(claims, match, skeleton.text) & _VOID:
            yield match.lastgroup or "", match.span()
            return


def _too_old(skeleton: Skeleton, low: int, high: int) -> bool:
    if _OLD.search(skeleton.text, low, high):
        return True
    ago = _AGO.search(skeleton.text, low, high)
    quantity = skeleton.quantity_at(ago.start(1)) if ago else None
    return quantity is not None and quantity.mid > _YEAR_DAYS
