"""`coach-eval annotate`: a person reads sessions and judges them, blind to what the scorers said."""

import datetime as dt
import getpass
import hashlib
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import click

from coach.command_line import command as described
from coach.errors import InputError
from coach.terminal import shown_safely, typed
from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import ABOUT
from evals.commands.options import LOG_DIR
from evals.commands.stored_runs import find_run

if TYPE_CHECKING:
    from reports.annotations import Said
    from reports.logs import LoggedRun, LoggedSession

KEYS = {"p": "pass", "f": "fail", "c": "cannot_say", "s": "skip", "q": "quit"}
HELP = "p pass, f fail, c cannot say (a note may follow: f never asked about the knee), s next session, q leave"
WIDTH = 100

Choice = Literal["pass", "fail", "cannot_say", "skip", "quit"]


class AnnotatorAnswer(NamedTuple):
    choice: Choice
    note: str = ""


@described("annotate", example="coach-eval annotate latest --scorer care_tone")
@click.argument("run_ref", metavar="RUN")
@click.option("--scorer", "scorers", multiple=True, help="ask about this scorer only; may be given again")
@click.option("--session", "session_id", default=None, help="only this session, also if you have judged it before")
@click.option("--who", default=getpass.getuser, show_default="your login name", help="who is judging")
@LOG_DIR
def command(run_ref: str, scorers: tuple[str, ...], session_id: str | None, who: str, log_dir: Path) -> int:
    """Judge the sessions of RUN one after another; what you say is kept at once, and you can go on later.

    The order is random and always the same for a run, one session of each persona first, so that those you do are a
    fair sample.
    """
    from reports.annotations import Annotation, add_annotations, annotations_path, read_annotations
    from reports.stray_annotations import uncounted

    found = find_run(log_dir, run_ref)
    path = annotations_path(found.header)
    done = set() if session_id else {one.key for one in read_annotations(path)}
    asked = questions_of(found, scorers, session_id)
    left = {name: [it for it in asked[name] if (name, it, who) not in done] for name in asked}
    left = {name: open_questions for name, open_questions in left.items() if open_questions}
    click.echo(
        f"{len(left)} of {len(asked)} sessions left to judge, as {who}." + (f" Answers: {HELP}." if left else "")
    )
    if lost := uncounted(found):
        click.echo(f"{lost} See {path}")
    given = 0
    for number, (name, open_questions) in enumerate(left.items(), start=1):
        click.echo(f"\n{'=' * WIDTH}\nsession {number} of {len(left)}: {name}\n")
        click.echo("\n".join(shown(found.session(name))))
        for scorer in open_questions:
            try:
                answer = ask(f"{scorer}: {ABOUT.get(scorer, 'pass or fail?')}\n> ")
            except KeyboardInterrupt:
                _told(path, given, found.header.run)
                raise
            if answer.choice == "quit":
                return _told(path, given, found.header.run)
            if answer.choice == "skip":
                break
            now = dt.datetime.now(dt.UTC).replace(microsecond=0)
            verdict: Said = answer.choice
            one = Annotation(session=name, scorer=scorer, verdict=verdict, who=who, when=now, note=answer.note)
            add_annotations(path, (one,))
            given += 1
    return _told(path, given, found.header.run)


def questions_of(found: "LoggedRun", scorers: tuple[str, ...], session_id: str | None) -> dict[str, list[str]]:
    """Session to the scorers to ask about: those that pass or fail it, or should have; in the order to be asked."""
    path = Path(found.header.path)
    if path.is_dir():
        raise InputError(f"{path} holds only the tables of a run, not its conversations; name a log")
    known = set(found.scores["scorer"])
    if unknown := sorted(set(scorers) - known):
        raise InputError(f"the run has no scorer {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    if session_id is not None:
        found.session(session_id)  # names close sessions where there is none of this name
    order = {name: number for number, name in enumerate(CHECKS)}
    asked: dict[str, list[str]] = {name: [] for name in _drawn(found) if session_id in {None, name}}
    for session, scorer, value, passed in found.scores.select("session", "scorer", "value", "passed").iter_rows():
        to_ask = passed is not None or value == "not_judged"
        if session in asked and to_ask and (not scorers or scorer in scorers):
            asked[session].append(scorer)
    ordered = {name: sorted(each, key=lambda it: (order.get(it, len(order)), it)) for name, each in asked.items()}
    return {name: each for name, each in ordered.items() if each}


def _drawn(found: "LoggedRun") -> list[str]:
    def place(row: tuple[str, int]) -> tuple[int, str]:
        return row[1], hashlib.sha256(f"{found.header.run}/{row[0]}".encode()).hexdigest()

    return [name for name, _ in sorted(found.sessions.select("session", "epoch").iter_rows(), key=place)]


def shown(session: "LoggedSession") -> Iterator[str]:
    """Lines of the session: the athlete's true facts, the talk, what happened between, the plan; no verdict."""
    from evals.commands.audit import words
    from reports import terminal, week_grid
    from reports.blocks import Table, cells
    from reports.bubbles import label
    from reports.marked_talk import talk

    heard, say = talk(replace(session, scores={})), words().say
    persona = session.metadata.get("persona") or {}
    truth = "; ".join(say(name, fact["value"]) for name, fact in (persona.get("facts") or {}).items())
    yield from _wrapped(f"Athlete: {persona.get('summary', 'unknown')}")
    yield from _wrapped(f"True facts: {truth or 'unknown'}")
    yield ""
    for turn in heard.turns:
        text = "".join(piece.text for piece in turn.pieces)
        spoken = turn.who in {"athlete", "coach"}
        lead = f"{turn.who:8}" if spoken else f"{'':8}[{label(turn.who)}] "
        yield from _wrapped(f"{lead}{text}", indent=8)
    if heard.plan:
        title = "The plan that was shown" if heard.plan_shown else "The last plan, which was never shown"
        yield terminal.render((Table(week_grid.COLUMNS, cells(heard.plan), title=title),), width=160)


def _wrapped(text: str, indent: int = 0) -> Iterator[str]:
    for number, line in enumerate(shown_safely(text).splitlines() or [""]):
        lead = " " * indent
        first = "" if number == 0 else lead
        yield textwrap.fill(line, WIDTH, initial_indent=first, subsequent_indent=lead)


def ask(prompt: str) -> AnnotatorAnswer:
    """What the person answers; end of input leaves."""
    while True:
        line = typed(prompt)
        if line is None:
            return AnnotatorAnswer("quit")
        if (answer := read_answer(line)) is not None:
            return answer
        click.echo(HELP)


def read_answer(line: str) -> AnnotatorAnswer | None:
    """A key or the whole word, and for a verdict a note; None where it is neither."""
    word, _, note = line.strip().partition(" ")
    choice = KEYS.get(word.lower(), word.lower())
    return next((AnnotatorAnswer(each, note.strip()) for each in get_args(Choice) if each == choice), None)


def _told(path: Path, given: int, run_id: str) -> int:
    click.echo(f"\nadded      {given} to {path}")
    click.echo(f"agreement  coach-eval audit --run {run_id} --log-dir {path.parent}   (or compare)")
    return 0
