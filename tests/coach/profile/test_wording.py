"""Facts read back as a person would say them."""

import pytest

from coach.profile.catalogue import catalogue
from coach.profile.validation import check_value
from coach.profile.wording import clock, label, say
from coach.records.fact import Value

FIELDS = catalogue().fields


def test_no_fact_is_read_back_with_a_name_of_the_inside() -> None:
    for name, field in FIELDS.items():
        low = int((field.range or (0, 0))[0]) + 1
        values: list[Value] = [None, True, False, low, tuple(field.values), *field.values, {"mon": 30.0}]
        said = [say(name, value) for value in values if check_value(name, value) is None]
        assert said, name
        assert [words for words in (*said, label(name)) if "_" in words or "{" in words or "|" in words] == [], name


@pytest.mark.parametrize(("seconds", "words"), [(59.6, "1:00"), (265, "4:25"), (3600, "1:00:00"), (0, "0:00")])
def test_a_time_is_said_as_on_a_clock(seconds: float, words: str) -> None:
    assert clock(seconds) == words
