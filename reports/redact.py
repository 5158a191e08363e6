"""Sessions without names and free text, for reports that leave the house. Closed words, numbers and hashes stay.

Fails closed: a string stays only where its key is known to hold a word of the machine, or where it reads like one and
stands among values. Everything else, whoever said it, becomes a mark that tells its length. Redact after the hash
chain was checked: what is left no longer hashes to its head.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from reports.logs import Json, LoggedRun, LoggedSession

NOTICE = (
    "Names and free text were withheld from this report (--redact): what was said, raw words, notes, plan texts, "
    "explanations and quotes. Numbers, dates and closed words stay, and may still be health data. So do the names of "
    "sessions, which are those of the persona files, in the text and in file names."
)

_STRUCTURAL = frozenset({
    "kind", "state", "source", "target", "outcome", "tier", "model", "prompt", "stop_reason", "tool", "call", "field",
    "confidence", "standing", "rule", "verdict", "action", "status", "severity", "phase", "zone", "type", "purpose",
    "weekday", "date", "start_date", "end_date", "unit", "bound", "priority", "today", "variant", "session", "head",
    "persona_id", "cluster", "scorer",
})  # fmt: skip
"""Keys whose strings are words of the engine's own, wherever they stand."""
_VALUES = frozenset({
    "value", "profile", "saw", "fired", "missing", "declined", "unresolved", "contraindications", "dropped", "added",
    "rules", "inputs", "tags", "verdicts", "fields", "review",
})  # fmt: skip
"""Keys whose strings stay where they are closed words or dates."""
_WHOLE = frozenset({"prompts", "models", "judged", "counts"})
_CLOSED = re.compile(r"[a-z][a-z0-9_]*|\d{4}-\d\d-\d\d")
_CALENDAR = re.compile(
    r"\d{4}-\d\d-\d\d|mon|tue|wed|thu|fri|sat|sun|base|build|peak|taper|race|[EMTIR]"  # no other word, whoever wrote it
)
_OF_PLANS = {"date", "start_date", "end_date", "race_date", "weekday", "phase", "zone"}
"""Keys of a tool's input whose strings stay where they are a date, a day, a phase or a zone."""
_IDENTITY = ("persona_id", "cluster", "tags", "epoch", "seed")


def redacted(run: LoggedRun) -> LoggedRun:
    """The run with the words of its scores withheld, and those of each session when it is read."""
    scores = run.scores.with_columns(
        quotes=pl.lit([], dtype=pl.List(pl.String)),
        explanation=_marks(pl.col("explanation")),
        value=pl.when(pl.col("number").is_null() & ~pl.col("value").str.contains(f"^(?:{_CLOSED.pattern})$"))
        .then(_marks(pl.col("value")))
        .otherwise(pl.col("value")),
    )
    sessions = run.sessions.with_columns(error=_marks(pl.col("error")))
    known, scorers = {*run.sessions["session"]}, {*run.scores["scorer"], *run.header.scorer_versions}
    people = sorted({one.who for one in run.annotations})
    annotations = tuple(
        one.model_copy(
            update={
                "who": f"person {people.index(one.who) + 1}",
                "note": mark(one.note),
                "session": one.session if one.session in known else mark(one.session),
                "scorer": one.scorer if one.scorer in scorers else mark(one.scorer),
            }
        )
        for one in run.annotations
    )
    return replace(run, scores=scores, sessions=sessions, read_as=redacted_session, annotations=annotations)


def redacted_session(session: LoggedSession) -> LoggedSession:
    """The session with every string withheld that is no word of the engine's own."""
    return replace(
        session,
        metadata={key: session.metadata[key] for key in _IDENTITY if key in session.metadata},
        stored=(),
        events=tuple(_event(event) for event in session.events),
        error=None if session.error is None else mark(session.error),
        scores={name: _score(score) for name, score in session.scores.items()},
    )


def mark(text: str) -> str:
    """What stands where `text` stood."""
    return f"[{len(text)} characters withheld]" if text else ""


def _marks(column: pl.Expr) -> pl.Expr:
    return pl.when(column.str.len_chars() == 0).then(column).otherwise(
        pl.format("[{} characters withheld]", column.str.len_chars())
    )  # fmt: skip


def _event(event: Json) -> Json:
    found: Json = _without(event)
    if event.get("kind") == "moved":  # the one `reason` that is a closed word; those of an intake are sentences
        found["reason"] = event.get("reason")
    if event.get("kind") == "session_closed":  # the reason of that move, unless the session broke
        found["why"] = _closed(str(event.get("why", "")))
    return found


def _score(score: Json) -> Json:
    found: Json = _without(score)
    if (value := score.get("value")) is not None:
        found["value"] = _closed(value) if isinstance(value, str) else value
    return found


def _without(value: Any) -> Any:
    """`value` with its strings withheld, but for what the tables above let stand."""
    return _walk(value, _rule_of, mark)


def _among_values(value: Any) -> Any:
    return _walk(value, lambda key: _RULES.get(key, _among_values), _closed)


def _from_the_model(value: Any) -> Any:
    """What a model wrote under keys of its own choice: only closed words, and only where a tool wants one."""
    return _walk(value, lambda key: _TOOL_RULES.get(key, _from_the_model), mark)


def _of_plan(value: Any) -> Any:
    if isinstance(value, str):
        return value if _CALENDAR.fullmatch(value) else mark(value)
    return _from_the_model(value)


def _walk(value: Any, rule_of: Callable[[str], Callable[[Any], Any]], of_text: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {_closed(str(key)): rule_of(str(key))(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_walk(item, rule_of, of_text) for item in value]
    return of_text(value) if isinstance(value, str) else value


def _as_it_is(value: Any) -> Any:
    return value


def _word(value: Any) -> Any:
    """Only a plain string is a word of the engine; what is nested under such a key is looked at again."""
    return value if isinstance(value, str) else _without(value)


_RULES: Mapping[str, Callable[[Any], Any]] = (
    dict.fromkeys(_STRUCTURAL, _word)
    | dict.fromkeys(_VALUES, _among_values)
    | dict.fromkeys(_WHOLE, _as_it_is)
    | dict.fromkeys(("input", "content", "results"), _from_the_model)
)


_TOOL_RULES: Mapping[str, Callable[[Any], Any]] = dict.fromkeys(
    ("field", "value", "type"), _among_values
) | dict.fromkeys(_OF_PLANS, _of_plan)


def _rule_of(key: str) -> Callable[[Any], Any]:
    return _RULES.get(key, _without)


def _closed(text: str) -> str:
    return text if _CLOSED.fullmatch(text) else mark(text)
