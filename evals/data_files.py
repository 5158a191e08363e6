"""Where the labelled sets, the published schemas and the stored baseline lie.

`evals/_datasets` is a link to `datasets/` in the repository, and a folder of its own in a wheel.
"""

from pathlib import Path

DATASETS = (Path(__file__).parent / "_datasets").resolve()
