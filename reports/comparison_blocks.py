"""A comparison as blocks, the same for every form: the standing first, then the gate, then what turned and why."""

from collections.abc import Callable, Sequence

from reports import wording
from reports.blocks import Block, Blocks, Standing
from reports.comparison import Comparison, Failure, GateLine, Reliability
from reports.escape import clip
from reports.header import Header
from reports.prompt_diffs import PromptDiff
from reports.statistics.pass_k import PassK

LIMIT = 65_536
"""Characters that one comment of a pull request holds."""
LONGEST = 240
"""Characters of a cell."""
MOST_NAMES = 12
DIFF_SIGNS = {"added": "+", "removed": "-"}
_SHA256 = 64
_DIGEST_SHOWN = 16


def blocks(comparison: Comparison) -> tuple[Block, ...]:
    out = Blocks()
    out.found.append(Standing("Coach evaluation", comparison.standing, comparison.exit_code))
    for section in _SECTIONS:
        section(out, comparison)
    return tuple(out.found)


def _head(out: Blocks, comparison: Comparison) -> None:
    base, candidate = _who(comparison.base), _who(comparison.candidate)
    out.text(f"Base {base} against candidate {candidate}: {wording.count(comparison.pairs, 'pair')} of sessions.")
    out.bullets(comparison.cautions)


def _who(header: Header) -> str:
    name, variant, coach, athlete = (
        clip(each, LONGEST // 2) for each in (header.run, header.variant, header.coach, header.athlete)
    )
    return f"{name} (variant {variant}, coach {coach}, athlete {athlete})"


def _gate(out: Blocks, comparison: Comparison) -> None:
    """The lines that do not hold come first."""
    out.heading(3, "Gate")
    ordered = sorted(comparison.gate, key=lambda line: line.standing == "pass")
    out.table(
        ("line", "why", "sessions"),
        [(line.name, line.why, _listed(line)) for line in ordered],
        marks=[line.standing for line in ordered],
        left_out="gate lines",
    )


def _listed(line: GateLine) -> str:
    rest = len(line.sessions) - MOST_NAMES
    return ", ".join(line.sessions[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")


def _scorers(out: Blocks, comparison: Comparison) -> None:
    out.heading(3, "Scorers")
    out.table(wording.COLUMNS, [wording.cells(line) for line in comparison.lines])
    out.bullets([f"{line.title}: {wording.remarks(line)}" for line in comparison.lines])


def _failures(out: Blocks, comparison: Comparison) -> None:
    failing = comparison.new_failures
    out.heading(3, f"Newly failing: {len(failing)}, newly passing: {comparison.mended}")
    columns = ("session", "scorer", "base", "candidate", "why", "words")
    if failing:
        out.table(columns, [_failure(item) for item in failing], left_out="newly failing sessions")


def _failure(item: Failure) -> tuple[str, ...]:
    session = item.candidate_session + (" (off script)" if item.off_script else "")
    quotes = "; ".join(clip(quote, LONGEST // 2) for quote in item.quotes[:2])
    return session, item.scorer, item.base_value, item.value, item.explanation, quotes


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
    out.text(f"Prompt {diff.file}: {wording.count(diff.added, 'line')} added, {diff.removed} removed.")
    rows = [(DIFF_SIGNS[line.kind], line.text) for line in diff.lines if line.kind in DIFF_SIGNS]
    out.table(("", "line"), rows, long=True, left_out="changed lines")


def _side(value: str | None) -> str:
    if value is None:
        return "(none)"
    is_digest = len(value) == _SHA256 and set(value) <= set("0123456789abcdef")
    return clip(value, _DIGEST_SHOWN) if is_digest else value


def _apart(out: Blocks, comparison: Comparison) -> None:
    groups = {
        "No partner": comparison.unpaired,
        "Failed to run": comparison.errored,
        "Athlete off script": comparison.off_script,
    }
    out.heading(3, "Sessions that stand apart")
    out.text(", ".join(f"{what.lower()}: {len(named)}" for what, named in groups.items()) + ".")
    rows = [(what, item.run, item.session, item.why) for what, named in groups.items() for item in named]
    if rows:
        out.table(("what", "run", "session", "why"), rows, left_out="sessions that stand apart")


def _steadiness(out: Blocks, comparison: Comparison) -> None:
    out.heading(3, f"Flaky: {len(comparison.flaky)}")
    if comparison.flaky:
        rows = [(item.persona, item.scorer, item.run, f"{item.passed} of {item.total}") for item in comparison.flaky]
        out.table(("persona", "scorer", "run", "passed"), rows, long=True, left_out="flaky personas")
    if comparison.reliability:
        out.heading(3, "pass^k: the chance that k sessions of a persona all pass")
        out.table(("scorer", "k", "base", "candidate"), [_reliability(each) for each in comparison.reliability])


def _reliability(item: Reliability) -> tuple[object, ...]:
    found = item.base or item.candidate
    return item.scorer, found.k if found else "", _pass_k(item.base), _pass_k(item.candidate)


def _pass_k(found: PassK | None) -> str:
    if found is None:
        return "not measured"
    rate = f"{100 * found.mean:.1f} %"
    return f"{rate} ({100 * found.interval.low:.1f} to {100 * found.interval.high:.1f})" if found.interval else rate


_SECTIONS: Sequence[Callable[[Blocks, Comparison], None]] = (
    _head,
    _gate,
    _scorers,
    _failures,
    _changes,
    _apart,
    _steadiness,
)
