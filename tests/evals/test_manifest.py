"""What a run was made of, as far as its manifest says."""

import hashlib
from pathlib import Path

from evals.manifest import ROOT, data_files


def test_every_data_file_of_the_coach_has_its_digest() -> None:
    found = data_files()
    data = [path for suffix in ("yaml", "toml") for path in (ROOT / "coach").rglob(f"*.{suffix}")]
    names = {path.relative_to(ROOT).as_posix() for path in data}
    assert names - found.keys() == {name for name in names if name.startswith("coach/variants/")}
    assert "coach/profile/questions.yaml" in found
    assert {name: hashlib.sha256(Path(ROOT / name).read_bytes()).hexdigest() for name in found} == found
