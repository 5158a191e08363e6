"""The main task: whole coaching sessions against personas, judged by every scorer."""

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from coach.decisions import Review
from evals.players import OFFLINE_ATHLETE, Profile
from evals.run_specs import run_metadata, sample_metadata, specs_of
from evals.scorers.full_session import scorers
from evals.session import Spec
from evals.solver import full_session
from evals.viewing import task_name, viewer


def sample(spec: Spec) -> Sample:
    persona = spec.persona
    return Sample(
        id=spec.name, input=persona.goals[0].text, target=persona.expect.outcome, metadata=sample_metadata(spec)
    )


def add_judge(task: Task, each: int) -> None:
    """A model in the role `grader` reads every session too; `each`: on how many labelled cases it is measured.

    It comes before the other scorers, since `cost` counts its calls.
    """
    from evals.checks import session_judging
    from evals.checks.unspoken.judging import VERSION
    from evals.scorers.session_judge import NAMES, session_judges
    from evals.scorers.unspoken_judge import NAME, unspoken_judge

    task.scorer = [unspoken_judge(each=each), *session_judges(each=each), *(task.scorer or ())]
    metadata = task.metadata or {}
    versions = {NAME: VERSION, **dict.fromkeys(NAMES.values(), session_judging.VERSION)}
    task.metadata = {**metadata, "scorer_versions": {**metadata.get("scorer_versions", {}), **versions}}
    task.viewer = viewer(tuple(task.metadata["scorer_versions"]))


@task
def full_flow(  # noqa: PLR0913, PLR0917 (each is a setting of a run, and Inspect passes them by name)
    persona: str = "all",
    variant: str = "baseline",
    epochs: int = 1,
    seed: int = 0,
    profile: Profile = "auto",
    prompted: bool = False,  # noqa: FBT001, FBT002 (Inspect passes task arguments by name)
    models: dict[str, str] | None = None,
    max_connections: int = 10,
    review: Review = "go_on",
) -> Task:
    """`epochs` sessions of each persona; a sample is one session, named PERSONA/EPOCH.

    `models`: tier to the coach's model; without it Inspect's model plays both tiers.
    """
    specs = specs_of(persona, variant, epochs, seed, review=review)
    metadata = run_metadata(specs, "a model in the role athlete" if prompted else OFFLINE_ATHLETE)
    return Task(
        name=task_name(metadata),
        dataset=MemoryDataset([sample(spec) for spec in specs], name="personas"),
        solver=full_session(variant, profile, prompted=prompted, models=models, max_connections=max_connections),
        scorer=scorers(),
        epochs=Epochs(1, "mode"),
        metadata=metadata,
        viewer=viewer(),
        fail_on_error=False,
        version=1,
    )
