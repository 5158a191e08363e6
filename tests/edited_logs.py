"""Copies of a run's log in which somebody changed something."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from evals.run_manifest import manifest_path

Json = dict[str, Any]


def edited(log: Path, folder: Path, edit: Callable[[Json], Any]) -> Path:
    """The run in another folder after `edit` of its parts: the log's files, and its manifest under `manifest`."""
    copy = folder / log.name
    with ZipFile(log) as source:
        parts = {name: json.loads(source.read(name)) for name in source.namelist()}
    parts["manifest"] = json.loads(manifest_path(log).read_text())
    edit(parts)
    if "manifest" in parts:
        manifest_path(copy).write_text(json.dumps(parts.pop("manifest")))
    with ZipFile(copy, "w") as target:
        for name, part in parts.items():
            target.writestr(name, json.dumps(part))
    return copy
