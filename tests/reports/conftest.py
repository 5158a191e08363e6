"""Logs as `coach-eval` writes them, built by hand: the zip layout that `test_contract.py` proves on a real one."""

import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from comparisons import Population, Scores, scored

from reports.logs import LoggedRun, read_run
from reports.policy import Policy, read_policy

Json = dict[str, Any]


def told(*events: Json, session: str = "runner/1") -> Json:
    """The stored session of `events`, with hashes that only look like some."""
    hashes = [f"{index:02x}" * 32 for index in range(len(events))]
    head = hashes[-1] if hashes else ""
    return {"events": list(events), "hashes": hashes, "head": head, "session": session, "error": None}


@dataclass(frozen=True)
class LogBuilder:
    """`sessions`: (persona, epoch) to scores by scorer. `meta` and `sample` override the header and the samples."""

    folder: Path
    run: str = "base-run"
    variant: str = "baseline"
    status: str = "success"
    created: str = "2026-01-05T10:00:00+00:00"
    meta: Json = field(default_factory=dict)
    families: Mapping[str, str] = field(default_factory=dict)
    stored: Mapping[tuple[str, int], Json] = field(default_factory=dict)
    errors: Mapping[tuple[str, int], str] = field(default_factory=dict)

    def but(self, **changes: Any) -> "LogBuilder":
        return replace(self, **changes)

    def write(self, sessions: Mapping[tuple[str, int], Scores]) -> Path:
        path = self.folder / f"{self.run}.eval"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for (persona, epoch), scores in sessions.items():
                sample = self._sample(persona, epoch, scores)
                archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
            start = {"version": 2, "eval": self._eval(sorted({persona for persona, _ in sessions}))}
            archive.writestr("_journal/start.json", json.dumps(start))
            if self.status != "started":
                archive.writestr("header.json", json.dumps({**start, "status": self.status}))
        return path

    def build(self, sessions: Mapping[tuple[str, int], Scores]) -> LoggedRun:
        return read_run(self.write(sessions))

    def _eval(self, personas: Sequence[str]) -> Json:
        metadata = {
            "run": self.run, "variant": self.variant, "variant_digest": "d1", "prompts": {"intake.md": "a" * 64},
            "models": {"fast": "offline/coach"}, "coach": "offline/coach", "athlete": "offline/athlete", "seed": 1,
            "epochs": 1, "personas": list(personas), "code_version": "abc", "datasets": {}, "scorer_versions": {},
            "python": "3.11", "packages": {"inspect-ai": "0.3.285"},
        }  # fmt: skip
        return {"created": self.created, "metadata": metadata | self.meta}

    def _sample(self, persona: str, epoch: int, scores: Scores) -> Json:
        name = f"{persona}/{epoch}"
        family = self.families.get(persona)
        sample: Json = {
            "id": name,
            "epoch": 1,
            "metadata": {
                "persona": {"id": persona, "tags": ["running"], "family": family}, "persona_id": persona,
                "cluster": family or persona, "tags": ["running"], "epoch": epoch,
                "seed": 2**64 + 1000 * sum(map(ord, persona)) + epoch, "variant": self.variant, "variant_digest": "d1",
            },
            "store": {"session": self.stored.get((persona, epoch), told(session=name))},
            "total_time": 1.5 * epoch,
            "scores": {key: value if isinstance(value, dict) else scored(value) for key, value in scores.items()},
        }  # fmt: skip
        if error := self.errors.get((persona, epoch)):
            sample |= {"error": {"message": error, "traceback": ""}, "scores": {}}
        return sample


@pytest.fixture(scope="session")
def logs_in() -> Callable[[Path], LogBuilder]:
    return LogBuilder


@pytest.fixture
def logs(tmp_path: Path) -> LogBuilder:
    return LogBuilder(tmp_path)


@pytest.fixture(scope="session")
def thirty() -> Population:
    """Thirty personas with four epochs each, scored by the function given."""

    def build(judge: Callable[[str, int], Scores]) -> dict[tuple[str, int], Scores]:
        names = [f"p{number:02}" for number in range(30)]
        return {(name, epoch): judge(name, epoch) for name in names for epoch in range(1, 5)}

    return build


@pytest.fixture(scope="session")
def policy() -> Policy:
    return read_policy(Path(__file__).parents[2] / "evals" / "gate.toml")
