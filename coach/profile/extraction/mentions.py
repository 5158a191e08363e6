"""Values of list fields in running speech, affirmed or denied. What names them is told by `mention_words`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.mention_words import FIELDS, Entry, Lexicon, load_lexicon
from coach.profile.extraction.over import is_over
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.extraction.spelling import misspelt

_TOO_LITTLE = frozenset({"it", "pain", "leg", "run", "running", "walk", "walking", "step", "form", "side", "chest",
                         "training"})  # fmt: skip
"""Words that say nothing of their own, whatever was asked."""
_ALL_BUT = re.compile(r"\b(?:all|everything|the lot)\b[^.;!?]{0,20}\b(?:except|but|bar|apart from|other than|minus)\b")
_AT_REST_OR_NOT = 2
"""Chest pain is two values."""
_SHORT_QUESTION = 16
"""Words; a longer one names many things."""
_NEAR = 24
"""So many spans on either side can at most overlap one."""
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "uncertain", "wanted"})
_FADES = frozenset({
    "symptoms", "pain_signs", "pelvic_symptoms", "cv_risk_factors", "medications", "pregnancy_contraindications",
})  # fmt: skip
_AFTER_NO = re.compile(
    r" ?(?:[:?]|-|=) ?(?:no|nope|none|never|negative|nil|nah|not (?:once|at all|ever|me|really))\b"
    r"| ?(?:(?:is|was|were|are|'s|has been|have been|got|'s been) )?(?:all )?ruled out\b"
    r"|,? but (?:it|that|they) (?:isn't|wasn't|is not|was not|aren't|weren't)\b"
    r"|,? but i (?:don't|didn't|do not|did not|never|won't|haven't)\b"
    r"(?= *(?:$|[,.;!]| (?:take|took|do|did|have|start)\w*))"
    r"|,? (?:never|no|nope|nah|none)(?: (?:at all|ever|never|thankfully|luckily|for me))*(?= *(?:$|[,.;!]))"
    r"|(?:'s| is| has| have| had| are| all| long| finally)* (?:stopped|gone|settled|cleared(?: up)?|dried up"
    r"|disappeared|went away|passed|resolved)\b(?! (?:me|us|out)\b)(?![^.;!?]*\bagain\b)"
)
_INNER_NO = re.compile(
    r"\b(?:no|not|never|neither|without|no longer|\w+n't|dont|doesnt|didnt|isnt|arent|nor)\b(?! only)"
)
_FINE = re.compile(r"\b(?:fine|ok|okay|normal|good|great|perfect|no|not|never|nothing|same|none|\w+n't)\b")
"""Where half of what happened stands in the question, nothing in the answer may take it back."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One value named at `start:end` of the skeleton, affirmed or denied."""

    field: str
    value: str
    start: int
    end: int
    affirmed: bool


def find_mentions(skeleton: Skeleton, claims: Assertions, asked: Asked) -> list[Mention]:
    """Every mention that says something about this athlete, now; in order."""
    lexicon = load_lexicon()
    spans = sorted(set(_spans(lexicon, skeleton.text)), key=lambda span: (span[2], -span[3]))
    kept = [
        span
        for index, span in enumerate(spans)
        if not _inside_longer(span, spans[max(0, index - _NEAR) : index + _NEAR])
    ]
    kept += [*_pairs(lexicon, skeleton.text, asked), *misspelt(skeleton.text)]
    found = (_judge(span, lexicon, skeleton.text, claims, asked) for span in kept)
    return [mention for mention in found if mention is not None]


def _spans(lexicon: Lexicon, text: str) -> Iterator[tuple[str, str, int, int]]:
    for last, (length, owners) in lexicon.words.iter(text):
        start, end = last - length + 1, last + 1
        if not _boundary(text, start, end):
            continue
        end += 1 if text[end : end + 1] == "s" else 0
        for field, value in owners:
            yield field, value, start, end
    for field, value, pattern in lexicon.patterns:
        for match in pattern.finditer(text):
            yield field, value, match.start(), match.end()


