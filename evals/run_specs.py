"""What a run of the main task is made of: its sessions, and what its log says of them and of itself. No Inspect."""

import datetime as dt
import secrets
from collections.abc import Mapping
from typing import Any

from coach import variants
from coach.decisions import Review
from coach.variants import Variant
from evals.hearing_modes import Mode
from evals.labels import personas_of
from evals.session import Spec
from personas.persona import TODAY, Persona


def specs_of(  # noqa: PLR0913, PLR0917 (each is a setting of a run)
    persona: str, variant: str, epochs: int, seed: int, hearing: Mode = "clean", review: Review = "go_on"
) -> tuple[Spec, ...]:
    loaded = variants.load(variant)
    numbers = range(1, epochs + 1)
    return tuple(
        Spec(each, loaded, epoch, seed, TODAY, hearing, review) for each in personas_of(persona) for epoch in numbers
    )


def spec_of(metadata: Mapping[str, Any], variant: Variant) -> Spec:
    """The session that a sample's metadata (`sample_metadata`) tells of, with the persona as it was then."""
    return Spec(
        persona=Persona.model_validate(metadata["persona"]),
        variant=variant,
        epoch=int(metadata["epoch"]),
        seed=int(metadata["run_seed"]),
        today=dt.date.fromisoformat(metadata["today"]),
        hearing=metadata.get("hearing", "clean"),
        review=metadata.get("review", "go_on"),
    )


def sample_metadata(spec: Spec) -> dict[str, Any]:
    """What a log says of a session: the persona as it is now, so that the log can be judged by itself."""
    persona = spec.persona
    return {
        "persona": persona.model_dump(mode="json"),
        "persona_id": persona.id,
        "cluster": persona.cluster,
        "tags": list(persona.tags),
        "epoch": spec.epoch,
        "seed": spec.session_seed,
        "run_seed": spec.seed,
        "hearing": spec.hearing,
        "review": spec.review,
        "today": spec.today.isoformat(),
        "variant": spec.variant.name,
        "variant_digest": spec.variant.digest,
        "variant_source": spec.variant.source,
    }


def run_metadata(specs: tuple[Spec, ...], athlete: str) -> dict[str, Any]:
    """What a log says of its run: a new run id, who plays the athlete, and everything that decides the results."""
    from evals.manifest import manifest

    first = specs[0]
    chosen = dict.fromkeys(spec.persona.id for spec in specs)
    personas = {spec.persona.id: spec.persona for spec in specs}
    epochs = len(specs) // len(chosen)
    asked: dict[str, Any] = {"seed": first.seed, "epochs": epochs, "hearing": first.hearing, "review": first.review}
    made = manifest(first.variant, personas.values(), **asked)
    return {"run": f"{first.variant.name}-{secrets.token_hex(4)}", "athlete": athlete, **made}
