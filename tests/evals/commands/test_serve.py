"""`coach-eval serve` refuses what it cannot serve in one line, before it listens."""

import socket
from pathlib import Path

import pytest
from coach_eval import coach_eval


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = coach_eval("serve", "--port", port, code=64).err
    assert said == (
        f"coach-eval serve: port {port} cannot be used: Address already in use; choose another one with --port\n"
    )


def test_a_log_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    assert coach_eval("serve", "--log", tmp_path, code=64).err == (
        f"coach-eval serve: {tmp_path} cannot be written: Is a directory; choose another file with --log\n"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe", "cannot be read: it is not UTF-8"),
        (b"seed = ", "is not readable TOML: Invalid value (at end of document)"),
    ],
)
def test_a_plan_of_faults_that_cannot_be_read_is_named_once(content: bytes | None, said: str, tmp_path: Path) -> None:
    plan = tmp_path / "faults.toml"
    if content is not None:
        plan.write_bytes(content)
    assert coach_eval("serve", "--faults", plan, code=64).err == f"coach-eval serve: {plan}: {said}\n"
