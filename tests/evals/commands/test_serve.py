"""`coach-eval serve` refuses what it cannot serve in one line, before it listens."""

import socket
from pathlib import Path

import pytest

from evals.cli import main


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that is said; the exit code is that of wrong usage."""
    assert main(["serve", *arguments]) == 64
    (said,) = capsys.readouterr().err.splitlines()
    return said


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(capsys, "--port", str(port))
    assert said == (
        f"coach-eval serve: port {port} cannot be used: Address already in use; choose another one with --port"
    )


def test_a_log_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert refused(capsys, "--log", str(tmp_path)) == (
        f"coach-eval serve: {tmp_path} cannot be written: Is a directory; choose another file with --log"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe", "cannot be read: it is not UTF-8"),
        (b"seed = ", "is not readable TOML: Invalid value (at end of document)"),
    ],
)
def test_a_plan_of_faults_that_cannot_be_read_is_named_once(
    content: bytes | None, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plan = tmp_path / "faults.toml"
    if content is not None:
        plan.write_bytes(content)
    assert refused(capsys, "--faults", str(plan)) == f"coach-eval serve: {plan}: {said}"
