"""Values of list fields in running speech: the catalogue's words, corrected by mentions.yaml. Affirmed or denied."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import ahocorasick
import yaml

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.patterns import compile_pattern, near_pattern
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.extraction.spelling import misspelt

FIELDS = (
    "symptoms", "known_conditions", "medications", "cv_risk_factors", "pelvic_symptoms",
    "pregnancy_contraindications", "pain_signs", "parq_yes",
)  # fmt: skip
_BY_NAME = frozenset({"medications", "known_conditions"})
"""The names of these fields' values are words that people use themselves."""
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
_LONG_AGO = frozenset({"symptoms", "pain_signs"})
"""What happened years ago is no sign of today."""
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
_HOLDS_NO = re.compile(r"\b(?:no|not|never|without|cannot)\b|n'\??t\b|no \(")
_FINE = re.compile(r"\b(?:fine|ok|okay|normal|good|great|perfect|no|not|never|nothing|same|none|\w+n't)\b")
"""Where half of what happened stands in the question, nothing in the answer may take it back."""
_STOPPED = saying("mentions", "stopped")
_GONE = saying("mentions", "gone")
_YEARS_AGO = re.compile(
    "\ue00b (?:or so )?(?:ago|back)\\b|\\bin \ue015|\\byears? (?:ago|back)\\b|\\bas a (?:kid|child|teen\\w*)\\b"
)
_AGAIN = re.compile(
    r"\b(?:again|still|since|now|last (?:week|month|night)|yesterday|today|recently|lately|sometimes)\b"
)
_CLAUSE_CUT = re.compile(r"[,;:(]| (?:and|but|so|now|since) ")
_CAME_OFF = re.compile(
    r"[^.;!?]{0,50}?\b(?:came off|come off|stopped|stop taking|quit|binned|gave up|dropped|ditched)"
    r" (?:it|them|that|those|both)\b"
)
_SWAPPED = re.compile(r"\b(?:swap\w*|switch\w*|chang\w*|replac\w*)(?: me| us)?(?: over)?(?: from)?(?: the| my)? $")
_FOR_ANOTHER = re.compile(r"[\w-]+(?: [\w-]+)? (?:for|to|onto|with|by)\b")
_TAKEN_OFF = re.compile(r"\b(?:took|taken|has|had|got|put)(?: me| us)? off(?: the| my)? $")
_TAKEN = re.compile(r"\b(?:on|take|takes|taking|now|currently|have|use|using|started|just|still|instead|for)\b")
_NOW_ON = re.compile(r"[;]|\b(?:still|now|daily|every|each)\b")
_SOON = 45
_NOT_NOW = re.compile(
    r"[^.;!?]{0,40}?,? (?:but )?not (?:now|any ?more|currently|at the moment|these days|at present)\b"
)
_CLAUSE_END = re.compile(r",? (?:and|but) (?=i\b|i'|my\b|they\b|the doctor)|[;()]|, (?=i\b|i'|my\b)")


