"""What is said of a run's size before it runs, and of how far a scorer may be believed."""

from measures.reach import weakest_of
from reports.comparison import ScorerLine, ScorerReach
from reports.wording import reach_of, remarks


def test_a_handful_of_personas_is_said_to_show_nothing() -> None:
    assert reach_of(1, 4) == "1 persona (twins count once) x 4 sessions: too few to show that a pass rate fell from 90%"
    assert "too few" in reach_of(5, 100)


def test_more_personas_or_sessions_see_a_smaller_fall() -> None:
    def seen(clusters: int, epochs: int) -> float:
        return float(reach_of(clusters, epochs).split(" to ")[1].split("%")[0])

    assert seen(30, 1) < seen(30, 4) < seen(100, 4) < 90


def test_a_judges_shares_stand_with_their_numbers_and_its_counts_are_no_shares() -> None:
    figures = {"recall": 0.5, "recall_n": 2, "recall_unread": 8, "any precision_n": 0, "messages": 6, "accused": 1}
    figures |= {"dropped": 1}
    reach = tuple(ScorerReach(what, rate) for what, rate in sorted(figures.items()))
    line = ScorerLine("judged_care_tone", binary=True, verdict="not compared", why="one side only", reach=reach)
    assert remarks(line) == (
        "one side only; quotes that nobody said: up to 1 a session; "
        "measured: any precision unknown (n=0), recall 50% (n=2, 8 unread)"
    )


def test_the_weakest_rate_keeps_what_it_was_measured_on() -> None:
    base = {"recall": 0.5, "recall_n": 20, "precision": 0.9, "precision_n": 9, "dropped": 0, "dates_judged": 1}
    candidate = {"recall": 0.9, "recall_n": 3, "recall_unread": 17, "precision_n": 0, "dropped": 2, "dates_judged": 0}
    assert weakest_of([base, candidate]) == {
        "recall": 0.5, "recall_n": 20, "precision_n": 0, "dropped": 2, "dates_judged": 0,
    }  # fmt: skip
