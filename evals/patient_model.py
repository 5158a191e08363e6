"""Calls to the model that plays the athlete or judges: paid from the budget, waited for as the coach's are, and told in
one sentence where they fail.

Claude's are tried again here, as `[waiting]` of the variant says; those of other makers by Inspect.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Literal

import httpx2
from anthropic import DefaultAsyncHttpxClient
from inspect_ai._util.working import sample_wait
from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput, get_model
from inspect_ai.model._model import ModelGenerateError
from inspect_ai.tool import ToolInfo
from inspect_ai.util import LimitExceededError
from tenacity import RetryError

from coach import variants
from coach.api_errors import failure_of
from coach.errors import CoachError, ModelFailure, ServiceFailure
from coach.variants import Waiting
from coach.waiting import CONNECT_S, Pause, WaitingClient
from evals.budget import RunBudget, SessionBudget, highest_price
from evals.checks.view import RoleCall
from evals.players import CLAUDE

_UNSTREAMED = 8000
"""Tokens of an answer that Inspect does not stream; an athlete's and a judge's are far shorter."""
_LONGEST = 300

on_pause: ContextVar[Callable[[Pause], object]] = ContextVar("on_pause", default=lambda _pause: None)
"""Told of every pause before a call to Claude is tried again."""
waiting_of_run: ContextVar[Waiting | None] = ContextVar("waiting_of_run", default=None)
"""How long the run that was started in this context waits for models; None: as `baseline` does."""


async def waiting_of_sample(seconds: float) -> None:
    """Sleep; Inspect counts it as waiting, not as work of the sample."""
    import anyio

    with sample_wait():
        await anyio.sleep(seconds)


def claude_model(name: str, config: GenerateConfig | None = None, **more: Any) -> Model:
    """A Claude model of Inspect without retries of its own, which streams no answer: that costs more than the call."""
    waiting = _waiting()
    timeout = httpx2.Timeout(waiting.attempt_s, connect=CONNECT_S)
    own = GenerateConfig(max_tokens=_UNSTREAMED).merge(config or GenerateConfig())
    client = DefaultAsyncHttpxClient(timeout=timeout)  # Inspect's waits a minute for a connection
    model = get_model(name, config=own, memoize=False, max_retries=0, timeout=timeout, http_client=client, **more)
    for key in ("http_client", "timeout"):  # which no log can hold
        model.model_args.pop(key, None)
    return model


class PatientModel:
    """`model` in a role of one session, or of a run."""

    def __init__(self, model: Model, role: Literal["athlete", "judge"], budget: RunBudget | SessionBudget) -> None:
        self._model, self._role, self._budget = model, role, budget
        self.name = str(model)
        self.title = f"the {role}'s model {model}"
        self._client = WaitingClient(_Once(model), _waiting(), on_pause.get(), sleep=waiting_of_sample)

    async def ask(
        self, talk: list[ChatMessage], config: GenerateConfig, tools: Sequence[ToolInfo] = ()
    ) -> tuple[ModelOutput, RoleCall]:
        """The answer and what it used. `ServiceFailure` where none came or none can be paid, `ModelFailure` where the
        API refused the request."""
        if not self._budget.is_limited:
            return await self._asked(talk, config, tools)
        most = config.max_tokens or self._model.config.max_tokens or _UNSTREAMED
        prompt = [message.model_dump(mode="json", exclude_none=True) for message in talk]
        async with self._budget.room(highest_price(str(self._model), prompt, most), most):
            return await self._asked(talk, config, tools)

    async def _asked(
        self, talk: list[ChatMessage], config: GenerateConfig, tools: Sequence[ToolInfo]
    ) -> tuple[ModelOutput, RoleCall]:
        try:
            output: Any = await self._client.create(talk=talk, config=config, tools=list(tools))
        except (CoachError, LimitExceededError):
            raise
        except Exception as error:
            raise _failure(error, f"the call of {self.title}") from error
        call = RoleCall.of(self._role, self._model, output.usage).model_copy(update={"lost": self._client.last.lost})
        self._budget.charge(call.model, call.tokens, call.lost)
        return output, call


class _Once:
    """The client that `WaitingClient` asks: one attempt, of which it hears the API's own error."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._bound = GenerateConfig(max_retries=0) if str(model).startswith(f"{CLAUDE}/") else GenerateConfig()

    @property
    def messages(self) -> "_Once":
        return self

    async def create(self, *, talk: list[ChatMessage], config: GenerateConfig, tools: list[ToolInfo], **_: Any) -> Any:
        try:
            return await self._model.generate(talk, tools=tools, config=config.merge(self._bound))
        except RetryError as error:
            failed = error.last_attempt.exception() or error
            raise failed from failed.__cause__  # which tells whether the host was reached
        except ModelGenerateError as error:  # whose words are the whole request
            raise (error.__cause__ or ServiceFailure(f"{self._model}: {error.provider_message}", "try again")) from None


def _waiting() -> Waiting:
    return waiting_of_run.get() or variants.load(variants.BASE).settings.waiting


def _failure(error: Exception, what: str) -> ModelFailure:
    if failure := failure_of(error, what):
        return failure
    way_on = "check what answers at its address, or try another model"
    if isinstance(error, AttributeError | KeyError | TypeError | ValueError):  # of whoever reads the answer
        return ServiceFailure(f"{what} failed: the answer cannot be read ({type(error).__name__})", way_on)
    words = " ".join(str(error).split())[:_LONGEST]
    return ServiceFailure(f"{what} failed: {type(error).__name__}: {words}", way_on)