@dataclass(frozen=True, slots=True)
class Mention:
    """One value named at `start:end` of the skeleton, affirmed or denied."""

    field: str
    value: str
    start: int
    end: int
    affirmed: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    needs_unasked: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    only_asked: re.Pattern[str] | None
    context: re.Pattern[str] | None
    asked_only: bool
    mute: frozenset[str]
    echo: frozenset[str]
    ignores: frozenset[str]
    with_no: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Words of `first` and `second` near each other mean `value`."""

    field: str
    value: str
    first: re.Pattern[str]
    second: re.Pattern[str]
    near: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Lexicon:
    words: ahocorasick.Automaton
    patterns: tuple[tuple[str, str, re.Pattern[str]], ...]
    entries: dict[tuple[str, str], _Entry]
    pairs: tuple[_Pair, ...]


def find_mentions(skeleton: Skeleton, claims: Assertions, asked: Asked) -> list[Mention]:
    """Every mention that says something about this athlete, now; in order."""
    lexicon = _lexicon()
    spans = sorted(set(_spans(lexicon, skeleton.text)), key=lambda span: (span[2], -span[3]))
    kept = [
        span
        for index, span in enumerate(spans)
        if not _inside_longer(span, spans[max(0, index - _NEAR) : index + _NEAR])
    ]
    kept += [*_pairs(lexicon, skeleton.text, asked), *misspelt(skeleton.text)]
    found = (_judge(span, lexicon, skeleton.text, claims, asked) for span in kept)
    return [mention for mention in found if mention is not None]


def _spans(lexicon: _Lexicon, text: str) -> Iterator[tuple[str, str, int, int]]:
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


def _pairs(lexicon: _Lexicon, text: str, asked: Asked) -> Iterator[tuple[str, str, int, int]]:
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
    span: tuple[str, str, int, int], lexicon: _Lexicon, text: str, claims: Assertions, asked: Asked
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


def _is_anothers(entry: _Entry, words: str, asked: Asked) -> bool:
    """Whether the words answer the question about another field: they belong to it, or only repeat it."""
    repeats = not entry.echo.isdisjoint(asked.fields) and words in asked.text.lower()
    return repeats or not entry.mute.isdisjoint(asked.fields)


def _denied_inside(span: tuple[str, str, int, int], entry: _Entry, text: str) -> bool:
    """Whether a denial stands between the words of the value ("my ankles aren't swollen") that is no word of it."""
    own = [match.span() for pattern in entry.with_no for match in pattern.finditer(text, span[2], span[3])]
    return any(
        not any(low <= match.start() < high for low, high in own)
        for match in _INNER_NO.finditer(text, span[2], span[3])
    )


def _over(field: str, text: str, place: int, sentence: tuple[int, int]) -> bool:
    """Whether what was mentioned is told as finished."""
    if _NOT_NOW.match(text, place):
        return True
    if field == "medications":
        return _stopped(text, place, sentence)
    if field in _LONG_AGO and _YEARS_AGO.search(text, *sentence) and not _AGAIN.search(text, *sentence):
        return True
    gone = _GONE.search(text, *sentence)
    return gone is not None and not (field == "symptoms" and gone[0].startswith("last "))


def is_over(field: str, text: str, place: int, claims: Assertions) -> bool:
    """Whether what is named at `place` is told of another time, or as finished."""
    return _is_past(field, text, place, claims) or _over(field, text, place, claims.sentence(place))


def _is_past(field: str, text: str, place: int, claims: Assertions) -> bool:
    """Whether the mention is told of another time; of a medicine, in its own clause: what led to it may be long ago."""
    if field != "medications":
        return "past" in claims.standings(place, place + 1)
    told = [item for item in claims.stretches if item.standing == "past" and item.start <= place < item.end]
    return any(not _CLAUSE_CUT.search(text, item.start, place) for item in told)


def _stopped(text: str, place: int, sentence: tuple[int, int]) -> bool:
    """Whether a medicine is told as stopped, swapped for another, or no more than taken once."""
    swapped = _SWAPPED.search(text, sentence[0], place) and _FOR_ANOTHER.match(text, place)
    if swapped or _CAME_OFF.match(text, place) or _TAKEN_OFF.search(text, sentence[0], place):
        return True
    low, high = _clause(text, place, sentence)
    before = [match.end() for match in _STOPPED.finditer(text, low, place)]
    if before and not _TAKEN.search(text, before[-1], place):
        return True
    after = _STOPPED.search(text, place, high)
    return after is not None and after.start() - place <= _SOON and not _NOW_ON.search(text, place, after.start())


def _clause(text: str, place: int, sentence: tuple[int, int]) -> tuple[int, int]:
    """The stretch around `place` in which a medicine that was stopped says so."""
    cuts = [sentence[0], *(cut.end() for cut in _CLAUSE_END.finditer(text, *sentence)), sentence[1]]
    after = next((index for index, cut in enumerate(cuts) if cut > place), len(cuts) - 1)
    return cuts[max(0, after - 1)], cuts[after]


def _table(name: str) -> dict[str, Any]:
    rows: dict[str, Any] = yaml.safe_load(Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8"))
    return rows


@cache
def _lexicon() -> _Lexicon:
    table, concepts = _table("mentions"), _table("concepts")
    words: dict[str, list[tuple[str, str]]] = {}
    patterns: list[tuple[str, str, re.Pattern[str]]] = []
    entries: dict[tuple[str, str], _Entry] = {}
    pairs: list[_Pair] = []
    for field in FIELDS:
        rows = table.get(field, {})
        for value, choice in catalogue().fields[field].values.items():
            row = rows.get(value, rows.get("*", {}))
            sources = [*row.get("more", ()), *row.get("asked", ())]
            told = concepts.get(field, {}).get(value, {})
            sources += told.get("say", ())
            pairs += [_pair(field, value, *pair) for pair in told.get("near", ())]
            patterns += [(field, value, compile_pattern(source)) for source in sources]
            halves = [rf"\b(?:{half})(?!\w)" for pair in told.get("near", ()) for half in pair]
            entries[field, value] = _entry(row, [*sources, *halves, *map(re.escape, choice.words)])
            named = (value.replace("_", " "),) if field in _BY_NAME else ()
            for word in dict.fromkeys((*choice.words, *named)):
                if "*" not in row.get("drop", ()) and word not in row.get("drop", ()):
                    words.setdefault(word.lower(), []).append((field, value))
    automaton = ahocorasick.Automaton()
    for word, owners in words.items():
        automaton.add_word(word, (len(word), tuple(owners)))
    automaton.make_automaton()
    return _Lexicon(automaton, tuple(patterns), entries, tuple(pairs))


def _pair(field: str, value: str, first: str, second: str) -> _Pair:
    one, two = (compile_pattern(rf"\b(?:{words})(?!\w)") for words in (first, second))
    return _Pair(field, value, one, two, compile_pattern(near_pattern(first, second)))


def _entry(row: dict[str, Any], sources: list[str]) -> _Entry:
    """`sources`: all that names the value; some of it holds a denial itself ("can't bear weight")."""
    compiled = [compile_pattern(source) for source in sources]
    return _Entry(
        needs_unasked=compile_pattern(row["needs_unasked"]) if "needs_unasked" in row else None,
        unless=compile_pattern(row["unless"]) if "unless" in row else None,
        only_asked=compile_pattern("|".join(row["asked"])) if "asked" in row else None,
        context=compile_pattern(row["context"]) if "context" in row else None,
        asked_only=row.get("asked_only", False),
        mute=frozenset(row.get("mute", ())),
        echo=frozenset(row.get("echo", ())),
        ignores=frozenset(row.get("ignores", ())),
        with_no=tuple(pattern for pattern in compiled if _HOLDS_NO.search(pattern.pattern)),
    )
