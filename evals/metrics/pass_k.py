"""pass^k: how likely k sessions in a row with the same persona all pass."""

from collections.abc import Mapping
from statistics import fmean

from inspect_ai.scorer import Metric, SampleScore, Value, metric

from evals.metrics.personas import persona_of
from measures.pass_k import pass_k as chance


@metric(scores="unreduced")
def pass_k() -> Metric:
    """C(c, k) / C(n, k) of c passes in n judged sessions, averaged over personas, for each k up to the fewest n.

    Without bias for k <= n, which (c / n)^k is not. Nothing where no session was judged.
    """

    def compute(scores: list[SampleScore]) -> Value:
        by_persona: dict[str, list[bool]] = {}
        for each in scores:
            passed = (each.score.metadata or {}).get("passed")
            if passed is not None:
                by_persona.setdefault(persona_of(each), []).append(bool(passed))
        most = min(map(len, by_persona.values()), default=0)
        found: Mapping[str, float] = {
            f"pass^{k}": fmean(chance(sum(passed), len(passed), k) for passed in by_persona.values())
            for k in range(1, most + 1)
        }
        return found

    return compute
