"""Fault against scorer: which fire, on whom, in which turn, and what is wrong with that. Pure; plays no session."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from evals.faults.fault import Fault
from evals.faults.played import ScoredSession, ScorerResult

_DEARER = 1.5

Sessions = Mapping[tuple[str, int], ScoredSession]
"""Clean sessions by persona and seed."""


class ProblemKind(StrEnum):
    """What may be wrong, as its heading; worst first."""

    BROKEN = "The harness broke: these sessions say nothing about any scorer"
    SURVIVED = "Not caught by the scorer that owns the fault"
    ACCUSED = "A scorer failed the clean coach"
    UNJUDGED = "A scorer did not judge a clean session"
    UNLISTED = "A scorer failed a session unexpectedly"
    ABSENT = "A scorer was expected to fail a session and did not"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not as it should be."""

    kind: ProblemKind
    what: str


@dataclass(frozen=True, slots=True)
class FiredSession:
    """A session in which a scorer fired."""

    persona: str
    seed: int
    turn: int | None
    what: str

    def __str__(self) -> str:
        turn = "" if self.turn is None else f", turn {self.turn}"
        return f"{self.persona}, seed {self.seed}{turn}: {self.what}"


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """What one fault set off: scorer to the sessions that showed it. `missed`: its owner fired for another rule."""

    fault: Fault
    shown: Mapping[str, tuple[FiredSession, ...]]
    sessions: int
    broken: tuple[FiredSession, ...] = ()
    missed: tuple[FiredSession, ...] = ()

    def mark(self, scorer: str) -> str:
        """K caught by its owner, f follows, ! unlisted, ? listed and did not fire, E a session broke, . nothing."""
        if scorer in self.shown:
            return "K" if scorer == self.fault.owner else "f" if scorer in self.fault.follows else "!"
        return "." if scorer not in self.fault.expected else "E" if self.broken else "?"

    def problems(self) -> Iterator[Problem]:
        """Everything that is not as the fault says. Where a session broke, no scorer is blamed for silence in it."""
        name, owner, follows = self.fault.id, self.fault.owner, self.fault.follows
        yield from (Problem(ProblemKind.BROKEN, f"{name}: {where}") for where in self.broken)
        settled = {where.persona for where in (*self.shown.get(owner, ()), *self.broken)}
        if unseen := [persona for persona in self.fault.personas if persona not in settled]:
            yield Problem(
                ProblemKind.SURVIVED, f"{name}: {owner} did not see it on {', '.join(unseen)} ({self.fault.because})"
            )
        for where in self.missed:
            yield Problem(ProblemKind.SURVIVED, f"{name}: {owner} failed it for another reason ({where})")
        for scorer in sorted(self.shown.keys() - self.fault.expected):
            yield Problem(ProblemKind.UNLISTED, f"{name}: {scorer} ({self.shown[scorer][0]})")
        for scorer in sorted(() if self.broken else follows.keys() - self.shown.keys()):
            yield Problem(ProblemKind.ABSENT, f"{name}: {scorer} ({follows[scorer]})")


def fires(now: ScorerResult, clean: ScorerResult | None) -> bool:
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


def row(fault: Fault, played: Iterable[ScoredSession], clean: Sessions) -> MatrixRow:
    shown, missed = defaultdict[str, list[FiredSession]](list), list[FiredSession]()
    sessions = list(played)
    for each in sessions:
        beside = clean.get((each.persona, each.seed))
        for scorer, judged in each.by_scorer.items():
            if _misses(fault, scorer, judged):
                missed.append(_shown(each, judged))
            elif fires(judged, beside.by_scorer.get(scorer) if beside else None):
                shown[scorer].append(_shown(each, judged))
    return MatrixRow(
        fault, {name: tuple(found) for name, found in shown.items()}, len(sessions), _broken(sessions), (*missed,)
    )


def _misses(fault: Fault, scorer: str, judged: ScorerResult) -> bool:
    """Whether the owner failed the session for something else than what was planted."""
    return (
        scorer == fault.owner and judged.passed is False and bool(fault.shows) and fault.shows.isdisjoint(judged.rules)
    )


def _shown(session: ScoredSession, judged: ScorerResult) -> FiredSession:
    return FiredSession(session.persona, session.seed, judged.turn, judged.what)


def _broken(sessions: Iterable[ScoredSession]) -> tuple[FiredSession, ...]:
    return tuple(FiredSession(each.persona, each.seed, None, each.broke) for each in sessions if each.broke is not None)


def clean_problems(clean: Iterable[ScoredSession]) -> Iterator[Problem]:
    """Clean sessions that broke, that a scorer failed, or that one left unjudged: where that became usual, nobody
    would be accused of anything."""
    sessions = list(clean)
    yield from (Problem(ProblemKind.BROKEN, f"clean: {where}") for where in _broken(sessions))
    for each in sessions:
        for scorer, judged in each.by_scorer.items():
            if judged.passed is False:
                yield Problem(ProblemKind.ACCUSED, f"{scorer}: {_shown(each, judged)}")
            elif judged.value == "not_judged":
                yield Problem(ProblemKind.UNJUDGED, f"{scorer}: {_shown(each, judged)}")
