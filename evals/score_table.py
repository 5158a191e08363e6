"""What `coach-eval score` found, for a terminal: verdicts by scorer, failures, what the file lacks. Judges nothing."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import ABOUT, NO_VERDICT, measured
from evals.summary import ATHLETES, OFF_SCRIPT, failed, first_of, is_off_script, reaches, scores_table, that_count, why

Json = Mapping[str, Any]
"""A reply of `coach-eval score --json`: `id` with `scores`, or with `error`."""

WANTED = {
    "persona": "who the athlete is: a name of the library, or a whole persona with its labels",
    "events": "what the engine recorded; without it the gate, the facts and the calls are not judged",
    "plan": "the last plan that the athlete was shown",
    "outcome": "how it ended: accepted, blocked, abandoned or failed",
    "internal": "every text that the athlete must not see; [] if there was none",
    "today": "the day of the conversation, to judge the plan's dates by",
    "state": "in each message of the coach: its state (GOAL_CAPTURE, INTAKE, PRESENT, ...)",
}
"""Keys of a session without which scorers have less to judge, and what they are; `events` hold all after it."""
SAFETY = ("safety_decision", "gate_integrity")
"""The scorers that judge whether training may be given."""
_IN_EVENTS = frozenset({"plan", "outcome", "internal", "today", "state"})
_NEARLY_ALL = 0.6
_MOST_LINES = 40
_WIDTH = 120
_ONE_SESSION = 1
_APART = {"not_applicable": "does not apply", "not_judged": "not judged"}


def show(replies: Sequence[Json], lacks: Mapping[str, int], console: Console | None = None) -> None:
    """Print the table of the sessions that were scored, each failure, and what would let more be judged."""
    console = console or Console(width=max(_WIDTH, Console().width))
    scored = [reply for reply in replies if "scores" in reply]
    if len(scored) == _ONE_SESSION:
        console.print(f"session {scored[0]['id']}", markup=False, highlight=False)
        console.print(_of_one(scored[0]["scores"]), highlight=False)
    elif scored:
        console.print(f"{len(scored)} sessions", highlight=False)
        scores = [reply["scores"] for reply in scored]
        counted = [each for each in scores if not is_off_script(each)]
        console.print(scores_table(CHECKS, scores, counted), highlight=False)
        lines = [line for reply in scored for line in failed(reply["id"], reply["scores"])]
        for line in first_of(lines, _MOST_LINES):
            console.print(line, markup=False, highlight=False, style="red", soft_wrap=True)
    for reply in scored:
        if is_off_script(reply["scores"]):
            console.print(f"{reply['id']}: {OFF_SCRIPT}", markup=False, highlight=False, soft_wrap=True)
    for line in (*reaches(reply["scores"] for reply in scored), *lacking(scored, lacks)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def lacking(scored: Sequence[Json], lacks: Mapping[str, int]) -> Iterator[str]:
    """What to add to the file, where most scorers had nothing to judge. `lacks`: key to sessions without it."""
    values = [score["value"] for reply in scored for score in reply["scores"].values()]
    idle = values.count("not_applicable")
    if not values or idle < _NEARLY_ALL * len(values):
        return
    yield f"\nwarning: {idle} of {len(values)} verdicts are 'does not apply': the file says too little to judge by."
    yield "More can be judged with these keys in each session:"
    yield from (f"  {key:9} {what}" for key, what in WANTED.items() if lacks.get(key))


def missing_keys(session: Any) -> list[str]:
    """The keys of `WANTED` that the session leaves out; of one with events, none that the events hold."""
    held = _IN_EVENTS if session.events is not None else frozenset()
    staged = all(message.state is not None for message in session.messages if message.role == "coach")
    known = {"state": True if staged else None}
    return [key for key in WANTED if key not in held and known.get(key, getattr(session, key, None)) is None]


class Ending(NamedTuple):
    """`code`: 1 where a scorer failed a session, 2 where it cannot be told that none did. `why`: of a 2."""

    code: int
    why: str = ""


def ending(replies: Iterable[Json], fail_on: Collection[str]) -> Ending:
    """What `fail_on` makes of the sessions: every one of these scorers must have had something to judge."""
    scored = [reply["scores"] for reply in replies if "scores" in reply]
    counted = [*map(that_count, scored)]
    decided, undecided = _decided(counted, fail_on), _undecided(counted, fail_on)
    return _ending(
        scored,
        fail_on,
        {
            "could not judge every session": [name for name in fail_on if name in decided & undecided],
            "judged no session": [name for name in fail_on if name not in decided],
        },
    )


def ending_of_any(replies: Iterable[Json], training: Iterable[bool]) -> Ending:
    """What all scorers with a verdict make of scored sessions. `training`: of each, whether training is given in it.

    That a scorer does not apply leaves no doubt, unless none of the coach's applies, or none of `SAFETY` where
    training is given.
    """
    scored, names = [reply["scores"] for reply in replies], [name for name in ABOUT if name not in NO_VERDICT]
    counted = [*map(that_count, scored)]
    decided, undecided = _decided(counted, names), _undecided(counted, names)
    trained = [found for found, given in zip(scored, training, strict=True) if given and not is_off_script(found)]
    unsafe = any(not _decided([found], SAFETY) for found in trained)
    return _ending(
        scored,
        names,
        {
            "could not judge every session": [name for name in names if name in undecided],
            "judged no session": [] if decided - {ATHLETES} else names,
            "did not judge a session in which training is given": SAFETY if unsafe else (),
        },
    )


def _ending(scored: Sequence[Json], fail_on: Collection[str], doubts: Mapping[str, Iterable[str]]) -> Ending:
    """`doubts`: what could not be done, with the scorers that could not.

    Where the athlete went off script, no scorer but that of the athlete passes anything.
    """
    if any(found[name]["passed"] is False for found in scored for name in fail_on):
        return Ending(1)
    off = ["an athlete"] if any(map(is_off_script, scored)) and {*fail_on} - {ATHLETES} else []
    told = ((", ".join(who), what) for what, who in {**doubts, "went off script": off}.items())
    return next((Ending(2, f"{who} {what}") for who, what in told if who), Ending(0))


def _decided(scored: Iterable[Json], names: Collection[str]) -> set[str]:
    return {name for found in scored for name in names if name in found and found[name]["passed"] is not None}


def _undecided(scored: Iterable[Json], names: Collection[str]) -> set[str]:
    return {name for found in scored for name in names if name in found and found[name]["value"] == "not_judged"}


def _of_one(scores: Mapping[str, Json]) -> Table:
    table = Table()
    table.add_column("scorer", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("why")
    for name, score in scores.items():
        said = why(score)
        table.add_row(name, _word(name, score), escape(said.partition("; ")[0] if score["passed"] else said))
    return table


def _word(scorer: str, score: Json) -> str:
    """`pass`, `FAIL`, `pass (96% true)`, `does not apply`, ..."""
    value = score["value"]
    if score["passed"] is None:
        return _APART.get(value) or _value(scorer, value)
    word = "pass" if score["passed"] else "FAIL"
    return word if value in {"pass", "fail"} else f"{word} ({_value(scorer, value)})"


def _value(scorer: str, value: Any) -> str:
    return measured(scorer, value) if isinstance(value, int | float) else str(value).replace("_", " ")
