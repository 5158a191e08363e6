"""The compiled writer against the reference: the same bytes for every JSON value, and the same refusals."""

from json import dumps, loads
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from coach.canonical_json import canonical, digest, joined, number

finite = st.floats(allow_nan=False, allow_infinity=False)
whole = st.integers(-(2**53) + 1, 2**53 - 1)
numbers = whole | finite | whole.map(float) | st.sampled_from([1e16, 1e21, 1e-7, 1e-6, -0.0, 5e-324, 1.7e308, 2.0**53])
texts = (
    st.text()
    | st.sampled_from(
        ["1.0,", "[2e5]", "null", '"', '\\"', "\\", "/", "\x00\x1f\x7f", "\u2028", "\U0001f3c3", "\ue000"]
    )
    | st.builds(dumps, st.lists(numbers | st.just("3.0]"), max_size=3))  # as the prompts hold JSON in a string
)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(values)
@example({"\U0001f3c3": 1, "\ue000": 2})
@example([1.0, -0.0, 1e16, 1e21, 1e-7, 123456789012345680.0, 0.1, 5e-324])
@example({"a": ("tuple", None), "b": "1.0,"})
@example({"a": '[1.0, "2.0"]', "b\\": 3.0, "c": [4.0, -0.0, {"d": 5e20}], "e": '"', "f": 1e-9})
@example(["\U0001f3c3\ufffd", {"\U0001f3c3": None, "e": 2.0}])
def test_the_bytes_are_those_of_the_reference(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def part_of(value: Any) -> Any:
    if type(value) is list:
        return [part_of(each) for each in value]
    if type(value) is dict:
        return orjson.Fragment(joined({key: part_of(value[key]) for key in sorted(value)}))
    return number(value) if type(value) is float else value


@given(st.dictionaries(texts, values))
@example({"\U0001f3c3": 1, "\ue000": {"b": 2.0, "a": -0.0, "c": [1e16, 5e-324, 1e-5, [0.1]]}})
def test_an_object_that_is_joined_from_its_parts_has_the_same_bytes(value: dict[str, Any]) -> None:
    assert joined({key: part_of(value[key]) for key in sorted(value)}) == canonical(value)


@pytest.mark.parametrize("value", [float("nan"), float("-inf"), 2**53, "\ud800", {1: 2}, {1}], ids=repr)
def test_nothing_is_joined_from_what_is_no_json_value(value: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        joined({"a": [part_of(value)]})


@given(values)
def test_a_value_read_back_has_the_same_digest(value: Any) -> None:
    assert digest(loads(dumps(value))) == digest(value)


@pytest.mark.parametrize(
    "value",
    [*map(float, ("nan", "inf", "-inf")), 2**53, -(2**53), "\ud800", {"\udfff": 1}, {1: 2}, frozenset({1}), {1, 2}],
    ids=repr,
)
@pytest.mark.parametrize("inside", [lambda x: x, lambda x: [None, {"deep": x}]], ids=["alone", "inside"])
def test_what_is_no_json_value_is_refused(value: Any, inside: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical(inside(value))
