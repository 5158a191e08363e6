"""`coach-eval leaks` tells false alarms before misses, and the overall precision."""

import pytest

from coach.errors import InputError
from evals.commands import leaks


def test_the_table_has_every_category_and_the_overall_precision(capsys: pytest.CaptureFixture[str]) -> None:
    assert leaks.run(["--split", "test", "--no-show"]) == 0
    shown = capsys.readouterr().out
    assert "motive_naming" in shown
    assert "overall precision" in shown


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(InputError):
        leaks.run(["--split", "nowhere"])
