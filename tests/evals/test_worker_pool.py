"""Ctrl-C goes to every process of a terminal at once; only the one that waits for the results answers."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
INTERRUPTED_AS_IT_IMPORTS = "import os, signal\nos.killpg(0, signal.SIGINT)\n"
POOL = """
from evals.worker_pool import worker_pool
try:
    worker_pool(1, "interrupted").submit(len, "four").result()
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_while_the_server_of_the_pool_imports_prints_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(INTERRUPTED_AS_IT_IMPORTS)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", POOL]
    done = subprocess.run(  # noqa: S603 (fixed words)
        command, env=environment, start_new_session=True, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("stopped\n", "")
