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
from evals.checks.scorer_descriptions import ABOUT
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
    help="exit code 1 if one of these fails a session, 2 if one could not judge or had nothing to judge; any: all with "
    "a verdict, and 2 if one could not judge, none had anything to judge, or training is given in a session and "
    "neither safety_decision nor gate_integrity judged it",
)
def command(*, file: str, form: str, as_json: bool, fail_on: tuple[str, ...]) -> int:
    """Score the sessions of FILE (- for standard input) with every scorer.

    FILE holds one JSON object per line, or a single object over many lines; datasets/schema/session.schema.json
    describes it, datasets/sessions has examples. A bad line does not stop the others: exit code 2.
    """
    with batch.lines_of(file) as lines:  # opened before the imports: a wrong name is answered at once
        return _score(lines, form, as_json=as_json, fail_on=fail_on)


def _score(lines: Iterable[str], form: str, *, as_json: bool, fail_on: tuple[str, ...]) -> int:
    from evals.score_table import ending, ending_of_any, lacking, missing_keys, show
    from evals.scoring import FORMS, gives_training, one_a_line, scored

    chosen, lacks, training = FORMS[form], Counter[str](), list[bool]()

    def judge(line: batch.BatchLine) -> dict[str, Any]:
        session = chosen.session(line)
        lacks.update(missing_keys(session))
        found = scored(session)
        training.append(ANY in fail_on and gives_training(session))
        return found

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
    found = None
    if ANY in fail_on:
        found = ending_of_any(judged, training)
    elif fail_on:
        found = ending(judged, fail_on)
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
