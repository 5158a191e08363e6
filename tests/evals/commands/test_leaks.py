"""`coach-eval leaks` tells false alarms before misses, and the overall precision."""

from itertools import islice

import pytest

from coach.errors import InputError
from evals.commands import leaks
from evals.tasks import leak_corpus


def test_the_table_has_every_category_and_the_overall_precision(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = list(islice(leak_corpus.cases("test"), 80))
    monkeypatch.setattr(leak_corpus, "cases", lambda _: iter(some))
    assert leaks.run(["--split", "test", "--no-show"]) == 0
    shown = capsys.readouterr().out
    assert "motive_naming" in shown
    assert "overall precision" in shown


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(InputError):
        leaks.run(["--split", "nowhere"])
