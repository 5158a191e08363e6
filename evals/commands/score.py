"""`coach-eval score FILE`: every scorer on sessions of any coach; a table, or JSONL in and out."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import click

from coach import batch
from coach.close_names import unknown
from coach.command_line import command as described
from coach.errors import InputError
from evals.checks.registry import CHECKS
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from evals.interchange import anthropic_messages, openai_chat
from evals.interchange.read import cases, message_of
from evals.interchange.schema import Session
from evals.internal_texts import prompts_of
from evals.labelled.labelled_set import DATASETS
from evals.score_table import exit_code, lacking, missing_keys, show


class Form(NamedTuple):
    """What a line looks like, and how it becomes a session."""

    line: type[batch.Line]
    session: Callable[[Any], Session]


FORMS = {
    "interchange": Form(Session, lambda session: session),
    "anthropic": Form(anthropic_messages.Conversation, anthropic_messages.session_of),
    "openai": Form(openai_chat.Conversation, openai_chat.session_of),
}


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
    """Names of scorers, divided by commas, or any."""
    if given is None:
        return ()
    names = tuple(dict.fromkeys(name.strip() for name in given.split(",")))
    if ANY in names:
        return tuple(CHECKS)
    for name in names:
        if name not in CHECKS:
            raise InputError(unknown("scorer", name, CHECKS, f"there are {', '.join(CHECKS)}"))
    return names


@described("score", example="coach-eval score datasets/sessions/accepted.json")
@click.argument("file")
@click.option(
    "--from",
    "form",
    default="interchange",
    show_default=True,
    type=click.Choice(tuple(FORMS)),
    help="form of the sessions: ours, or conversations as the Anthropic or the OpenAI API has them",
)
@click.option("--json", "as_json", is_flag=True, help="one JSON object a session instead of a table")
@click.option(
    "--fail-on",
    metavar="SCORER,...|any",
    callback=_scorers,
    help="exit with 1 where one of these fails a session, with 2 where one could not judge",
)
def command(*, file: str, form: str, as_json: bool, fail_on: tuple[str, ...]) -> int:
    """Score the sessions of FILE (- for standard input) with every scorer.

    FILE holds one JSON object a line, or a single object over many lines; datasets/schema/session.schema.json
    describes it, datasets/sessions has examples. A bad line does not stop the others: exit code 2.
    """
    chosen, lacks = FORMS[form], Counter[str]()

    def judge(line: batch.Line) -> dict[str, Any]:
        session = chosen.session(line)
        lacks.update(missing_keys(session))
        return _scored(session)

    replies = []
    with batch.lines_of(file) as lines:
        for reply in batch.replies(_one_a_line(lines), chosen.line, judge):
            replies.append(reply)
            if as_json:
                click.echo(json.dumps(reply, ensure_ascii=False, allow_nan=False))
    scored = [reply for reply in replies if "scores" in reply]
    if as_json:
        for line in lacking(scored, lacks):
            click.echo(line, err=True)
    else:
        show(scored, lacks)
    bad = _tell_bad(replies, form, told=as_json)
    return exit_code(scored, fail_on) or (2 if bad else 0)


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


def _one_a_line(lines: Iterable[str]) -> Iterable[str]:
    """A file that is one object written over many lines becomes one line; strings of JSON hold no line breaks."""
    coming = iter(lines)
    ahead: list[str] = []
    while not ahead or not ahead[-1].strip():
        line = next(coming, None)
        if line is None:
            return ahead
        ahead.append(line)
    if _is_json(ahead[-1]):
        return chain(ahead, coming)
    found = [*ahead, *coming]
    whole = " ".join(line.rstrip("\r\n") for line in found)
    return [whole] if _is_json(whole) else found


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _finding(finding: Evidence, view: SessionView) -> dict[str, Any]:
    """`event` is the place in `events`; of a transcript without them, `message` is the place in `messages`."""
    told = finding.model_dump(mode="json", exclude_none=True)
    if view.record == "events" or finding.event is None:
        return told
    message = message_of(view, told.pop("event"))
    return told if message is None else {"message": message, **told}


def _scored(session: Session) -> dict[str, Any]:
    found = cases(session, prompts_of(SessionView(session.events or ()), session.internal or ()))
    verdicts = found.judge()
    return {
        "scores": {
            name: _score(verdict, CHECKS[name].version, found.seen_by(name)) for name, verdict in verdicts.items()
        }
    }


def _score(verdict: Verdict, version: int, view: SessionView) -> dict[str, Any]:
    return {
        "value": verdict.value,
        "explanation": verdict.explanation,
        "findings": [_finding(finding, view) for finding in verdict.findings],
        "version": version,
        "passed": verdict.passed,
        "judged": verdict.judged,
        "counts": verdict.counts,
    }
