"""What a session cost: tokens, money, seconds, by role, state and model. Not a word on how good it was."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from coach.events import ModelCalled, ModelFailed
from evals.checks.prices import dollars, dollars_lost
from evals.checks.verdict import Verdict, not_judged
from evals.checks.view import TOKENS, SessionView

VERSION = 3


class _Call(NamedTuple):
    """`who`: `coach/STATE`, `athlete` or `judge`; `tokens`: in the order of `TOKENS`; `lost`: as `RoleCall.lost`."""

    who: str
    model: str
    tokens: tuple[int, ...]
    seconds: float | None = None
    lost: int = 0

    @property
    def reported(self) -> bool:
        """Whether the model said what it used; no request is without tokens. Offline models use none."""
        return self.model.startswith("offline/") or sum(self.tokens) > 0


def check_cost(session: SessionView) -> Verdict:
    """US dollars of coach, athlete and judge; not_judged where a price or what was used is not known.

    `counts` holds each sum whole, by role (`coach/usd`), and by role, state and model (`coach/INTAKE/MODEL/usd`,
    `athlete/MODEL/usd`). `lost_answers` may be billed and are in no sum; `lost_usd` is what they cost at most if
    each was as long as the answer that came to the same call at last; to `lost_unknown` of them none came, or it has no
    price. Neither pass nor fail: `passed` stays None beside a number.
    """
    calls = [*_calls(session)]
    if not calls:
        return not_judged("the session has no model call", counts=_lost(session, calls))
    sums = {name: round(amount, 9) for name, amount in sorted(_summed(calls).items())}
    sums |= _lost(session, calls)
    prompt = sums["input_tokens"] + sums["cache_write_tokens"] + sums["cache_read_tokens"]
    used = f"{prompt:.0f} tokens in, {sums['cache_read_tokens']:.0f} of them cached, {sums['output_tokens']:.0f} out"
    unpriced = sorted({call.model for call in calls if dollars(call.model, *call.tokens) is None})
    silent = sorted({call.model for call in calls if not call.reported})
    if unpriced or silent:
        why = f"no price is known for {', '.join(unpriced)}" if unpriced else f"{', '.join(silent)} reported no tokens"
        return not_judged(f"{used}; {why}", counts={name: sum_ for name, sum_ in sums.items() if name != "usd"})
    return Verdict(value=sums["usd"], passed=None, explanation=f"{used}, {sums['usd']:.4f} dollars", counts=sums)


def _calls(session: SessionView) -> Iterator[_Call]:
    failed = ((at, event) for at, event in session.of(ModelFailed) if event.model)
    for at, event in (*session.of(ModelCalled), *failed):
        seconds = session.seconds[at] if at < len(session.seconds) else None
        tokens = tuple(getattr(event, name) for name in TOKENS)
        lost = session.lost_answers[at] if at < len(session.lost_answers) and type(event) is ModelCalled else 0
        yield _Call(f"coach/{event.state}", str(event.model), tokens, seconds, lost)
    for call in session.role_calls:
        who = "coach/thrown_away" if call.role == "coach" else call.role
        yield _Call(who, call.model, call.tokens, lost=call.lost)


def _lost(session: SessionView, calls: list[_Call]) -> dict[str, float]:
    lost = sum(session.lost_answers) + sum(call.lost for call in session.role_calls)
    if not lost:
        return {}
    priced = [(call.lost, dollars_lost(call.model, *call.tokens)) for call in calls if call.lost and call.reported]
    known = [(count, usd) for count, usd in priced if usd is not None]
    unknown = lost - sum(count for count, _ in known)
    return {
        "lost_answers": lost,
        "lost_usd": round(sum(count * usd for count, usd in known), 9),
        **({"lost_unknown": unknown} if unknown else {}),
    }


def _summed(calls: list[_Call]) -> dict[str, float]:
    counts: dict[str, float] = defaultdict(float)
    for call in calls:
        spent = (*call.tokens, dollars(call.model, *call.tokens), call.seconds)
        for keys, amount in zip(_keys(call.who, call.model), spent, strict=True):
            if amount is not None:
                for key in keys:
                    counts[key] += amount
    return counts


@lru_cache(256)
def _keys(who: str, model: str) -> tuple[tuple[str, ...], ...]:
    """Of each amount the sums that it is part of."""
    role, named = who.partition("/")[0], f"{who}/{model.removeprefix('anthropic/')}"
    return tuple((name, f"{role}/{name}", f"{named}/{name}") for name in (*TOKENS, "usd", "seconds"))
