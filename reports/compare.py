"""Two runs set against each other: pairs, lines, gate, and everything a reader must know beside them."""

from reports.agreement import agreements
from reports.changes import cautions, changes
from reports.comparison import Comparison
from reports.failures import improved, new_failures
from reports.gate import EDITED, agreeing, judge_gate
from reports.logs import LoggedRun
from reports.pairing import SIDES, Pairing, meetings, pair
from reports.policy import Policy
from reports.prompt_diffs import prompt_diffs
from reports.redact import NOTICE, redacted_session
from reports.reliability import steady
from reports.scorer_lines import Material, lines
from reports.stray_annotations import uncounted


def compare(base: LoggedRun, candidate: LoggedRun, policy: Policy) -> Comparison:
    """Compare `candidate` with `base` under `policy`; the same logs give the same comparison."""
    pairing = pair(base, candidate, off_script=policy.off_script)
    scorers = sorted({*base.scores["scorer"].unique(), *candidate.scores["scorer"].unique()})
    materials = {scorer: _material(scorer, pairing, base, candidate) for scorer in scorers}
    found = lines(list(materials.values()), policy)
    binary = [line.scorer for line in found if line.binary]
    steadiness = steady(binary, {"base": base, "candidate": candidate}, pairing.off_script)
    gate = judge_gate(materials, found, pairing, runs=(base, candidate), policy=policy)
    return Comparison(
        base=base.header,
        candidate=candidate.header,
        policy=policy.file,
        pairs=pairing.partners.height,
        lines=agreeing(found, gate),
        gate=gate,
        new_failures=new_failures(list(materials.values()), candidate),
        improved=improved(list(materials.values()), base),
        changes=changes(base.header, candidate.header),
        prompt_diffs=prompt_diffs(base.header, candidate.header),
        cautions=(*_of_files(base, candidate), *cautions(base.header, candidate.header)),
        unpaired=pairing.unpaired,
        errored=pairing.errored,
        off_script=pairing.off_script,
        flaky=steadiness.flaky,
        reliability=steadiness.reliability,
        agreement=agreements(base, candidate),
    )


def _of_files(*runs: LoggedRun) -> tuple[str, ...]:
    """What a reader must know of how the runs were kept and read."""
    bare = {side: run.is_stored for side, run in zip(SIDES, runs, strict=True) if not run.has_manifest}
    kept = {True: "is kept as tables, which have no manifest", False: "has no manifest beside its log"}
    notices = (NOTICE,) if any(run.read_as is redacted_session for run in runs) else ()
    lost = [said for run in _different(*runs) if (said := uncounted(run))]
    return (*notices, *lost, *(f"The {side} {kept[stored]}: {EDITED}." for side, stored in bare.items()))


def _different(*runs: LoggedRun) -> tuple[LoggedRun, ...]:
    """A run that is compared with itself once."""
    return tuple({run.header.run: run for run in runs}.values())


def _material(scorer: str, pairing: Pairing, base: LoggedRun, candidate: LoggedRun) -> Material:
    def versions(run: LoggedRun) -> frozenset[int | None]:
        return frozenset(run.scores.filter(scorer=scorer)["version"].unique())

    return Material(scorer, meetings(pairing, base, candidate, scorer), versions(base), versions(candidate))
