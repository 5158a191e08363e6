"""Variants: baseline is complete, others hold only what differs, mistakes are named."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from coach import variants
from coach.errors import FileError

ROOT = variants.FOLDER
NAMES = ("brooks", "mckeown", "yeager", "essentialism", "strength to strength", "10 to 25")


def variant(folder: Path, name: str, toml: str = "", **prompts: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "variant.toml").write_text(toml)
    for file, text in prompts.items():
        (folder / name / f"{file}.md").write_text(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    base = ROOT / "baseline"
    prompts = {file.removesuffix(".md"): (base / file).read_text() for file in variants.PROMPTS}
    variant(tmp_path, "baseline", (base / "variant.toml").read_text(), **prompts)
    return tmp_path


@pytest.mark.parametrize("name", variants.names())
def test_every_shipped_variant_loads_and_its_files_exist_in_baseline(name: str) -> None:
    loaded = variants.load(name)
    assert set(loaded.prompts) == set(variants.PROMPTS)
    assert all("$" not in text.replace("$$", "") for text in loaded.prompts.values())
    own = {path.name for path in (ROOT / name).iterdir()}
    assert own <= {path.name for path in (ROOT / "baseline").iterdir()}


def test_a_variant_that_changes_nothing_has_baselines_digest(folder: Path) -> None:
    variant(folder, "same")
    assert variants.load("same", folder).digest == variants.load("baseline", folder).digest


def test_what_a_variant_leaves_out_comes_from_baseline(folder: Path) -> None:
    variant(folder, "one", "[manners]\nquestions_per_turn = 1\n", intake="Ask $questions_per_turn.")
    one, base = variants.load("one", folder), variants.load("baseline", folder)
    assert one.prompts["intake.md"] == "Ask 1."
    assert one.prompts["plan.md"] == base.prompts["plan.md"]
    assert one.settings.limits == base.settings.limits
    assert one.digest != base.digest


BAD = {
    "a missing variable": ("", {"intake": "Dear $athlete"}, r"\$athlete"),
    "a stray dollar": ("", {"intake": "5 $ only"}, r"stray \$"),
    "an unknown key": ("[limits]\nspeed = 3\n", {}, "limits.speed"),
    "a value of the wrong kind": ("[manners]\nquestions_per_turn = 'two'\n", {}, "manners.questions_per_turn"),
    "bad TOML": ("[limits\n", {}, "not readable TOML"),
    "no name": ('[manners]\ncoach_name = ""\n', {}, "manners.coach_name: String should have at least 1 character"),
    "a blank name": ('[manners]\ncoach_name = " "\n', {}, "manners.coach_name"),
    "no words": ('[words]\nfailed = ""\n', {}, "words.failed"),
    "a prompt that none is": ("", {"intakes": "Ask."}, r"intakes\.md: is no prompt"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_fails_before_any_call_and_is_named(name: str, folder: Path) -> None:
    toml, prompts, message = BAD[name]
    variant(folder, "bad", toml, **prompts)
    with pytest.raises(FileError, match=message):
        variants.load("bad", folder)


@pytest.mark.parametrize("file", variants.PROMPTS)
def test_prompts_do_not_name_what_must_stay_unspoken(file: str) -> None:
    """A model cannot leak a name that it was never told."""
    text = (ROOT / "baseline" / file).read_text().lower()
    assert not [name for name in NAMES if name in text]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"calls_a_session": 50}, "calls_a_session must be at least 3 times turns"),
        ({"plan_attempts": 14}, "calls_a_turn"),
    ],
)
def test_limits_that_do_not_fit_one_another_are_refused(limits: dict[str, int], expected: str) -> None:
    given = variants.load("baseline").settings.limits.model_dump()
    with pytest.raises(ValidationError, match=expected):
        variants.Limits.model_validate({**given, **limits})
