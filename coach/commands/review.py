"""`coach review`: the sessions that wait for a person, and the decision on one."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from coach.command_line import group
from coach.commands.resume import open_entries
from coach.commands.saved import STORE, open_store
from coach.decisions import ReviewDecided
from coach.errors import CoachError, InputError
from coach.flow import is_held, replay
from coach.json_value import json_value
from coach.profile.wording import label, say
from coach.records.fact import Fact
from coach.safety.rules import rules
from coach.session import Session
from coach.store.chain import ChainEntry
from coach.store.location import Location, shown
from coach.store.recorder import Recorder
from coach.store.stored import events_of
from coach.terminal import shown_safely

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore


@group("review")
def command() -> None:
    """Decide on the sessions that a safety rule holds back until a person has looked at them."""


@command.command("list", example="coach review list")
@STORE
def listed(store: Location) -> int:
    """List the sessions that are waiting for a decision, with the rules that hold them."""
    with open_store(store) as opened:
        lines = [line for each in opened.sessions() if (line := _line(opened, each.session))]
    return _tell(lines or [f"No session in {shown(store)} is waiting for a person."])


def _line(store: "SessionStore", name: str) -> str | None:
    """What the list says of a session that is held or cannot be read; None of any other."""
    try:
        session = _session(store.entries(name))
    except CoachError as error:
        return f"{name}  cannot be read: {error}"
    if not is_held(session):
        return None
    unanswered = "" if session.awaiting else "  (a message waits for its answer)"
    return f"{name}  {_flags(session)}  {_goal(session)}{unanswered}"


@command.command("show", example="coach review show 2026-11-24-a1b2c3")
@click.argument("session")
@STORE
def show(session: str, store: Location) -> int:
    """Print what fired in SESSION, and what the athlete said."""
    with open_store(store) as opened:
        held = _held(session, open_entries(opened, session))
    flags = {each.rule: each.action for each in held.gate.result.verdicts} if held.gate else {}
    facts = sorted(held.facts.values(), key=lambda fact: (fact.turn, fact.field))
    return _tell(
        [
            f"Goal: {_goal(held)}",
            "",
            "Safety rules that fired, and what the athlete would hear:",
            *(
                f"  {each.rule.id} ({_plainly(flags[each.rule.id])}): {each.rule.hint}"
                for each in rules()
                if each.rule.id in flags
            ),
            *(
                f"  {name}: proposed in this session"
                for name in sorted(flags.keys() - {each.rule.id for each in rules()})
            ),
            "",
            "What the athlete said:",
            *(f'  {_in_words(fact)} (turn {fact.turn}: "{fact.raw}")' for fact in facts),
            *(f"  {_plainly(name)}: {_UNTOLD.get(note.standing, note.text)}" for name, note in held.notes.items()),
        ]
    )


def _deciding(function: Callable[..., int]) -> Callable[..., int]:
    """The arguments of a decision: `session`, `name`, `reason`, `store`."""
    name = click.option("--name", required=True, help="your name, for the record")
    reason = click.option("--reason", required=True, help="why; if you refuse, the athlete hears it")
    return click.argument("session")(name(reason(STORE(function))))


@command.command("approve", example='coach review approve 2026-11-24-a1b2c3 --name "Dr Lee" --reason "ECG normal"')
@_deciding
def approve(**given: Any) -> int:
    """Let SESSION go on to a plan."""
    return _decide(given, approved=True)


@command.command(
    "reject", example='coach review reject 2026-11-24-a1b2c3 --name "Dr Lee" --reason "See a cardiologist"'
)
@_deciding
def reject(**given: Any) -> int:
    """Refuse a plan in SESSION; the athlete hears the reason."""
    return _decide(given, approved=False)


def _decide(given: Mapping[str, Any], *, approved: bool) -> int:
    name, reason = (" ".join(json_value(given[each]).split()) for each in ("name", "reason"))
    if not name or not reason:
        raise InputError("a decision needs --name YOUR_NAME and --reason TEXT")
    session = given["session"]
    with open_store(given["store"]) as opened:
        entries = open_entries(opened, session)
        if not _held(session, entries).awaiting:
            what = f"{session}: the coach has yet to answer the athlete's last message (coach resume {session})"
            raise InputError(f"{what}; decide when it has")
        recorder = Recorder(opened.sink(session, len(entries)), recorded=entries)
        recorder.recall()
        recorder.emit(ReviewDecided(approved=approved, reviewer=name, reason=reason))
    return _tell([f"{'Approved' if approved else 'Rejected'}. The athlete hears of it with: coach resume {session}"])


def _tell(lines: Iterable[str]) -> int:
    sys.stdout.writelines(f"{shown_safely(line)}\n" for line in lines)
    return 0


def _session(entries: Sequence[ChainEntry]) -> Session:
    return replay(events_of([entry.event for entry in entries]))


def _held(name: str, entries: Sequence[ChainEntry]) -> Session:
    session = _session(entries)
    if not is_held(session):
        raise InputError(f"the session {name} is not waiting for a person; `coach review list` lists those that are")
    return session


def _plainly(name: str) -> str:
    return name.replace("_", " ")


def _in_words(fact: Fact) -> str:
    return say(fact.field, fact.value) if fact.standing == "given" else f"{label(fact.field)}: {_UNTOLD[fact.standing]}"


_UNTOLD: Final = {"declined": "would rather not say", "not_known": "does not know"}


def _flags(session: Session) -> str:
    verdicts = session.gate.result.verdicts if session.gate else ()
    return ", ".join(each.rule for each in verdicts if each.action == "flag_for_review")


def _goal(session: Session) -> str:
    return "; ".join(goal.text for goal in session.goals)
