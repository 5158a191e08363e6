"""What a wheel holds: each package with its data, and the sets that commands read."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def files_in(folder: str) -> set[str]:
    found = (ROOT / folder).rglob("*")
    return {str(path.relative_to(ROOT)) for path in found if path.is_file() and "__pycache__" not in path.parts}


def test_a_wheel_holds_the_packages_with_their_data_and_the_datasets() -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    held = {file.distribution_path for file in wheel.WheelBuilder(str(ROOT)).recurse_included_files()}
    wanted = set[str]().union(*map(files_in, ("coach", "personas", "evals", "reports")))
    wanted |= {f"evals/_{file}" for file in files_in("datasets")}
    assert {"evals/gate.toml", "personas/library/masters_runner.yaml", "coach/safety/rules.md.j2"} <= wanted
    assert "evals/_datasets/baseline/scores.parquet" in wanted
    assert wanted - held == set()
