from typing import NamedTuple

from coach.memoize import by_parts


class Pair(NamedTuple):
    left: tuple[int, ...]
    right: tuple[int, ...]
    rest: int = 0


def test_a_function_is_asked_again_only_where_one_of_its_parts_is_another_object() -> None:
    asked: list[Pair] = []

    @by_parts("left", "right")
    def total(pair: Pair) -> int:
        asked.append(pair)
        return sum(pair.left) + sum(pair.right)

    left, right = tuple(range(3)), tuple(range(4))
    assert [total(Pair(left, right)), total(Pair(left, right, rest=1)), total(Pair(right, left))] == [9, 9, 9]
    assert asked == [Pair(left, right), Pair(right, left)]


def test_what_is_kept_stays_right_when_there_is_too_much_of_it() -> None:
    @by_parts("left", "right")
    def total(pair: Pair) -> int:
        return sum(pair.left) + sum(pair.right)

    assert [total(Pair((number,), (1,))) for number in range(1000)] == list(range(1, 1001))
