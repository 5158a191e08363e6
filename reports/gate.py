"""The gate: every line of the policy against the paired sessions. What cannot be judged is never a pass."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import polars as pl

from measures.holm import holm
from reports import wording
from reports.comparison import GateLine, ScorerLine, Standing
from reports.estimate import Estimate
from reports.logs import LoggedRun
from reports.pairing import UNANSWERED, Pairing
from reports.policy import Policy, ZeroTolerance
from reports.scorer_lines import Material, is_judged, is_tested

EDITED = "nobody can tell whether its scores were edited"
"""Why a run without a manifest is no evidence."""


def judge_gate(
    materials: Mapping[str, Material],
    lines: Sequence[ScorerLine],
    pairing: Pairing,
    *,
    runs: tuple[LoggedRun, LoggedRun],
    policy: Policy,
) -> tuple[GateLine, ...]:
    """All lines: whether the runs can be judged at all, zero tolerance, non-inferiority; never none."""
    found = (
        *_runs(runs, pairing),
        *_athletes(lines, pairing, policy),
        *(_zero_tolerance(line, materials.get(line.scorer), runs[1], policy) for line in policy.zero_tolerance),
        *non_inferiority(lines, policy),
        *_unknown(lines, policy),
    )
    return found or (_unjudged("gate", "the policy gates no scorer of these runs"),)


def agreeing(lines: Sequence[ScorerLine], gate: Sequence[GateLine]) -> tuple[ScorerLine, ...]:
    """`lines` with what the gate shows: its one-sided test sees a loss that a two-sided one may leave open."""
    lost = {line.name.split(":")[0] for line in gate if (line.kind, line.standing) == ("non-inferiority", "regressed")}
    why = "by the one-sided test of the gate; interval and p are two-sided"
    return tuple(
        replace(line, verdict="worse", why=why) if line.title in lost and line.verdict != "worse" else line
        for line in lines
    )


def is_failure(line: ZeroTolerance, side: str = "") -> pl.Expr:
    """Whether a score fails `line`, in a table of scores or of pairs; `side`: "base_" or "candidate_" of the latter."""
    if line.values:
        return pl.col(f"{side}value").is_in(line.values).fill_null(value=False)
    if line.rules:
        found = pl.col(f"{side}rules").list.set_intersection(pl.lit(line.rules, pl.List(pl.String)))
        return (found.list.len() > 0).fill_null(value=False)
    return (~pl.col(f"{side}passed")).fill_null(value=False)


def _runs(runs: tuple[LoggedRun, LoggedRun], pairing: Pairing) -> list[GateLine]:
    """What the runs themselves owe: to have ended well, whole, with the same sessions, none of them broken."""
    found = []
    if runs[0].header.run == runs[1].header.run:
        found.append(_unjudged("runs", "base and candidate are the same run, so there is nothing to compare"))
    for side, run in zip(("base", "candidate"), runs, strict=True):
        bare = [] if run.has_manifest or run.is_stored else [f"it has no manifest beside its log: {EDITED}"]
        found += [_unjudged(f"{side} record", doubt) for doubt in (*bare, *run.doubts)]
        if not run.header.complete:
            found.append(_unjudged(f"{side} run", f"its log says {run.header.status!r}, not 'success'"))
        found += _replayed(side, run, pairing)
        lost = [named for named in pairing.errored if named.run == side and named.why != UNANSWERED]
        if broken := [named.session for named in lost]:
            found.append(_unjudged(f"{side} sessions", f"{len(broken)} failed to run", broken))
        if absent := _absent(run):
            found.append(_unjudged(f"{side} sessions", f"{_are(len(absent))} not in the run", absent))
        if unused := sorted({*run.header.scorer_versions} - {*run.scores["scorer"].unique()}):
            found.append(_unjudged(f"{side} scorers", f"no session was scored by {', '.join(unused)}"))
        if alone := [named.session for named in pairing.unpaired if named.run == side]:
            found.append(_unjudged(f"{side} sessions", f"{_have(len(alone))} no partner in the other run", alone))
    if not pairing.partners.height:
        found.append(_unjudged("sessions", "the runs share no persona with the same seed"))
    return found


def _replayed(side: str, run: LoggedRun, pairing: Pairing) -> Iterator[GateLine]:
    """A replay says nothing of what its variant does before the point from which it is live."""
    if run.header.replay_of:
        yield _unjudged(f"{side} run", f"{wording.replay(run.header)}; no answer before that is its own")
    if silent := [named.session for named in pairing.errored if (named.run, named.why) == (side, UNANSWERED)]:
        yield _unjudged(f"{side} sessions", f"{_have(len(silent))} no live answer", silent)


def _athletes(lines: Sequence[ScorerLine], pairing: Pairing, policy: Policy) -> list[GateLine]:
    """Too many sessions set aside, or more in the candidate, leave open what the coach did in them."""
    found, pairs = [], pairing.partners
    aside = pairs.filter("off_script").height
    if aside > policy.most_off_script * pairs.height:
        why = f"in {aside} of {wording.count(pairs.height, 'pair')} an athlete was off script"
        found.append(_unjudged("athletes", f"{why}; the policy allows {policy.most_off_script:.0%}"))
    if any(line.scorer == policy.off_script and line.verdict == "worse" for line in lines):
        found.append(
            _unjudged("athletes", "they leave the script more often in the candidate, perhaps led by the coach")
        )
    return found


def _unknown(lines: Sequence[ScorerLine], policy: Policy) -> list[GateLine]:
    """Lines of the policy for scorers of which neither run has a score."""
    absent = [line.scorer for line in policy.non_inferiority if line.scorer not in {each.scorer for each in lines}]
    why = "neither run was scored by it"
    return [GateLine(name, "non-inferiority", "could not be judged", why) for name in absent]


def _absent(run: LoggedRun) -> list[str]:
    """Sessions that the header promises and the run does not hold, where it holds fewer than promised."""
    header = run.header
    promised = [(persona, epoch) for persona in header.personas for epoch in range(1, header.epochs + 1)]
    held = set(run.sessions.select("persona", "epoch").rows())
    missing = [f"{persona}/{epoch}" for persona, epoch in promised if (persona, epoch) not in held]
    return missing if run.sessions.height < len(promised) else []


def _are(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'}"


def _have(number: int) -> str:
    return f"{number} {'has' if number == 1 else 'have'}"


def _unjudged(name: str, why: str, sessions: Sequence[str] = ()) -> GateLine:
    return GateLine(name, "runs", "could not be judged", why, tuple(sessions))


def _zero_tolerance(line: ZeroTolerance, material: Material | None, candidate: LoggedRun, policy: Policy) -> GateLine:
    if material is None:
        return _zero(line, "could not be judged", "neither run was scored by it")
    if new := _new_failures(line, material, candidate):
        return _zero(line, "regressed", f"{wording.count(len(new), 'new failure')}: {line.because}", new)
    if reason := material.incomparable or _judged_by_none(material):
        return _zero(line, "could not be judged", reason)
    if silent := _silent(material):
        return _zero(line, "could not be judged", f"{wording.count(len(silent), 'session')} not judged by it", silent)
    applied = material.pairs.filter(is_judged("base"))
    gone = applied.filter(~is_judged("candidate")).height
    lost = f"it no longer applies to {gone} of {wording.count(applied.height, 'session')}"
    if gone > policy.most_unjudged * applied.height:
        return _zero(line, "could not be judged", f"{lost}; the policy allows {policy.most_unjudged:.0%}")
    return _zero(line, "pass", f"no new failure; {lost}" if gone else "no new failure")


def _zero(line: ZeroTolerance, standing: Standing, why: str, sessions: Sequence[str] = ()) -> GateLine:
    return GateLine(line.name, "zero tolerance", standing, why, tuple(sessions))


def _new_failures(line: ZeroTolerance, material: Material, candidate: LoggedRun) -> list[str]:
    """The candidate's sessions that fail without an excuse: their partner did not fail, or there is none."""
    excused = material.pairs.filter(is_failure(line, "base_"))["candidate_session"]
    failed = candidate.scores.filter(is_failure(line), scorer=line.scorer)
    return failed.filter(~pl.col("session").is_in(excused.implode()))["session"].to_list()


