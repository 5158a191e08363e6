"""Every command of both programs: help with an example that parses, exit codes, and unknown names answered."""

import io
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

import coach.cli
import evals.cli
from coach.command_line import EXIT_CODES, Command, Program
from coach.safety.rules import load
from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import ABOUT
from evals.commands.list import KINDS

PROGRAMS = {"coach": coach.cli.PROGRAM, "coach-eval": evals.cli.PROGRAM}
MAIN = {"coach": coach.cli.main, "coach-eval": evals.cli.main}


def leaves(group: click.Group, *path: str) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Each command with the words that call it."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        found = group.get_command(ctx, name)
        if isinstance(found, click.Group):
            yield from leaves(found, *path, name)
        else:
            assert isinstance(found, Command)
            yield (*path, name), found


COMMANDS = [each for name, program in PROGRAMS.items() for each in leaves(program, name)]


def called(example: str) -> list[str]:
    """The words behind the last pipe, without what is set before the command."""
    words = shlex.split(example.rpartition(" | ")[2])
    return [word for word in words if not re.fullmatch(r"[A-Z_]+=\S*", word)]


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[" ".join(path) for path, _ in COMMANDS])
def test_every_command_has_help_with_an_example_that_parses(
    path: tuple[str, ...], command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    words = called(command.example)
    assert tuple(words[: len(path)]) == path
    with command.make_context(" ".join(path), words[len(path) :]) as ctx:
        assert ctx.args == []
    assert MAIN[path[0]]([*path[1:], "--help"]) == 0
    said = capsys.readouterr().out
    assert command.example in said
    for code, meaning in EXIT_CODES.items():
        assert re.search(rf"^  {code} +{re.escape(meaning)}$", said, re.MULTILINE)
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_lists_its_commands_in_a_line_each(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert MAIN[name]([]) == 0
    said = capsys.readouterr().out
    rows = re.findall(r"^  ([a-z-]+) {2,}\S", said.partition("Commands:")[2], re.MULTILINE)
    assert rows == PROGRAMS[name].list_commands(click.Context(PROGRAMS[name]))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("coach-eval evaal", "no command 'evaal'; did you mean eval?"),
        ("coach-eval variants dif a b", "no command 'dif'; did you mean diff?"),
        ("coach-eval eval --persona master_runner", "no persona 'master_runner'; did you mean masters_runner?"),
        ("coach-eval eval --persona healthy_10k --variant basline", "no variant 'basline'; did you mean baseline?"),
        ("coach-eval list person", "no list 'person'; did you mean personas?"),
        ("coach-eval nightly --persona nobody_at_all", "no persona 'nobody_at_all'; `coach-eval list personas`"),
        ("coach explain-rule rf_chestpain", "no rule 'rf_chestpain'; did you mean rf_chest_pain?"),
    ],
)
def test_a_name_that_is_none_is_answered_with_the_close_ones(
    line: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *words = line.split()
    assert MAIN[program](words) == 64
    assert expected in capsys.readouterr().err


ROOT = Path(__file__).parents[1]
DOCS = sorted((ROOT / "docs").glob("*.md"))
QUOTED = re.compile(r"`(?:[A-Z_]+=\S+ )?(coach(?:-eval)? [a-z][^`]*)`")
FENCE = re.compile(r"^```(console|sh-session|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Shown(NamedTuple):
    """A command that a page shows. `runs`: quick enough to be run here; `output`: lines that it prints, in order."""

    line: str
    output: list[str]
    runs: bool


def shown(page: Path) -> Iterator[Shown]:
    """`console`: run and compared; `sh-session`: the same form, only parsed; `sh`: commands alone, only parsed."""
    for language, body in FENCE.findall(page.read_text(encoding="utf-8")):
        parts = body.splitlines() if language == "sh" else re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
        for line, *output in (part.splitlines() for part in parts):
            yield Shown(line, output, language == "console")


def check_parses(line: str) -> None:
    program, *words = called(line)
    if program == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(rf"^{words[0]}: ", makefile, re.MULTILINE), line
        known = re.findall(r"^VALUES := (.*)$", makefile, re.MULTILINE)[0].split()
        assert {word.partition("=")[0] for word in words[1:]} <= set(known), line
    elif program in PROGRAMS:
        path, command = next(each for each in COMMANDS if called(line)[: len(each[0])] == list(each[0]))
        with command.make_context(" ".join(path), called(line)[len(path) :]) as ctx:
            assert ctx.args == []


def run(line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the line prints, as `plain`. Our programs run in this process, anything else in a shell."""
    before, _, last = line.rpartition(" | ")
    program, *words = shlex.split(last)
    shell = before if program in MAIN else line
    done = subprocess.run(["/bin/bash", "-c", shell], check=True, capture_output=True)  # noqa: S603 (our own pages)
    typed = done.stdout.decode()
    if program in MAIN:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        capsys.readouterr()
        assert MAIN[program](words) in {0, 1, 2}, line
        typed = "".join(capsys.readouterr())
    return [plain(each) for each in typed.splitlines()]


def plain(line: str) -> str:
    """Without figures, hashes, rules of tables and runs of spaces."""
    return " ".join(re.sub(r"\b[0-9a-f]{8}\b|\d[\d.]*", "0", line.replace("│", " ")).split())


@pytest.mark.parametrize("page", DOCS, ids=[page.stem for page in DOCS])
def test_every_command_of_a_page_does_what_the_page_shows(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "datasets").symlink_to(ROOT / "datasets")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for each in shown(page):
        if each.runs:
            printed = iter(run(each.line, capsys, monkeypatch))
            assert [line for line in each.output if plain(line) not in printed] == [], each.line
        else:
            check_parses(each.line)


def test_the_safety_rule_of_the_tutorial_loads(tmp_path: Path) -> None:
    written = re.findall(r"^```yaml\n(.*?)^```$", (ROOT / "docs/tutorial.md").read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "mine.yaml").write_text("group: mine\nrules:\n" + "".join(written), encoding="utf-8")
    assert [each.rule.id for each in load([tmp_path / "mine.yaml"])] == ["four_hard_sessions"]


def test_every_command_and_option_that_a_page_names_is_there() -> None:
    known = {
        " ".join(path): {opt for param in command.params for opt in (*param.opts, *param.secondary_opts)}
        for path, command in COMMANDS
    }
    pages = [ROOT / "README.md", *(ROOT / "datasets").glob("*.md"), *DOCS]
    quoted = [(page.name, line) for page in pages for line in QUOTED.findall(page.read_text(encoding="utf-8"))]
    assert quoted
    for page, line in quoted:
        named = [path for path in known if line == path or line.startswith(f"{path} ")]
        grouped = [path for path in known if path.startswith(f"{' '.join(line.split()[:2])} ")]
        assert named or grouped, f"{page}: {line}"
        options = set(re.findall(r"(?<= )--[a-z-]+", line))
        assert not named or options <= known[named[0]], f"{page}: {line}"


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = dict(re.findall(r"^([a-z-]+):.*## (.*)$", MAKEFILE, re.MULTILINE))


def test_make_help_lists_every_target_and_the_exit_codes_of_the_programs() -> None:
    phony = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split()
    assert sorted(phony) == sorted(TARGETS)
    told = subprocess.run(["/usr/bin/make", "-s", "-C", str(ROOT), "help"], check=True, capture_output=True, text=True)  # noqa: S603 (our own)
    assert dict(re.findall(r"^  make ([a-z-]+) +(.*)$", told.stdout, re.MULTILINE)) == TARGETS
    for said in (told.stdout, " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())):
        codes = re.findall(
            r"(\d+) ([a-z ]+)[,;]", said.casefold().partition("exit codes of ")[2].partition("make turns")[0]
        )
        assert [int(code) for code, _ in codes] == list(EXIT_CODES)
        assert [meaning for code, meaning in codes if meaning not in EXIT_CODES[int(code)]] == []


def test_every_target_calls_commands_that_are_there() -> None:
    recipes = re.findall(r"\$\(BIN\)/(coach(?:-eval)? .*)", MAKEFILE.replace("\\\n", " "))
    for recipe in recipes:
        path, command = next(each for each in COMMANDS if recipe.split()[: len(each[0])] == list(each[0]))
        known = {opt for param in command.params for opt in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"(?<= |\+)--[a-z-]+", recipe)) <= known, path
    assert recipes


def test_every_make_that_a_page_shows_is_a_target_with_variables_that_are_read() -> None:
    known = set(re.findall(r"^VALUES := (.*)$", MAKEFILE, re.MULTILINE)[0].split()) | {"PYTHON", "model"}
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS):
        for target, rest in re.findall(r"`(?:[A-Z_]+=\S+ )?make ([a-z-]+)([^`\n]*)`", page.read_text(encoding="utf-8")):
            assert target in TARGETS, f"{page.name}: make {target}"
            assert set(re.findall(r"(?<![\w-])([a-z_]+|PYTHON)=", rest)) <= known, f"{page.name}: make {target}{rest}"


def test_every_command_is_named_on_a_page_or_run_by_make() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *DOCS)) + MAKEFILE
    assert [" ".join(path) for path, _ in COMMANDS if " ".join(path) not in pages] == []


def test_interrupted_is_an_exit_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(Program):
        def invoke(self, _ctx: click.Context) -> None:
            raise KeyboardInterrupt

    assert Interrupted("coach", "about", "nowhere", {"x": "y"}).run(["x"]) == 130
    assert "Interrupted." in capsys.readouterr().err


def test_every_scorer_and_every_kind_of_name_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert tuple(ABOUT) == tuple(CHECKS)
    judging = (ROOT / "docs/judging.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", judging, re.MULTILINE) == list(CHECKS)
    assert evals.cli.main(["list", "--log-dir", "nowhere"]) == 0
    headings = re.findall(r"^([A-Z][a-z]+) \(\d+\): ", capsys.readouterr().out, re.MULTILINE)
    assert [heading.lower() for heading in headings] == [name for name in KINDS if name != "faults"]
