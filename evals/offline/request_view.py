"""What a request lets a model see, read back: the sections of the context, the talk so far, the tools on offer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import filterfalse, zip_longest
from typing import Any, NamedTuple

from coach.context import IN_THEIR_WORDS
from coach.memoize import by_identity
from coach.records.goal import Goal
from coach.sections import all_told, sections_in
from evals.reading.goals import goals_in
from personas.acts import Act, Ask, ChangeGoal, StateGoal, Tell, kinds
from personas.channel import Reader


@dataclass(frozen=True, slots=True)
class RequestTurn:
    """One message of the history: texts, their acts, tool calls (name, input), tool results (text, is_error).

    A question that a call put before the athlete is one of the texts. `acts`: None where some text was not understood.
    """

    role: str
    texts: tuple[str, ...]
    acts: tuple[Act, ...] | None
    calls: tuple[tuple[str, dict[str, Any]], ...]
    results: tuple[tuple[str, bool], ...]

    @property
    def asks(self) -> Mapping[str, tuple[str, ...]]:
        """The fields that the words ask for, with the entries that they name of a list."""
        asked: dict[str, tuple[str, ...]] = {}
        for act in self.acts or ():
            if isinstance(act, Ask):
                asked[act.field] = (*asked.get(act.field, ()), *act.values)
        return asked


@dataclass(frozen=True)
class RequestView:
    """A request as a model meets it. `news`: names of the sections told since the coach's newest message.

    `is_free`: nobody deposited what the athlete's newest message means.
    """

    sections: Mapping[str, Any]
    turns: tuple[RequestTurn, ...]
    tools: frozenset[str]
    news: frozenset[str] = frozenset()
    is_free: bool = False

    def get(self, name: str, default: Any = None) -> Any:
        return self.sections.get(name, default)

    def last(self, role: str) -> RequestTurn:
        """The newest message of this side that holds words; an empty one, understood, where there is none."""
        spoken = (turn for turn in reversed(self.turns) if turn.role == role and turn.texts)
        return next(spoken, RequestTurn(role, (), (), (), ()))

    @cached_property
    def coach_texts(self) -> tuple[str, ...]:
        return tuple(text for turn in self.turns if turn.role == "assistant" for text in turn.texts)

    @cached_property
    def heard(self) -> tuple[Act, ...]:
        """The acts of the athlete's newest message; none where it was not understood."""
        return self.last("user").acts or ()

    @cached_property
    def newest(self) -> str:
        """The athlete's newest message; empty where there is none."""
        return "".join(self.last("user").texts[-1:])

    @property
    def understood(self) -> bool:
        """Whether the athlete's newest message was."""
        return self.last("user").acts is not None

    @property
    def fresh_results(self) -> tuple[tuple[str, bool], ...]:
        """Results of the calls just made; empty when the athlete has spoken since."""
        last = self.turns[-1]
        return () if last.role == "assistant" or last.texts else last.results

    @property
    def last_calls(self) -> tuple[str, ...]:
        """Names of the tools that the newest assistant message called."""
        newest = next((turn for turn in reversed(self.turns) if turn.role == "assistant"), None)
        return tuple(name for name, _ in newest.calls) if newest else ()

    @cached_property
    def also_told(self) -> Mapping[str, str]:
        """What the athlete told outside the catalogue, by name, in their words."""
        acts = (act for turn in self.turns for act in turn.acts or () if isinstance(act, Tell))
        words = {act.field: act.words for act in acts if act.words}
        told = self.get("also_told", {})
        return {name: words.get(name, text) for name, text in told.items() if name in words or text != IN_THEIR_WORDS}

    def has_called(self, tools: frozenset[str]) -> bool:
        return any(name in tools for turn in self.turns for name, _ in turn.calls)

    def has_done(self, kind: str) -> bool:
        """Whether the coach has said something with an act of this kind."""
        return any(turn.role == "assistant" and kind in kinds(turn.acts or ()) for turn in self.turns)

    def spoken_since(self, tool: str) -> bool:
        """Whether the coach has said anything since it last called `tool`."""
        for turn in reversed(self.turns):
            if turn.texts and turn.role == "assistant":
                return True
            if any(name == tool for name, _ in turn.calls):
                return False
        return True

    def unread(self, reading: frozenset[str]) -> tuple[RequestTurn, ...]:
        """The athlete's messages since the coach last spoke or called one of the tools `reading`."""
        unread: list[RequestTurn] = []
        for turn in reversed(self.turns):
            if turn.role == "assistant" and (turn.texts or any(name in reading for name, _ in turn.calls)):
                break
            if turn.role == "user" and turn.texts:
                unread.insert(0, turn)
        return tuple(unread)

    @cached_property
    def asked(self) -> Mapping[str, tuple[str, ...]]:
        """What the coach's newest words ask for, as `RequestTurn.asks`."""
        return self.last("assistant").asks

    @cached_property
    def newest_kinds(self) -> frozenset[str]:
        """What the coach's newest words did."""
        return kinds(self.last("assistant").acts or ())

    def answers_to(self, field: str, values: Iterable[str] = ()) -> tuple[tuple[Act, ...], ...]:
        """For each time the coach asked for `field`: the acts of the athlete's next message, empty while it is due.

        With `values` only where one of these entries was named, or none in particular.
        """
        named = set(values)
        return tuple(
            each.answer
            for each in self._questions
            if any(
                ask.field == field and not (named and ask.values and named.isdisjoint(ask.values)) for ask in each.asks
            )
        )

    @cached_property
    def _questions(self) -> tuple["_Question", ...]:
        spoken = [turn for turn in self.turns if turn.texts]
        return tuple(
            _Question(asks, (after.acts or ()) if after is not None and after.role == "user" else ())
            for turn, after in zip_longest(spoken, spoken[1:])
            if turn.role == "assistant" and (asks := tuple(act for act in turn.acts or () if isinstance(act, Ask)))
        )


