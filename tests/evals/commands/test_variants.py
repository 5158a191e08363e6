"""`coach-eval variants`, and a variant that is a folder somewhere."""

from pathlib import Path

import pytest
from coach_eval import coach_eval, log_in

from coach import variants
from coach.errors import FileError, InputError

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


@pytest.mark.parametrize(
    ("file", "text", "named"),
    [
        ("intakee.md", "words", r"intakee\.md: is no prompt"),
        ("plan.md", " \n", r"plan\.md: is empty"),
        (
            "variant.toml", "[manners]\nquestions_per_turnz = 1\n",
            r"manners\.questions_per_turnz: no key .*did you mean questions_per_turn\?",
        ),
    ],
    ids=["a misspelt prompt", "an empty prompt", "a setting that is not there"],
)  # fmt: skip
def test_what_is_wrong_in_the_only_file_of_a_folder_is_named(file: str, text: str, named: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(FileError, match=named):
        variants.load(str(tmp_path))


@pytest.mark.parametrize(
    "name", ["presents.md", "varient.toml", "intake.txt", "intake.MD", "plan", "prompts/", "variant.toml/"]
)
def test_what_no_variant_has_is_refused_with_what_there_is(name: str, mine: Path) -> None:
    (mine / name).mkdir() if name.endswith("/") else (mine / name).write_text("words")
    assert coach_eval("variants", "diff", "baseline", mine, code=64).err == (
        f"coach-eval variants diff: {mine / name}: is no prompt or settings file of a variant; there are "
        f"{', '.join(variants.FILES)}\n"
    )


def test_hidden_files_a_readme_and_a_cache_may_lie_beside(mine: Path) -> None:
    digest = variants.load(str(mine)).digest
    (mine / "__pycache__").mkdir()
    for name in (".DS_Store", "README.md", "README"):
        (mine / name).write_text("words")
    assert variants.load(str(mine)).digest == digest


def test_a_link_to_elsewhere_is_refused(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("words")
    (mine / "plan.md").symlink_to(tmp_path / "elsewhere.md")
    with pytest.raises(FileError, match=r"plan\.md: is a link to another folder"):
        variants.load(str(mine))


def test_another_content_under_the_name_of_the_library_is_not_run_and_can_be_compared(tmp_path: Path) -> None:
    folder = tmp_path / "baseline"
    folder.mkdir()
    (folder / "present.md").write_text(PRESENT)
    asked = ("--persona", "plan_now", "--variant", folder, "--log-dir", tmp_path / "logs")
    said = coach_eval("eval", *asked, code=64).err
    assert "has the name of a variant of the library and other content: rename the folder" in said
    shown = coach_eval("variants", "diff", folder, "baseline").out
    assert shown.startswith(f"--- {folder}/present.md\n+++ baseline/present.md")


def test_a_folder_without_a_file_of_a_variant_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"variant\.toml or a prompt"):
        variants.load(str(tmp_path))


def test_sessions_of_a_folder_are_played_and_judged_under_its_name(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mine.parent)
    logs = tmp_path / "logs"
    coach_eval("eval", "--variant", "./short_present", "--persona", "plan_now", "--epochs", "1", "--log-dir", logs)
    assert log_in(logs)
    assert "  short_present-" in coach_eval("list", "--log-dir", logs).out.partition("Runs (1)")[2]


def test_the_list_names_each_variant_with_digest_files_and_comment() -> None:
    lines = coach_eval("variants", "list").out.splitlines()
    at = lines.index(f"one_question  {variants.load('one_question').digest}")
    assert lines[at + 1 : at + 3] == [
        "    One question at a time. More messages, and none that reads like a form.",
        "    intake.md, variant.toml",
    ]


def test_the_diff_shows_settings_and_filled_prompts_that_differ_and_nothing_else(mine: Path) -> None:
    shown = coach_eval("variants", "diff", "one_question", mine).out.splitlines()
    files = [line.removeprefix("+++ ") for line in shown if line.startswith("+++ ")]
    assert files == [f"{mine}/{file}" for file in ("variant.toml", "intake.md", "present.md")]
    assert "-manners.questions_per_turn = 1" in shown
    assert "+You are Robin. Say only what they ask for." in shown


def test_a_variant_does_not_differ_from_itself() -> None:
    assert coach_eval("variants", "diff", "baseline", "baseline").out == "The two variants send the same.\n"
