"""Bad input to `coach-eval`: one clear sentence, the exit code of wrong usage, and nothing run."""

from pathlib import Path

import pytest
from coach_eval import coach_eval

ONE = "eval --persona healthy_10k"
CASES = {
    "an unknown persona lists the close names": ("eval --persona master_runner", "masters_runner"),
    "an unknown variant lists those there are": (f"{ONE} --variant baselin", "baseline"),
    "a number that is none": (f"{ONE} --epochs many", "'many' is not a valid integer"),
    "a number out of range": (f"{ONE} --epochs 0", "0 is not in the range"),
    "an option there is not": (f"{ONE} --speed 9", "--speed"),
    "a model without its key": (f"{ONE} --model anthropic/claude-x", "ANTHROPIC_API_KEY"),
    "a provider there is not": (f"{ONE} --model nix/foo", "no provider 'nix'"),
    "an offline model there is not": (f"{ONE} --model offline/coach2", "model 'coach2'; did you mean coach?"),
    "an offline model like none": (f"{ONE} --model offline/x", "no offline model 'x'; there are coach and athlete"),
    "a hearing there is not": (f"{ONE} --hearing deaf", "'measured'"),
    "a hearing for a model that reads words": (f"{ONE} --hearing measured --judge mockllm/model", "--hearing"),
    "a budget without prices": (f"{ONE} --model mockllm/model --budget-usd 1", "no price is known for mockllm/model"),
    "a command there is not": ("evaluate", "no command 'evaluate'"),
    "a run there is not": ("compare --base nothing --cand latest", "nothing"),
    "no run to resume": ("resume", "there is no unfinished run in"),
    "a run to resume that there is not": ("resume --run baseline-00000000", "no stored run 'baseline-00000000'"),
    "a replay from nowhere": ("replay --run latest --variant baseline", "either --from-turn or --from-state"),
    "a replay from two points": (
        "replay --run latest --variant baseline --from-turn 2 --from-state PLAN", "either --from-turn or --from-state",
    ),
    "a fault there is not": ("faults --only typo", "no fault 'typo'"),
    "a fault with a slip": ("faults --only leaks_autor_plain", "did you mean leaks_author_plain"),
    "a variant to compare that there is not": (
        "variants diff baseline nosuch", "coach-eval variants diff: no variant 'nosuch'; there are baseline, ",
    ),
    "no file to extract facts from": ("extract", "Missing argument 'FILE'"),
    "no file to scan for leaks": ("scan-leaks", "Missing argument 'FILE'"),
    "a form of transcripts there is not": ("score --from telegram x", "telegram"),
    "a scorer there is not": ("score x --fail-on unspokn", "no scorer 'unspokn'; did you mean unspoken?"),
    "a split of leaks there is not": ("labelled leaks --split nowhere", "'nowhere' is not one of"),
    "a split that is not to be kept": ("labelled replies --split dev --no-show --write", "test split"),
    "a persona file that is not there": ("validate-persona nowhere/kim.yaml", "nowhere/kim.yaml: cannot be read"),
}  # fmt: skip
WITH_LOGS = ("eval", "compare", "resume", "replay")


@pytest.mark.parametrize("name", CASES)
def test_it_is_one_sentence_and_the_exit_code_of_wrong_usage(name: str, tmp_path: Path) -> None:
    line, expected = CASES[name]
    said = coach_eval(*line.split(), *["--log-dir", tmp_path] * line.startswith(WITH_LOGS), code=64).err
    assert expected in said
    assert said.startswith("coach-eval")
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert not list(tmp_path.glob("*.eval"))


def test_a_bad_persona_file_is_named_with_line_and_key(tmp_path: Path) -> None:
    good = (Path(__file__).parents[3] / "personas" / "library" / "healthy_10k.yaml").read_text()
    bad = tmp_path / "healthy_10k.yaml"
    bad.write_text(good.replace("age_years: {value: 28", "age_years: {valeu: 28"))
    line = next(i for i, text in enumerate(bad.read_text().splitlines(), 1) if "valeu" in text)
    said = coach_eval("eval", "--persona", bad, "--log-dir", tmp_path, code=64).err
    assert f"healthy_10k.yaml:{line}" in said
    assert "age_years" in said


def test_broken_yaml_is_named_with_its_line(tmp_path: Path) -> None:
    bad = tmp_path / "someone.yaml"
    bad.write_text("id: someone\nfacts: {age_years: {value: 3\n")
    assert "is not valid YAML" in coach_eval("eval", "--persona", bad, "--log-dir", tmp_path, code=64).err


def test_a_log_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A file where the folder should be: no permission can help, not even root's."""
    (tmp_path / "logs").touch()
    said = coach_eval(*ONE.split(), "--log-dir", tmp_path / "logs", code=64).err
    assert "cannot be written" in said
    assert "--log-dir" in said
