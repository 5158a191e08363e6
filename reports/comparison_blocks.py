"""A comparison as blocks, the same for every form: the standing first, then the gate, then what turned and why."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from reports import agreement, charts, reliability, wording
from reports.blocks import Banner, Block, Bullets, Heading, SessionTable, Table, Tally, Text, cells
from reports.comparison import Comparison, GateLine, ScorerLine, Turned
from reports.escape import clip
from reports.header import Header
from reports.history import HistoryEntry, ScorerMark
from reports.prompt_diffs import PromptDiff

LIMIT = 65_535
"""Characters of a page that fits one comment of a pull request: GitHub takes 65,536."""
LONGEST = 240
"""Characters of a cell."""
MOST_NAMES = 12
LATEST = 30
"""Runs that a trend shows."""
_SHA256 = 64
_DIGEST_SHOWN = 16


def blocks(comparison: Comparison, history: Sequence[HistoryEntry] = ()) -> tuple[Block, ...]:
    """`history`: the runs so far, oldest first, where trends shall be shown."""
    sections = chain.from_iterable(section(comparison) for section in _SECTIONS)
    return (_standing(comparison), *sections, *_trends(history[-LATEST:]))


def _standing(comparison: Comparison) -> Banner:
    title = f"Coach evaluation: {comparison.standing} (exit {comparison.exit_code})"
    policy = comparison.policy
    other = "" if policy.is_default else f" Judged by {clip(policy.name, LONGEST // 2)}, not by the default policy."
    return Banner(title, comparison.standing, f"{_headline(comparison.gate)}.{other}", level=2)


def _headline(gate: Sequence[GateLine]) -> str:
    failed = [line for line in gate if line.standing == "regressed"]
    open_lines = sorted((line for line in gate if line.standing == "could not be judged"), key=lambda it: it.still)
    parts = [
        f"{wording.count(len(found), 'gate line')} {what} ({_few(found)})"
        for what, found in (("failed", failed), ("could not be judged", open_lines))
        if found
    ]
    return "; ".join(parts) or f"All {len(gate)} gate lines pass"


def _few(lines: Sequence[GateLine]) -> str:
    names = [line.name.split(":")[0] for line in lines]
    first = list(dict.fromkeys(names))[:3]
    rest = sum(name not in first for name in names)
    return ", ".join(first) + (f" and {rest} more" if rest else "")


def _some(names: Sequence[str], most: int) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def _head(comparison: Comparison) -> Iterator[Block]:
    yield Text(f"Base: {_who(comparison.base)}. Candidate: {_who(comparison.candidate)}.")
    policy = comparison.policy
    yield Text(f"Policy: {clip(policy.name, LONGEST // 2)} (SHA-256 {policy.digest[:_DIGEST_SHOWN]}).")
    counts = (
        (comparison.pairs, "pairs of sessions"),
        (_sessions(comparison.new_failures), "newly failing"),
        (_sessions(comparison.improved), "improved"),
        (len({item.persona for item in comparison.flaky}), "flaky personas"),
        (len(comparison.errored) + len(comparison.unpaired), "broken, without a partner or without a live answer"),
    )
    yield Tally(counts)
    if comparison.cautions:
        yield Bullets(comparison.cautions)


def _who(header: Header) -> str:
    name, variant, coach, athlete = (
        clip(each, LONGEST // 2) for each in (header.run, header.variant, header.coach, header.athlete)
    )
    judge = "" if header.judge == "none" else f", judge {clip(header.judge, LONGEST // 2)}"
    again = f"; {clip(wording.replay(header), LONGEST)}" if header.replay_of else ""
    return f"{name} (variant {variant}, coach {coach}, athlete {athlete}{judge}{again})"


def _gate(comparison: Comparison) -> Iterator[Block]:
    """The lines that do not hold come first; the others are for who looks for them."""
    yield Heading(3, "Gate")
    held = [line for line in comparison.gate if line.standing == "pass"]
    if failed := [line for line in comparison.gate if line.standing != "pass" and not line.still]:
        failed.sort(key=lambda line: line.standing != "regressed")
        yield from _gate_table(failed, "Lines that failed or could not be judged", fold=False)
    if still := [line for line in comparison.gate if line.still]:
        title = f"Too few personas to tell, though no session got worse: {wording.count(len(still), 'line')}"
        yield from _gate_table(still, title, fold=bool(failed))
    if held:
        yield from _gate_table(held, f"{wording.count(len(held), 'line')} passed", fold=True)


def _named(line: GateLine) -> str:
    """A zero-tolerance line says what may not happen even once."""
    scorer, _, kinds = line.name.partition(": ")
    return f"{scorer}: no new {wording.value(kinds) or 'failure'}" if line.kind == "zero tolerance" else line.name


def _gate_table(lines: Sequence[GateLine], title: str, *, fold: bool) -> Iterator[Block]:
    named = any(line.sessions for line in lines)
    rows = ((_named(line), line.why, *([_some(line.sessions, MOST_NAMES)] if named else [])) for line in lines)
    yield Table(
        ("line", "why", *(["sessions"] if named else [])),
        cells(rows),
        title=title,
        marks=tuple(line.standing for line in lines),
        fold=fold,
        left_out="gate lines",
    )


def _turned(comparison: Comparison) -> Iterator[Block]:
    yield Heading(3, f"Newly failing: {_turns(comparison.new_failures)}")
    if not comparison.new_failures:
        yield Text("No session fails that passed before.")
    yield from _cases(comparison.new_failures, "failed", "new failures")
    if comparison.improved:
        yield Heading(3, f"Improved: {_turns(comparison.improved)}")
    yield from _cases(comparison.improved, "pass", "improvements")


def _sessions(turned: Sequence[Turned]) -> int:
    return len({item.candidate_session for item in turned})


def _turns(turned: Sequence[Turned]) -> str:
    """How many sessions, and how many rows where several scorers turned in one."""
    sessions = _sessions(turned)
    if sessions == len(turned):
        return str(sessions)
    return f"{wording.count(sessions, 'session')}, {len(turned)} with each scorer counted"


def _cases(turned: Sequence[Turned], became: str, left_out: str) -> Iterator[Block]:
    columns = (
        "session",
        "scorer",
        "base",
        "candidate",
        "why" if became == "failed" else "why it failed",
        "in these words",
    )
    ordered = sorted(turned, key=lambda item: item.candidate_session)
    if ordered:
        yield SessionTable(columns, cells(_case(item) for item in ordered), left_out=left_out, turned=became)


def _case(item: Turned) -> tuple[str, ...]:
    why = wording.plain(item.explanation) + (" (athlete off script)" if item.off_script else "")
    quotes = "; ".join(clip(quote, LONGEST // 2) for quote in item.quotes[:2])
    base, candidate = (wording.value(each) for each in (item.base_value, item.value))
    return item.candidate_session, item.scorer, base, candidate, why, quotes


def _scorers(comparison: Comparison) -> Iterator[Block]:
    """What moved, then what did not: of the latter there is nothing to say but how much could have been seen."""
    lines = comparison.lines
    moved = [line for line in lines if line.estimate is None or line.estimate.differs or _one_sided(line)]
    still = [line for line in lines if line not in moved]
    yield Heading(3, "Scorers")
    if moved:
        yield _differences(moved, "Scorers whose results differ, or could not be compared")
    else:
        yield Text("Every scorer found the same wherever it judged both runs.")
    if still:
        yield _differences(still, f"Scorers that found the same in both runs: {len(still)}", fold=True)
    alike: dict[str, list[str]] = {}
    for line in lines:
        alike.setdefault(wording.remarks(line), []).append(line.title)
    remarks = tuple(f"{', '.join(titles)}: {remark}" for remark, titles in alike.items())
    yield Bullets(remarks, "Why, by which test, and what was left out")


def _one_sided(line: ScorerLine) -> bool:
    """Whether a session has a verdict of one run that it should have of both."""
    return bool(line.counts.lost or line.counts.unmatched_failures or line.counts.no_longer_applies)


def _differences(lines: Sequence[ScorerLine], title: str, *, fold: bool = False) -> Table:
    return Table(
        wording.COLUMNS,
        cells(wording.cells(line) for line in lines),
        title=title,
        marks=tuple(line.verdict for line in lines),
        charts=charts.differences(lines),
        drawn="chart",
        shape="numbers",
        fold=fold,
    )


def _changes(comparison: Comparison) -> Iterator[Block]:
    yield Heading(3, "What changed")
    if not comparison.changes:
        yield Text("Nothing that the runs record.")
        return
    rows = [(change.what, _side(change.base), _side(change.candidate)) for change in comparison.changes]
    yield Table(("what", "base", "candidate"), cells(rows), left_out="changes")
    for diff in comparison.prompt_diffs:
        yield from _prompt(diff)


def _prompt(diff: PromptDiff) -> Iterator[Block]:
    if not diff.known:
        yield Text(f"Prompt {diff.file}: changed; a run kept no text of it, so only the hashes tell.")
        return
    yield Table(
        ("line",),
        cells((line.text,) for line in diff.lines),
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


def _apart(comparison: Comparison) -> Iterator[Block]:
    groups = {
        "no partner": comparison.unpaired,
        wording.SET_ASIDE: comparison.errored,
        "athlete off script": comparison.off_script,
    }
    yield Heading(3, "Sessions set aside")
    counts = tuple((len(named), what) for what, named in groups.items())
    yield Text(Tally(counts).text.capitalize())
    rows = [(what, item.run, item.session, item.why) for what, named in groups.items() for item in named]
    if rows:
        columns = ("what", "run", "session", "why")
        yield Table(
            columns, cells(rows), title="Their names", fold=len(rows) > MOST_NAMES, left_out="sessions set aside"
        )


def _trends(runs: Sequence[HistoryEntry]) -> Iterator[Block]:
    """Nothing before there are two runs. A scorer that the newest run did not judge has no newest value."""
    scorers = sorted({mark.scorer for mark in chain.from_iterable(entry.marks for entry in runs)})
    if len(runs) < 2 or not scorers:  # noqa: PLR2004 (a trend needs two)
        return
    yield Heading(3, "Trends")
    newest = {mark.scorer: mark for mark in runs[-1].marks}
    yield Table(
        ("scorer", "newest", "sessions"),
        cells((scorer, *_newest(newest.get(scorer))) for scorer in scorers),
        charts=tuple(charts.trend(scorer, runs) for scorer in scorers),
        drawn="from run to run",
        shape="numbers",
    )
    rows = [(entry.run, entry.created[:16], entry.variant, entry.code_version, entry.sessions) for entry in runs]
    yield Table(("run", "when", "variant", "code", "sessions"), cells(rows), title=f"The {len(runs)} runs", fold=True)


def _newest(mark: ScorerMark | None) -> tuple[str, int]:
    return ("not judged", 0) if mark is None else (wording.amount(mark.value, binary=mark.binary), mark.sessions)


_SECTIONS: Sequence[Callable[[Comparison], Iterator[Block]]] = (
    _head,
    _gate,
    _turned,
    _scorers,
    lambda comparison: agreement.blocks(comparison.agreement),
    _changes,
    _apart,
    lambda comparison: reliability.blocks(comparison.flaky, comparison.reliability),
)
