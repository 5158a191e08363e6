"""A comparison as a person reads it in the terminal: verdict, gate, table, then what stands apart."""

from collections.abc import Sequence
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from reports import wording
from reports.comparison import Comparison, Failure, GateLine, Line
from reports.escape import clip, terminal
from reports.pairing import Named

SIGNS = {"pass": "ok", "regressed": "FAIL", "could not be judged": "??"}
STYLES = {"pass": "green", "regressed": "bold red", "could not be judged": "yellow"}
SHOWN = 12


def render(comparison: Comparison, *, width: int = 120, colour: bool = False) -> str:
    """The whole report; plain text unless `colour`."""
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="standard" if colour else None)
    standing = comparison.standing
    console.print(Text(f"{standing.upper()} (exit {comparison.exit_code})", style=STYLES[standing]))
    console.print(Text(_who(comparison)))
    for caution in comparison.cautions:
        console.print(Text(f"note: {terminal(caution)}"))
    console.print(_gate(comparison.gate))
    console.print(_lines(comparison.lines))
    for sentence in _asides(comparison):
        console.print(Text(sentence))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _who(comparison: Comparison) -> str:
    base, candidate = comparison.base, comparison.candidate
    return terminal(
        f"base {base.run} (@{base.variant}, {base.coach}) against candidate {candidate.run} "
        f"(@{candidate.variant}, {candidate.coach}): {wording.count(comparison.pairs, 'pair')}"
    )


def _gate(gate: Sequence[GateLine]) -> Table:
    table = Table("gate", "line", "why", title="Gate", title_justify="left", box=SIMPLE_HEAD)
    for line in gate:
        sign = Text(SIGNS[line.standing], style=STYLES[line.standing])
        why = line.why + (f" [{', '.join(line.sessions[:SHOWN])}]" if line.sessions else "")
        table.add_row(sign, Text(terminal(line.name)), Text(terminal(why)))
    return table


def _lines(lines: Sequence[Line]) -> Table:
    table = Table(*wording.COLUMNS, title="Scorers", title_justify="left", box=SIMPLE_HEAD)
    for line in lines:
        table.add_row(*(Text(terminal(cell)) for cell in wording.cells(line)))
    return table


def _asides(comparison: Comparison) -> list[str]:
    """What was left out of the numbers, and what changed: counted always, named as far as fits."""
    found = [
        *(f"- {line.title}: {wording.remarks(line)}" for line in comparison.lines),
        f"newly failing: {len(comparison.new_failures)}, newly passing: {comparison.mended}",
        *(f"- {_turn(item)}" for item in comparison.new_failures[:SHOWN]),
        _named("no partner", comparison.unpaired),
        _named("failed to run", comparison.errored),
        _named("athlete off script", comparison.off_script),
        f"flaky (epochs disagree): {len(comparison.flaky)}",
        *(f"changed: {change.what}: {change.base} to {change.candidate}" for change in comparison.changes),
    ]
    return [terminal(line) for line in found]


def _turn(item: Failure) -> str:
    return f"{item.candidate_session} {item.scorer}: {item.base_value} to {item.value}; {clip(item.explanation, 160)}"


def _named(what: str, sessions: Sequence[Named]) -> str:
    names = ", ".join(f"{item.run} {item.session}" for item in sessions[:SHOWN])
    rest = f" and {len(sessions) - SHOWN} more" if len(sessions) > SHOWN else ""
    return f"{what}: {len(sessions)}" + (f" ({names}{rest})" if sessions else "")
