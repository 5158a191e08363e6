"""Whole sessions of the offline players, each lived once for all who look at it. Nobody emits into one of them."""

import asyncio
from functools import cache

from offline_seats import offline_seats

from coach import variants
from coach.store.recorder import Recorder
from evals.session import Spec, live
from personas.load import load


@cache
def lived(persona: str, variant: str = "baseline", *, seed: int = 0, epoch: int = 1) -> Recorder:
    return afresh(persona, variant, seed=seed, epoch=epoch)


def afresh(persona: str, variant: str = "baseline", *, seed: int = 0, epoch: int = 1) -> Recorder:
    """The same session lived another time."""
    return of(Spec(load(persona), variants.load(variant), epoch, seed))


def of(spec: Spec) -> Recorder:
    return asyncio.run(live(spec, offline_seats(spec)))
