"""What is said of a run's size before it runs."""

from reports.wording import reach_of


def test_a_handful_of_personas_is_said_to_show_nothing() -> None:
    assert reach_of(1, 4) == "1 persona (twins count once) x 4 sessions: too few to show that a pass rate fell from 90%"
    assert "too few" in reach_of(5, 100)


def test_more_personas_or_sessions_see_a_smaller_fall() -> None:
    def seen(clusters: int, epochs: int) -> float:
        return float(reach_of(clusters, epochs).split(" to ")[1].split("%")[0])

    assert seen(30, 1) < seen(30, 4) < seen(100, 4) < 90
