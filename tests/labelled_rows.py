"""Rows of labelled sets, as their files hold them."""

from typing import Any

from coach.safety.rules import healthy_profile


def leak_text(name: str, words: str, label: str | None) -> dict[str, Any]:
    return {
        "id": name, "author": "x1", "scenario": "t", "split": "dev", "text": words, "label": label,
        "spans": [words] if label else [], "persona": {"name": "Dana", "age": 43}, "pair": None,
    }  # fmt: skip


def vignette(name: str, status: str, *fired: str, **changes: object) -> dict[str, Any]:
    profile, expect = {**healthy_profile(), **changes}, {"status": status, "fired": sorted(fired)}
    return {"id": name, "goal": {"text": "a 10k"}, "profile": profile, "expect": expect, "source_note": "x"}


VIGNETTES = (
    vignette("as_labelled", "blocked", "rf_syncope", symptoms=["syncope"]),
    vignette("too_careful", "approved", symptoms=["syncope"]),
    vignette("unreadable", "approved", shoe_size=43),
    vignette("let_through", "blocked", "rf_syncope"),
)
"""One right, one false refusal, one that cannot be read, one false approval."""
