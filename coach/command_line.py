"""How both programs read a command line: a table of commands, imported when called; one form of help and of errors.

Knows no command. `coach-eval` and `coach` share it.
"""

import shlex
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from importlib import import_module
from typing import Any

import click

from coach.close_names import unknown
from coach.errors import INTERRUPTED, USAGE, CoachError

EXIT_CODES: Mapping[int, str] = {
    0: "all went well",
    1: "something failed or regressed",
    2: "something could not be judged",
    64: "wrong usage: an option, a name or a file",
    130: "interrupted (Ctrl-C)",
}
"""What every command of both programs exits with."""
AS_CALLED: ContextVar[str] = ContextVar("as_called", default="")
"""The command line that is being run, to be pasted into a shell; empty where none is."""
_PATH: ContextVar[str] = ContextVar("_path", default="")
"""The program, the group and the command that are being run, as far as they are known: `coach-eval variants diff`."""


class _Help(click.Command):
    example = ""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Notes which command is run before its arguments are read, so that an error in them can name it."""
        _PATH.set(f"{parent.command_path} {info_name}" if parent else str(info_name))
        return super().make_context(info_name, args, parent, **extra)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = "show this and exit"
        return found

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self.example:
            with formatter.section("Example"):
                formatter.write(f"  {self.example}\n")
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), what) for code, what in EXIT_CODES.items()])


class Command(_Help):
    """`example`: a whole command line that can be pasted."""

    def __init__(self, *args: Any, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example


class CommandGroup(_Help, click.Group):
    """Commands under one word; an unknown one is answered with those that are close."""

    command_class = Command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            ctx.fail(unknown("command", args[0], names, f"there are {', '.join(names)}"))
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(limit=200)) for name, each in self.commands.items()])


class Program(CommandGroup):
    """`commands`: name to a summary in a few words. Each is `command` in the module of its name in `package`."""

    def __init__(self, name: str, about: str, package: str, commands: Mapping[str, str]) -> None:
        super().__init__(name, help=about, epilog=f"`{name} COMMAND --help` has the options and an example.")
        self._package, self._summaries = package, commands

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        module = import_module(f"{self._package}.{cmd_name.replace('-', '_')}")
        found: click.Command = module.command
        return found

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))

    def run(self, arguments: list[str], *own: type[Exception]) -> int:
        """The exit code. What a person can mend is one line on standard error; `own`: further errors with a code."""
        AS_CALLED.set(shlex.join([str(self.name), *arguments]))
        mendable: tuple[type[Exception], ...] = (CoachError, *own)
        try:
            return int(self.main(arguments or ["--help"], self.name, standalone_mode=False) or 0)
        except click.exceptions.NoArgsIsHelpError as error:
            sys.stderr.write(f"{error.format_message()}\n")
            return USAGE
        except click.UsageError as error:
            path, said = _PATH.get(), " ".join(error.format_message().split())
            sys.stderr.write(f"{path}: {said}{'' if said[-1:] in '.?!' else '.'} See {path} --help\n")
            return USAGE
        except mendable as error:
            sys.stderr.write(f"{_PATH.get()}: {error}\n")
            return int(getattr(error, "exit_code", USAGE))
        except (KeyboardInterrupt, click.Abort):
            sys.stderr.write("Interrupted.\n")
            return INTERRUPTED


def command(name: str, *, example: str, **more: Any) -> Callable[[Callable[..., Any]], Command]:
    """Decorates the function of a command, which returns the exit code."""
    return click.command(name, cls=Command, example=example, **more)


def group(name: str) -> Callable[[Callable[..., Any]], CommandGroup]:
    """Decorates the function whose docstring describes a group of commands."""
    return click.group(name, cls=CommandGroup)
