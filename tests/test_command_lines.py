"""Every command of both programs: help with an example that parses, exit codes, and unknown names answered."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import coach.cli
import evals.cli
from coach.command_line import EXIT_CODES, Command, Program
from evals.checks.about import ABOUT
from evals.checks.registry import CHECKS
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
QUOTED = re.compile(r"`(?:[A-Z_]+=\S+ )?(coach(?:-eval)? [a-z][^`]*)`")


def test_every_command_and_option_that_a_page_names_is_there() -> None:
    known = {" ".join(path): {opt for param in command.params for opt in param.opts} for path, command in COMMANDS}
    pages = [ROOT / "README.md", *(ROOT / "datasets").glob("*.md")]
    quoted = [(page.name, line) for page in pages for line in QUOTED.findall(page.read_text(encoding="utf-8"))]
    assert quoted
    for page, line in quoted:
        named = [path for path in known if line == path or line.startswith(f"{path} ")]
        grouped = [path for path in known if path.startswith(f"{' '.join(line.split()[:2])} ")]
        assert named or grouped, f"{page}: {line}"
        options = set(re.findall(r"(?<= )--[a-z-]+", line))
        assert not named or options <= known[named[0]], f"{page}: {line}"


def test_interrupted_is_an_exit_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(Program):
        def invoke(self, _ctx: click.Context) -> None:
            raise KeyboardInterrupt

    assert Interrupted("coach", "about", "nowhere", {"x": "y"}).run(["x"]) == 130
    assert "Interrupted." in capsys.readouterr().err


def test_every_scorer_and_every_kind_of_name_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert tuple(ABOUT) == tuple(CHECKS)
    assert evals.cli.main(["list", "--log-dir", "nowhere"]) == 0
    headings = re.findall(r"^([A-Z][a-z]+) \(\d+\): ", capsys.readouterr().out, re.MULTILINE)
    assert [heading.lower() for heading in headings] == [name for name in KINDS if name != "faults"]
