"""How numbers are said, the same in every form of a report."""

import re
from collections.abc import Iterable, Iterator

from measures.interval import Interval
from measures.power import Design, smallest_exact, smallest_fall
from measures.reach import rates, sentences, shares
from reports.comparison import ScorerLine, ScorerReach
from reports.estimate import FEWEST, Estimate
from reports.header import Header

TINY_P = 0.001
IDENTIFIER = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_MARKS = re.compile(r"(?: \[M\d+\]| \(detector: [^()]*\))+$")
UNMATCHED = "failed in the candidate and could not be judged in the base, or did not apply there"
SET_ASIDE = "failed to run or never answered live"
NEEDED = f"at least {FEWEST} independent personas are needed to tell"


def amount(value: float, *, binary: bool) -> str:
    """A pass rate in percent, a number with three digits."""
    return f"{100 * value:.1f}%" if binary else f"{value:.4g}"


def difference(value: float, *, binary: bool) -> str:
    """Signed; percentage points for pass rates."""
    shown = f"{100 * value:+.1f}" if binary else f"{value:+.3g}"
    return "0" if float(shown) == 0 else shown


def interval(found: Interval | None, *, binary: bool) -> str:
    if found is None:
        return "none"
    return f"{difference(found.low, binary=binary)} to {difference(found.high, binary=binary)}"


def value(word: str) -> str:
    """What a scorer came to, as a person reads it: `false_approval` is a false approval."""
    return word.replace("_", " ")


def plain(text: str) -> str:
    """A scorer's sentence without identifiers, names of detectors and the links of Inspect's viewer."""
    return IDENTIFIER.sub(lambda found: value(found.group()), _MARKS.sub("", text))


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


COLUMNS = ("scorer", "base", "candidate", "difference", "95% interval", "p (corrected)", "which pairs moved")


def cells(line: ScorerLine) -> tuple[str, ...]:
    """The row of a line under `COLUMNS`, unescaped."""
    found, binary = line.estimate, line.binary
    points = " points" if binary else ""
    if found is None:
        return (line.title, "", "", "", "", "", "none compared")
    return (
        line.title,
        amount(found.base, binary=binary),
        amount(found.candidate, binary=binary),
        difference(found.difference, binary=binary) + points,
        interval(found.interval, binary=binary) + (points if found.interval else ""),
        p_value(line.p),
        line.moved,
    )


def _reach(found: Iterable[ScorerReach]) -> Iterator[str]:
    """What a scorer says of its own reach, in words."""
    known = {it.what: it.rate for it in found}
    yield from sentences(known)
    if others := ", ".join(shares(rates(known), lambda rate: f"{rate:.0%}")):
        yield f"measured: {others}"


def replay(header: Header) -> str:
    """Of a replay: what it began with, and in how many sessions the variant never answered; "" for any other run."""
    if not header.replay_of:
        return ""
    silent = f"; {len(header.unanswered)} of {len(header.personas) * header.epochs} sessions have no live answer"
    return f"replay of {header.replay_of} from {header.replay_from}{silent if header.unanswered else ''}"


def remarks(line: ScorerLine) -> str:
    """What stands beside the row: why this verdict, by which test, and what was left out of it."""
    left_out = {
        "not judged": line.counts.not_judged,
        "where it does not apply": line.counts.not_applicable,
        SET_ASIDE: line.counts.errored,
        "off script": line.counts.off_script,
    }
    tested = (line.estimate.test if line.estimate.test != "none" else "", size(line.estimate)) if line.estimate else ()
    said = [line.why, *tested]
    said += [f"{count(number, 'pair')} {why}" for why, number in left_out.items() if number]
    if line.counts.no_longer_applies:
        said.append(f"to {line.counts.no_longer_applies} of them it applied in the base")
    if line.counts.lost:
        said.append(f"{line.counts.lost} of them could be judged in the base")
    if line.counts.unmatched_failures:
        said.append(f"{count(line.counts.unmatched_failures, 'session')} {UNMATCHED}")
    if line.with_off_script:
        with_them = difference(line.with_off_script.difference, binary=line.binary) + (" points" if line.binary else "")
        said.append(f"with the off-script sessions the difference is {with_them}")
    if line.reach:
        said += list(_reach(line.reach))
    return "; ".join(part for part in said if part)


def reach_of(clusters: int, epochs: int, *, base: float = 0.9) -> str:
    """What so many independent personas with so many sessions each can show, said before they run."""
    size = f"{count(clusters, 'persona')} (twins count once) x {count(epochs, 'session')}"
    design = Design(units=clusters)
    if clusters < FEWEST:
        fall = None
    elif epochs == 1:  # by the exact test, if the sessions of the two runs know nothing of each other
        fall = smallest_exact(
            clusters, lambda less: (base * (1 - base + less), (1 - base) * (base - less)), base, design
        )
    else:
        fall = smallest_fall(base, clusters, epochs, design=design)
    if fall is None:
        return f"{size}: too few to show that a pass rate fell from {100 * base:.0f}%"
    after = f"{100 * (base - fall):.1f}%"
    return f"{size}: a fall of the pass rate from {100 * base:.0f}% to {after} would be seen four times in five"
