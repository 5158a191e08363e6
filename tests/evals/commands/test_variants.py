"""`coach-eval variants`, and a variant that is a folder somewhere."""

from pathlib import Path

import pytest

from coach import variants
from coach.errors import FileError, InputError
from evals.cli import main

PRESENT = "You are $coach_name. Say only what they ask for.\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "short_present"
    folder.mkdir()
    (folder / "present.md").write_text(PRESENT)
    return folder


def test_a_folder_is_a_variant_completed_from_baseline(mine: Path) -> None:
    loaded, base = variants.load(str(mine)), variants.load("baseline")
    assert (loaded.name, loaded.source) == ("short_present", str(mine))
    assert loaded.settings == base.settings
    assert loaded.prompts == {**base.prompts, "present.md": PRESENT.replace("$coach_name", "Robin")}
    assert loaded.digest != base.digest


def test_two_folders_of_one_name_differ_in_their_digest(mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "short_present"
    other.mkdir(parents=True)
    (other / "variant.toml").write_text("[manners]\nquestions_per_turn = 1\n")
    one, two = variants.load(str(mine)), variants.load(str(other))
    assert one.name == two.name
    assert one.digest != two.digest


def test_a_misspelt_prompt_of_a_folder_is_named(mine: Path) -> None:
    (mine / "presents.md").write_text("words")
    with pytest.raises(FileError, match=r"presents\.md"):
        variants.load(str(mine))


def test_a_folder_with_a_misspelt_prompt_alone_is_told_of_it(tmp_path: Path) -> None:
    (tmp_path / "intakee.md").write_text("words")
    with pytest.raises(FileError, match=r"intakee\.md: is no prompt"):
        variants.load(str(tmp_path))


@pytest.mark.parametrize("name", ["varient.toml", "intake.txt", "intake.MD", "plan", "prompts/", "variant.toml/"])
def test_what_no_variant_has_is_refused_with_what_there_is(
    name: str, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (mine / name).mkdir() if name.endswith("/") else (mine / name).write_text("words")
    assert main(["variants", "diff", "baseline", str(mine)]) == 64
    assert capsys.readouterr().err == (
        f"coach-eval variants diff: {mine / name}: is no prompt or settings file of a variant; there are "
        f"{', '.join(variants.FILES)}\n"
    )


def test_hidden_files_a_readme_and_a_cache_may_lie_beside(mine: Path) -> None:
    digest = variants.load(str(mine)).digest
    (mine / "__pycache__").mkdir()
    for name in (".DS_Store", "README.md", "README"):
        (mine / name).write_text("words")
    assert variants.load(str(mine)).digest == digest


def test_an_error_names_the_command_within_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "diff", "baseline", "nosuch"]) == 64
    assert capsys.readouterr().err.startswith("coach-eval variants diff: no variant 'nosuch'; there are baseline, ")


def test_an_empty_prompt_and_a_link_to_elsewhere_are_refused(mine: Path, tmp_path: Path) -> None:
    (mine / "plan.md").write_text(" \n")
    with pytest.raises(FileError, match=r"plan\.md: is empty"):
        variants.load(str(mine))
    (mine / "plan.md").unlink()
    (tmp_path / "elsewhere.md").write_text("words")
    (mine / "plan.md").symlink_to(tmp_path / "elsewhere.md")
    with pytest.raises(FileError, match=r"plan\.md: is a link to another folder"):
        variants.load(str(mine))


def test_a_setting_that_is_not_there_is_named_with_those_that_are(mine: Path) -> None:
    (mine / "variant.toml").write_text("[manners]\nquestions_per_turnz = 1\n")
    with pytest.raises(FileError, match=r"manners\.questions_per_turnz: no key .*did you mean questions_per_turn\?"):
        variants.load(str(mine))


def test_another_content_under_the_name_of_the_library_is_not_run_and_can_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "baseline"
    folder.mkdir()
    (folder / "present.md").write_text(PRESENT)
    assert main(["eval", "--persona", "plan_now", "--variant", str(folder), "--log-dir", str(tmp_path / "logs")]) == 64
    assert "has the name of a variant of the library and other content: rename the folder" in capsys.readouterr().err
    assert main(["variants", "diff", str(folder), "baseline"]) == 0
    assert capsys.readouterr().out.startswith(f"--- {folder}/present.md\n+++ baseline/present.md")


def test_a_folder_without_a_file_of_a_variant_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"variant\.toml or a prompt"):
        variants.load(str(tmp_path))


def test_sessions_of_a_folder_are_played_and_judged_under_its_name(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(mine.parent)
    arguments = ["--persona", "plan_now", "--epochs", "1", "--log-dir", str(tmp_path / "logs")]
    assert main(["eval", "--variant", "./short_present", *arguments]) == 0
    (log,) = (tmp_path / "logs").glob("*.eval")
    assert main(["list", "--log-dir", str(log.parent)]) == 0
    assert "  short_present-" in capsys.readouterr().out.partition("Runs (1)")[2]


def test_the_list_names_each_variant_with_digest_files_and_comment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    digest = variants.load("one_question").digest
    at = lines.index(f"one_question  {digest}")
    assert lines[at + 1 : at + 3] == [
        "    One question at a time. More messages, and none that reads like a form.",
        "    intake.md, variant.toml",
    ]


def test_the_diff_shows_settings_and_filled_prompts_that_differ_and_nothing_else(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["variants", "diff", "one_question", str(mine)]) == 0
    shown = capsys.readouterr().out.splitlines()
    files = [line.removeprefix("+++ ") for line in shown if line.startswith("+++ ")]
    assert files == [f"{mine}/{file}" for file in ("variant.toml", "intake.md", "present.md")]
    assert "-manners.questions_per_turn = 1" in shown
    assert "+You are Robin. Say only what they ask for." in shown


def test_a_variant_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "diff", "baseline", "baseline"]) == 0
    assert capsys.readouterr().out == "The two variants send the same.\n"
