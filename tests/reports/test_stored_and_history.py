"""What stays of a run: the stored baseline and the line of its history."""

from pathlib import Path
from typing import Any

import pytest

from reports.blocks import Table
from reports.compare import compare
from reports.comparison_blocks import blocks
from reports.errors import LogUnreadable
from reports.history import entry_of, read_history, remember
from reports.policy import read_policy
from reports.stored import read_stored, write_stored

POLICY = Path(__file__).parents[2] / "evals" / "gate.toml"


def test_a_stored_run_compares_as_its_log_does(logs: Any, thirty: Any, tmp_path: Path) -> None:
    run = logs.build(thirty(lambda name, epoch: {"outcome": "pass", "intake_fidelity": 0.9}))
    other = logs.but(run="cand").build(thirty(lambda name, epoch: {"outcome": "fail", "intake_fidelity": 0.8}))
    write_stored(run, tmp_path / "base")
    kept = read_stored(tmp_path / "base")
    assert kept.scores.equals(run.scores)
    assert kept.sessions.drop("seconds").equals(run.sessions.drop("seconds"))
    policy = read_policy(POLICY)
    assert compare(kept, other, policy).lines == compare(run, other, policy).lines
    assert list(kept.each_session()) == []


def test_the_same_run_is_stored_as_the_same_bytes(logs: Any, tmp_path: Path) -> None:
    run = logs.build({("a", 1): {"outcome": "pass"}})
    for name in ("one", "two"):
        write_stored(run, tmp_path / name)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("header.json", "not this"),
        ("header.json", "[]"),
        ("header.json", '{"run": "x", "seed": "many", "epochs": 1}'),
        ("scores.parquet", "not this"),
    ],
)
def test_a_damaged_baseline_is_named_in_one_line_with_the_way_on(
    logs: Any, tmp_path: Path, file: str, text: str
) -> None:
    write_stored(logs.build({("a", 1): {"outcome": "pass"}}), tmp_path / "base")
    (tmp_path / "base" / file).write_text(text)
    with pytest.raises(LogUnreadable, match="make baseline") as raised:
        read_stored(tmp_path / "base")
    assert "\n" not in str(raised.value)
    assert "pydantic" not in str(raised.value)


def test_a_full_disk_leaves_the_run_that_was_kept_before(
    logs: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_stored(logs.build({("a", 1): {"outcome": "pass"}}), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".eval"}
    newer = logs.but(run="newer").build({("a", 1): {"outcome": "fail"}, ("b", 1): {"outcome": "fail"}})
    written = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name == "sessions.parquet":
            raise OSError(28, "No space left on device")
        return written(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_stored(newer, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".eval"} == before


def test_who_is_stopped_while_a_run_is_put_in_place_leaves_no_mixture(
    logs: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "base"
    write_stored(logs.build({("a", 1): {"outcome": "pass"}}), folder)
    newer = logs.but(run="newer").build({("a", 1): {"outcome": "fail"}})
    replaced = Path.replace

    def stopped(path: Path, target: Path) -> Path:
        if path.name == "sessions.parquet":
            raise KeyboardInterrupt
        return replaced(path, target)

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_stored(newer, folder)
    with pytest.raises(LogUnreadable, match="holds no stored run"):
        read_stored(folder)


def test_history_holds_each_run_once_oldest_first(logs: Any, thirty: Any, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    late = logs.build(thirty(lambda name, epoch: {"outcome": "pass" if epoch < 4 else "fail"}))
    early = logs.but(run="early", created="2025-01-01T00:00:00+00:00").build({("a", 1): {"intake_fidelity": 0.5}})
    for run in (late, early, late):
        remember(path, run)
    assert [entry.run for entry in read_history(path)] == ["early", "base-run"]
    (mark,) = entry_of(late).marks
    assert (mark.value, mark.sessions) == (0.75, 120)
    assert mark.low is not None
    assert mark.high is not None
    assert mark.low <= 0.75 <= mark.high


def test_passes_only_still_have_an_interval(logs: Any, thirty: Any) -> None:
    (mark,) = entry_of(logs.build(thirty(lambda name, epoch: {"outcome": "pass"}))).marks
    assert mark.low is not None
    assert 0.8 < mark.low < 1.0


def test_the_interval_of_a_fraction_stays_between_0_and_1(logs: Any, tmp_path: Path) -> None:
    run = logs.build({(name, 1): {"intake_fidelity": value} for name, value in (("a", 1.0), ("b", 1.0), ("c", 0.8))})
    (free,) = entry_of(run).marks
    assert free.high is not None
    assert free.high > 1
    remember(tmp_path / "history.jsonl", run)  # as written before fractions were known
    for (mark,) in (
        entry_of(run, ["intake_fidelity"]).marks,
        read_history(tmp_path / "history.jsonl", ["intake_fidelity"])[0].marks,
    ):
        assert (mark.low, mark.high) == (free.low, 1.0)


@pytest.mark.parametrize("line", [b"{}\n", b"\xff\xfe\n"])
def test_a_line_that_is_no_history_is_named(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_bytes(line)
    with pytest.raises(LogUnreadable, match="line 1"):
        read_history(path)


def test_a_scorer_that_the_newest_run_did_not_judge_has_no_newest_value(logs: Any) -> None:
    older = logs.build({(name, 1): {"care_tone": "pass", "outcome": "pass"} for name in "ab"})
    newest = logs.but(run="new", created="2027-01-01T00:00:00+00:00").build(
        {(name, 1): {"care_tone": "not_applicable", "outcome": "pass"} for name in "ab"}
    )
    comparison = compare(older, newest, read_policy(POLICY))
    found = blocks(comparison, [entry_of(older), entry_of(newest)])
    (trends,) = (it for it in found if isinstance(it, Table) and it.columns[:2] == ("scorer", "newest"))
    assert trends.rows == (("care_tone", "not judged", "0"), ("outcome", "100.0%", "2"))
