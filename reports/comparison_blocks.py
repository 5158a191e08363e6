"""A comparison as blocks, the same for every form: the standing first, then the gate, then what turned and why."""

from collections.abc import Callable, Sequence
from itertools import chain

from reports import charts, wording
from reports.blocks import Banner, Block, Blocks, Cases, Tally
from reports.comparison import Comparison, Failure, GateLine, Reliability
from reports.escape import clip
from reports.header import Header
from reports.history import Entry
from reports.prompt_diffs import PromptDiff
from reports.statistics.pass_k import PassK

LIMIT = 65_536
"""Characters that one comment of a pull request holds."""
LONGEST = 240
"""Characters of a cell."""
MOST_NAMES = 12
LATEST = 30
"""Runs that a trend shows."""
_SHA256 = 64
_DIGEST_SHOWN = 16


def blocks(comparison: Comparison, history: Sequence[Entry] = ()) -> tuple[Block, ...]:
    """`history`: the runs so far, oldest first, where trends shall be shown."""
    out = Blocks(_standing(comparison))
    for section in _SECTIONS:
        section(out, comparison)
    _trends(out, history[-LATEST:])
    return tuple(out.found)


def _standing(comparison: Comparison) -> Banner:
    title = f"Coach evaluation: {comparison.standing} (exit {comparison.exit_code})"
    return Banner(title, comparison.standing, f"{_headline(comparison.gate)}.", level=2)


def _headline(gate: Sequence[GateLine]) -> str:
    failed = [line for line in gate if line.standing == "regressed"]
    open_lines = [line for line in gate if line.standing == "could not be judged"]
    parts = [
        f"{wording.count(len(found), 'gate line')} {what} ({_few(found)})"
        for what, found in (("failed", failed), ("could not be judged", open_lines))
        if found
    ]
    return "; ".join(parts) or f"All {len(gate)} gate lines hold"


def _few(lines: Sequence[GateLine]) -> str:
    names = list(dict.fromkeys(line.name.split(":")[0] for line in lines))
    return _some(names, 3)


def _some(names: Sequence[str], most: int) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def _head(out: Blocks, comparison: Comparison) -> None:
    out.text(f"Base: {_who(comparison.base)}. Candidate: {_who(comparison.candidate)}.")
    counts = (
        (comparison.pairs, "pairs of sessions"),
        (len({item.candidate_session for item in comparison.new_failures}), "newly failing"),
        (comparison.mended, "scores newly passing"),
        (len(comparison.flaky), "flaky"),
        (len(comparison.errored) + len(comparison.unpaired), "broken or without a partner"),
    )
    out.found.append(Tally(counts))
    out.bullets(comparison.cautions)


