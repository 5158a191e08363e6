"""What a run was made of: versions, hashes, seeds. Stands in the log's metadata and beside the log."""

import hashlib
import platform
import subprocess
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from coach.decisions import Review
from coach.profile import catalogue
from coach.variants import Variant
from evals.checks.registry import CHECKS
from evals.hearing_modes import Mode
from evals.offline.hearing import PATH as HEARING_RATES
from personas.persona import Persona

ROOT = Path(__file__).resolve().parent.parent
_DATA = (
    ("coach", "**/*.yaml"),
    ("coach", "**/*.toml"),
    ("evals/offline", "**/*.yaml"),
    ("personas", "questions.yaml"),
    ("personas/offline", "**/*.yaml"),
)
PACKAGES = ("anthropic", "inspect-ai", "pydantic", "onnxruntime")


def manifest(  # noqa: PLR0913 (each is a setting of a run)
    variant: Variant, personas: Iterable[Persona], *, seed: int, epochs: int, hearing: Mode, review: Review
) -> dict[str, Any]:
    """Everything that decides what a run with these personas can give, but for the models that play."""
    chosen = tuple(personas)
    return {
        "variant": variant.name,
        "variant_digest": variant.digest,
        "prompts": variant.prompt_hashes,
        "prompt_texts": dict(sorted(variant.prompts.items())),
        "models": variant.settings.models.model_dump(),
        "seed": seed,
        "hearing": hearing,
        "review": review,
        "epochs": epochs,
        "personas": [persona.id for persona in chosen],
        "code_version": code_version(),
        "datasets": {
            "personas": _digest(persona.model_dump_json() for persona in chosen),
            "catalogue": file_digest(catalogue.PATH),
            "hearing": file_digest(HEARING_RATES),
            "safety_rules": _digest(path.read_text() for path in sorted((ROOT / "coach" / "safety").rglob("*.yaml"))),
        },
        "data_files": data_files(),
        "scorer_versions": {name: check.version for name, check in CHECKS.items()},
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
    }


def data_files() -> dict[str, str]:
    """Digest by path of every file that the coach's and the offline players' words and rules come from. Prompts and
    personas have digests of their own."""
    found = sorted(path for place, pattern in _DATA for path in (ROOT / place).glob(pattern))
    names = {path.relative_to(ROOT).as_posix(): path for path in found}
    return {name: file_digest(path) for name, path in names.items() if not name.startswith("coach/variants/")}


def file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def code_version() -> str:
    """The commit, with `+changes` and their digest where the tree differs from it; where there is no git, the package's
    version."""
    try:
        if _git("rev-parse", "--show-prefix"):
            return version("coach-eval")  # installed below somebody else's tree
        commit = _git("rev-parse", "--short=12", "HEAD")
        changes = _git("diff", "--binary", "HEAD")
        return commit + (f"+changes.{_digest([changes])[:8]}" if changes else "")
    except (OSError, subprocess.CalledProcessError):
        return version("coach-eval")


def _git(*arguments: str) -> str:
    asked = ["git", "-C", str(ROOT), *arguments]
    done = subprocess.run(asked, capture_output=True, check=True, text=True, errors="replace")  # noqa: S603 (fixed words)
    return done.stdout.strip()
