"""How numbers are said, the same in every form of a report."""

from reports.comparison import Line
from reports.estimate import FEWEST, Estimate
from reports.statistics.interval import Interval
from reports.statistics.power import smallest_fall

TINY_P = 0.001
NEEDED = f"at least {FEWEST} independent personas are needed to tell"


def amount(value: float, *, binary: bool) -> str:
    """A pass rate in percent, a number with three digits."""
    return f"{100 * value:.1f} %" if binary else f"{value:.4g}"


def difference(value: float, *, binary: bool) -> str:
    """Signed; percentage points for pass rates."""
    shown = f"{100 * value:+.1f}" if binary else f"{value:+.3g}"
    return "0" if float(shown) == 0 else shown


def interval(found: Interval | None, *, binary: bool) -> str:
    if found is None:
        return "none"
    return f"{difference(found.low, binary=binary)} to {difference(found.high, binary=binary)}"


def p_value(p: float | None) -> str:
    if p is None:
        return "none"
    return f"< {TINY_P}" if p < TINY_P else f"{p:.3f}"


def size(found: Estimate) -> str:
    """What the test rests on; personas and families as far as they are fewer than pairs."""
    personas = f" of {count(found.personas, 'persona')}" if found.personas < found.pairs else ""
    families = f" in {found.units} {'family' if found.units == 1 else 'families'}"
    return count(found.pairs, "pair") + personas + (families if found.units < found.personas else "")


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


COLUMNS = ("scorer", "base", "candidate", "difference", "95 % interval", "p (Holm)", "pairs that moved")


def cells(line: Line) -> tuple[str, ...]:
    """The row of a line under `COLUMNS`, unescaped."""
    found, binary = line.estimate, line.binary
    if found is None:
        return (line.title, "", "", "", "", "", "none compared")
    return (
        line.title,
        amount(found.base, binary=binary),
        amount(found.candidate, binary=binary),
        difference(found.difference, binary=binary),
        interval(found.interval, binary=binary),
        p_value(line.p),
        line.moved,
    )


def remarks(line: Line) -> str:
    """What stands beside the row: why this verdict, by which test, and what was left out of it."""
    left_out = {
        "not judged": line.counts.not_judged,
        "not applicable": line.counts.not_applicable,
        "failed to run": line.counts.errored,
        "off script": line.counts.off_script,
    }
    tested = (line.estimate.test if line.estimate.test != "none" else "", size(line.estimate)) if line.estimate else ()
    said = [line.why, *tested]
    said += [f"{count(number, 'pair')} {why}" for why, number in left_out.items() if number]
    if line.counts.lost:
        said.append(f"{line.counts.lost} of them judged in the base")
    if line.with_off_script:
        said.append(f"with off-script sessions {difference(line.with_off_script.difference, binary=line.binary)}")
    if line.reach:
        limits = [f"{it.what.replace('_', ' ')} {it.rate:.2g}" for it in line.reach if it.rate]
        said += [f"limits of this verdict: {', '.join(limits)}"] if limits else []
    return "; ".join(part for part in said if part)


def reach_of(clusters: int, epochs: int, *, base: float = 0.9) -> str:
    """What so many independent personas with so many sessions each can show, said before they run."""
    size = f"{count(clusters, 'persona')} (twins count once) x {count(epochs, 'session')}"
    fall = smallest_fall(base, clusters, epochs) if clusters >= FEWEST else None
    if fall is None:
        return f"{size}: too few to show that a pass rate fell from {100 * base:.0f} %"
    after = f"{100 * (base - fall):.1f} %"
    return f"{size}: a fall of the pass rate from {100 * base:.0f} % to {after} would be seen four times in five"
