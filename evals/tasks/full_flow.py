"""The main task: whole coaching sessions against personas, judged by every scorer."""

import secrets

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from coach import variants
from evals.labels import checked
from evals.manifest import manifest
from evals.scorers.full_session import scorers
from evals.session import Spec
from evals.solver import Profile, full_session
from personas.load import load, names
from personas.persona import TODAY, Persona


def personas_of(persona: str) -> tuple[Persona, ...]:
    """`all`, or names or paths divided by commas."""
    chosen = names() if persona == "all" else dict.fromkeys(persona.split(","))
    return tuple(checked(load(name)) for name in chosen)


def sample(spec: Spec) -> Sample:
    """A sample is one session; it carries the persona as it is now, so that a log can be judged by itself."""
    persona = spec.persona
    return Sample(
        id=spec.name,
        input=persona.goals[0].text,
        target=persona.expect.outcome,
        metadata={
            "persona": persona.model_dump(mode="json"),
            "persona_id": persona.id,
            "cluster": persona.cluster,
            "tags": list(persona.tags),
            "epoch": spec.epoch,
            "seed": spec.session_seed,
            "run_seed": spec.seed,
            "today": spec.today.isoformat(),
            "variant": spec.variant.name,
            "variant_digest": spec.variant.digest,
        },
    )


def add_judge(task: Task, each: int) -> None:
    """A model in the role `grader` reads every session too; `each`: how many labelled texts it is measured on."""
    from evals.checks.unspoken.judging import VERSION
    from evals.scorers.unspoken_judge import NAME, unspoken_judge

    task.scorer = [*(task.scorer or ()), unspoken_judge(each=each)]
    metadata = task.metadata or {}
    task.metadata = {**metadata, "scorer_versions": {**metadata.get("scorer_versions", {}), NAME: VERSION}}


@task
def full_flow(  # noqa: PLR0913, PLR0917 (each is a setting of a run, and Inspect passes them by name)
    persona: str = "all",
    variant: str = "baseline",
    epochs: int = 1,
    seed: int = 0,
    profile: Profile = "auto",
    prompted: bool = False,  # noqa: FBT001, FBT002 (Inspect passes task arguments by name)
) -> Task:
    """`epochs` sessions of each persona; a sample is one session, named PERSONA/EPOCH."""
    chosen, loaded = personas_of(persona), variants.load(variant)
    specs = [Spec(each, loaded, epoch, seed, TODAY) for each in chosen for epoch in range(1, epochs + 1)]
    return Task(
        dataset=MemoryDataset([sample(spec) for spec in specs], name="personas"),
        solver=full_session(variant, profile, prompted=prompted),
        scorer=scorers(),
        epochs=Epochs(1, "mode"),
        metadata={
            "run": f"{loaded.name}-{secrets.token_hex(4)}",
            "athlete": "a model in the role athlete" if prompted else "offline/athlete",
            **manifest(loaded, chosen, seed=seed, epochs=epochs),
        },
        fail_on_error=False,
        version=1,
    )
