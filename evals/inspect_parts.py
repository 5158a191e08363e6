"""Digests of what Inspect itself wrote into a log: results, plan, summaries, events. Imports no Inspect.

Each part is brought into one form first, because Inspect writes the same log in several: it moves long texts to
attachments, joins the summaries of the journal, fills in empty defaults, appends the events of a scoring, and then
brings those of concurrent calls into another order.
"""

import hashlib
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

from pydantic_core import from_json

if sys.version_info < (3, 14):  # which knows the compression that Inspect writes
    import zipfile_zstd  # type: ignore[import-untyped]  # noqa: F401

Json = dict[str, Any]
_HEADER, _START, _SUMMARIES = "header.json", "_journal/start.json", "_journal/summaries"
_EVENTS, _SCORING_EVENTS = "events", "events of the scoring"
_FROM_SCORES = frozenset({
    "results", "eval.scorers", "reductions.json", "summaries.json", "events_data", _START, _SUMMARIES, _SCORING_EVENTS,
})  # fmt: skip
"""The parts of a log and of a sample that change with the scores of a session."""
_ELSEWHERE = frozenset({"id", "epoch", "target", "metadata", "error", "scores", "store"})
"""Fields of a sample of which the manifest has another digest; `input` and `messages` may point to attachments."""
_POINTER = "attachment://"
_SCORING = frozenset({"scorers", "scorer"})


def log_parts(log: Path) -> dict[str, str]:
    """Part of the log to its digest: the keys of the header, `eval.` those of its `eval`, and the other members."""
    parts: Json = {}
    summaries: list[Json] = []
    with zipfile.ZipFile(log) as archive:
        for name in dict.fromkeys(archive.namelist()):
            if name.startswith("samples/"):
                continue
            written = archive.read(name)
            content: Any = from_json(written) if name.endswith(".json") else written.hex()
            if name.startswith(_SUMMARIES):
                summaries += content
            elif name == _HEADER:
                parts |= _header(content)
            else:
                parts[name] = [_header(content), content["eval"].get("metadata")] if name == _START else content
    parts[_SUMMARIES] = sorted(summaries, key=digest)
    return _digests(parts)


def sample_parts(sample: Json) -> dict[str, str]:
    """Part of the sample to its digest."""
    attached = sample.get("attachments") or {}
    parts = {key: _resolved(part, attached) for key, part in sample.items() if key not in {*_ELSEWHERE, "attachments"}}
    parts |= _events(parts.get(_EVENTS) or [], sample)
    store = sample.get("store")
    parts["store"] = {key: kept for key, kept in store.items() if key != "session"} if isinstance(store, dict) else None
    return _digests(parts)


def differing(found: dict[str, str], held: Any, *, rescored: bool) -> str:
    """The parts of which `held`, from a manifest, has another digest, or which only one of the two has, with commas
    between. `rescored`: the scores are other ones, so what follows from them is left out."""
    known = held if isinstance(held, dict) else {}
    parts = {part for part in found.keys() | known.keys() if found.get(part) != known.get(part)}
    return ", ".join(sorted(parts - _FROM_SCORES if rescored else parts))


def digest(value: Any) -> str:
    """SHA-256 of `value` as JSON with sorted keys (not RFC 8785, which has no NaN: Inspect's word for not scored)."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _digests(parts: Json) -> dict[str, str]:
    return {name: digest(part) for name, part in parts.items() if not _is_empty(part)}


def _is_empty(part: Any) -> bool:
    """Whether it says no more than a part that is missing."""
    return all(map(_is_empty, part.values())) if isinstance(part, dict) else part in (None, False, [], "")


def _header(header: Json) -> Json:
    """The keys of the header, those of `eval` among them, without the run's own metadata.

    The ids of the samples are left out: offline runs do not list them, Inspect does when it writes such a log again.
    """
    run = dict(header["eval"])
    run["dataset"] = {key: kept for key, kept in (run.get("dataset") or {}).items() if key != "sample_ids"}
    found = {key: part for key, part in header.items() if key != "eval"}
    return found | {f"eval.{key}": part for key, part in run.items() if key != "metadata" and not _is_empty(part)}


def _resolved(part: Any, attached: Json) -> Any:
    """With every text in the place that points to it."""
    if isinstance(part, dict):
        return {key: _resolved(value, attached) for key, value in part.items()}
    if isinstance(part, list):
        return [_resolved(value, attached) for value in part]
    if isinstance(part, str) and part.startswith(_POINTER):
        return attached.get(part.removeprefix(_POINTER), part)
    return part


def _events(events: list[Json], sample: Json) -> Json:
    """The digests of the events of the session and of its scoring, in one order.

    A scoring is left out as far as it repeats the scores of the sample: with the marks around them and the target.
    """
    found: dict[str, list[str]] = {_EVENTS: [], _SCORING_EVENTS: []}
    marked, inside = set[Any](), set[Any]()
    for event in events:
        kind, span = event.get("event"), event.get("id")
        if kind == "span_begin" and (event.get("type") in _SCORING or event.get("parent_id") in inside):
            inside.add(span)
            marked |= {span} if event.get("type") in _SCORING else set()
        if (kind in {"span_begin", "span_end"} and span in marked) or (kind == "score" and _repeats(event, sample)):
            continue
        of_scoring = kind == "score" or event.get("span_id") in inside
        found[_SCORING_EVENTS if of_scoring else _EVENTS].append(digest(event))
    return {part: sorted(digests) for part, digests in found.items()}


def _repeats(event: Json, sample: Json) -> bool:
    scores, scorer, target = sample.get("scores") or {}, event.get("scorer"), sample.get("target")
    same = scorer in scores and digest(event.get("score")) == digest(scores[scorer])
    return same and event.get("target") in (target, [target])
