"""One session laid open: what happened, what was known, what was decided on it, what was said. Judges nothing.

Reads events as plain JSON, because reports know no code of the coach; a key that is missing shows as missing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reports import wording
from reports.header import Header
from reports.logs import LoggedRun, LoggedSession
from reports.redact import redacted_session

Json = dict[str, Any]
Price = Callable[[str, int, int, int, int], float | None]
"""Model and tokens (input, output, cache writes, cache reads) to US dollars; None where no price is known."""
TOKENS = ("input_tokens", "output_tokens", "cache_write_tokens", "cache_read_tokens")


Say = Callable[[str, Any], str]
"""A field and its value in words."""


def _plainly(field: str, value: Any) -> str:
    return f"{wording.value(field)}: {value}"


def _unpriced(_model: str, *_tokens: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """Whether the events are what was written: recomputed head, and the first event that does not fit."""

    ok: bool
    head: str
    broken_at: int | None
    what: str


@dataclass(frozen=True, slots=True)
class RuleText:
    """What the reviewed table says of a rule. `only_today`: a block by it withholds the day, never the plan."""

    title: str
    source: str
    confidence: str = ""
    only_today: bool = False


@dataclass(frozen=True, slots=True)
class AuditWords:
    """What the product calls its rules and its fields, and how it says a field's value."""

    rules: Mapping[str, RuleText]
    say: Say = _plainly
    name: Callable[[str], str] = wording.value
    derived: frozenset[str] = frozenset()
    """What is computed, and nobody is asked for."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One event. `seen`: what the athlete saw of it, None where it was internal."""

    index: int
    kind: str
    state: str
    event: Json
    seen: str | None
    hash: str | None

    @property
    def status(self) -> str:
        """What the gate decided, of an evaluation of it; "None" where the event says nothing."""
        return str((self.event.get("result") or {}).get("status"))


@dataclass(frozen=True, slots=True)
class Audit:
    header: Header
    session: LoggedSession
    chain: ChainCheck
    outcome: str
    why: str
    trail: tuple[Happened, ...]
    rules: Mapping[str, RuleText]
    say: Say
    name: Callable[[str], str]
    redacted: bool = False
    dollars: Mapping[int, float | None] = field(default_factory=dict)
    """Event of a model call to what it cost; None where no price is known."""

    def title(self, rule: str) -> str:
        """What the rule looks for; of one that the table does not know, its id in words."""
        return self.rules[rule].title if rule in self.rules else wording.value(rule)

    def in_words(self, text: str) -> str:
        """`text` with what rules and fields are called in place of their identifiers."""
        return wording.plain(wording.IDENTIFIER.sub(lambda found: self._named(found.group()), text))

    def _named(self, identifier: str) -> str:
        return self.rules[identifier].title if identifier in self.rules else self.name(identifier)

    def read(self, verdict: Json) -> str:
        """The facts that a rule's verdict rests on."""
        return "; ".join(self.say(field, value) for field, value in sorted((verdict.get("saw") or {}).items()))

    def lacking(self, verdict: Json) -> str:
        """The facts that a rule's verdict lacked."""
        return ", ".join(map(self.name, verdict.get("missing") or ()))

    def of_kind(self, *kinds: str) -> tuple[Happened, ...]:
        return tuple(item for item in self.trail if item.kind in kinds)


def audit(run: LoggedRun, session_id: str, chain: ChainCheck, words: AuditWords, price: Price = _unpriced) -> Audit:
    """Everything about one session of `run`. `chain`, `words` and `price` come from who may know the coach."""
    session = run.session(session_id)
    trail = tuple(_trail(session))
    closed = [item.event for item in trail if item.kind == "session_closed"]
    return Audit(
        header=run.header,
        session=session,
        chain=chain,
        outcome=str(closed[-1].get("outcome")) if closed else "never closed",
        why=str(closed[-1].get("why", "")) if closed else (session.error or "the record ends before the session did"),
        trail=trail,
        rules=words.rules,
        say=_say(words, trail),
        name=words.name,
        redacted=run.read_as is redacted_session,
        dollars={item.index: _cost(item.event, price) for item in trail if item.kind == "model_called"},
    )


def _say(words: AuditWords, trail: tuple[Happened, ...]) -> Say:
    """As `words.say`; of a field that the record says nothing of, that it was not asked."""
    known = {(item.event.get("fact") or {}).get("field") for item in trail if item.kind == "fact_recorded"}

    def say(field: str, value: Any) -> str:
        silent = value is None and field not in known and field not in words.derived
        return f"{words.name(field)}: not asked" if silent else words.say(field, value)

    return say


def _cost(call: Json, price: Price) -> float | None:
    given, made, written, read = (call.get(name, 0) for name in TOKENS)
    known = all(isinstance(count, int) for count in (given, made, written, read)) and "input_tokens" in call
    return price(str(call.get("model")), given, made, written, read) if known else None


def _trail(session: LoggedSession) -> Iterator[Happened]:
    state = next((str(event.get("source")) for event in session.events if event.get("kind") == "moved"), "start")
    for index, event in enumerate(session.events):
        kind = str(event.get("kind"))
        digest = session.hashes[index] if index < len(session.hashes) else None
        yield Happened(index, kind, str(event.get("state", state)), event, _seen(kind, event), digest)
        if kind == "moved":
            state = str(event.get("target"))


def _seen(kind: str, event: Json) -> str | None:
    """The words between the two people; a shown plan is pointed to, its grid stands elsewhere."""
    if kind in {"athlete_said", "coach_said"}:
        return str(event.get("text", ""))
    return "the whole plan (see Plan)" if kind == "plan_shown" else None
