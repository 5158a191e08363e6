"""A denial is never read as the thing itself, nor an affirmation as its absence; whatever stands beside them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples, share

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.records.fact import Value

TABLE = yaml.safe_load(Path(__file__).with_name("said.yaml").read_text(encoding="utf-8"))
LEAST_READ = 0.85
ONE_IN = 5
"""Prime to the six settings of a sentence, so that the share meets each of them."""
NEUTRAL = ("I run 20 km a week", "I'm 34 years old", "I sleep seven hours a night", "I feel fine", "I have two kids")
JOINTS = (". ", "; ", ", but ", " and ", ", ")


class Said(NamedTuple):
    """The sentences about one flag, or about one value of a list."""

    field: str
    value: str | None
    so: tuple[str, ...]
    denied: tuple[str, ...]
    not_me: tuple[str, ...]

    def claimed_by(self, found: Value) -> bool:
        """Whether the value read says that the thing is so."""
        return found is True if self.value is None else isinstance(found, tuple) and self.value in found

    def ruled_out_by(self, found: Value) -> bool:
        return found is False or found == ()


def rows() -> Iterator[Said]:
    for field, told in TABLE.items():
        for value, row in ({None: told} if "so" in told else told).items():
            yield Said(field, value, *(tuple(row[side]) for side in ("so", "denied", "not_me")))


ROWS = tuple(rows())
NAMES = [f"{row.field}-{row.value}" if row.value else row.field for row in ROWS]


def reading(text: str, field: str, *, asked: bool) -> Value:
    question = catalogue().questions[catalogue().fields[field].question].text if asked else None
    fact = extract(text, question=question).facts.get(field)
    return fact.value if fact else None


def ways(sentence: str) -> tuple[str, ...]:
    return sentence, f"{sentence[0].upper()}{sentence[1:]}.", f"Hi coach. {sentence}."


def settings_of(sentences: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Every sentence in all its ways, with and without the question before it."""
    return ((text, asked) for sentence in sentences for text in ways(sentence) for asked in (True, False))


def test_every_flag_of_the_catalogue_has_its_sentences() -> None:
    flags = {name for name, field in catalogue().fields.items() if field.type == "bool"}
    assert flags <= set(TABLE)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_what_is_denied_or_said_of_others_is_never_so(row: Said) -> None:
    for text, asked in share(settings_of((*row.denied, *row.not_me)), ONE_IN):
        assert not row.claimed_by(reading(text, row.field, asked=asked)), text


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_what_is_so_is_never_ruled_out(row: Said) -> None:
    for text, asked in share(settings_of(row.so), ONE_IN):
        assert not row.ruled_out_by(reading(text, row.field, asked=asked)), text


def test_most_of_what_is_so_is_read_when_it_was_asked() -> None:
    told = [(row, sentence) for row in ROWS for sentence in row.so]
    read = [row.claimed_by(reading(sentence, row.field, asked=True)) for row, sentence in told]
    assert sum(read) / len(read) >= LEAST_READ


@st.composite
def two_clauses(draw: st.DrawFn) -> tuple[Said, str]:
    row = draw(st.sampled_from(ROWS))
    first = draw(st.sampled_from((*row.denied, *row.not_me)))
    second = draw(st.sampled_from((*NEUTRAL, *row.denied)))
    clauses = draw(st.permutations((first, second)))
    return row, draw(st.sampled_from(JOINTS)).join(clauses)


@settings(max_examples=examples(150))
@given(told=two_clauses(), asked=st.booleans())
def test_two_clauses_invent_nothing_together(told: tuple[Said, str], asked: bool) -> None:  # noqa: FBT001 (drawn)
    row, text = told
    assert not row.claimed_by(reading(text, row.field, asked=asked))


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("goal_time_s", "5 minutes 4 is the goal", 304),
        ("recent_race_time_s", "I ran 5 minutes 4 in my last race", 304),
        ("recent_race_time_s", "I ran 25 minutes five in my last race", 1505),
        ("available_days", "Monday, Wednesday and Saturday are good for me", ("mon", "wed", "sat")),
        ("available_days", "Mondays and Fridays are good for me, Sundays are for church", ("mon", "fri")),
        ("available_days", "Saturday is for running", ("sat",)),
        ("bsi_status", "I'm in the return phase after a stress fracture", "returning"),
        ("pain_signs", "Tendon pain at 5/10, no bone pain or limping", ()),
        ("tendon_pain_nrs", "No fractures. The tendon hurts at 6, no limp", 6),
        ("known_conditions", "asthma was ruled out, no diabetes either", ()),
        ("medications", "I was told to take statins but I don't", ()),
        ("symptoms", "chest pain? not once", ()),
        ("systemic_illness", "free of cough, aches and vomiting", False),
        ("track_access", "I can't get to a track", False),
    ],
)
def test_a_plain_saying_is_read_for_what_it_says(field: str, text: str, value: Value) -> None:
    assert reading(text, field, asked=True) == value


@pytest.mark.parametrize("text", ["I've no trouble getting to a track", "no problem getting to the gym"])
def test_no_trouble_is_no_denial(text: str) -> None:
    assert reading(text, "track_access", asked=True) is not False
    assert reading(text, "strength_equipment", asked=True) is not False
