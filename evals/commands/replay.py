"""`coach-eval replay`: recorded talks up to a turn or a state, from there live with another variant or model."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from coach import variants
from coach.policy import POLICY
from coach.states import State
from coach.store.recorder import Recorder
from coach.variants import Variant
from evals.bulk import Finished, Job, described, judged
from evals.checks.view import view
from evals.commands.options import VARIANT, call
from evals.errors import RunError
from evals.inspect_log import InspectLog
from evals.offline import OfflineCoach
from evals.players import OFFLINE_ATHLETE, OFFLINE_COACH, check_model_name, coach_models, in_words, profile_of
from evals.reading.acts import TrainedReader
from evals.replay import Calls, Recording, Start, first_difference, replayed
from evals.run import manifest_path, write_manifest
from evals.run_specs import run_metadata, spec_of
from evals.scorers.adapter import KEY
from evals.session import Seats, Spec
from personas.channel import Channel
from personas.offline import OfflineAthlete

if TYPE_CHECKING:
    from reports.header import Header


@click.command("replay")
@click.option("--run", "ref", required=True, help="a log, a run id, latest or @variant")
@click.option("--session", default=None, help="one session, such as masters_runner/1; default: all of the run")
@click.option("--from-turn", default=None, type=click.IntRange(1), help="the first turn of the athlete that is live")
@click.option("--from-state", default=None, type=click.Choice(list(POLICY)), help="live once this state is entered")
@click.option("--variant", required=True, type=VARIANT, help="a name, or the folder of a variant")
@click.option(
    "--model", default=OFFLINE_COACH, show_default=True, help="the live coach: this, anthropic or anthropic/ID"
)
@click.option("--max-sessions", default=16, show_default=True, type=click.IntRange(1), help="sessions at once")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(**options: Any) -> int:
    """Try a prompt on recorded talks, and say which turn first differs; writes a log like any run."""
    from reports.eval_file import read_header
    from reports.header import header_of
    from reports.logs import find_log

    start = _start(options["from_turn"], options["from_state"])
    path, log_dir = find_log(options["log_dir"], options["ref"]), options["log_dir"]
    if path.is_dir():
        raise RunError(f"{path} holds the tables of a run without its talks; name a log")
    header = header_of(str(path), read_header(path))
    coach = _coach(options["model"], variants.load(options["variant"]))
    plays = _recorded(path, header, coach.variant, options["session"])
    metadata = {
        **run_metadata(tuple(play.spec for play in plays), header.athlete),
        "coach": in_words(coach.models),
        "models": coach.models,
        "replay_of": header.run,
        "replay_from": str(start.state or f"turn {start.turn}"),
    }
    log_dir.mkdir(parents=True, exist_ok=True)
    played = asyncio.run(_all(plays, start, coach, options["max_sessions"]))
    with InspectLog(log_dir, next(iter(coach.models.values())), len(plays), metadata) as log:
        for done in played:
            log.add(done.finished)
        log.finish()
    heads = {done.finished.job.spec.name: (done.finished.stored or {}).get("head") for done in played}
    write_manifest(log.path, "success", metadata, heads)
    click.echo("\n".join(line for play, done in zip(plays, played, strict=True) for line in _lines(play, done)))
    click.echo(f"run       {metadata['run']}\nlog       {log.path}\nmanifest  {manifest_path(log.path)}")
    return 1 if any(done.finished.error for done in played) else 0


def _start(turn: int | None, state: str | None) -> Start:
    if (turn is None) == (state is None):
        raise click.UsageError("give either --from-turn or --from-state")
    return Start(turn, State(state) if state else None)


@dataclass(frozen=True, slots=True)
class _Coach:
    """Who coaches live. `models`: tier to the model's name, with its provider."""

    variant: Variant
    models: dict[str, str]

    @property
    def is_offline(self) -> bool:
        return profile_of(self.models) == "direct"


def _coach(model: str, variant: Variant) -> _Coach:
    models = coach_models(model, variant.settings.models.model_dump())
    for name in models.values():
        check_model_name(name)
    if profile_of(models) == "bridge":
        raise RunError(f"replay goes on live with {OFFLINE_COACH}, anthropic or anthropic/ID, not with {model!r}")
    return _Coach(variant, models)


class _Play(NamedTuple):
    """A session to play again, and how it was recorded."""

    spec: Spec
    recording: Recording


class _Played(NamedTuple):
    finished: Finished
    recorder: Recorder
    calls: Calls


def _recorded(path: Path, header: "Header", variant: Variant, session: str | None) -> list[_Play]:
    """The sessions of the log, or the one that is named, in the log's order."""
    from reports.eval_file import read_samples
    from reports.logs import read_run

    if session is not None:
        read_run(path).session(session)  # names close sessions where there is none of this name
    samples = read_samples(path, None if session is None else {session})
    plays = list(_plays(samples, variant, prompted=header.athlete != OFFLINE_ATHLETE))
    if not plays:
        raise RunError(f"no session of {path} left a record")
    return plays


def _plays(samples: Iterator[Any], variant: Variant, *, prompted: bool) -> Iterator[_Play]:
    for sample in samples:
        if stored := (sample.get("store") or {}).get(KEY):
            seen = view(stored)
            yield _Play(spec_of(sample["metadata"], variant), Recording(tuple(seen.events), seen.acts or {}, prompted))


async def _all(plays: list[_Play], start: Start, coach: _Coach, most: int) -> list[_Played]:
    from coach.waiting import WaitingClient, claude

    async with AsyncExitStack() as stack:
        sdk = None if coach.is_offline else await stack.enter_async_context(claude())
        places = asyncio.Semaphore(most)

        async def one(play: _Play) -> _Played:
            async with places:
                client = WaitingClient(sdk, play.spec.variant.settings.waiting) if sdk else None
                return await _played(play, start, coach, client)

        return await asyncio.gather(*map(one, plays))


async def _played(play: _Play, start: Start, coach: _Coach, client: Any) -> _Played:
    spec, channel, recorder = play.spec, Channel(), Recorder()
    reader = TrainedReader(spec.today) if play.recording.prompted else None
    seats = Seats(
        client or OfflineCoach(spec.session_seed, channel, reader, spec.hearing),
        OfflineAthlete(spec.persona, spec.session_seed, today=spec.today),
        coach.models if coach.is_offline else {tier: name.partition("/")[2] for tier, name in coach.models.items()},
        channel=channel,
    )
    error, calls = None, Calls(0, 0)
    try:
        calls = await replayed(spec, play.recording, start, seats, recorder)
    except Exception as problem:  # noqa: BLE001 (one session that breaks must not end the others)
        error = described(problem)
    return _Played(judged(Job(spec), recorder, channel, error), recorder, calls)


def _lines(play: _Play, done: _Played) -> Iterator[str]:
    """What became of a session: its calls, and where it first differs from the recording."""
    name = play.spec.name
    if done.finished.error:
        yield f"{name}: {done.finished.error}"
    difference = first_difference(play.recording.events, done.recorder.events)
    calls = f"{done.calls.recorded} recorded answers, {done.calls.live} live"
    if difference is None:
        yield f"{name}: nothing differs ({calls})"
        return
    yield f"{name}: turn {difference.turn} differs first ({calls})"
    for side, text in (("recorded", difference.recorded), ("now", difference.now)):
        yield f"  {side}:"
        yield from (f"    {line}" for line in (text or "(no such turn)").splitlines())


def run(arguments: list[str]) -> int:
    return call(command, arguments)
