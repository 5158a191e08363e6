"""What Inspect finds at its entry point. Imports as little as it can: it is loaded at Inspect's start."""

from typing import Any

from inspect_ai.model import modelapi


@modelapi(name="offline")
def offline() -> Any:
    from evals.models import OfflineModel

    return OfflineModel


@modelapi(name="local")
def local() -> Any:
    from evals.local.model import LocalModel

    return LocalModel
