"""`coach-eval score FILE`: every scorer on sessions of any coach; a table, or JSONL in and out."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from coach import batch
from coach.close_names import unknown
from coach.command_line import command as described
from coach.errors import InputError
from evals.checks.scorer_descriptions import ABOUT, NO_VERDICT
from evals.data_files import DATASETS

ANY = "any"
_CHAT = 'example   {"messages": [{"role": "user", "content": "A 10k, please."}]}'
EXPECTED = {
    "interchange": f"schema    {DATASETS / 'schema' / 'session.schema.json'}\n"
    f"example   {DATASETS / 'sessions' / 'accepted.json'}",
    "anthropic": _CHAT,
    "openai": _CHAT,
}
"""What a line looks like in each form, for whoever wrote another."""


def _scorers(_ctx: click.Context, _param: click.Parameter, given: str | None) -> tuple[str, ...]:
    """Names of scorers, divided by commas, or `ANY` alone."""
    if given is None:
        return ()
    names = tuple(dict.fromkeys(name.strip() for name in given.split(",")))
    if ANY in names:
        return (ANY,)
    for name in names:
        if name not in ABOUT:
            raise InputError(unknown("scorer", name, ABOUT, f"there are {', '.join(ABOUT)}"))
    return names


@described("score", example="coach-eval score datasets/sessions/accepted.json")
@click.argument("file")
@click.option(
    "--from",
    "form",
    default="interchange",
    show_default=True,
    type=click.Choice(tuple(EXPECTED)),
    help="form of the sessions: that of the schema, or conversations as in the Anthropic or the OpenAI API",
)
@click.option("--json", "as_json", is_flag=True, help="one JSON object per session instead of a table")
@click.option(
    "--fail-on",
    metavar="SCORER,...|any",
    callback=_scorers,
    help="exit code 1 if one of these (any: of all with a verdict) fails a session, 2 if one could not judge or had "
    "nothing to judge",
)
def command(*, file: str, form: str, as_json: bool, fail_on: tuple[str, ...]) -> int:
    """Score the sessions of FILE (- for standard input) with every scorer.

    FILE holds one JSON object per line, or a single object over many lines; datasets/schema/session.schema.json
    describes it, datasets/sessions has examples. A bad line does not stop the others: exit code 2.
    """
    with batch.lines_of(file) as lines:  # opened before the imports: a wrong name is answered at once
        return _score(lines, form, as_json=as_json, fail_on=fail_on)


def _score(lines: Iterable[str], form: str, *, as_json: bool, fail_on: tuple[str, ...]) -> int:
    from evals.score_table import ending, lacking, missing_keys, show
    from evals.scoring import FORMS, one_a_line, scored

    chosen, lacks = FORMS[form], Counter[str]()

    def judge(line: batch.BatchLine) -> dict[str, Any]:
        session = chosen.session(line)
        lacks.update(missing_keys(session))
        return scored(session)

    replies = []
    for reply in batch.replies(one_a_line(lines), chosen.line, judge):
        replies.append(reply)
        if as_json:
            click.echo(json.dumps(reply, ensure_ascii=False, allow_nan=False))
    judged = [reply for reply in replies if "scores" in reply]
    if as_json:
        for line in lacking(judged, lacks):
            click.echo(line, err=True)
    else:
        show(judged, lacks)
    bad = _tell_bad(replies, form, told=as_json)
    names = [name for name in ABOUT if name not in NO_VERDICT] if ANY in fail_on else fail_on
    found = ending(judged, names) if fail_on else None
    if found and found.why:
        click.echo(f"--fail-on could not be judged: {found.why}", err=True)
    return (found.code if found else 0) or (2 if bad else 0)


def _tell_bad(replies: Sequence[Mapping[str, Any]], form: str, *, told: bool) -> bool:
    """Say on standard error what could not be read, and what is expected; whether there was any. `told`: each was."""
    errors = [str(reply["error"]) for reply in replies if "error" in reply]
    if replies and not errors:
        return False
    for error in [] if told else errors:
        click.echo(error, err=True)
    count = f"{len(errors)} of {len(replies)} lines could not be scored" if replies else "there is no line to score"
    click.echo(f"{count}\n{EXPECTED[form]}", err=True)
    return True
