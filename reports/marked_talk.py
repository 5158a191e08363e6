"""A session as a conversation with its findings marked in the words where they happened. Judges nothing.

Offsets of findings are code points of the original string, so words are cut into pieces before anything else is
done to them; whoever shows the pieces never counts characters again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports import week_grid
from reports.event_words import internal
from reports.logs import LoggedSession

Json = dict[str, Any]
SPOKEN = {"athlete_said": "athlete", "coach_said": "coach"}
SHOWN_ALWAYS = ("gate_evaluated", "plan_shown", "plan_withdrawn", "athlete_left", "bound_reached", "session_closed")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a scorer found. `event` None: it points at nothing that happened."""

    scorer: str
    what: str
    rule: str
    event: int | None
    start: int | None
    end: int | None
    quote: str


@dataclass(frozen=True, slots=True)
class TalkPiece:
    """Words; `finding` is the number of the finding they are the place of.

    `echo`: they are a finding of the conversation that this one is set beside, and none of this one.
    """

    text: str
    finding: int | None = None
    echo: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said, or what happened between the words. `findings` point here, in the words or as a whole."""

    event: int
    who: str
    state: str
    pieces: tuple[TalkPiece, ...]
    findings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stay:
    """One stay in a state: how many turns the athlete took in it, and why it was left."""

    state: str
    turns: int
    why: str


@dataclass(frozen=True, slots=True)
class Talk:
    outcome: str
    error: str | None
    stays: tuple[Stay, ...]
    turns: tuple[Turn, ...]
    findings: tuple[Finding, ...]
    plan: tuple[tuple[str, ...], ...]
    plan_shown: bool


def talk(session: LoggedSession) -> Talk:
    findings = tuple(_findings(session.scores))
    places = _places(session.events, findings)
    plan, shown = _plan(session.events)
    closed = [event for event in session.events if event.get("kind") == "session_closed"]
    return Talk(
        outcome=str(closed[-1].get("outcome")) if closed else "never closed",
        error=session.error,
        stays=tuple(_stays(session.events)),
        turns=tuple(_turns(session.events, findings, places)),
        findings=findings,
        plan=tuple(week_grid.grid(plan)),
        plan_shown=shown,
    )


def _findings(scores: Mapping[str, Json]) -> Iterator[Finding]:
    for scorer, score in sorted(scores.items()):
        for found in (score.get("metadata") or {}).get("findings") or ():
            yield Finding(
                scorer=scorer,
                what=str(found.get("what", "")),
                rule=str(found.get("rule") or ""),
                event=found.get("event"),
                start=found.get("start"),
                end=found.get("end"),
                quote=str(found.get("quote") or ""),
            )


def _places(events: Sequence[Json], findings: Sequence[Finding]) -> dict[int, list[int]]:
    """Event to the numbers of the findings that belong there.

    A finding at an event without words of its own moves to the last words before it that hold its quote.
    """
    places: dict[int, list[int]] = {}
    for number, finding in enumerate(findings):
        if finding.event is not None and 0 <= finding.event < len(events):
            places.setdefault(_place(events, finding, finding.event), []).append(number)
    return places


def _place(events: Sequence[Json], finding: Finding, event: int) -> int:
    if not finding.quote or events[event].get("kind") in SPOKEN or events[event].get("kind") == "plan_shown":
        return event
    for index in range(event, -1, -1):
        if events[index].get("kind") in SPOKEN and finding.quote in str(events[index].get("text", "")):
            return index
    return event


def _turns(events: Sequence[Json], findings: Sequence[Finding], places: Mapping[int, list[int]]) -> Iterator[Turn]:
    state = _first_state(events)
    for index, event in enumerate(events):
        kind, here = str(event.get("kind")), tuple(places.get(index, ()))
        if kind in SPOKEN or kind in SHOWN_ALWAYS or here:
            marked = [(number, findings[number]) for number in here]
            pieces = tuple(piece for text in _texts(kind, event, marked) for piece in _pieces(text, marked))
            yield Turn(index, SPOKEN.get(kind, kind), state, pieces, here)
        if kind == "moved":
            state = str(event.get("target"))


def _texts(kind: str, event: Json, marked: Sequence[tuple[int, Finding]]) -> list[str]:
    """The words of an event; of a plan only the strings that a finding quotes, its grid stands elsewhere."""
    if kind in SPOKEN:
        return [str(event.get("text", ""))]
    if kind == "plan_shown":
        quotes = [finding.quote for _, finding in marked if finding.quote]
        shown = week_grid.words(event.get("plan") or {})
        return [found.text for found in shown if any(quote in found.text for quote in quotes)]
    return [internal(kind, event)]


def _pieces(text: str, marked: Sequence[tuple[int, Finding]]) -> Iterator[TalkPiece]:
    """`text` cut at its findings. Where two overlap, the later one keeps what is left of it."""
    done = 0
    for start, end, number in sorted(span for number, finding in marked if (span := _span(text, finding, number))):
        if end <= done:
            continue
        if start > done:
            yield TalkPiece(text[done:start])
        yield TalkPiece(text[max(start, done) : end], number)
        done = end
    if done < len(text) or not text:
        yield TalkPiece(text[done:])


def _span(text: str, finding: Finding, number: int) -> tuple[int, int, int] | None:
    """Where the finding's words stand: at its offsets where those hold the quote, else where the quote is found."""
    start, end = finding.start, finding.end
    if start is not None and end is not None and start < end and text[start:end] == finding.quote:
        return start, end, number
    place = text.find(finding.quote) if finding.quote else -1
    return (place, place + len(finding.quote), number) if place >= 0 else None


def _first_state(events: Sequence[Json]) -> str:
    return next((str(event.get("source")) for event in events if event.get("kind") == "moved"), "start")


def _stays(events: Sequence[Json]) -> Iterator[Stay]:
    state, turns = _first_state(events), 0
    for event in events:
        if event.get("kind") == "athlete_said":
            turns += 1
        if event.get("kind") == "moved":
            yield Stay(state, turns, str(event.get("reason", "")))
            state, turns = str(event.get("target")), 0
    yield Stay(state, turns, "")


def _plan(events: Sequence[Json]) -> tuple[Json, bool]:
    """The last plan that was shown, else the last attempt, which never was."""
    for kind in ("plan_shown", "plan_proposed"):
        plans = [event["plan"] for event in events if event.get("kind") == kind and isinstance(event.get("plan"), dict)]
        if plans:
            return plans[-1], kind == "plan_shown"
    return {}, False
