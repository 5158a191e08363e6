"""A metric of each group of sessions: of each persona, or of all that share a value of their metadata."""

from collections.abc import Mapping
from typing import cast

from inspect_ai.scorer import Metric, MetricProtocol, SampleScore, Value, metric

from evals.metrics.personas import groups_of, persona_of

PERSONA = "persona_id"


@metric(scores="unreduced")
def by_group(of: Metric, key: str = PERSONA) -> Metric:
    """Group to the value of `of`, every epoch counted, in the order in which the groups come.

    Unlike Inspect's `grouped` it does not take the epochs of a sample for one session, and it does without the key
    where a sample tells who the athlete is in another way. A session with several values (tags) is in each group.
    """
    measure = cast(MetricProtocol, of)

    def compute(scores: list[SampleScore]) -> Value:
        groups: dict[str, list[SampleScore]] = {}
        for each in scores:
            for name in [persona_of(each)] if key == PERSONA else groups_of(each, key):
                groups.setdefault(name, []).append(each)
        found: Mapping[str, float] = {name: cast(float, measure(members)) for name, members in groups.items()}
        return found

    return compute
