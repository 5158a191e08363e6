"""What a run may spend on models, and what was spent.

Before a call its highest price is set aside: of its prompt, taken generously, and of all that it may answer. Where less
is left, the coach's call may answer with fewer tokens, and what these cut is thrown away and stops the session.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import astuple
from typing import Any, NamedTuple

from anthropic.types import Message

from coach.errors import ServiceFailure
from coach.model import Client, LastCall, Timed
from coach.model_call import tokens_of
from evals.checks.prices import dollars, dollars_lost
from evals.checks.view import TOKENS, RoleCall

Told = Callable[[int, float], object]
"""Called with the tokens and the dollars of a run so far."""
SPENT = "is spent"
"""What the words of a session that a budget ended hold."""
_BYTES_A_TOKEN = 2
"""Fewer than any text of a prompt has on average."""
_UNSEEN_TOKENS = 1000
"""What the API itself may add to a prompt that offers tools."""
_LEAST_TOKENS = 1000
"""A shorter answer of the coach is not worth asking for."""


class HighestPrice(NamedTuple):
    """What a call may cost: dollars of its prompt, and of an answer of `tokens`."""

    prompt_usd: float
    answer_usd: float
    tokens: int

    def tokens_for(self, usd: float) -> int:
        """How long the answer may be that `usd` pay for, its prompt included."""
        if usd >= self.prompt_usd + self.answer_usd:
            return self.tokens
        return int(self.tokens * max(0.0, usd - self.prompt_usd) / self.answer_usd)

    def usd_of(self, tokens: int) -> float:
        return self.prompt_usd + self.answer_usd * tokens / self.tokens


def highest_price(model: str, prompt: Any, tokens: int) -> HighestPrice:
    """`prompt`: all of it, as JSON."""
    size = len(json.dumps(prompt, default=str)) // _BYTES_A_TOKEN + _UNSEEN_TOKENS
    prompt_usd = dollars(model, 0, 0, size) or 0.0
    return HighestPrice(prompt_usd, (dollars(model, 0, tokens, size) or 0.0) - prompt_usd, tokens)


class RunBudget:
    """Dollars for all sessions of a run together, and for each of them; None: any sum. `told`: of what was spent.

    `unfinished`: sessions that a budget or an outage stopped, or kept from beginning. `lost_usd`: what answers that
    broke off may cost on top; the limits count it, `told` does not.
    """

    def __init__(
        self, run_usd: float | None = None, session_usd: float | None = None, told: Told = lambda _tokens, _usd: None
    ) -> None:
        self._told = told
        self.run_usd, self.session_usd = run_usd, session_usd
        self.spent_usd, self.lost_usd, self.spent_tokens = 0.0, 0.0, 0
        self.unfinished, self.is_spent = 0, False
        self._held_usd, self._under_way, self._released = 0.0, 0, asyncio.Condition()

    @property
    def is_limited(self) -> bool:
        return (self.run_usd, self.session_usd) != (None, None)

    @property
    def left_usd(self) -> float | None:
        return None if self.run_usd is None else self.run_usd - self.spent_usd - self.lost_usd

    def words(self) -> str:
        return f"the budget of {self.run_usd:g} dollars {SPENT}"

    @asynccontextmanager
    async def room(self, call: HighestPrice, least: int, session_usd: float | None = None) -> AsyncIterator[int]:
        """How many tokens the call may answer with; their price is set aside meanwhile.

        Waits while calls under way hold what it needs. `ServiceFailure` where fewer than `least` can be paid;
        `session_usd`: what is left to the session.
        """
        most = call.tokens if session_usd is None else call.tokens_for(session_usd)
        async with self._released:
            while self._under_way and self._payable(call, self._held_usd) < most and self._payable(call, 0) >= least:
                await self._released.wait()
            tokens = min(most, self._payable(call, self._held_usd))
            if tokens < least:
                self._refuse(run=self._payable(call, 0) < least)
            held = call.usd_of(tokens)
            self._held_usd += held
            self._under_way += 1
        try:
            yield tokens
        finally:
            async with self._released:
                self._under_way -= 1
                self._held_usd = self._held_usd - held if self._under_way else 0.0
                self._released.notify_all()

    def _payable(self, call: HighestPrice, held_usd: float) -> int:
        left_usd = self.left_usd
        return call.tokens if left_usd is None else call.tokens_for(left_usd - held_usd)

    def _refuse(self, *, run: bool) -> None:
        self.is_spent |= run
        words = self.words() if run else f"the session's budget of {self.session_usd:g} dollars {SPENT}"
        raise ServiceFailure(
            f"{words}: what is left may not pay for the next call",
            f"resume the run with another {'--budget-usd' if run else '--session-budget-usd'}",
        )

    def charge(self, model: str, tokens: Sequence[int], lost: int = 0) -> float:
        """Count one call, before which `lost` answers broke off; dollars of both, 0 for a model without a price."""
        spent, broken_off = dollars(model, *tokens) or 0.0, lost * (dollars_lost(model, *tokens) or 0.0)
        self.spent_usd += spent
        self.lost_usd += broken_off
        self.spent_tokens += sum(tokens)
        self._told(self.spent_tokens, self.spent_usd)
        return spent + broken_off


class SessionBudget:
    """The part of a session in the budget of its run. `calls`: those that are in no event of the session, in order."""

    def __init__(self, run: RunBudget) -> None:
        self._run = run
        self._spent_usd = 0.0
        self.calls: list[RoleCall] = []

    @property
    def is_limited(self) -> bool:
        return self._run.is_limited

    @asynccontextmanager
    async def room(self, call: HighestPrice, least: int) -> AsyncIterator[int]:
        """As `RunBudget.room`, within the session's own budget."""
        most = self._run.session_usd
        async with self._run.room(call, least, None if most is None else most - self._spent_usd) as tokens:
            yield tokens

    def charge(self, model: str, tokens: Sequence[int], lost: int = 0) -> float:
        spent = self._run.charge(model, tokens, lost)
        self._spent_usd += spent
        return spent

    def ran_out(self) -> None:
        """An answer was cut for want of money: where that is the run's, no further session begins."""
        left_usd, own_usd = self._run.left_usd, self._run.session_usd
        if left_usd is not None and (own_usd is None or left_usd <= own_usd - self._spent_usd):
            self._run.is_spent = True