def _judged_by_none(material: Material) -> str:
    judged = material.pairs.filter(is_judged("base") | is_judged("candidate"))
    return "no session of either run was judged by it" if judged.is_empty() else ""


def _silent(material: Material) -> list[str]:
    """Sessions of which the candidate's scorer cannot say whether they failed. `not_applicable` is an answer."""
    idle = (pl.col("candidate_value") == "not_applicable").fill_null(value=False)
    return material.pairs.filter(~is_judged("candidate"), ~idle)["candidate_session"].to_list()


def non_inferiority(lines: Sequence[ScorerLine], policy: Policy) -> list[GateLine]:
    """Alarms are corrected together, so that all lines alarm on identical variants no more than stated."""
    gated = [(line, margin) for line in lines if (margin := _margin(line, policy))]
    tested = [line for line, _ in gated if is_tested(line)]
    worse = [_p_worse(line, line.estimate, policy) for line in tested if line.estimate is not None]
    adjusted = dict(zip((line.title for line in tested), holm(worse), strict=True))
    return [_inferior(line, margin, adjusted.get(line.title), policy) for line, margin in gated]


def _margin(line: ScorerLine, policy: Policy) -> float | None:
    if line.of == "passes":
        return policy.pass_margin(line.scorer)
    return policy.margin(line.scorer, binary=line.binary)


