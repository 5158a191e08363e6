"""The manifest beside a log: what the run was made of, the head of every chain, and digests of what else it holds.

Both who writes a manifest and who checks one take its content from the log on the disk, by the functions of this
module and, for what Inspect itself wrote, of `evals.inspect_parts`. Imports no Inspect.
"""

import json
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from evals.inspect_parts import digest, log_parts, sample_parts

if sys.version_info < (3, 14):  # which knows the compression that Inspect writes
    import zipfile_zstd  # type: ignore[import-untyped]  # noqa: F401

Json = dict[str, Any]
VERSION = 2
"""Since 2, a manifest also holds digests of the parts of the log that are Inspect's own (`inspect`)."""
OWN = frozenset({"version", "log", "heads", "digests", "inspect"})
"""What a manifest holds beside the facts of the log's header."""
_SAMPLES, _END = "samples/", "_epoch_1.json"
_RECORD = ("id", "epoch", "input", "target", "metadata", "messages", "error")
"""Of a sample, what its record covers beside the session in its store."""
_CHAINED = frozenset({"events", "hashes"})


def write_manifest(log: Path, heads: Mapping[str, str | None]) -> None:
    """Write the manifest of a log that is closed. `heads`: every session of the run to the last hash of its chain.

    JSON, but not named so: Inspect's viewer takes every `.json` of the folder for a log.
    """
    with zipfile.ZipFile(log) as archive:
        facts = header_facts(from_json(archive.read("header.json")))
    held = {name: digests(sample) for name, sample in named_samples(log)}
    own = {"version": VERSION, "log": log.name, "heads": dict(heads), "digests": held, "inspect": log_parts(log)}
    content = {**facts, **own}
    manifest_path(log).write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")


def read_manifest(log: Path) -> Json | None:
    """The manifest of `log`; None where there is none that holds heads."""
    try:
        manifest = json.loads(manifest_path(log).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    held = isinstance(manifest, dict) and manifest.get("heads") and isinstance(manifest["heads"], dict)
    return manifest if held else None


def version_of(manifest: Json) -> Any:
    """Manifests of version 1 do not name it."""
    return manifest.get("version", 1)


def manifest_path(log: Path) -> Path:
    return log.with_suffix(".manifest")


def header_facts(header: Json) -> Json:
    """What the header of a log says of its run. `sessions`: how many the run has; `prompt_texts`: their digest."""
    run = header["eval"]
    metadata = dict(run.get("metadata") or {})
    texts = digest(metadata.pop("prompt_texts", None))
    sessions = (run.get("dataset") or {}).get("samples")
    own = {"status": header["status"], "created": run["created"], "model": run["model"], "sessions": sessions}
    return {**metadata, **own, "prompt_texts": texts}


def named_samples(log: Path) -> Iterator[tuple[str, Json]]:
    """Every sample under the name by which the log files it: a copy has a name of its own."""
    with zipfile.ZipFile(log) as archive:
        for entry in dict.fromkeys(archive.namelist()):
            if entry.startswith(_SAMPLES):
                yield entry.removeprefix(_SAMPLES).removesuffix(_END), from_json(archive.read(entry))


def digests(sample: Json) -> Json:
    """`record`: of what lies outside the chain and was there before anything was judged; `scores`: of the verdicts;
    `inspect`: of each part that is Inspect's own.

    They are apart because a run may be scored again, and its record may not change.
    """
    store = sample.get("store")
    session = store.get("session") if isinstance(store, dict) else store
    beside = (
        {key: value for key, value in session.items() if key not in _CHAINED} if isinstance(session, dict) else session
    )
    return {
        "record": digest([{key: sample.get(key) for key in _RECORD}, beside]),
        "scores": digest(sample.get("scores")),
        "inspect": sample_parts(sample),
    }