def _who(header: Header) -> str:
    name, variant, coach, athlete = (
        clip(each, LONGEST // 2) for each in (header.run, header.variant, header.coach, header.athlete)
    )
    return f"{name} (variant {variant}, coach {coach}, athlete {athlete})"


def _gate(out: Blocks, comparison: Comparison) -> None:
    """The lines that do not hold come first; the others are for who looks for them."""
    out.heading(3, "Gate")
    held = [line for line in comparison.gate if line.standing == "pass"]
    if failed := [line for line in comparison.gate if line.standing != "pass"]:
        _gate_table(out, failed, "Lines that failed or could not be judged", fold=False)
    if held:
        _gate_table(out, held, f"{wording.count(len(held), 'line')} passed", fold=True)


def _gate_table(out: Blocks, lines: Sequence[GateLine], title: str, *, fold: bool) -> None:
    out.table(
        ("line", "why", "sessions"),
        [(line.name, line.why, _some(line.sessions, MOST_NAMES)) for line in lines],
        title=title,
        marks=tuple(line.standing for line in lines),
        fold=fold,
        left_out="gate lines",
    )


def _failures(out: Blocks, comparison: Comparison) -> None:
    failing = comparison.new_failures
    out.heading(3, f"Newly failing: {len(failing)}")
    if not failing:
        out.text("No session fails that passed before.")
        return
    columns = ("session", "scorer", "base", "candidate", "why", "words")
    ordered = sorted(failing, key=lambda item: item.candidate_session)
    out.table(columns, [_failure(item) for item in ordered], kind=Cases, left_out="newly failing sessions")


def _failure(item: Failure) -> tuple[str, ...]:
    why = item.explanation + (" (athlete off script)" if item.off_script else "")
    quotes = "; ".join(clip(quote, LONGEST // 2) for quote in item.quotes[:2])
    return item.candidate_session, item.scorer, item.base_value, item.value, why, quotes


def _scorers(out: Blocks, comparison: Comparison) -> None:
    lines = comparison.lines
    out.heading(3, "Scorers")
    out.table(
        wording.COLUMNS,
        [wording.cells(line) for line in lines],
        marks=tuple(line.verdict for line in lines),
        charts=charts.differences(lines),
        shape="numbers",
    )
    remarks = [f"{line.title}: {wording.remarks(line)}" for line in lines]
    out.bullets(remarks, "Why, by which test, and what was left out")


def _changes(out: Blocks, comparison: Comparison) -> None:
    out.heading(3, "What changed")
    if not comparison.changes:
        out.text("Nothing that the runs record.")
        return
    rows = [(change.what, _side(change.base), _side(change.candidate)) for change in comparison.changes]
    out.table(("what", "base", "candidate"), rows, left_out="changes")
    for diff in comparison.prompt_diffs:
        _prompt(out, diff)


def _prompt(out: Blocks, diff: PromptDiff) -> None:
    if not diff.known:
        out.text(f"Prompt {diff.file}: changed; a run kept no text of it, so only the hashes tell.")
        return
    out.table(
        ("line",),
        [(line.text,) for line in diff.lines],
        title=f"Prompt {diff.file}: {wording.count(diff.added, 'line')} added, {diff.removed} removed",
        marks=tuple(line.kind if line.kind in {"added", "removed"} else "" for line in diff.lines),
        fold=True,
        left_out="changed lines",
        shape="diff",
    )


def _side(value: str | None) -> str:
    if value is None:
        return "(none)"
    is_digest = len(value) == _SHA256 and set(value) <= set("0123456789abcdef")
    return clip(value, _DIGEST_SHOWN) if is_digest else value


def _apart(out: Blocks, comparison: Comparison) -> None:
    groups = {
        "no partner": comparison.unpaired,
        "failed to run": comparison.errored,
        "athlete off script": comparison.off_script,
    }
    out.heading(3, "Sessions set aside")
    out.text(", ".join(f"{what}: {len(named)}" for what, named in groups.items()) + ".")
    rows = [(what, item.run, item.session, item.why) for what, named in groups.items() for item in named]
    if rows:
        columns = ("what", "run", "session", "why")
        out.table(columns, rows, title="Their names", fold=len(rows) > MOST_NAMES, left_out="sessions set aside")


def _steadiness(out: Blocks, comparison: Comparison) -> None:
    out.heading(3, f"Flaky: {len(comparison.flaky)}")
    if comparison.flaky:
        rows = [(item.persona, item.scorer, item.run, f"{item.passed} of {item.total}") for item in comparison.flaky]
        columns = ("persona", "scorer", "run", "passed")
        title = "Personas whose sessions disagree"
        out.table(columns, rows, title=title, fold=True, left_out="flaky personas")
    if comparison.reliability:
        found = [_reliability(each) for each in comparison.reliability]
        title = "pass^k: the chance that k sessions of a persona all pass"
        out.table(("scorer", "k", "base", "candidate"), found, title=title, shape="numbers", fold=True)


def _reliability(item: Reliability) -> tuple[str, ...]:
    found = item.base or item.candidate
    return item.scorer, str(found.k) if found else "", _pass_k(item.base), _pass_k(item.candidate)


def _pass_k(found: PassK | None) -> str:
    if found is None:
        return "not measured"
    rate = f"{100 * found.mean:.1f} %"
    return f"{rate} ({100 * found.interval.low:.1f} to {100 * found.interval.high:.1f})" if found.interval else rate


def _trends(out: Blocks, runs: Sequence[Entry]) -> None:
    """Nothing before there are two runs."""
    marks = {mark.scorer: mark for mark in chain.from_iterable(entry.marks for entry in runs)}
    if len(runs) < 2 or not marks:  # noqa: PLR2004 (a trend needs two)
        return
    out.heading(3, "Trends")
    newest = [marks[name] for name in sorted(marks)]
    out.table(
        ("scorer", "newest", "sessions"),
        [(mark.scorer, wording.amount(mark.value, binary=mark.binary), mark.sessions) for mark in newest],
        charts=tuple(charts.trend(mark.scorer, runs) for mark in newest),
        shape="numbers",
    )
    rows = [(entry.run, entry.created[:16], entry.variant, entry.code_version, entry.sessions) for entry in runs]
    out.table(("run", "when", "variant", "code", "sessions"), rows, title=f"The {len(runs)} runs", fold=True)


_SECTIONS: Sequence[Callable[[Blocks, Comparison], None]] = (
    _head,
    _gate,
    _failures,
    _scorers,
    _changes,
    _apart,
    _steadiness,
)
