"""A talk with the coach in the terminal, typed or played by a persona. Knows no option."""

import asyncio
import datetime as dt
import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from coach import variants
from coach.decisions import Review
from coach.errors import INTERRUPTED
from coach.loop import Coach
from coach.model import Client
from coach.session import Session
from coach.store.jsonl import JsonlLog
from coach.store.recorder import Recorder
from coach.streaming import StreamedClaude
from coach.terminal import approve_in_terminal, shown_safely, typed
from evals.errors import RunError
from evals.offline import OfflineCoach
from evals.players import OFFLINE_COACH
from evals.reading.acts import TrainedReader
from evals.serve.detection import CANNOT_HEAR, is_served_elsewhere
from evals.session import heard
from personas.athlete import Athlete, AthleteView, Reply
from personas.channel import Channel
from personas.load import load
from personas.offline import OfflineAthlete
from personas.persona import TODAY, Persona


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """`persona`: who talks; None: whoever types. `log`: where events are kept. `approvals`: tools to ask about."""

    persona: str | None
    variant: str
    model: str
    seed: int
    log: Path | None
    review: Review
    approvals: tuple[str, ...]


def chat(asked: ChatRequest) -> int:
    """Talk until the session ends; 1 where it failed, 130 where whoever types pressed Ctrl-C at the prompt."""
    if asked.persona and asked.model != OFFLINE_COACH and is_served_elsewhere():
        raise RunError(
            f"{CANNOT_HEAR}; type yourself (leave --persona out), or let the server play both: "
            f"coach-eval eval --persona {asked.persona} --model {asked.model} "
            "--persona-model anthropic/claude-haiku-5-5"
        )
    channel = Channel()
    chosen = variants.load(asked.variant)
    loaded = load(asked.persona) if asked.persona else None
    today = TODAY if loaded else dt.date.today()  # noqa: DTZ011 (the day of whoever types)
    client, models = _client(asked.model, asked.seed, channel, chosen, today)
    athlete = OfflineAthlete(loaded, asked.seed) if loaded else Typist()
    with JsonlLog(asked.log) if asked.log else nullcontext() as sink:
        coach = Coach(client, chosen, Recorder(sink), models, approve_in_terminal, user=str(asked.seed))
        if isinstance(client, StreamedClaude):
            client.coach = coach
        name = loaded.id if loaded else "you"
        coach.start(
            session="chat", athlete=name, today=today.isoformat(), review=asked.review, approvals=asked.approvals
        )
        asyncio.run(_talk(coach, athlete, loaded, channel))
    console = Console()
    console.print(f"[dim]the session ended: {coach.session.outcome}{_because(coach.session)}[/dim]", soft_wrap=True)
    if coach.session.failure:
        console.print(f"[red]why: {escape(shown_safely(coach.session.failure))}[/red]")
    if isinstance(athlete, Typist) and athlete.interrupted:
        return INTERRUPTED
    return 1 if coach.session.outcome == "failed" else 0


def _because(session: Session) -> str:
    if session.outcome != "blocked" or session.gate is None:
        return ""
    found = session.gate.result
    open_rules = [each.rule for each in found.unresolved]
    known = f"; rules that fired: {', '.join(found.fired)} (coach explain-rule {found.fired[0]})" if found.fired else ""
    unknown = f"; rules that lacked an answer: {', '.join(open_rules)}" if open_rules else ""
    return f"{known}{unknown}"


def _client(
    model: str, seed: int, channel: Channel, variant: variants.Variant, today: dt.date
) -> tuple[Client, dict[str, str] | None]:
    if model == OFFLINE_COACH:
        coach = OfflineCoach(seed, channel, TrainedReader(today, channel))
        return coach, dict.fromkeys(("fast", "reasoning"), OFFLINE_COACH)
    name = model.partition("/")[2]
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise RunError(f"the model {model} needs the environment variable ANTHROPIC_API_KEY, which is not set")
    console = Console()
    client = StreamedClaude(
        variant,
        lambda text: console.out(shown_safely(text), end="", highlight=False),
        lambda line: Console(stderr=True).print(f"[dim]{escape(line)}[/dim]"),
    )
    return client, dict.fromkeys(("fast", "reasoning"), name) if name else None


class Typist:
    """A person at the keyboard. `interrupted`: they left with Ctrl-C."""

    interrupted = False

    async def reply(self, heard: AthleteView | None) -> Reply:
        try:
            text = typed("you   > ")
        except KeyboardInterrupt:
            self.interrupted, text = True, None
        return Reply(text) if text and text.strip() else Reply(None)


async def _talk(coach: Coach, athlete: Athlete, persona: Persona | None, channel: Channel) -> None:
    from coach.commands.chat import beside

    console = Console()
    name = persona.speaks.name if persona else "you"
    if persona is None:
        console.print("[dim]Tell the coach what you would like to work towards. An empty line leaves.[/dim]")
    reply = await athlete.reply(None)
    while reply.text is not None and not coach.closed:
        if reply.acts is not None:
            channel.deposit(reply.text, reply.acts)
        if persona is not None:
            console.print(f"[bold]{escape(shown_safely(name)):6}>[/bold] {escape(shown_safely(reply.text))}")
        console.print("[bold green]coach >[/bold green] ", end="")
        before = coach.session.plan_in_force
        text = await coach.hear(reply.text)
        more = coach.client.rest_of(text) if isinstance(coach.client, StreamedClaude) else text
        console.print(f"{escape(shown_safely(more))}\n")
        console.out(beside(coach, before), style="dim", end="", highlight=False)
        if coach.closed or reply.leaves:
            break
        reply = await athlete.reply(heard(coach, text, channel))
    coach.leave()
