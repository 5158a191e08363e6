"""Fault against scorer: which fire, on whom, in which turn. Pure; the sessions were played elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evals.faults.fault import Fault
from evals.faults.played import Judged, Played

_DEARER = 1.5

Sessions = Mapping[tuple[str, int], Played]
"""Clean sessions by persona and seed."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A session in which a scorer fired."""

    persona: str
    seed: int
    turn: int | None
    what: str

    def __str__(self) -> str:
        turn = "" if self.turn is None else f", turn {self.turn}"
        return f"{self.persona}, seed {self.seed}{turn}: {self.what}"


@dataclass(frozen=True, slots=True)
class Row:
    """What one fault set off: scorer to the sessions that showed it. `missed`: its owner fired for another rule."""

    fault: Fault
    shown: Mapping[str, tuple[Shown, ...]]
    sessions: int
    broken: tuple[Shown, ...] = ()
    missed: tuple[Shown, ...] = ()

    @property
    def fired(self) -> frozenset[str]:
        return frozenset(self.shown)

    @property
    def unlisted(self) -> frozenset[str]:
        return self.fired - self.fault.expected

    @property
    def absent(self) -> frozenset[str]:
        return self.fault.expected - self.fired

    @property
    def unshown(self) -> tuple[str, ...]:
        """Personas that were to show the fault, and on whom the owner never fired."""
        seen = {shown.persona for shown in self.shown.get(self.fault.owner, ())}
        return tuple(name for name in self.fault.personas if name not in seen)


def fires(now: Judged, clean: Judged | None) -> bool:
    """A scorer fires when it fails the session, and the clean session with it not, or with fewer findings.

    A number that neither passes nor fails, as what a session costs, fires when it is half as large again.
    """
    if now.passed is None and isinstance(now.value, float):
        return clean is not None and isinstance(clean.value, float) and now.value > _DEARER * clean.value
    if now.passed is not False:
        return False
    if clean is None or clean.passed is not False:
        return True
    return now.findings > clean.findings


def row(fault: Fault, played: Iterable[Played], clean: Sessions) -> Row:
    """The fault's row of the matrix."""
    shown: dict[str, list[Shown]] = {}
    broken: list[Shown] = []
    missed: list[Shown] = []
    count = 0
    for each in played:
        count += 1
        if each.broke is not None:
            broken.append(Shown(each.persona, each.seed, None, each.broke))
        beside = clean.get((each.persona, each.seed))
        for scorer, judged in each.by_scorer.items():
            if _misses(fault, scorer, judged):
                missed.append(Shown(each.persona, each.seed, judged.turn, judged.what))
            elif fires(judged, beside.by_scorer.get(scorer) if beside else None):
                shown.setdefault(scorer, []).append(Shown(each.persona, each.seed, judged.turn, judged.what))
    return Row(fault, {scorer: tuple(found) for scorer, found in shown.items()}, count, tuple(broken), tuple(missed))


def _misses(fault: Fault, scorer: str, judged: Judged) -> bool:
    """Whether the owner failed the session for something else than what was planted."""
    return (
        scorer == fault.owner and judged.passed is False and bool(fault.shows) and fault.shows.isdisjoint(judged.rules)
    )


def unjudged(clean: Iterable[Played]) -> tuple[tuple[str, Shown], ...]:
    """Every clean session that a scorer left unjudged: where that became usual, nobody would be accused of anything."""
    return tuple(
        (scorer, Shown(each.persona, each.seed, judged.turn, judged.what))
        for each in clean
        for scorer, judged in each.by_scorer.items()
        if judged.value == "not_judged"
    )


def accusations(clean: Iterable[Played]) -> tuple[tuple[str, Shown], ...]:
    """Every scorer that failed a clean session."""
    return tuple(
        (scorer, Shown(each.persona, each.seed, judged.turn, judged.what))
        for each in clean
        for scorer, judged in each.by_scorer.items()
        if judged.passed is False
    )
