"""What a run says while it goes on: on a terminal a progress bar (sessions done, failing so far, what they cost, time
left), anywhere what it waits for; and at its end what it cost, by role and model."""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar

from tqdm import tqdm

T = TypeVar("T")
_FORMAT = "{n_fmt}/{total_fmt} sessions{postfix} |{bar}| {elapsed}, {remaining} left"
_REDRAW_S, _QUIET_S = 0.5, 2.0
_THOUSAND, _MILLION = 1_000, 1_000_000
_CENT = 0.01


class Progress:
    """`done` and `failing`: sessions that ended, and those of them that broke or that a scorer failed.

    A session that was stopped on its way has not ended, so the bar stays where it is.
    """

    def __init__(self, total: int, done: int = 0) -> None:
        self.total, self.done, self.failing = total, done, 0
        self._tokens, self._usd, self._drawn = 0, 0.0, 0.0
        self._bar = tqdm(total=total, initial=done, bar_format=_FORMAT, disable=None, leave=False, smoothing=0.1)

    def ended(self, *, failed: bool) -> None:
        self.done += 1
        self.failing += failed
        self._bar.set_postfix_str(self.words(), refresh=False)
        self._bar.update()

    def spent(self, tokens: int, usd: float) -> None:
        """What the run has used of paid models so far."""
        self._tokens, self._usd = tokens, usd
        self._bar.set_postfix_str(self.words(), refresh=False)
        if time.monotonic() - self._drawn > _REDRAW_S:
            self._drawn = time.monotonic()
            self._bar.refresh()

    def words(self) -> str:
        """`2 failing, 1.2M tokens, 0.42 dollars`; tokens and dollars where models were paid."""
        paid = [f"{_rounded(self._tokens)} tokens", f"{self._usd:.2f} dollars"] if self._tokens else []
        return ", ".join([f"{self.failing} failing", *paid])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()


def with_bar(sessions: Iterable[T], total: int) -> Iterator[T]:
    bar: Any = tqdm(sessions, total=total, bar_format=_FORMAT, disable=None, leave=False)
    yield from bar


def _rounded(number: int) -> str:
    if number >= _MILLION:
        return f"{number / _MILLION:.1f}M"
    return f"{number / _THOUSAND:.0f}k" if number >= _THOUSAND else str(number)


class PausesTold:
    """Writes what is waited for: `retrying: 12 x 429, next in 8 s`, once in two seconds at most."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._told = 0.0

    def __call__(self, pause: Any) -> None:
        self._counts[pause.reason] += 1
        if time.monotonic() - self._told >= _QUIET_S:
            self._told = time.monotonic()
            counts = ", ".join(f"{count} x {reason}" for reason, count in self._counts.items())
            tqdm.write(f"retrying: {counts}, next in {pause.seconds:g} s", file=sys.stderr)


Models = Mapping[str, float]
"""Model to dollars."""


def spending_lines(counts: Iterable[Mapping[str, float]]) -> list[str]:
    """`cost: 0.55 dollars: coach 0.54 (claude-haiku-5-5 0.02, claude-sonnet-5-5 0.52), athlete 0.01`, or nothing.

    `counts`: of each session. Nothing is said of sessions that used no paid model.
    """
    sessions = [each for each in counts if each]
    unknown = sum("usd" not in each for each in sessions)
    roles = _by_role(sessions)
    if not roles:
        return [f"cost: not known for {unknown} of {len(sessions)} sessions{_broken_off(sessions)}"] if unknown else []
    whole = sum(sum(models.values()) for models in roles.values())
    parts = (f"{role} {_money(models)}" for role, models in sorted(roles.items(), key=_coach_first))
    lacking = f"; not all is known for {unknown} of {len(sessions)} sessions" if unknown else ""
    return [f"cost: {whole:.2f} dollars: {', '.join(parts)}{lacking}{_broken_off(sessions)}"]


def _broken_off(sessions: Sequence[Mapping[str, float]]) -> str:
    lost, usd, unknown = (
        sum(each.get(f"lost_{what}", 0) for each in sessions) for what in ("answers", "usd", "unknown")
    )
    if not lost:
        return ""
    price = f"up to {usd:.2f} dollars" if usd >= _CENT else "less than a cent"
    if unknown:
        price = "price not known" if unknown == lost else f"{price} for {lost - unknown:.0f} of them"
    return f"; {lost:.0f} answer{'s' if lost > 1 else ''} broke off and may be billed on top ({price})"


def _by_role(sessions: Iterable[Mapping[str, float]]) -> Mapping[str, Models]:
    found: dict[str, dict[str, float]] = {}
    for key, amount in (pair for session in sessions for pair in session.items()):
        role, *within = key.split("/")
        model = "/".join(within[1:-1] if role == "coach" else within[:-1])
        if key.endswith("/usd") and model and amount:
            found.setdefault(role, defaultdict(float))[model] += amount
    return found


def _coach_first(item: tuple[str, Models]) -> tuple[bool, str]:
    return item[0] != "coach", item[0]


def _money(models: Models) -> str:
    each = ", ".join(f"{model} {amount:.2f}" for model, amount in sorted(models.items()))
    return f"{sum(models.values()):.2f} ({each})" if len(models) > 1 else f"{sum(models.values()):.2f}"
