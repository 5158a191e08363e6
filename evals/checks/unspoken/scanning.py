"""One text, all detectors: what they find, less what the athlete said first, without double counting."""

from collections.abc import Iterable, Iterator

from evals.checks.unspoken.flow import Secrets, find_identifiers, find_overlap
from evals.checks.unspoken.heard import Heard, find_confirmation
from evals.checks.unspoken.near_miss import find_near_misses
from evals.checks.unspoken.normalize import View, fold, prose
from evals.checks.unspoken.patterns import find_patterns
from evals.checks.unspoken.texts import Leak, Named
from evals.checks.unspoken.words import Found, find_names


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
    folded = fold(text)
    read = prose(folded)
    return _without_doubles(
        [
            *_unexcused(find_names(text, folded, athlete), heard, folded.text),
            *_unexcused(find_near_misses(text, folded, athlete), heard, folded.text),
            *(found.leak for found in find_patterns(text, read) if not heard.excuses(found)),
            *find_identifiers(text, folded, heard.folded),
            *find_overlap(text, folded, secrets, heard.runs),
            *_confirmed(text, read, heard),
        ]
    )


def _unexcused(found: Iterable[Found], heard: Heard, folded: str) -> Iterator[Leak]:
    for one in found:
        if not heard.excuses_name(one, folded):
            yield one.leak


def _confirmed(text: str, read: View, heard: Heard) -> tuple[Leak, ...]:
    leak = find_confirmation(text, read, heard)
    return (leak,) if leak else ()


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
