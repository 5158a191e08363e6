"""Scores by persona and family, as the clustered metrics want them, and what a sample says of its athlete."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from inspect_ai.scorer import SampleScore

from coach.errors import InputError
from personas.load import load

Of = Literal["value", "passed"]


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


def label_of(scored: SampleScore, *path: str) -> Any:
    """What the athlete's file says under `expect`, as a whole persona or a name of the library; None where nothing."""
    found: Any = _file(scored).get("expect")
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def groups_of(scored: SampleScore, key: str) -> list[str]:
    """The values of a key of the metadata, or of the athlete's file where a foreign sample names no more than that."""
    meta = scored.sample_metadata or {}
    told = meta[key] if key in meta else _file(scored).get(key)
    return [str(each) for each in told] if isinstance(told, list | tuple) else [str(told)]


def persona_means(scores: list[SampleScore], of: Of = "value") -> list[PersonaMean]:
    """One row per persona with a judged session, in the order of their first; `of` its numbers, or 1 for each pass."""
    values: dict[str, list[float]] = {}
    clusters: dict[str, str] = {}
    for each in scores:
        value = each.score.value if of == "value" else (each.score.metadata or {}).get("passed")
        if isinstance(value, int | float) and value == value:  # noqa: PLR0124 (NaN is not equal to itself)
            persona = persona_of(each)
            values.setdefault(persona, []).append(float(value))
            told = (each.sample_metadata or {}).get("cluster") or _file(each).get("family")
            clusters[persona] = str(told or persona)
    return [PersonaMean(clusters[persona], sum(given) / len(given)) for persona, given in values.items()]


def _file(scored: SampleScore) -> Mapping[str, Any]:
    persona = (scored.sample_metadata or {}).get("persona")
    if isinstance(persona, str):
        return _of_library(persona)
    return persona if isinstance(persona, Mapping) else {}


@lru_cache(maxsize=512)
def _of_library(name: str) -> Mapping[str, Any]:
    try:
        return load(name).model_dump(mode="json")
    except InputError:
        return {}
