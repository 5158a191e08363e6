"""`coach chat`: the product in a terminal. Needs ANTHROPIC_API_KEY; `coach-eval chat` talks without one."""

import asyncio
import datetime as dt
import os
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

import click

from coach import variants
from coach.command_line import command as described
from coach.commands.saved import STORE, open_store
from coach.errors import CoachError, InputError, Overtaken
from coach.flow import is_held
from coach.loop import Coach
from coach.plan.calendar import calendar_text
from coach.records.block import TrainingBlock
from coach.states import STAGE_NAMES, STAGE_SHOWN
from coach.store.chain import ChainEntry
from coach.store.location import Location, shown
from coach.store.recorder import Recorder, Sink
from coach.terminal import approve_in_terminal, shown_safely, typed
from coach.variants import Variant

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore

FAILED = 1


class Saved(NamedTuple):
    """Under what name a session is saved, and where; `opened`: that store."""

    name: str
    store: Location
    opened: "SessionStore"

    def recorder(self) -> Recorder:
        """Goes on with the session as it is saved now."""
        entries = self.opened.entries(self.name)
        return Recorder(until_no_answer(self.opened.sink(self.name, len(entries))), recorded=entries)


@described("chat", example="ANTHROPIC_API_KEY=... coach chat")
@click.argument("variant", default=variants.BASE)
@click.option(
    "--approve", "approvals", multiple=True, metavar="TOOL", help="ask before this tool runs; may be given again"
)
@STORE
def command(variant: str, approvals: tuple[str, ...], store: Location) -> int:
    """Talk to the coach until the session ends or you enter an empty line; `coach resume` goes on from there.

    VARIANT is a name or a folder; baseline if left out. Needs the environment variable ANTHROPIC_API_KEY;
    `coach-eval chat` talks without one.
    """
    chosen = variants.load(variant)
    require_key()
    today = dt.date.today().isoformat()  # noqa: DTZ011 (the athlete's day)
    session = f"{today}-{secrets.token_hex(3)}"

    async def begin(coach: Coach) -> str:
        coach.start(session=session, athlete="you", today=today, approvals=approvals)
        return "Tell the coach what you would like to work towards. An empty line leaves; you can come back."

    with open_store(store) as opened:
        saved = Saved(session, store, opened)
        return asyncio.run(talk(chosen, saved.recorder(), begin, saved))


def require_key() -> None:
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise InputError("the environment variable ANTHROPIC_API_KEY is not set")


def until_no_answer(sink: Sink) -> Sink:
    """`sink` up to a call that the service did not answer: there the session stays open, so that `resume` goes on."""

    def append(entry: ChainEntry) -> None:
        if entry.event["kind"] == "model_failed" and entry.event.get("service"):
            raise _NoAnswer(entry.event["what"])
        sink(entry)

    return append


class _NoAnswer(CoachError):
    """`_NoAnswer(what)`: which call the service did not answer, and what to do about it."""


async def talk(variant: Variant, recorder: Recorder, begin: Callable[[Coach], Awaitable[str]], saved: Saved) -> int:
    """The talk in the terminal after what `begin` says first; the exit code, 1 where the session failed or a call was
    not answered."""
    try:
        return await _talk(variant, recorder, begin, saved)
    except _NoAnswer as stopped:
        _write(_GO_ON.format(store=shown(saved.store), session=saved.name))
        sys.stderr.write(f"The coach did not answer: {shown_safely(str(stopped))}\n")
        return FAILED


async def _talk(variant: Variant, recorder: Recorder, begin: Callable[[Coach], Awaitable[str]], saved: Saved) -> int:
    from coach.streaming import StreamedClaude

    client = StreamedClaude(variant, _write, _write_pause)
    coach = Coach(client, variant, recorder, approve=approve_in_terminal)
    client.coach = coach
    _write(f"{client.rest_of(await begin(coach))}\n{beside(coach)}")
    if waits := is_held(coach.session):
        _write(_WAITS.format(session=saved.name))

    def show(text: str) -> None:
        _write(f"{client.rest_of(text)}\n\n")

    while not coach.closed:
        try:
            said = typed("> ")
        except KeyboardInterrupt:
            _write(_left(coach, saved))
            raise
        if said is None or not said.strip():
            _write(_left(coach, saved))
            return 0
        _write("\n")
        before = coach.session.plan_in_force
        _write(f"{client.rest_of(await _hear(coach, said, saved, show))}\n\n{beside(coach, before)}")
        if is_held(coach.session) and not waits:
            _write(_left(coach, saved).lstrip("\n"))
            return 0
    _write(f"Saved in {shown(saved.store)} as {saved.name}.\n")
    if coach.session.failure:
        sys.stderr.write(f"The session failed: {shown_safely(coach.session.failure)}\n")
    return FAILED if coach.session.outcome == "failed" else 0


async def _hear(coach: Coach, said: str, saved: Saved, show: Callable[[str], object]) -> str:
    """The answer to `said`. Where the session was written elsewhere meanwhile, what came of that is shown first."""
    turn = coach.session.turn
    try:
        return await coach.hear(said)
    except Overtaken:
        if coach.session.turn > turn:
            raise
    coach.recorder, is_resumed = saved.recorder(), False
    try:
        show(await coach.resume())
        is_resumed, turn = True, coach.session.turn
        return "" if coach.closed else await coach.hear(said)
    finally:
        if not is_resumed or coach.session.turn == turn:
            sys.stderr.write("Your last message was not saved.\n")


def _left(coach: Coach, saved: Saved) -> str:
    """What the athlete reads on leaving."""
    if is_held(coach.session):
        return f"\nSaved in {shown(saved.store)}. {_WAITS.format(session=saved.name)}"
    return _GO_ON.format(store=shown(saved.store), session=saved.name)


_GO_ON = "\nSaved in {store}. Go on with: coach resume {session}\n"
_WAITS = (
    "It is waiting for a person: coach review show {session}, then approve or reject. "
    "Go on with: coach resume {session}\n"
)


def beside(coach: Coach, before: TrainingBlock | None = None) -> str:
    """What stands below the coach's words: the whole plan where it is not the one of `before`, and the stage."""
    if coach.closed or coach.session.started is None:
        return ""
    plan = coach.session.plan_in_force
    text = f"{calendar_text(plan)}\n\n" if plan is not None and plan != before else ""
    return f"{text}({STAGE_NAMES[STAGE_SHOWN[coach.session.state]]})\n"


def _write(text: str) -> None:
    sys.stdout.write(shown_safely(text))
    sys.stdout.flush()


def _write_pause(line: str) -> None:
    sys.stderr.write(f"{shown_safely(line)}\n")