class _Question(NamedTuple):
    """What a message of the coach asks for, and the acts of the athlete's next message; none while it is due."""

    asks: tuple[Ask, ...]
    answer: tuple[Act, ...]


def read(request: dict[str, Any], reader: Reader) -> RequestView:
    """Read a Messages API request; `reader` says what its texts mean."""
    system = request.get("system") or []
    told = [system] if isinstance(system, str) else [block["text"] for block in system]
    turns: list[RequestTurn] = []
    news: set[str] = set()
    asked: str | None = None
    for message in request["messages"]:
        parts = _parts(message)
        if parts.notes:
            told += parts.notes
            news = news.union(*map(sections_in, parts.notes))
        if message["role"] == "system":
            continue
        turn = _turn(message["role"], parts, reader, asked)
        asked = turn.texts[-1] if turn.role == "assistant" and turn.texts else asked
        news = set() if turn.role == "assistant" else news
        turns.append(turn)
    tools = frozenset(tool["name"] for tool in request.get("tools") or [])
    return RequestView(_in_words(all_told(told), turns), tuple(turns), tools, frozenset(news))


def _in_words(sections: Mapping[str, Any], turns: list[RequestTurn]) -> Mapping[str, Any]:
    """`sections` with the words of the goals, which they leave out."""
    if "goals" not in sections:
        return sections
    return {**sections, "goals": [{"text": _goal_text(goal, turns), **goal} for goal in sections["goals"]]}


def _goal_text(goal: Mapping[str, Any], turns: Iterable[RequestTurn]) -> str:
    """The athlete's words for a goal: of the newest act that states it, else the newest message that reads as it."""
    theirs = [turn for turn in turns if turn.role == "user"]
    acts = (act for turn in reversed(theirs) for act in reversed(turn.acts or ()))
    stated = (act.goal for act in acts if isinstance(act, StateGoal | ChangeGoal) and act.goal)
    texts = (text for turn in reversed(theirs) for text in turn.texts)
    return next((each.text for each in stated if _same_goal(each, goal)), None) or next(
        (text for text in texts if any(_same_goal(each, goal) for each in goals_in(text))), "running, to begin with"
    )


def _same_goal(one: Goal, other: Mapping[str, Any]) -> bool:
    return one.model_dump(mode="json", exclude={"text"}, exclude_none=True) == other


class _Parts(NamedTuple):
    """What a message is made of; `notes` are the engine's: a system message, or a block of the user's with sections."""

    notes: tuple[str, ...]
    texts: tuple[str, ...]
    calls: tuple[tuple[str, dict[str, Any]], ...]
    results: tuple[tuple[str, bool], ...]


@by_identity
def _parts(message: dict[str, Any]) -> _Parts:
    """Taken apart once: a message is sent again and never changed."""
    role, content = message["role"], message["content"]
    if role == "system":
        return _Parts((_text_of(content),), (), (), ())
    if isinstance(content, str):
        return _Parts((), () if sections_in(content) else (content,), (), ())
    said = [block["text"] for block in content if block.get("type") == "text"]
    calls = tuple((block["name"], block["input"]) for block in content if block.get("type") == "tool_use")
    answers = (block for block in content if block.get("type") == "tool_result")
    return _Parts(
        notes=tuple(filter(sections_in, said)) if role == "user" else (),
        texts=(*filterfalse(sections_in, said), *filter(None, (given.get("question") for _, given in calls))),
        calls=calls,
        results=tuple((_text_of(block.get("content")), bool(block.get("is_error"))) for block in answers),
    )


def _turn(role: str, parts: _Parts, reader: Reader, asked: str | None) -> RequestTurn:
    meant = [reader.read(text, asked) for text in parts.texts]
    one = meant[0] if len(meant) == 1 else ()
    acts = one or (None if None in meant else tuple(act for acts in meant for act in acts or ()))
    return RequestTurn(role, parts.texts, acts, parts.calls, parts.results)


def _text_of(content: Any) -> str:
    if isinstance(content, list):
        return " ".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")
