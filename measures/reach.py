"""How far a scorer's judgement reaches, in words: what stands as `judged` in its scores. Knows no scorer."""

from collections.abc import Callable, Iterator, Mapping, Sequence

_SENTENCES = {
    "reader recall": "reads free text and finds {:.0%} of the facts in it",
    "defects_in_words": "found {:.0%} of the labelled defects in conversations that were new to it",
    "rules_not_judged": "left out {:g} rules that had nothing to judge",
    "criteria_not_judged": "left out {:g} criteria that it could not judge",
    "dates_judged": "did not judge the plan's dates",
    "dropped": "quotes that nobody said: up to {:g} a session",
    "unread": "answers left unread: up to {:g} a session",
}
_COUNTED = frozenset({"rules_not_judged", "criteria_not_judged", "dropped", "unread"})
"""What of it is a number of things, of which none is not worth a word; of a share none is the worst."""
_OF_A_SESSION = frozenset({"accused", "messages"})
"""What a judge counted in one session, which says nothing of its reach."""


def weakest_of(sessions: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The least of each rate, the most of what was left unjudged.

    What a rate `X` was measured on (`X_n`, `X_unread`) is that of the same session; an unknown rate is the least.
    """
    names = {what for each in sessions for what in each}
    measured = {what.removesuffix("_n") for what in names if what.endswith("_n")}
    weakest: dict[str, float] = {}
    for rate in measured:
        parts = (rate, f"{rate}_n", f"{rate}_unread")
        told = [tuple(each.get(part) for part in parts) for each in sessions if parts[1] in each]
        least = min(told, key=lambda one: (-1 if one[0] is None else one[0], one[1]))
        weakest |= {part: float(value) for part, value in zip(parts, least, strict=True) if value is not None}
        names -= {*parts}
    for what in names:
        worst = max if what.endswith(("not_judged", "unread", "dropped")) else min
        weakest[what] = float(worst(each[what] for each in sessions if what in each))
    return weakest


def sentences(known: Mapping[str, float]) -> list[str]:
    """What has words of its own, in the order of the keys."""
    said = {what: rate for what, rate in sorted(known.items()) if what in _SENTENCES and (rate or what not in _COUNTED)}
    return [_SENTENCES[what].format(rate) for what, rate in said.items()]


def rates(known: Mapping[str, float]) -> dict[str, float]:
    """What has not, in the order of the keys, without the counts of one session: for `shares`."""
    return {what: rate for what, rate in sorted(known.items()) if what not in _SENTENCES and what not in _OF_A_SESSION}


def shares(known: Mapping[str, float], form: Callable[[float], str]) -> Iterator[str]:
    """Measured shares in words, each with what `X_n` and `X_unread` say beside `X`: "recall 93% (n=70, 2 unread)",
    "recall unknown (n=0)"."""
    for key in dict.fromkeys(name.removesuffix("_unread").removesuffix("_n") for name in known):
        n, unread = (known.get(f"{key}_{what}") for what in ("n", "unread"))
        beside = ", ".join([*([] if n is None else [f"n={n:g}"]), *([f"{unread:g} unread"] if unread else [])])
        share = f"{key.replace('_', ' ')} {form(known[key]) if key in known else 'unknown'}"
        yield f"{share} ({beside})" if beside else share