def _pairs(lexicon: Lexicon, text: str, asked: Asked) -> Iterator[tuple[str, str, int, int]]:
    """Values told by two words near each other; the question may have said one of them. They hide no other."""
    for pair in lexicon.pairs:
        for match in pair.near.finditer(text):
            yield pair.field, pair.value, match.start(), match.end()
        if (
            pair.field in asked.fields
            and pair.field not in asked.loose
            and (_asks_one_thing(pair.field, asked) or _ALL_BUT.search(text))
        ):
            for said, rest in ((pair.first, pair.second), (pair.second, pair.first)):
                open_half = said.search(asked.text) and not said.search(text) and not _FINE.search(text)
                half = rest.search(text) if open_half else None
                if half is not None and half[0] not in _TOO_LITTLE:
                    yield pair.field, pair.value, half.start(), half.end()


def _asks_one_thing(field: str, asked: Asked) -> bool:
    """Whether the question is about so little that half a saying can only complete it."""
    lists = [name for name in asked.fields if name not in asked.loose and name in FIELDS]
    short = len(asked.text.split()) <= _SHORT_QUESTION
    return short and lists == [field] and len(asked.values.get(field, ())) <= _AT_REST_OR_NOT


def _boundary(text: str, start: int, end: int) -> bool:
    if start and (text[start - 1].isalnum() or text[start - 1] == "-"):
        return False
    rest = text[end : end + 2]
    return not rest or not rest[0].isalnum() or (rest[0] == "s" and not rest[1:].isalnum())


def _inside_longer(span: tuple[str, str, int, int], spans: list[tuple[str, str, int, int]]) -> bool:
    _, _, start, end = span
    return any(low <= start and end <= high and high - low > end - start for *_, low, high in spans)


def _judge(
    span: tuple[str, str, int, int], lexicon: Lexicon, text: str, claims: Assertions, asked: Asked
) -> Mention | None:
    field, value, start, end = span
    entry = lexicon.entries[field, value]
    low, high = claims.sentence(start)
    sentence = text[low:high]
    loose = entry.only_asked is not None and entry.only_asked.fullmatch(text, start, end) is not None
    in_question = field in asked.fields
    plainly = in_question and (field not in asked.loose or field == "symptoms")
    if (
        (entry.asked_only and not plainly)
        or (not in_question and _is_anothers(entry, text[start:end], asked))
        or (loose and not in_question and not (entry.context and entry.context.search(f"{asked.text} {text}")))
        or (entry.unless and entry.unless.search(sentence))
    ):
        return None
    standings = claims.standings(start, end) - entry.ignores
    if standings & _VOID:
        return None
    denied = (claims.denied_before(start) and "negated" not in entry.ignores) or bool(
        _AFTER_NO.match(text, end)
        or saying("replies", "ends_in_no").match(sentence)
        or _denied_inside(span, entry, text)
    )
    if denied:
        about_birth = field != "pelvic_symptoms" or in_question
        return Mention(field, value, start, end, affirmed=False) if about_birth else None
    if field in _FADES and is_over(field, text, start, claims):
        return None
    if entry.needs_unasked and not in_question and not entry.needs_unasked.search(f"{asked.text} {sentence}"):
        return None
    return Mention(field, value, start, end, affirmed=True)


def _is_anothers(entry: Entry, words: str, asked: Asked) -> bool:
    """Whether the words answer the question about another field: they belong to it, or only repeat it."""
    repeats = not entry.echo.isdisjoint(asked.fields) and words in asked.text.lower()
    return repeats or not entry.mute.isdisjoint(asked.fields)


def _denied_inside(span: tuple[str, str, int, int], entry: Entry, text: str) -> bool:
    """Whether a denial stands between the words of the value ("my ankles aren't swollen") that is no word of it."""
    own = [match.span() for pattern in entry.with_no for match in pattern.finditer(text, span[2], span[3])]
    return any(
        not any(low <= match.start() < high for low, high in own)
        for match in _INNER_NO.finditer(text, span[2], span[3])
    )
