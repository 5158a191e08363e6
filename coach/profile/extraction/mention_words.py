"""What names a value of a list field: the catalogue's words, corrected by mentions.yaml, widened by concepts.yaml."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import ahocorasick
import yaml

from coach.profile.catalogue import catalogue
from coach.profile.extraction.folding import fold
from coach.profile.extraction.patterns import compile_pattern, near_pattern

FIELDS = (
    "symptoms", "known_conditions", "medications", "cv_risk_factors", "pelvic_symptoms",
    "pregnancy_contraindications", "pain_signs", "parq_yes",
)  # fmt: skip
_BY_NAME = frozenset({"medications", "known_conditions"})
"""The names of these fields' values are words that people use themselves."""
_HOLDS_NO = re.compile(r"\b(?:no|not|never|without|cannot)\b|n'\??t\b|no \(")


@dataclass(frozen=True, slots=True)
class Entry:
    """When a mention of one value counts: what mentions.yaml says of it."""

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
class Pair:
    """Words of `first` and `second` near each other mean `value`."""

    field: str
    value: str
    first: re.Pattern[str]
    second: re.Pattern[str]
    near: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`entries` by (field, value)."""

    words: ahocorasick.Automaton
    patterns: tuple[tuple[str, str, re.Pattern[str]], ...]
    entries: dict[tuple[str, str], Entry]
    pairs: tuple[Pair, ...]


def read_table(name: str) -> dict[str, Any]:
    """The rows of a table beside this module, by field."""
    rows: dict[str, Any] = yaml.safe_load(Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8"))
    return rows


@cache
def load_lexicon() -> Lexicon:
    """Every word and pattern of every list field, compiled once."""
    table, concepts = read_table("mentions"), read_table("concepts")
    words: dict[str, list[tuple[str, str]]] = {}
    patterns: list[tuple[str, str, re.Pattern[str]]] = []
    entries: dict[tuple[str, str], Entry] = {}
    pairs: list[Pair] = []
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
            named = (value.replace("_", " "),) if field in _BY_NAME else ()
            all_words = tuple(dict.fromkeys((*choice.words, *named, _as_answered(choice.say))))
            entries[field, value] = _entry(row, [*sources, *halves, *map(re.escape, all_words)])
            for word in all_words:
                if "*" not in row.get("drop", ()) and word not in row.get("drop", ()):
                    words.setdefault(word.lower(), []).append((field, value))
    automaton = ahocorasick.Automaton()
    for word, owners in words.items():
        automaton.add_word(word, (len(word), tuple(owners)))
    automaton.make_automaton()
    return Lexicon(automaton, tuple(patterns), entries, tuple(pairs))


def _as_answered(say: str) -> str:
    """The catalogue's words for a value, as an athlete repeats them."""
    return re.sub(r"^(?:an?|the|your) ", "", fold(say)).replace("yourself", "myself").replace("your ", "my ")


def _pair(field: str, value: str, first: str, second: str) -> Pair:
    one, two = (compile_pattern(rf"\b(?:{words})(?!\w)") for words in (first, second))
    return Pair(field, value, one, two, compile_pattern(near_pattern(first, second)))


def _entry(row: dict[str, Any], sources: list[str]) -> Entry:
    """`sources`: all that names the value; some of it holds a denial itself ("can't bear weight")."""
    compiled = [compile_pattern(source) for source in sources]
    return Entry(
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
