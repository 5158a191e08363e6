"""What was served: calls, tokens and dollars per model, and how many calls were in flight at once."""

import os
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from evals.serve.families import ServedFamily, Usage


@dataclass(slots=True)
class _Account:
    """`undelivered_dollars`: the part of `dollars` for answers that a fault kept from arriving whole."""

    calls: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    dollars: Decimal = Decimal()
    undelivered_dollars: Decimal = Decimal()

    def as_json(self) -> dict[str, Any]:
        money = {"dollars": str(self.dollars), "undelivered_dollars": str(self.undelivered_dollars)}
        return {"calls": self.calls, "tokens": dict(self.tokens), **money}


class UsageLedger:
    """`requests` counts everything that came in; an account counts what was answered, and is charged for it.

    `dropped`: thinking blocks that came back and were not shown to the model; a client that loses none has 0 of them.
    """

    def __init__(self) -> None:
        self.requests = self.refused = self.failed = self.dropped = self.in_flight = self.most_in_flight = 0
        self._accounts: dict[str, _Account] = defaultdict(_Account)

    def begin(self) -> int:
        """The number of the call that begins, from 1."""
        self.requests += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        return self.requests

    def end(self) -> None:
        self.in_flight -= 1

    def charge(self, family: ServedFamily, usage: Usage, *, delivered: bool) -> None:
        account, dollars = self._accounts[family.model], family.dollars(usage)
        account.calls += 1
        account.dollars += dollars
        account.undelivered_dollars += Decimal() if delivered else dollars
        account.tokens.update(asdict(usage))

    def as_json(self) -> dict[str, Any]:
        """Dollars as exact decimal strings, the total also rounded to the cent."""
        total = sum((account.dollars for account in self._accounts.values()), Decimal())
        return {
            "process": os.getpid(),
            "requests": self.requests,
            "refused": self.refused,
            "failed": self.failed,
            "dropped": self.dropped,
            "in_flight": self.in_flight,
            "most_in_flight": self.most_in_flight,
            "dollars": str(total),
            "cents": int((total * 100).quantize(Decimal(1), ROUND_HALF_UP)),
            "models": {model: self._accounts[model].as_json() for model in sorted(self._accounts)},
        }
