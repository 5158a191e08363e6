"""`coach-eval variants`: which variants there are, and in what two of them differ."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import click

from coach import variants
from coach.command_line import group
from coach.variants import Variant
from evals.commands.options import ANY_VARIANT


@group("variants")
def command() -> None:
    """List the variants of the coach, or show in what two of them differ."""


@command.command("list", example="coach-eval variants list")
def listed() -> int:
    """List every variant with its digest, what it is for, and the files of its own."""
    for name in variants.names():
        own = variants.folder_of(name)
        click.echo(f"{name}  {variants.load(name).digest}")
        click.echo(f"    {variants.comment_of(own)}")
        click.echo(f"    {', '.join(variants.own_files(own))}")
    return 0


@command.command("diff", example="coach-eval variants diff baseline one_question")
@click.argument("base", type=ANY_VARIANT)
@click.argument("other", type=ANY_VARIANT)
def diff(base: str, other: str) -> int:
    """Print every setting and prompt that differs between two variants (names or folders)."""
    lines = list(differences(variants.load(base), variants.load(other)))
    click.echo("\n".join(lines) if lines else "The two variants send the same.")
    return 0


def differences(base: Variant, other: Variant) -> Iterator[str]:
    """Lines of a unified diff: the settings, then each prompt, filled and with what comes from `baseline`."""
    texts = [{variants.TOML: _settings(each), **each.prompts} for each in (base, other)]
    old, new = (each.source or each.name for each in (base, other))
    for file in texts[0]:
        before, after = (text[file].splitlines() for text in texts)
        yield from difflib.unified_diff(before, after, f"{old}/{file}", f"{new}/{file}", lineterm="")


def _settings(variant: Variant) -> str:
    return "\n".join(_flat(variant.settings.model_dump(mode="json")))


def _flat(settings: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key} = {value!r}"
