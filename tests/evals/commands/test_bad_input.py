"""Bad input to `coach-eval`: one clear sentence, exit code 2, and nothing run."""

from pathlib import Path

import pytest

from evals.cli import main

ONE = ("eval", "--persona", "healthy_10k")
CASES = {
    "an unknown persona lists the close names": (
        ["eval", "--persona", "master_runner"],
        "masters_runner",
    ),
    "an unknown variant lists those there are": ([*ONE, "--variant", "baselin"], "baseline"),
    "a number that is none": ([*ONE, "--epochs", "many"], "'many' is not a valid integer"),
    "a number out of range": ([*ONE, "--epochs", "0"], "0 is not in the range"),
    "an option there is not": ([*ONE, "--speed", "9"], "--speed"),
    "a model without its key": ([*ONE, "--model", "anthropic/claude-x"], "ANTHROPIC_API_KEY"),
    "a provider there is not": ([*ONE, "--model", "nix/foo"], "no provider 'nix'"),
    "an offline model there is not": (
        [*ONE, "--model", "offline/coach2"],
        "no offline model 'coach2'; did you mean coach?",
    ),
    "an offline model like none": ([*ONE, "--model", "offline/x"], "no offline model 'x'; there are coach and athlete"),
    "a hearing there is not": ([*ONE, "--hearing", "deaf"], "'measured'"),
    "a hearing for a model that reads words": (
        [*ONE, "--hearing", "measured", "--judge", "mockllm/model"],
        "--hearing",
    ),
    "a command there is not": (["evaluate"], "no command 'evaluate'"),
    "a run there is not": (["compare", "--base", "nothing", "--cand", "latest"], "nothing"),
    "a fault there is not": (["faults", "--only", "typo"], "no fault 'typo'"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_one_sentence_and_exit_code_2(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments, expected = CASES[name]
    log_dir = ["--log-dir", str(tmp_path)] if arguments[0] in {"eval", "compare"} else []
    assert main([*arguments, *log_dir]) == 64
    said = capsys.readouterr().err
    assert expected in said
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert not list(tmp_path.glob("*.eval"))


def test_a_bad_persona_file_is_named_with_line_and_key(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = (Path(__file__).parents[3] / "personas" / "library" / "healthy_10k.yaml").read_text()
    bad = tmp_path / "healthy_10k.yaml"
    bad.write_text(good.replace("age_years: {value: 28", "age_years: {valeu: 28"))
    line = next(i for i, text in enumerate(bad.read_text().splitlines(), 1) if "valeu" in text)
    assert main(["eval", "--persona", str(bad), "--log-dir", str(tmp_path)]) == 64
    said = capsys.readouterr().err
    assert f"healthy_10k.yaml:{line}" in said
    assert "age_years" in said


def test_broken_yaml_is_named_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "someone.yaml"
    bad.write_text("id: someone\nfacts: {age_years: {value: 3\n")
    assert main(["eval", "--persona", str(bad), "--log-dir", str(tmp_path)]) == 64
    assert "is not valid YAML" in capsys.readouterr().err


def test_a_log_folder_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file where the folder should be: no permission can help, not even root's."""
    (tmp_path / "logs").touch()
    assert main([*ONE, "--log-dir", str(tmp_path / "logs")]) == 64
    said = capsys.readouterr().err
    assert "cannot be written" in said
    assert "--log-dir" in said
