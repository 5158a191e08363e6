"""The tables that the readers are made of: every row must compile, name a real field and take a known unit."""

from pathlib import Path

import pytest
import yaml

from coach.profile.catalogue import catalogue
from coach.profile.extraction import mention_words, sayings
from coach.profile.extraction.bare import TAKES
from coach.profile.extraction.measures import FACTORS
from coach.profile.extraction.patterns import rules
from coach.profile.validation import check_value

ROOMS = sorted(path.stem for path in (Path(sayings.__file__).with_name("sayings")).glob("*.yaml"))


def test_every_rule_reads_a_field_of_the_catalogue() -> None:
    assert {rule.field for rule in rules()} <= set(catalogue().fields)


def test_every_rule_takes_a_known_unit_or_a_value_its_field_can_hold() -> None:
    for rule in rules():
        assert rule.take in FACTORS if rule.take else check_value(rule.field, rule.value) is None, rule


def test_every_rule_that_takes_a_quantity_has_a_marker_for_it() -> None:
    assert [rule.field for rule in rules() if rule.take and not rule.markers] == []


def test_every_number_that_is_read_bare_has_a_field_and_a_unit() -> None:
    assert set(TAKES) <= set(catalogue().fields)
    assert set(TAKES.values()) <= set(FACTORS)


@pytest.mark.parametrize("room", ROOMS)
def test_every_saying_compiles(room: str) -> None:
    rows = yaml.safe_load((Path(sayings.__file__).with_name("sayings") / f"{room}.yaml").read_text(encoding="utf-8"))
    assert all(sayings.saying(room, name).pattern for name in rows)


def test_every_correction_of_a_word_list_names_a_value_and_words_of_the_catalogue() -> None:
    for field, rows in mention_words.read_table("mentions").items():
        values = catalogue().fields[field].values
        assert set(rows) <= {*values, "*"}, field
        for value, row in rows.items():
            assert set(row) <= {
                "drop",
                "more",
                "asked",
                "context",
                "needs_unasked",
                "unless",
                "asked_only",
                "ignores",
                "echo",
                "mute",
            }, (
                field,
                value,
            )
