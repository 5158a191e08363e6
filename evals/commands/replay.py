"""`coach-eval replay`: recorded talks up to a turn or a state, from there live with another variant or model."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coach import variants
from coach.command_line import command as described
from coach.errors import UNJUDGED
from coach.states import State
from evals.commands.options import ASKED_ABOVE_USD, BUDGET_USD, LOG_DIR, VARIANT, YES
from evals.commands.outcome import exit_code
from evals.errors import RunError
from evals.players import OFFLINE_ATHLETE, OFFLINE_COACH

if TYPE_CHECKING:
    from evals.budget import RunBudget
    from evals.replay_run import LiveCoach, Play, ReplayedSession
    from reports.header import Header


@described("replay", example="coach-eval replay --run latest --from-state PRESENT --variant warm_brief")
@click.option("--run", "ref", required=True, help="a log, a run id, latest or @variant")
@click.option(
    "--session", default=None, help="one session, such as masters_runner/1; default: every session of the run"
)
@click.option(
    "--from-turn",
    default=None,
    type=click.IntRange(1),
    help="live from this turn on (the athlete's first message is turn 1)",
)
@click.option(
    "--from-state",
    default=None,
    type=click.Choice([state for state in State if state is not State.CLOSED]),
    help="live from the moment the coach enters this state",
)
@click.option("--variant", required=True, type=VARIANT, help="a name, or the folder of a variant")
@click.option(
    "--model", default=OFFLINE_COACH, show_default=True, help="the live coach: this, anthropic or anthropic/ID"
)
@click.option("--max-sessions", default=16, show_default=True, type=click.IntRange(1), help="sessions at once")
@BUDGET_USD
@ASKED_ABOVE_USD
@YES
@LOG_DIR
def command(**options: Any) -> int:
    """Try a prompt on recorded conversations: say at which message they first differ, how they end now and what they
    score. Writes a log like any run; live answers of Claude are paid for. The exit code is 2 where no session came so
    far that the variant answered.
    """
    if (options["from_turn"] is None) == (options["from_state"] is None):
        raise click.UsageError("give either --from-turn or --from-state")
    path, header, samples = _recorded(options["log_dir"], options["ref"], options["session"])
    from evals.replay import Start, live_share
    from evals.replay_run import ReplayRequest, coach_of, played_again, plays_of
    from evals.run_manifest import manifest_path
    from evals.summary import print_summary
    from reports.eval_file import read_header, read_samples

    coach = coach_of(options["model"], variants.load(options["variant"]))
    plays, unrecorded = plays_of(samples, coach.variant, prompted=header.athlete != OFFLINE_ATHLETE)
    if not plays:
        raise RunError(f"no session of {path} left a record")
    state = options["from_state"]
    start = Start(options["from_turn"], State(state) if state else None)
    budget = _budget(coach, sum(live_share(play.recording, start) for play in plays), options)
    request = ReplayRequest(
        header.run, header.athlete, start, coach, options["log_dir"], options["max_sessions"], budget
    )
    played, log = played_again(plays, request)
    click.echo("\n".join(line for play, done in zip(plays, played, strict=True) for line in _lines(play, done)) + "\n")
    found = print_summary(read_header(log), read_samples(log))
    if not coach.is_offline:
        paid = f"paid: {budget.spent_usd:.2f} dollars for the live answers"
        click.echo(f"{paid}; the cost above has the recorded ones, too")
    click.echo(f"log       {log}\nmanifest  {manifest_path(log)}")
    if unrecorded:
        click.echo(f"not played again, since they left no record: {', '.join(unrecorded)}", err=True)
    silent = [play.spec.name for play, done in zip(plays, played, strict=True) if done.is_unanswered]
    if silent:
        what = f"the variant never answered in {len(silent)} of {len(plays)} sessions, which stay as they were recorded"
        click.echo(f"{what}: {', '.join(silent)}", err=True)
    if len(silent) == len(plays):
        return UNJUDGED
    return exit_code(found) or (1 if unrecorded else 0)


def _budget(coach: "LiveCoach", sessions: float, options: Mapping[str, Any]) -> "RunBudget":
    """What the live answers may cost, once a person has agreed to it. `sessions`: how many whole ones they make."""
    from evals.budget import RunBudget
    from evals.estimate import Planned

    if not coach.is_offline:
        from evals.commands.estimated_cost import agreed_to

        agreed_to(Planned(sessions, coach.variant, coach.models), options)
    return RunBudget(options["budget_usd"])


def _recorded(log_dir: Path, ref: str, session: str | None) -> "tuple[Path, Header, Iterator[Any]]":
    """The log that `ref` names, its header, and its samples: all of them, or that of the session."""
    from reports.eval_file import read_header, read_samples
    from reports.header import header_of
    from reports.run_names import find_log, require_session

    path = find_log(log_dir, ref)
    if path.is_dir():
        raise RunError(f"{path} holds only the tables of a run, not its conversations; name a log")
    if session is not None:
        require_session(path, session)
    return path, header_of(str(path), read_header(path)), read_samples(path, None if session is None else {session})


def _lines(play: "Play", done: "ReplayedSession") -> Iterator[str]:
    """What became of a session: its calls, and where it first differs from the recording."""
    from evals.replay import first_difference

    name = play.spec.name
    if done.finished.error:
        yield f"{name}: {done.finished.error}"
    difference = first_difference(play.recording.events, done.recorder.events)
    calls = f"{done.calls.recorded} answers from the recording, {done.calls.live} live"
    if difference is None:
        yield f"{name}: nothing differs ({calls})"
        return
    yield f"{name}: turn {difference.turn} differs first ({calls})"
    for side, text in (("recorded", difference.recorded), ("now", difference.now)):
        yield f"  {side}:"
        yield from (f"    {line}" for line in (text or "(no such turn)").splitlines())
