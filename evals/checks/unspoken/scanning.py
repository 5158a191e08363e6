"""One text, all detectors: what they find, without double counting."""

from evals.checks.unspoken.detectors import WORD_DETECTORS, Text, by_meaning
from evals.checks.unspoken.heard import Heard
from evals.checks.unspoken.secrets import Secrets
from evals.checks.unspoken.texts import Leak, Named


def scan(
    text: str,
    *,
    athlete: Named | None = None,
    internal: tuple[str, ...] = (),
    user_said: tuple[str, ...] = (),
) -> tuple[Leak, ...]:
    """The leaks of one visible text in order of their place; `user_said` are the athlete's earlier messages."""
    heard = Heard()
    for message in user_said:
        heard.add(message)
    return scan_heard(text, heard, Secrets.of(internal), athlete)


def scan_heard(text: str, heard: Heard, secrets: Secrets, athlete: Named | None) -> tuple[Leak, ...]:
    """`scan` for one of many texts, with what they share prepared once."""
    read = Text(text, heard, secrets, athlete)
    return _without_doubles(list(by_meaning(read, by_words(read))))


def by_words(read: Text) -> list[Leak]:
    """What the detectors of words find before it is weighed."""
    return [leak for detector in WORD_DETECTORS for leak in detector(read)]


def _without_doubles(leaks: list[Leak]) -> tuple[Leak, ...]:
    """Of overlapping findings of one category the longest stays, the first among equals."""
    kept: list[Leak] = []
    last_of: dict[str, int] = {}
    for leak in sorted(leaks, key=lambda leak: (leak.start, -leak.end)):
        held = last_of.get(leak.category)
        if held is not None and leak.start < kept[held].end:
            if leak.end - leak.start > kept[held].end - kept[held].start:
                kept[held] = leak
            continue
        last_of[leak.category] = len(kept)
        kept.append(leak)
    return tuple(sorted(kept, key=lambda leak: (leak.start, leak.end, leak.category)))
