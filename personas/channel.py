"""What both sides meant by their words, kept beside the talk: offline players need not read each other's English."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol

from personas.acts import Act


class Reader(Protocol):
    """Understands one message. `None`: not understood at all; an empty tuple: understood, and nothing in it."""

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None: ...


class _Deposit(NamedTuple):
    """`after`: the message deposited before it, which it answers."""

    after: str
    acts: tuple[Act, ...]


class EitherReader:
    """What the first reader does not understand, the second may."""

    def __init__(self, first: Reader, second: Reader) -> None:
        self._readers = (first, second)

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        understood = (reader.read(text, question) for reader in self._readers)
        return next((acts for acts in understood if acts is not None), None)


class Channel:
    """The acts of one session's messages by their text. A text that nobody deposited is not understood (`None`)."""

    def __init__(self) -> None:
        self._deposits: dict[str, list[_Deposit]] = {}
        self._last = ""

    def deposit(self, text: str, acts: Iterable[Act]) -> None:
        """`text` was said with these acts; the same text may be said again with others."""
        folded = _folded(text)
        self._deposits.setdefault(folded, []).append(_Deposit(self._last, tuple(acts)))
        self._last = folded

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        """The acts of the newest message with this text, of those that followed `question` if any did; of a text made
        of several messages, all of theirs in order."""
        folded = _folded(text)
        if folded not in self._deposits:
            return self._parts(folded)
        said = self._deposits[folded]
        if len(said) == 1:
            return said[0].acts
        asked = _folded(question or "")
        return next((each.acts for each in reversed(said) if each.after and asked.endswith(each.after)), said[-1].acts)

    def all_of(self, text: str) -> tuple[tuple[Act, ...], ...]:
        """The acts of every message with this text, oldest first."""
        return tuple(each.acts for each in self._deposits.get(_folded(text), ()))

    def _parts(self, folded: str) -> tuple[Act, ...] | None:
        """What engines and bridges join: deposits that stand in `folded` with nothing else beside them."""
        found: list[Act] = []
        left = folded
        for text in sorted(self._deposits, key=len, reverse=True):
            if text and text in left:
                found += self._deposits[text][-1].acts
                left = left.replace(text, "", 1)
        return None if left.strip() or not folded else tuple(found)


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """White space does not tell two texts apart; lone surrogates are replaced as the engine replaces them."""
    return " ".join(text.encode("utf-8", "replace").decode("utf-8").split())


_MOST_CHANNELS = 2000
_channels: OrderedDict[int, Channel] = OrderedDict()


def channel_of(seed: int) -> Channel:
    """This process's channel of the session with this seed, for players that meet only through a bridge or HTTP.

    The oldest of 2,000 is forgotten, which costs a session that is still going on what it deposited.
    """
    channel = _channels.setdefault(seed, Channel())
    _channels.move_to_end(seed)
    if len(_channels) > _MOST_CHANNELS:
        _channels.popitem(last=False)
    return channel
