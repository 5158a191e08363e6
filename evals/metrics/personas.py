"""Numeric scores by persona and family, as the clustered metrics want them."""

from dataclasses import dataclass

from inspect_ai.scorer import SampleScore


@dataclass(frozen=True, slots=True)
class PersonaMean:
    """A persona's mean over its judged sessions. `cluster`: its family, which twins share."""

    cluster: str
    mean: float


def persona_of(scored: SampleScore) -> str:
    """Who the athlete of a session was: by the sample's metadata, else each sample is an athlete of its own."""
    meta = scored.sample_metadata or {}
    persona = meta.get("persona")
    told = persona.get("id") if isinstance(persona, dict) else persona
    return str(meta.get("persona_id") or told or scored.sample_id)


def persona_means(scores: list[SampleScore]) -> list[PersonaMean]:
    """One row per persona with a judged session, in the order of their first."""
    values: dict[str, list[float]] = {}
    clusters: dict[str, str] = {}
    for each in scores:
        value, meta = each.score.value, each.sample_metadata or {}
        if isinstance(value, int | float) and value == value:  # noqa: PLR0124 (NaN is not equal to itself)
            persona = persona_of(each)
            values.setdefault(persona, []).append(float(value))
            clusters[persona] = str(meta.get("cluster") or persona)
    return [PersonaMean(clusters[persona], sum(given) / len(given)) for persona, given in values.items()]
