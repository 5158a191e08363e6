"""What a run may spend on models, and what was spent.

It is looked at before each call of the coach: calls that are under way are finished and paid for, so that a run spends
at most what its sessions have in flight beyond its budget.
"""

import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import astuple
from typing import Any

from anthropic.types import Message

from coach.errors import ServiceFailure
from coach.model import Client, LastCall, Timed
from coach.model_call import tokens_of
from evals.checks.prices import dollars
from evals.checks.view import RoleCall

Told = Callable[[int, float], object]
"""Called with the tokens and the dollars of a run so far."""
SPENT = "is spent"
"""What the words of a session that a budget ended hold."""


class RunBudget:
    """Dollars for all sessions of a run together, and for each of them; None: any sum. `told`: of what was spent."""

    def __init__(
        self, run_usd: float | None = None, session_usd: float | None = None, told: Told = lambda _tokens, _usd: None
    ) -> None:
        self._told = told
        self.run_usd, self.session_usd = run_usd, session_usd
        self.spent_usd, self.spent_tokens = 0.0, 0

    @property
    def is_spent(self) -> bool:
        return self.run_usd is not None and self.spent_usd >= self.run_usd

    def words(self) -> str:
        return f"the budget of {self.run_usd:g} dollars {SPENT}"

    def charge(self, model: str, tokens: Sequence[int]) -> float:
        """Count one call; its dollars, 0 for a model without a price."""
        spent = dollars(model, *tokens) or 0.0
        self.spent_usd += spent
        self.spent_tokens += sum(tokens)
        self._told(self.spent_tokens, self.spent_usd)
        return spent


class SessionBudget:
    """The part of a session in the budget of its run; `calls`: those of the athlete, in order."""

    def __init__(self, run: RunBudget) -> None:
        self._run = run
        self._spent_usd = 0.0
        self.calls: list[RoleCall] = []

    def check(self) -> None:
        """`ServiceFailure` where nothing may be spent any more."""
        if self._run.is_spent:
            raise ServiceFailure(self._run.words(), "raise --budget-usd")
        most = self._run.session_usd
        if most is not None and self._spent_usd >= most:
            raise ServiceFailure(f"the session's budget of {most:g} dollars {SPENT}", "raise --session-budget-usd")

    def charge(self, model: str, tokens: Sequence[int]) -> None:
        self._spent_usd += self._run.charge(model, tokens)

    def athlete_called(self, call: RoleCall, paid: bool) -> None:  # noqa: FBT001 (a callback)
        """Keep the call; charge it where it was paid for now."""
        self.calls.append(call)
        if paid:
            self.charge(call.model, call.tokens)


class BudgetedClient:
    """`client`, which is not asked once the budget is spent."""

    def __init__(self, client: Client, budget: SessionBudget) -> None:
        self._client, self._budget = client, budget
        self.last = LastCall()

    @property
    def messages(self) -> "BudgetedClient":
        return self

    async def create(self, **request: Any) -> Message:
        self.last = LastCall()
        self._budget.check()
        started = time.perf_counter()
        try:
            message: Message = await self._client.messages.create(**request)
        finally:
            own = LastCall(time.perf_counter() - started)
            self.last = self._client.last if isinstance(self._client, Timed) else own
        if isinstance(message, Message):
            self._budget.charge(str(message.model), astuple(tokens_of(message)))
        return message


budget_of_run: ContextVar[RunBudget | None] = ContextVar("budget_of_run", default=None)
"""The budget of the run that was started in this context; None where it was given none."""
