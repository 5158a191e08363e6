"""What an answer does as a whole: a plain no or yes, a refusal, not knowing, taking something back."""

import re
from collections.abc import Iterator

from coach.profile.extraction.sayings import saying

_SENTENCE = re.compile(r"[^.!?;]+")
_SENTENCE_MARKED = re.compile(r"[^.!?;]+[.!?;]*|[.!?;]+")
_PLAN = re.compile(r"\b(?:plan|program(?:me)?|schedule)\b")
_CLAUSE = re.compile(r"[^,:(]+")
_WORD = re.compile(r"[^\s\"()-]+")
_OTHERS = re.compile(r"\b(?:parents?|mum|mom|dad|mother|father|they|he|she|family|folks|coach|boss) (?:\w+ )?$")
"""Somebody else who does not know is no answer of the athlete's."""
_LEAVES = re.compile(r"\b(?:isn't|is not|not|ain't) (?:really )?for me\b")
"""Who says this walks away, and answers nothing."""
_ALL = re.compile(r"\b(?:all|every|everything|none|nothing|any|both|each|across)\b")
_YES = re.compile(r"\b(?:yes|yeah|yep|yup)\b")
_DENIES = re.compile(r"\b(?:no|nope|nah|none|nothing|never|neither|not|nil|\w+n't|dont|rule|negative)\b")


def plain_noes(text: str) -> Iterator[tuple[int, int]]:
    """Every place where `text` says no to the question as a whole; the plainest first, then what sweeps."""
    found = [match.span("no") for match in saying("replies", "plain_no").finditer(text)]
    if not found and ignorance(text) is not None:
        return
    yield from found
    yield from (
        span for span in _sweeping_noes(text) if not any(low < span[1] and span[0] < high for low, high in found)
    )


def _sweeping_noes(text: str) -> Iterator[tuple[int, int]]:
    """Clauses that only deny and point back ("all of that is a no"): they name nothing of their own."""
    for sentence in _SENTENCE.finditer(text):
        if text[: sentence.start()].endswith("?"):
            continue  # "an inhaler? no" answers the echo, not the coach
        for clause in _CLAUSE.finditer(text, sentence.start(), sentence.end()):
            if _LEAVES.search(clause[0]):
                continue
            opens = not text[sentence.start() : clause.start()].strip()
            sweeps = opens or _ALL.search(clause[0])
            if (
                sweeps
                and (opens or len(clause[0].split()) > 1)
                and _DENIES.search(clause[0])
                and _only_points(clause[0])
            ):
                start = clause.end() - len(clause[0].lstrip())
                yield start, start + len(clause[0].strip())


def _only_points(clause: str) -> bool:
    return saying("replies", "pointing").fullmatch(" ".join(_WORD.findall(clause))) is not None


def plain_yes(text: str) -> tuple[int, int] | None:
    """Where `text` opens with a yes."""
    found = saying("replies", "plain_yes").match(text) or saying("replies", "late_yes").search(text)
    return found.span() if found else None


def denied_echoes(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """What the speaker repeats as a question and denies ("meds? none"), with the place of the no."""
    for match in saying("replies", "echo").finditer(text):
        yield match["echo"], match.span("no")


def leads_on(sentence: str) -> bool:
    """Whether `sentence` is a single yes or no with more to follow that is neither sweeping nor an exception."""
    return saying("replies", "leads_on").match(sentence) is not None


def has_yes(text: str) -> bool:
    """Whether the speaker says yes to something, anywhere."""
    return _YES.search(text) is not None


def refusal(text: str) -> int | None:
    """Where the speaker refuses to answer."""
    places = (found for found in saying("replies", "declined").finditer(text))
    return next((found.start() for found in places if not (_moves_on(found, text) or _is_impatient(found, text))), None)


def _is_impatient(found: re.Match[str], text: str) -> bool:
    """Whether the sentence asks for the plan ("can we get to the plan, I don't want to answer all this?")."""
    sentence = next(each for each in _SENTENCE_MARKED.finditer(text) if found.start() < each.end())
    return sentence[0].endswith("?") and _PLAN.search(sentence[0]) is not None


def _moves_on(found: re.Match[str], text: str) -> bool:
    """Whether "next question" only follows an answer ("nothing like that, no. Next question.")."""
    return found[0] == "next question" and text[: found.start()].strip(" .,!") != ""


def ignorance(text: str) -> int | None:
    """Where the speaker says that they do not know."""
    places = (found.start() for found in saying("replies", "not_known").finditer(text))
    return next((place for place in places if not _OTHERS.search(text[:place])), None)


def corrections(text: str) -> list[int]:
    """Where the speaker takes back what was just said."""
    return [match.start() for match in saying("replies", "correction").finditer(text)]