class BudgetedClient:
    """`client`, which is asked for no more than the budget pays for."""

    def __init__(self, client: Client, budget: SessionBudget) -> None:
        self._client, self._budget = client, budget
        self.last = LastCall()

    @property
    def messages(self) -> "BudgetedClient":
        return self

    async def create(self, **request: Any) -> Message:
        self.last = LastCall()
        if not self._budget.is_limited:
            return await self._asked(request)
        wanted = request["max_tokens"]
        prompt = [request.get(part) for part in ("system", "tools", "messages")]
        highest = highest_price(str(request["model"]), prompt, wanted)
        async with self._budget.room(highest, min(wanted, _LEAST_TOKENS)) as tokens:
            message = await self._asked({**request, "max_tokens": tokens})
        if tokens < wanted and getattr(message, "stop_reason", None) == "max_tokens":
            self._budget.calls.append(_thrown_away(message))
            self._budget.ran_out()
            what = f"the budget {SPENT}: its rest paid for {tokens} tokens of the next answer, which is longer"
            raise ServiceFailure(what, "resume the run with another --budget-usd or --session-budget-usd")
        return message

    async def _asked(self, request: dict[str, Any]) -> Message:
        started = time.perf_counter()
        try:
            message: Message = await self._client.messages.create(**request)
        finally:
            own = LastCall(time.perf_counter() - started)
            self.last = self._client.last if isinstance(self._client, Timed) else own
        if isinstance(message, Message):
            self._budget.charge(str(message.model), astuple(tokens_of(message)), self.last.lost)
        return message


def _thrown_away(message: Message) -> RoleCall:
    tokens = zip(TOKENS, astuple(tokens_of(message)), strict=True)
    return RoleCall(role="coach", model=str(message.model), **dict(tokens))


budget_of_run: ContextVar[RunBudget | None] = ContextVar("budget_of_run", default=None)
"""The budget of the run that was started in this context; None where it was given none."""
