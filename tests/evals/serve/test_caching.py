"""Cache accounting against sums done by hand. A block's tokens: a quarter of its canonical JSON's bytes, rounded up."""

from typing import Any

import pytest

from evals.serve.caching import Cache, count
from evals.serve.families import Usage, families

HAIKU = families()["claude-haiku-5-5"]
MARK = {"cache_control": {"type": "ephemeral"}}
HOUR = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
WRAP = len('{"text":"","type":"text"}')
"""Bytes of a text block without its text."""


def text(tokens: int, letter: str = "a", **more: Any) -> dict[str, Any]:
    """A text block of exactly so many tokens."""
    return {"type": "text", "text": letter * (4 * tokens - WRAP), **more}


def prompt(system: list[dict[str, Any]], *content: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"model": HAIKU.model, "system": system, "messages": [{"role": "user", "content": list(content)}], **more}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cache(clock: Clock) -> Cache:
    return Cache(clock)


def test_a_marked_prefix_is_written_once_and_read_then(cache: Cache) -> None:
    request = prompt([text(600, **MARK)], text(100))
    assert count(request, HAIKU, {}) == 700
    assert cache.account(request, HAIKU, {}) == Usage(input=100, write_5m=600)
    assert cache.account(prompt([text(600, **MARK)], text(70)), HAIKU, {}) == Usage(input=70, read=600)


def test_without_a_marker_nothing_is_cached(cache: Cache) -> None:
    for _ in range(2):
        assert cache.account(prompt([text(600)], text(100)), HAIKU, {}) == Usage(input=700)


@pytest.mark.parametrize(("tokens", "written"), [(511, 0), (512, 512)])
def test_below_the_minimum_nothing_is_cached(cache: Cache, tokens: int, written: int) -> None:
    used = cache.account(prompt([text(tokens, **MARK)], text(100)), HAIKU, {})
    assert used == Usage(input=100 + tokens - written, write_5m=written)


def test_an_older_model_has_a_higher_minimum(cache: Cache) -> None:
    older = families()["claude-haiku-4-5"]
    assert cache.account(prompt([text(4000, **MARK)], text(100)), older, {}) == Usage(input=4100)


def test_the_automatic_marker_moves_with_the_thread(cache: Cache) -> None:
    automatic = {"cache_control": {"type": "ephemeral"}}
    assert cache.account(prompt([text(600)], text(100), **automatic), HAIKU, {}) == Usage(write_5m=700)
    grown = prompt([text(600)], text(100), text(50), **automatic)
    assert cache.account(grown, HAIKU, {}) == Usage(write_5m=50, read=700)


def test_the_longest_entry_within_reach_of_any_marker_is_read(cache: Cache) -> None:
    cache.account(prompt([text(600, **MARK)], text(100, **MARK)), HAIKU, {})
    changed = prompt([text(600, **MARK)], text(100, "b", **MARK))
    assert cache.account(changed, HAIKU, {}) == Usage(write_5m=100, read=600)


@pytest.mark.parametrize(("between", "read"), [(18, 600), (19, 600), (20, 0)])
def test_a_marker_looks_back_over_twenty_blocks_itself_the_first(cache: Cache, between: int, read: int) -> None:
    cache.account(prompt([text(600, **MARK)], text(100)), HAIKU, {})
    further = prompt([text(600)], *[text(10)] * (between - 1), text(10, **MARK))
    assert cache.account(further, HAIKU, {}).read == read


def test_a_run_of_tool_results_is_one_place_of_twenty(cache: Cache) -> None:
    cache.account(prompt([text(600, **MARK)], text(100)), HAIKU, {})
    results = [{"type": "tool_result", "tool_use_id": f"t{i}", "content": "ok"} for i in range(30)]
    assert cache.account(prompt([text(600)], *results, text(10, **MARK)), HAIKU, {}).read == 600


def test_an_entry_lives_five_minutes_from_its_last_use(cache: Cache, clock: Clock) -> None:
    request = prompt([text(600, **MARK)], text(100))
    cache.account(request, HAIKU, {})
    for clock.now, read in ((299.0, 600), (598.0, 600), (899.0, 0)):
        assert cache.account(request, HAIKU, {}).read == read


def test_an_hour_costs_its_own_price_and_lives_an_hour(cache: Cache, clock: Clock) -> None:
    request = prompt([text(600, **HOUR)], text(100, **MARK), text(7))
    assert cache.account(request, HAIKU, {}) == Usage(input=7, write_1h=600, write_5m=100)
    clock.now = 3000
    assert cache.account(request, HAIKU, {}) == Usage(input=7, write_5m=100, read=600)


@pytest.mark.parametrize(
    ("change", "read"),
    [
        ({"tool_choice": {"type": "none"}}, 600),
        ({"thinking": {"type": "disabled"}}, 600),
        ({"output_config": {"effort": "low"}}, 0),
        ({"tools": [{"name": "a", "input_schema": {"type": "object"}}]}, 0),
        ({"system": [text(600, "b", **MARK)]}, 0),
        ({}, 700),
    ],
)
def test_a_change_costs_what_stands_behind_it(cache: Cache, change: dict[str, Any], read: int) -> None:
    request = prompt([text(600, **MARK)], text(100, **MARK))
    cache.account(request, HAIKU, {})
    assert cache.account(request | change, HAIKU, {}).read == read


def test_another_model_reads_nothing_of_it(cache: Cache) -> None:
    request = prompt([text(600, **MARK)], text(100))
    cache.account(request, HAIKU, {})
    assert cache.account(request, families()["claude-sonnet-5-5"], {}).read == 0


def test_dropped_thinking_is_not_counted(cache: Cache) -> None:
    thinking = {"type": "thinking", "thinking": "a" * 400, "signature": "s"}
    request = prompt([text(600)], thinking, text(100))
    assert cache.account(request, HAIKU, {(0, 0): "model_binding_mismatch"}) == Usage(input=700)


def test_dollars_of_a_cached_exchange(cache: Cache) -> None:
    request = prompt([text(600, **MARK)], text(100))
    first, second = (cache.account(request, HAIKU, {}) for _ in range(2))
    assert str(HAIKU.dollars(first)) == "0.000085"  # 100 x 0.10 + 600 x 0.125
    assert str(HAIKU.dollars(second)) == "0.000016"  # 100 x 0.10 + 600 x 0.01
