"""What may be known of a conversation of any API beside its words, and the session that both together make."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any, NamedTuple, Self

from pydantic import ConfigDict, model_validator

from coach.batch import BatchLine
from coach.errors import InputError
from coach.records.block import TrainingBlock
from coach.states import Outcome
from evals.interchange.schema import InterchangeMessage, InterchangeSession
from personas.persona import Persona

_REASON = re.compile(r"reason|rationale|thought|thinking|internal|analysis|explanation", re.IGNORECASE)
"""Names of a tool's arguments that are told to the engine and not to the athlete."""
_ANSWERS = frozenset({"choices", "content", "output"})
"""Keys of a response: its words belong into the messages, or nobody judges them."""
_PROMPTS = frozenset({"system", "instructions"})
"""Keys under which a request holds its prompt, where that is no message."""
_OF_SCHEMAS = frozenset({"title", "enum", "const", "default", "examples", "input_examples", "pattern"})
_TOLD = frozenset({"tools", "functions", "response_format", "output_format", "output_config", "text"})
"""Keys of a request under which a description is told to the model: of tools, arguments or the form of its answer."""
_LETTER = re.compile(r"[^\W\d_]")
_TEXT = 4
"""Words of a string that is a text."""
_LIKE = 0.8


def reasons_in(told: Any, *, inside: bool = False) -> Iterator[str]:
    """Every string in a tool's arguments that stands under a name such as `reason`."""
    if isinstance(told, str):
        if inside:
            yield told
    elif isinstance(told, dict):
        for key, value in told.items():
            yield from reasons_in(value, inside=inside or _REASON.search(str(key)) is not None)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from reasons_in(value, inside=inside)


def worded(setting: Any, name: str = "") -> bool:
    """Whether any string in it is a text and not a name or a setting; the vocabulary of JSON schemas is not told.

    `name`: the key it stands under.
    """
    setting = _undescribed(setting) if name in _TOLD else setting
    if isinstance(setting, str):
        return sum(_LETTER.search(word) is not None for word in setting.split()) >= _TEXT
    if isinstance(setting, dict):
        return any(worded(value, key) for key, value in setting.items() if key not in _OF_SCHEMAS)
    return isinstance(setting, list | tuple) and any(map(worded, setting))


def holds_words(told: Any) -> bool:
    """Whether any string in a tool's arguments has two words or more and is no reason told to the engine."""
    if isinstance(told, dict):
        return any(holds_words(value) for key, value in told.items() if not _REASON.search(str(key)))
    if isinstance(told, list | tuple):
        return any(map(holds_words, told))
    return isinstance(told, str) and len(told.split()) > 1


def _undescribed(setting: Any) -> Any:
    """Without its descriptions."""
    if isinstance(setting, dict):
        kept = {key: value for key, value in setting.items() if key != "description" or not isinstance(value, str)}
        return {key: _undescribed(value) for key, value in kept.items()}
    return [_undescribed(value) for value in setting] if isinstance(setting, list | tuple) else setting


def _descriptions_in(setting: Any, *, told: bool = False) -> Iterator[str]:
    """What the model was told of tools, of their arguments and of the form of its answer."""
    if isinstance(setting, dict):
        for key, value in setting.items():
            if told and key == "description" and isinstance(value, str):
                yield value
            else:
                yield from _descriptions_in(value, told=told or key in _TOLD)
    elif isinstance(setting, list | tuple):
        for value in setting:
            yield from _descriptions_in(value, told=told)


class Words(NamedTuple):
    """What a message says; `unseen`: it has parts whose words are not in the file, such as sound or a picture."""

    text: str
    unseen: bool


class Known(BatchLine):
    """The keys of the interchange format that a conversation may carry.

    Everything else is a setting of the request or the response, and these APIs gain keys every month: what describes a
    tool, an argument or the form of an answer was told to the model, and a key with any other text is lost, since
    nobody knows whose words it holds. A conversation without an `id` is called by its line.
    """

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    id: str | int | None = None  # type: ignore[assignment]
    persona: str | Persona | None = None
    plan: TrainingBlock | None = None
    outcome: Outcome | None = None
    today: date | None = None

    @model_validator(mode="after")
    def _nothing_judged_is_passed_over(self) -> Self:
        """Refuses an answer beside the messages, and a key that is nearly one of ours."""
        for key in self.model_extra or ():
            if key in _ANSWERS:
                raise ValueError(f"{key}: an answer beside the messages; put it into messages")
            if like := get_close_matches(key, type(self).model_fields, 1, _LIKE):
                raise ValueError(f"{key}: no such key; {like[0]}?")
        return self

    def session(
        self,
        messages: Sequence[InterchangeMessage],
        prompts: Sequence[Words],
        thoughts: Iterable[str],
        lost: Iterable[str] = (),
    ) -> InterchangeSession:
        """The session of these words; `InputError` where nobody said one.

        `prompts`: none: whether there were any is not known; one that is empty says that there was none. `thoughts`:
        other internal texts; `lost`: names of those that are not known.
        """
        if not messages:
            raise InputError("messages: nobody said a word")
        extra = self.model_extra or {}
        beside = {key: text for key in _PROMPTS if isinstance(text := extra.get(key), str)}
        others = {key: value for key, value in extra.items() if key not in beside}
        texts = (*(prompt.text for prompt in prompts), *beside.values(), *thoughts, *_descriptions_in(others))
        names = [] if prompts or beside else ["the system prompt"]
        names += ["part of the system prompt"] if any(prompt.unseen for prompt in prompts) else []
        names += (*lost, *(f"the texts under {key!r}" for key, value in others.items() if worded(value, key)))
        return InterchangeSession(
            id=self.id if self.id is not None else "conversation",
            persona=self.persona,
            messages=tuple(messages),
            plan=self.plan,
            outcome=self.outcome,
            today=self.today,
            internal=tuple(filter(None, texts)),
            lost=tuple(dict.fromkeys(names)),
        )


_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_SPEAKING = re.compile(
    r"(?:send|say|tell|messag|repl[yi]|respond|answer|show|present|display|notif|speak|ask)(?:s|e|es|ed|ing|y)?",
    re.IGNORECASE,
)
"""A part of the name of a tool by which a coach may speak to the athlete."""


def speaks(name: str | None, arguments: Any) -> bool:
    """Whether a tool of that name may have said the words of its arguments to the athlete."""
    return any(map(_SPEAKING.fullmatch, _PARTS.findall(name or ""))) and holds_words(arguments)
