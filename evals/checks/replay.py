"""A session gone through once more, event by event: what its record says at each point. Judges nothing.

Independent of `coach.flow` and `coach.fold` on purpose: `gate_integrity` and `gaps` are a second opinion on them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from coach import events as e
from coach.decisions import ReviewDecided
from coach.memory import Remembered
from coach.profile.catalogue import catalogue
from coach.records.block import TrainingBlock
from coach.records.fact import Fact, Value

FROM_THE_GOAL = frozenset({"race_distance_km", "goal_time_s"})
"""What the gate may know without having been told: the goal itself says it."""

TOOL_EFFECTS: dict[str, tuple[type, ...]] = {
    "analyze_goal": (e.SchemaAccepted, e.RevisitAsked),
    "intake_complete": (e.IntakeClaimed,),
    "change_goal": (e.GoalChanged,),
    "generate_plan": (e.PlanProposed, e.PlanImpossible),
    "refine_plan": (e.ChangeAsked,),
    "remember": (Remembered,),
    "accept_plan": (e.PlanAccepted,),
    "review_profile": (e.ProfileReviewed,),
}
"""What a tool that worked leaves behind; the tools that record facts are counted instead."""

EFFECTS_BY_INPUT: dict[str, dict[str, type]] = {
    "capture_goal": {"goals": e.GoalsCaptured, "question": e.CoachSaid, "age": e.FactRecorded},
}
"""What a tool leaves behind for each part of its input that holds something."""

OF_TOOLS = {e.FactRecorded, e.NoteRecorded, e.GoalsCaptured, e.PlanChanged}.union(*TOOL_EFFECTS.values())
"""What only a tool call brings about."""

_SPEAKS = frozenset({"GOAL_CAPTURE", "INTAKE", "PRESENT"})
_REOPENED = "parq_yes"
"""The screening question that an unclear note opens again."""


@dataclass
class Book:
    """What the events so far say."""

    state: str = "GOAL_CAPTURE"
    seen: set[type] = field(default_factory=set)  # kinds since the last move
    turn: int = 0
    awaiting: bool = True
    calls: list[str] = field(default_factory=list)  # tool calls of the newest answer that have no event yet
    unanswered: list[str] = field(default_factory=list)  # those whose results have not gone back
    tool: e.ToolCalled | None = None
    effects: list[e.Event] = field(default_factory=list)  # of `tool`
    facts: dict[str, tuple[Value, str]] = field(default_factory=dict)  # value and standing
    in_part: set[str] = field(default_factory=set)  # lists of which entries were neither told nor asked about
    recorded: set[str] = field(default_factory=set)  # fields that ever had a fact
    reopened: int = 0  # turn of the newest unclear note: an answer to the question it opened has to be later
    gate: e.GateEvaluated | None = None
    stale: str = "the gate has not run"  # why the gate's word does not hold now; empty where it does
    holds: bool = False  # what a rule flags waits for a person
    decided: ReviewDecided | None = None  # the person's decision on what fires now
    valid: TrainingBlock | None = None
    on_show: bool = False
    due: tuple[type, str] | None = None  # the event that must come next, and what its absence means

    @property
    def waits(self) -> bool:
        flagged = self.gate is not None and self.gate.result.requires_human_review
        return self.holds and flagged and self.decided is None

    @property
    def unreviewed(self) -> str:
        """Why a person has not let the profile pass, though one has to; empty where that is not so."""
        if self.waits:
            return "a person has yet to look at it"
        return f"{self.decided.reviewer} said no" if self.decided and not self.decided.approved else ""

    def is_effect(self, event: e.Event) -> bool:
        """Whether `event` comes of a tool call; words do where the call holds them, a schema unless code took it."""
        if isinstance(event, e.SchemaAccepted) and event.from_table:
            return False
        if isinstance(event, e.CoachSaid):
            return self.tool is not None and event.text in self.tool.input.values()
        return type(event) in OF_TOOLS


def replay(events: Sequence[e.Event]) -> Iterator[tuple[int, e.Event, Book]]:
    """(index, event, the book before it). One book for all: what is to be kept of it has to be copied."""
    book = Book()
    for index, event in enumerate(events):
        yield index, event, book
        _enter(book, event)


def ends_held(events: Sequence[e.Event]) -> bool:
    book = Book()
    for event in events:
        _enter(book, event)
    return not book.stale and book.waits


def _enter(book: Book, event: e.Event) -> None:
    book.due = None
    if book.is_effect(event):
        book.effects.append(event)
    elif not isinstance(event, e.CoachSaid):
        book.tool, book.effects = None, []
    book.seen.add(type(event))
    if type(event) in _ENTRIES:
        _ENTRIES[type(event)](book, event)


def _athlete(book: Book, event: e.AthleteSaid) -> None:
    book.turn, book.awaiting = event.turn, False


def _coach(book: Book, event: e.CoachSaid) -> None:
    book.awaiting = event.ends_turn


def _model(book: Book, event: e.ModelCalled) -> None:
    book.calls = [str(block.get("id")) for block in event.content if block.get("type") == "tool_use"]
    book.unanswered = list(book.calls)
    spoke = any(str(block.get("text", "")).strip() for block in event.content)
    if spoke and event.state in _SPEAKS:
        book.due = (e.CoachSaid, "the words of the coach are missing")
    elif not book.calls and event.state not in _SPEAKS:
        book.due = (e.ToolsAnswered, "the nudge to the model is missing")


def _tool(book: Book, event: e.ToolCalled) -> None:
    book.calls = [call for call in book.calls if call != event.call]
    book.tool, book.effects = event, []


def _answered(book: Book, _event: e.ToolsAnswered) -> None:
    book.unanswered = []


def _fact(book: Book, event: e.FactRecorded) -> None:
    fact = event.fact
    book.recorded.add(fact.field)
    too_soon = fact.field == _REOPENED and fact.turn <= book.reopened
    (book.in_part.add if _is_in_part(fact) else book.in_part.discard)(fact.field)
    if too_soon or book.facts.get(fact.field) == (fact.value, fact.standing):
        return
    book.facts[fact.field] = (fact.value, fact.standing)
    _outdate(book, f"{fact.field} changed after the gate ran")


def _is_in_part(fact: Fact) -> bool:
    """Whether the questions of the catalogue name entries of the list that were neither told nor denied."""
    if fact.denied is None or fact.standing != "given":
        return False
    told = fact.value if isinstance(fact.value, tuple) else ()
    return not catalogue().in_parts.get(fact.field, frozenset()) <= {*told, *fact.denied}


def _note(book: Book, event: e.NoteRecorded) -> None:
    """After a verdict any note waits for the next one; an unclear one takes back an answer, at any time."""
    if event.unclear:
        book.facts.pop(_REOPENED, None)
        book.reopened = event.turn
    _outdate(book, f"{event.name} was noted after the gate ran")


def _goal(book: Book, event: e.GoalsCaptured | e.GoalChanged) -> None:
    for name in getattr(event, "dropped", ()):
        book.facts.pop(name, None)
    _outdate(book, "the goal changed after the gate ran")


def _outdate(book: Book, why: str) -> None:
    book.stale = why if book.gate else book.stale


def _started(book: Book, event: e.SessionStarted) -> None:
    book.holds = event.review == "hold"


def _gate(book: Book, event: e.GateEvaluated) -> None:
    if book.gate is None or book.gate.result.verdicts != event.result.verdicts:
        book.decided = None
    book.gate, book.stale = event, ""


def _decided(book: Book, event: ReviewDecided) -> None:
    book.decided = event


def _proposed(book: Book, event: e.PlanProposed) -> None:
    sound = event.error is None and not any(finding.severity == "error" for finding in event.findings)
    book.valid = event.plan if sound else book.valid


def _moved(book: Book, event: e.Moved) -> None:
    told_already = e.PlanImpossible in book.seen
    book.state, book.seen = event.target, {e.Moved}
    if event.target in {"INTAKE", "GOAL_CAPTURE"} and book.on_show:
        book.due, book.on_show = (e.PlanWithdrawn, "the withdrawal of the plan is missing"), False
    elif event.target == "PRESENT":
        if event.reason == "plan_valid":
            book.due, book.on_show = (e.PlanShown, "the plan that was shown is missing"), True
    elif event.reason == "revisit_goal":
        book.due = (e.CoachSaid, "the question about the goal is missing")
    elif event.reason in {"accepted", "nothing_to_add"} or (event.reason == "failed" and not told_already):
        book.due = (e.CoachSaid, "the last words of the coach are missing")


_ENTRIES: dict[type, Callable[[Book, Any], None]] = {
    e.SessionStarted: _started,
    ReviewDecided: _decided,
    e.AthleteSaid: _athlete,
    e.CoachSaid: _coach,
    e.ModelCalled: _model,
    e.ToolCalled: _tool,
    e.ToolsAnswered: _answered,
    e.FactRecorded: _fact,
    e.NoteRecorded: _note,
    e.GoalsCaptured: _goal,
    e.GoalChanged: _goal,
    e.GateEvaluated: _gate,
    e.PlanProposed: _proposed,
    e.Moved: _moved,
}
