"""The model calls of an audited session, with tokens and cost."""

from collections.abc import Iterator, Sequence

from reports.audit import TOKENS, Audit
from reports.blocks import Block, Table, Text, cells

_CALL_COLUMNS = (
    "event", "state", "tier", "model", "why it stopped", "tokens in", "tokens out", "tokens written to the cache",
    "tokens read from the cache", "prompt", "US dollars",
)  # fmt: skip


def calls(audit: Audit) -> Iterator[Block]:
    calls = audit.of_kind("model_called")
    keys = ("state", "tier", "model", "stop_reason", *TOKENS, "prompt")
    rows = [
        (call.index, *(call.event.get(key) for key in keys), _dollars([audit.dollars[call.index]])) for call in calls
    ]
    yield Table(_CALL_COLUMNS, cells(rows))
    given, made, written, read = (sum(_tokens(call.event.get(key, 0)) for call in calls) for key in TOKENS)
    spent = _dollars(list(audit.dollars.values()))
    cached = f"{read} read from the prompt cache, {written} written to it"
    yield Text(f"Tokens: {given + written + read} in ({cached}), {made} out. US dollars: {spent}.")
    failed = [(item.index, item.event.get("what")) for item in audit.of_kind("model_failed")]
    if failed:
        yield Table(("event", "what"), cells(failed), title="Failed calls")


def _dollars(costs: Sequence[float | None]) -> str:
    """A sum with one unknown part is unknown."""
    known = [cost for cost in costs if cost is not None]
    return f"{sum(known):.4f}" if len(known) == len(costs) else "no price known"


def _tokens(value: object) -> int:
    return value if isinstance(value, int) else 0
