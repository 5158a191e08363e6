"""`coach review list|show|approve|reject`: the sessions that wait for a person, and the decision on one."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from coach.commands.resume import open_entries
from coach.commands.saved import Options, open_store, options
from coach.decisions import ReviewDecided
from coach.errors import InputError
from coach.flow import is_held, replay
from coach.fold import Session
from coach.plain import plain
from coach.profile.wording import label, say
from coach.records.fact import Fact
from coach.safety.rules import rules
from coach.store.recorder import Recorder
from coach.store.stored import events_of
from coach.terminal import shown_safely

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore

USAGE: Final = (
    "usage: coach review list [--store FILE|URL]\n"
    "       coach review show ID [--store FILE|URL]\n"
    "       coach review approve|reject ID --name YOUR_NAME --reason TEXT [--store FILE|URL]\n"
    "The athlete hears the reason of a no."
)


def run(arguments: list[str]) -> int:
    """0; an `InputError` where the session does not wait, or a name or reason is missing."""
    action, *rest = arguments or [""]
    if action not in _ACTIONS:
        raise InputError(USAGE)
    given = options(rest, USAGE, "--name", "--reason")
    if (given.name is None) != (action == "list"):
        raise InputError(USAGE)
    with open_store(given.store) as store:
        for line in _ACTIONS[action](store, given):
            sys.stdout.write(f"{shown_safely(line)}\n")
    return 0


def _list(store: "SessionStore", given: Options) -> list[str]:
    sessions = {each.session: _session(store, each.session) for each in store.sessions()}
    lines = [f"{name}  {_flags(session)}  {_goal(session)}" for name, session in sessions.items() if is_held(session)]
    return lines or [f"No session in {store.name} waits for a person."]


def _show(store: "SessionStore", given: Options) -> list[str]:
    session = _held(store, str(given.name))
    flags = {each.rule for each in session.gate.result.verdicts} if session.gate else set()
    facts = sorted(session.facts.values(), key=lambda fact: (fact.turn, fact.field))
    return [
        f"Goal: {_goal(session)}",
        "",
        "What fired, and what the athlete would hear of it:",
        *(f"  {each.rule.id} ({each.rule.action}): {each.rule.hint}" for each in rules() if each.rule.id in flags),
        *(f"  {name}: proposed in this session" for name in sorted(flags - {each.rule.id for each in rules()})),
        "",
        "What the athlete told, as it would be read back, and in which words:",
        *(f'  {_in_words(fact)} (turn {fact.turn}: "{fact.raw}")' for fact in facts),
        *(
            f"  {name.replace('_', ' ')}: {_UNTOLD.get(note.standing, note.text)}"
            for name, note in session.notes.items()
        ),
    ]


def _decide(*, approved: bool) -> "Callable[[SessionStore, Options], list[str]]":
    def decide(store: "SessionStore", given: Options) -> list[str]:
        name, reason = (" ".join(plain(" ".join(given.more[each])).split()) for each in ("--name", "--reason"))
        if not name or not reason:
            raise InputError("a decision needs --name YOUR_NAME and --reason TEXT")
        _held(store, str(given.name))
        entries = store.entries(str(given.name))
        recorder = Recorder(store.sink(str(given.name), len(entries)), recorded=entries)
        recorder.recall()
        recorder.emit(ReviewDecided(approved=approved, reviewer=name, reason=reason))
        said = "Approved" if approved else "Rejected"
        return [f"{said}. The athlete hears of it with: coach resume {given.name}"]

    return decide


_ACTIONS: Final = {
    "list": _list,
    "show": _show,
    "approve": _decide(approved=True),
    "reject": _decide(approved=False),
}


def _session(store: "SessionStore", name: str) -> Session:
    return replay(events_of([entry.event for entry in store.entries(name)]))


def _held(store: "SessionStore", name: str) -> Session:
    open_entries(store, name)
    session = _session(store, name)
    if not is_held(session):
        raise InputError(f"the session {name} does not wait for a person; coach review list names those that do")
    return session


def _in_words(fact: Fact) -> str:
    return say(fact.field, fact.value) if fact.standing == "given" else f"{label(fact.field)}: {_UNTOLD[fact.standing]}"


_UNTOLD: Final = {"declined": "would rather not say", "not_known": "does not know"}


def _flags(session: Session) -> str:
    verdicts = session.gate.result.verdicts if session.gate else ()
    return ", ".join(each.rule for each in verdicts if each.action == "flag_for_review")


def _goal(session: Session) -> str:
    return "; ".join(goal.text for goal in session.goals)
