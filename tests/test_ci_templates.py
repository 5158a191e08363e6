"""What the CI templates run: every step is a script or a target that there is; nightly, all of them run.

They run in a scratch clone as the services run them (bash -e), with one persona for the whole library; of the long
targets it is only asked what they would do.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from junitparser import JUnitXml
from sampling import EXHAUSTIVE

ROOT = Path(__file__).parents[1]
LONG = "check|test|test-all|faults|faults-library"
MAKE = f'#!/bin/sh\ncase "$1" in {LONG}) exec /usr/bin/make -n "$@";; *) exec /usr/bin/make "$@";; esac\n'
GH = '#!/bin/sh\nprintf "%s\\n" "$@" > "$GH_SAID"\n'
CODES = {".ci/nightly": {0, 1, 2}}
"""Of one persona the comparison may not be able to judge every line."""


def github(workflow: str) -> list[str]:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / workflow).read_text(encoding="utf-8"))["jobs"]
    order = sorted(jobs, key=lambda name: jobs[name].get("needs") is not None)
    return [step["run"].strip() for name in order for step in jobs[name]["steps"] if "run" in step]


def gitlab() -> list[str]:
    config: dict[str, Any] = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text(encoding="utf-8"))
    jobs = [config[name] for name in config if isinstance(config[name], dict) and "script" in config[name]]
    assert {job["stage"] for job in jobs} == set(config["stages"])
    return [line for stage in config["stages"] for job in jobs if job["stage"] == stage for line in job["script"]]


@dataclass
class Clone:
    """A clone of this tree with everything set up, and a place to push to. A command runs once."""

    folder: Path
    env: dict[str, str]
    done: dict[str, str] = field(default_factory=dict)

    def run(self, command: str) -> None:
        if command in self.done:
            return
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
        ran = subprocess.run(shell, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
        assert ran.returncode in CODES.get(command, {0}), f"{command}: {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
        self.done[command] = ran.stdout


def git(*arguments: str, at: Path = ROOT) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=at, check=True, capture_output=True, text=True).stdout  # noqa: S603 (ours)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    root = tmp_path_factory.mktemp("ci")
    origin, folder, tools = root / "origin.git", root / "clone", root / "tools"
    git("clone", "--quiet", "--bare", str(ROOT), str(origin))
    git("config", "receive.advertisePushOptions", "true", at=origin)
    git("clone", "--quiet", str(origin), str(folder))
    for name in git("ls-files", "--modified", "--others", "--exclude-standard").splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
            (folder / name).chmod((ROOT / name).stat().st_mode)
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(Path(sys.prefix) / "bin")
    tools.mkdir()
    for name, text in (("make", MAKE), ("gh", GH)):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    for ready in (".ready", ".dev"):
        (folder / ".venv" / ready).touch()
    url = "https://baseline:secret@gitlab.example/team/coach.git"
    own = {
        "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(folder), "PERSONA": "masters_runner",
        "GITHUB_RUN_ID": "17", "GITHUB_STEP_SUMMARY": str(root / "summary.md"), "GH_SAID": str(root / "gh.txt"),
        "CI_PIPELINE_ID": "18", "PUSH_TOKEN": "secret", "CI_SERVER_HOST": "gitlab.example",
        "CI_PROJECT_PATH": "team/coach", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": f"url.{origin}.insteadOf",
        "GIT_CONFIG_VALUE_0": url,
    }  # fmt: skip
    return Clone(folder, {**os.environ, **own})


def steps() -> tuple[str, ...]:
    return (*github("ci.yml"), *github("nightly.yml"), *gitlab())


def test_every_step_is_a_target_or_a_script_that_there_is() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in steps():
        for target in re.findall(r"^make ([a-z-]+)", step, re.MULTILINE):
            assert f"\n{target}:" in makefile, step
        for script in re.findall(r"\.ci/[a-z-]+", step):
            assert os.access(ROOT / script, os.X_OK), step
    assert set(github("nightly.yml")) & set(gitlab()) >= {".ci/nightly", "make test-all", "make faults"}


@pytest.mark.skipif(not EXHAUSTIVE, reason="takes half a minute")
def test_every_step_of_both_templates_runs_and_leaves_what_they_publish(clone: Clone) -> None:
    for command in (*github("ci.yml"), *github("nightly.yml"), "git switch --quiet -", *gitlab()):
        clone.run(command)
    logs, root = clone.folder / "logs", clone.folder.parent
    summary = (root / "summary.md").read_text(encoding="utf-8")
    assert summary == (logs / "nightly" / "nightly.md").read_text(encoding="utf-8")
    assert len(summary) < 65_536
    assert (logs / "nightly" / "nightly.html").is_file()
    assert sum(suite.time or 0 for suite in JUnitXml.fromfile(str(logs / "nightly" / "nightly.xml"))) > 0
    withheld = "".join(path.read_text(encoding="utf-8") for path in (logs / "nightly-redacted").iterdir())
    assert "Names and free text were withheld" in withheld
    assert "baseline-17" in (root / "gh.txt").read_text()
    for branch in ("baseline-17", "baseline-18"):
        changed = git("show", "--name-only", "--format=", branch, at=root / "origin.git").split()
        assert changed
        assert all(name.startswith("datasets/baseline/") for name in changed)
