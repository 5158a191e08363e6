"""What every test may use: the servers of tests/servers, and no key and no proxy from outside."""

import gc
import importlib.metadata
import os
import sys
from functools import cache
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
from sampling import EXHAUSTIVE, examples

settings.register_profile("the same each time", deadline=None, derandomize=True, max_examples=examples(25))
settings.register_profile("new examples", deadline=None, max_examples=examples(25))
settings.load_profile("new examples" if EXHAUSTIVE else "the same each time")
FROM_OUTSIDE = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "COACH_STORE",
    "PYTHONDONTWRITEBYTECODE",
)
for name in FROM_OUTSIDE:
    os.environ.pop(name, None)
sys.dont_write_bytecode = False  # every process that a test starts would compile everything anew
os.sched_getaffinity = lambda _pid: {0}  # the suite itself is spread over the processors: what it runs has one
gc.set_threshold(700, 10, 100)  # what is imported and collected is much, and stays
# Inspect asks at the start of every evaluation what every file of every installed package belongs to
importlib.metadata.packages_distributions = cache(importlib.metadata.packages_distributions)
