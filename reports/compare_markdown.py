"""A comparison as Markdown for a pull request: verdict first, short, every foreign word escaped."""

from collections.abc import Sequence

from reports import wording
from reports.comparison import Comparison, Failure, Line, Reliability
from reports.escape import clip, markdown
from reports.page import Page
from reports.pairing import Named
from reports.prompt_diffs import PromptDiff
from reports.statistics.pass_k import PassK

LIMIT = 65_536
"""What one comment of a pull request holds."""
SIGNS = {"pass": "pass", "regressed": "**REGRESSED**", "could not be judged": "**not judged**"}
DIFF_SIGNS = {"added": "\\+", "removed": "\\-"}
LONGEST_WORDS = 240
LONGEST_NAME = 120
MOST_NAMES = 12


def render(comparison: Comparison, *, limit: int = LIMIT) -> str:
    page = Page(limit)
    page.text(f"## Coach evaluation: {SIGNS[comparison.standing]} (exit {comparison.exit_code})")
    page.text(_who(comparison))
    page.bullets([_words(caution) for caution in comparison.cautions])
    _gate(page, comparison)
    _scorers(page, comparison)
    _failures(page, comparison)
    _changes(page, comparison)
    _apart(page, comparison)
    _steadiness(page, comparison)
    return str(page)


def _words(text: str) -> str:
    return markdown(clip(text, LONGEST_WORDS))


def _name(text: str) -> str:
    return markdown(clip(text, LONGEST_NAME))


def _who(comparison: Comparison) -> str:
    sides = [
        f"{side} {_name(header.run)} (variant {_name(header.variant)}, coach {_name(header.coach)}, "
        f"athlete {_name(header.athlete)})"
        for side, header in (("Base", comparison.base), ("candidate", comparison.candidate))
    ]
    return f"{sides[0]} against {sides[1]}: {wording.count(comparison.pairs, 'pair')} of sessions."


def _gate(page: Page, comparison: Comparison) -> None:
    page.text("### Gate")
    # The few lines that need a reader come first.
    ordered = sorted(comparison.gate, key=lambda line: line.standing == "pass")
    rows = [(SIGNS[line.standing], _name(line.name), _words(line.why), _listed(line.sessions)) for line in ordered]
    page.table(("gate", "line", "why", "sessions"), rows, left_out="gate lines")


def _listed(sessions: Sequence[str]) -> str:
    shown = ", ".join(_name(session) for session in sessions[:MOST_NAMES])
    rest = len(sessions) - MOST_NAMES
    return f"{shown} and {rest} more" if rest > 0 else shown


def _scorers(page: Page, comparison: Comparison) -> None:
    page.text("### Scorers")
    page.table(wording.COLUMNS, [[_name(cell) for cell in wording.cells(line)] for line in comparison.lines])
    page.bullets([f"{_name(line.title)}: {_remarks(line)}" for line in comparison.lines])


def _remarks(line: Line) -> str:
    return markdown(clip(wording.remarks(line), 2 * LONGEST_WORDS))


def _failures(page: Page, comparison: Comparison) -> None:
    failing = comparison.new_failures
    page.text(f"### Newly failing: {len(failing)}, newly passing: {comparison.mended}")
    if failing:
        rows = [_failure(item) for item in failing]
        page.table(("session", "scorer", "base", "candidate", "why", "words"), rows, left_out="newly failing sessions")


def _failure(item: Failure) -> tuple[str, ...]:
    session = _name(item.candidate_session) + (" (off script)" if item.off_script else "")
    quotes = "; ".join(_words(quote) for quote in item.quotes[:2])
    return session, _name(item.scorer), _name(item.base_value), _name(item.value), _words(item.explanation), quotes


def _changes(page: Page, comparison: Comparison) -> None:
    page.text("### What changed")
    if not comparison.changes:
        page.text("Nothing that the runs record.")
        return
    rows = [(_name(change.what), _side(change.base), _side(change.candidate)) for change in comparison.changes]
    page.table(("what", "base", "candidate"), rows, left_out="changes")
    for diff in comparison.prompt_diffs:
        _prompt(page, diff)


def _prompt(page: Page, diff: PromptDiff) -> None:
    if not diff.known:
        page.text(f"Prompt {_name(diff.file)}: changed; a run kept no text of it, so only the hashes tell.")
        return
    page.text(f"Prompt {_name(diff.file)}: {wording.count(diff.added, 'line')} added, {diff.removed} removed.")
    rows = [(DIFF_SIGNS[line.kind], _words(line.text)) for line in diff.lines if line.kind in DIFF_SIGNS]
    page.table(("", "line"), rows, left_out="changed lines")


def _side(value: str | None) -> str:
    return "(none)" if value is None else markdown(clip(value, 16)) if _is_digest(value) else _name(value)


def _is_digest(value: str) -> bool:
    return len(value) == 64 and all(sign in "0123456789abcdef" for sign in value)  # noqa: PLR2004 (SHA-256 in hex)


def _apart(page: Page, comparison: Comparison) -> None:
    groups = {
        "No partner": comparison.unpaired,
        "Failed to run": comparison.errored,
        "Athlete off script": comparison.off_script,
    }
    page.text("### Sessions that stand apart")
    page.text(", ".join(f"{what.lower()}: {len(named)}" for what, named in groups.items()) + ".")
    rows = [_apart_row(what, item) for what, named in groups.items() for item in named]
    if rows:
        page.table(("what", "run", "session", "why"), rows, left_out="sessions that stand apart")


def _apart_row(what: str, item: Named) -> tuple[str, ...]:
    return what, item.run, _name(item.session), _words(item.why)


def _steadiness(page: Page, comparison: Comparison) -> None:
    page.text(f"### Flaky: {len(comparison.flaky)}")
    if comparison.flaky:
        rows = [
            (_name(item.persona), _name(item.scorer), item.run, f"{item.passed} of {item.total}")
            for item in comparison.flaky
        ]
        page.table(("persona", "scorer", "run", "passed"), rows, left_out="flaky personas")
    if comparison.reliability:
        page.text("### pass^k: the chance that k sessions of a persona all pass")
        page.table(("scorer", "k", "base", "candidate"), [_reliability(item) for item in comparison.reliability])


def _reliability(item: Reliability) -> tuple[str, ...]:
    found = item.base or item.candidate
    return _name(item.scorer), str(found.k if found else ""), _pass_k(item.base), _pass_k(item.candidate)


def _pass_k(found: PassK | None) -> str:
    if found is None:
        return "not measured"
    rate = f"{100 * found.mean:.1f} %"
    return f"{rate} ({100 * found.interval.low:.1f} to {100 * found.interval.high:.1f})" if found.interval else rate
