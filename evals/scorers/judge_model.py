"""A judge model of a run: asked for JSON by its maker's own means where there are any, measured once, paid."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, TypeVar

from inspect_ai.log import EvalSample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, Model, ResponseSchema
from inspect_ai.model import get_model as model_of
from inspect_ai.scorer import Score
from inspect_ai.solver import TaskState
from inspect_ai.util import collect, json_schema

from coach.errors import ModelFailure
from coach.records.base import Record
from evals.budget import RunBudget, budget_of_run
from evals.checks.verdict import not_judged
from evals.checks.view import RoleCall
from evals.patient_model import PatientModel, claude_model
from evals.players import CLAUDE
from evals.scorers.adapter import KEY, to_score
from evals.solver import session_store

ROLE = "grader"
EACH = 10
"""Labelled cases of either kind on which a judge is measured."""

_LONGEST_ANSWER = 8000  # thinking counts; Inspect streams what may be longer
_BY_SCHEMA = frozenset(("openai", "google", "mistral", "grok"))
"""Whose every model of today takes a schema by Inspect's `response_schema`; others get the instruction alone."""
T = TypeVar("T")
_UNANSWERED = "unanswered"
"""Key of a score's metadata; true where the judge was asked and no answer came."""

samples_before: ContextVar[Mapping[int | str, EvalSample]] = ContextVar("samples_before", default=MappingProxyType({}))
"""Of a run that is taken up again: its samples as they were, whose judge is asked again only where no answer came."""


class JudgeModel:
    """`model`: the judge, where none plays the role `grader`. `form`: what it answers with, as JSON."""

    def __init__(self, model: str | Model | None, instructions: Callable[[], str], form: type[Record]) -> None:
        self._named, self._instructions, self._form = model, instructions, form
        self._model: Model | None = None
        self._lock = asyncio.Lock()
        self._measured: Any = None

    @property
    def model(self) -> Model:
        """Known once the run has begun."""
        if self._model is None:
            plain = model_of(self._named, role=ROLE) if self._named is None else model_of(self._named)
            self._model = _answering_in(plain, self._form)
        return self._model

    async def ask(self, turn: str, calls: list[RoleCall], of: int | str = "measured") -> str | None:
        """One call, added to `calls` and charged to the run's budget; `ModelFailure` where it brought no answer.

        None where the model refused or did not come to the end of its answer, whatever it had written by then.
        `of`: the session that it is about. An answer that the run's store holds is not asked for again.
        """
        store, key = session_store.get(), self._key(turn, of)
        if store is not None and (kept := store.ending(key)) is not None:
            before = samples_before.get()
            theirs = (before[of],) if of in before else before.values()  # the judge was measured in any session
            if not any(kept["call"] in _calls_of(sample) for sample in theirs):
                calls.append(RoleCall.model_validate(kept["call"]))
            return None if kept["answer"] is None else str(kept["answer"])
        turns: list[ChatMessage] = [ChatMessageSystem(content=self._instructions()), ChatMessageUser(content=turn)]
        model = PatientModel(self.model, "judge", budget_of_run.get() or RunBudget())
        output, call = await model.ask(turns, self._config())
        calls.append(call)
        answer = output.completion if output.stop_reason == "stop" else None
        if store is not None:
            store.end(key, {"answer": answer, "call": call.model_dump()})
        return answer

    def _key(self, turn: str, of: int | str) -> str:
        """By which the store keeps the answer, beside the endings of sessions: each question of a session once."""
        asked = json.dumps([str(self.model), self._instructions(), turn])
        return f"judge/{of}/{hashlib.sha256(asked.encode()).hexdigest()}"

    def signed(self, score: Score, measured: str) -> Score:
        """The score with the judge's name and how far it may be believed."""
        beside = {"judge": str(self.model), "measured": measured}
        return score.model_copy(update={"metadata": {**(score.metadata or {}), **beside}})

    async def measured(self, measure: Callable[[], Awaitable[T]]) -> T:
        """What `measure` says of the judge; the first session of the run measures it, the others wait."""
        async with self._lock:
            if self._measured is None:
                self._measured = await measure()
        known: T = self._measured
        return known

    def _config(self) -> GenerateConfig:
        if _maker(self.model) not in _BY_SCHEMA:
            return GenerateConfig(max_tokens=_LONGEST_ANSWER)
        schema = ResponseSchema(name="findings", json_schema=json_schema(self._form), strict=True)
        return GenerateConfig(max_tokens=_LONGEST_ANSWER, response_schema=schema)


def _maker(model: Model) -> str:
    return str(model).partition("/")[0]


def _answering_in(model: Model, form: type[Record]) -> Model:
    """Inspect sends Claude the schema under a key of an earlier API, so it goes into the body as today's has it."""
    if _maker(model) != CLAUDE:
        return model
    output = {"format": {"type": "json_schema", "schema": form.model_json_schema()}}
    return claude_model(str(model), model.config, extra_body={"output_config": output})


async def all_of(questions: Iterable[Awaitable[T]]) -> list[T]:
    """Every answer, asked for at once; the first failure ends the others."""
    try:
        return list(await collect(*questions))
    except ExceptionGroup as failed:
        first: Exception = failed
        while isinstance(first, ExceptionGroup):
            first = first.exceptions[0]
        raise first from None


def unanswered(failure: ModelFailure, version: int) -> Score:
    """Not judged. The run stays unfinished, so that `resume` asks again."""
    if (budget := budget_of_run.get()) is not None:
        budget.unfinished += 1
    score = to_score(not_judged(str(failure)), version)
    return score.model_copy(update={"metadata": {**(score.metadata or {}), _UNANSWERED: True}})


def is_unanswered(score: Score) -> bool:
    return bool((score.metadata or {}).get(_UNANSWERED))


def answered_before(state: TaskState, name: str) -> Score | None:
    """What the judge said for the scorer `name` before the run was taken up again; None where it has to be asked."""
    before = samples_before.get().get(state.sample_id)
    score = (before.scores or {}).get(name) if before else None
    return None if score is None or is_unanswered(score) else score


def note(state: TaskState, calls: Sequence[RoleCall]) -> None:
    """Keep the calls with the stored session, where `cost` counts them; another solver's sample stays as it is.

    With them the judge's calls of before the run was taken up again, once.
    """
    stored, before = state.store.get(KEY), samples_before.get().get(state.sample_id)
    if isinstance(stored, dict):
        kept = [*stored.get("role_calls", ())]
        if before and not any(call["role"] == "judge" for call in kept):
            kept += [call for call in _calls_of(before) if call["role"] == "judge"]
        state.store.set(KEY, {**stored, "role_calls": [*kept, *(call.model_dump() for call in calls)]})


def _calls_of(sample: EvalSample) -> Sequence[dict[str, Any]]:
    calls: Sequence[dict[str, Any]] = (sample.store.get(KEY) or {}).get("role_calls", ())
    return calls
