"""What a wheel holds: each package with its data, and the sets that commands read; and that it works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log
from sampling import EXHAUSTIVE

ROOT = Path(__file__).parents[1]


def files_in(folder: str) -> set[str]:
    found = (ROOT / folder).rglob("*")
    return {str(path.relative_to(ROOT)) for path in found if path.is_file() and "__pycache__" not in path.parts}


def test_a_wheel_holds_the_packages_with_their_data_and_the_datasets() -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    held = {file.distribution_path for file in wheel.WheelBuilder(str(ROOT)).recurse_included_files()}
    wanted = set[str]().union(*map(files_in, ("coach", "personas", "evals", "reports", "measures")))
    wanted |= {f"evals/_{file}" for file in files_in("datasets")}
    assert {"evals/gate.toml", "personas/library/masters_runner.yaml", "coach/safety/rules.md.j2"} <= wanted
    assert "evals/_datasets/baseline/scores.parquet" in wanted
    assert wanted - held == set()


@pytest.mark.skipif(not EXHAUSTIVE, reason="takes ten seconds")
def test_an_installed_wheel_plays_and_sums_up_a_session_as_a_checkout_does(tmp_path: Path) -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    installed = tmp_path / "site-packages"  # by which Inspect tells an installed package from a checkout
    for file in wheel.WheelBuilder(str(ROOT)).recurse_included_files():
        (installed / file.distribution_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.path, installed / file.distribution_path)
    command = ["-P", "-m", "evals.cli", "eval", "--persona", "healthy_10k", "--epochs", "1", "--log-dir", "logs"]
    done = subprocess.run(  # noqa: S603 (our own interpreter and command)
        [sys.executable, *command],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Unable to convert" not in done.stdout + done.stderr
    (log,) = (tmp_path / "logs").glob("*.eval")
    results = read_eval_log(str(log), header_only=True).results
    assert results is not None
    found = {score.name: score.metrics for score in results.scores}
    assert found["safety_decision"]["false_approvals"].value == 0
    assert found["intake_fidelity"]["clustered_mean"].value == 1
    assert found["plan_validity"]["healthy_10k"].value == 1