def _p_worse(line: ScorerLine, found: Estimate, policy: Policy) -> float:
    p = found.p_fall if policy.direction(line.scorer, binary=line.binary) == "higher" else found.p_rise
    return 1.0 if p is None else p


def _inferior(line: ScorerLine, margin: float, p: float | None, policy: Policy) -> GateLine:
    name = f"{line.title}: at most {_loss(margin, line, digits='g')} worse"
    found = line.estimate
    if found is None:
        return GateLine(name, "non-inferiority", "could not be judged", line.why)
    falling = policy.direction(line.scorer, binary=line.binary) == "higher"
    loss = _largest_loss(line.worst_case or found, falling=falling)
    still = not (found.fell if falling else found.rose)
    within = loss is not None and loss < margin
    if loss is None:  # a number without bounds or spread: how many sessions may have moved otherwise
        shift = -found.difference if falling else found.difference
        within = shift < margin and found.unseen_share(policy.confidence) < policy.default_margin
        loss = shift if within and shift else None
    if not within and p is not None and p <= 1 - policy.confidence:
        why = (
            f"{_loss(abs(found.difference), line)} worse, more than chance explains (one-sided p {wording.p_value(p)})"
        )
        return GateLine(name, "non-inferiority", "regressed", why)
    alone = line.counts.unmatched_failures
    said = f"{wording.count(alone, 'session')} {wording.UNMATCHED}"
    if alone and not (within and (line.binary or policy.pass_margin(line.scorer) is not None)):
        return GateLine(name, "non-inferiority", "could not be judged", said)
    if unheard := _unheard(line, found, policy):
        return GateLine(name, "non-inferiority", "could not be judged", unheard)
    if found.few or not within:
        return _undecided(name, None if loss is None else _loss(loss, line), policy, few=found.few, still=still)
    bound = "" if loss is None else f"at most {_loss(max(loss, 0), line)} worse"
    why = ", ".join(part for part in (f"none of {found.pairs} sessions got worse" if still else "", bound) if part)
    return GateLine(name, "non-inferiority", "pass", f"{why}; {said}" if alone else why)


def _unheard(line: ScorerLine, found: Estimate, policy: Policy) -> str | None:
    """Why too many sessions are unjudged for the others to speak for them."""
    silent, asked = line.counts.not_judged, line.counts.not_judged + found.pairs
    if line.counts.lost:
        return f"{wording.count(line.counts.lost, 'session')} judged in the base and not in the candidate"
    gone, applied = line.counts.no_longer_applies, line.counts.no_longer_applies + found.pairs
    if gone > policy.most_unjudged * applied:
        return f"it no longer applies to {gone} of {applied} sessions; the policy allows {policy.most_unjudged:.0%}"
    if silent > policy.most_unjudged * asked:
        return f"not judged in {silent} of {asked} pairs; the policy allows {policy.most_unjudged:.0%}"
    return None


def _largest_loss(found: Estimate, *, falling: bool) -> float | None:
    """The bound of the loss at the policy's confidence; None where the data bound nothing."""
    bound = found.lower if falling else found.upper
    return None if bound is None else (-bound if falling else bound)


def _loss(amount: float, line: ScorerLine, digits: str = ".3g") -> str:
    """Pass rates in percentage points, numbers in the scorer's own unit."""
    return f"{100 * amount:{digits}} points" if line.binary else f"{amount:{digits}}"


def _undecided(name: str, loss: str | None, policy: Policy, *, few: bool, still: bool) -> GateLine:
    reach = "no bound can be given" if loss is None else f"it may be up to {loss} worse"
    why = f"too few sessions to rule it out: {reach}"
    if still:
        why = f"no session got worse, but {wording.NEEDED if few else 'there are ' + why}"
    if policy.when_undecided == "pass":
        return GateLine(name, "non-inferiority", "pass", f"{why} (the policy lets this pass)")
    return GateLine(name, "non-inferiority", "could not be judged", why, still=still)
