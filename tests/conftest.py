"""What every test may use: the servers of tests/servers, a browser, and no key and no proxy from outside."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
from sampling import EXHAUSTIVE

settings.register_profile("the same each time", deadline=None, derandomize=True)
settings.register_profile("new examples", deadline=None)
settings.load_profile("new examples" if EXHAUSTIVE else "the same each time")
FROM_OUTSIDE = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "COACH_STORE",
)
for name in FROM_OUTSIDE:
    os.environ.pop(name, None)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture
def browser() -> Iterator[Any]:
    """Headless Chromium; skipped with the reason where the machine has none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser here (looked for {', '.join(BROWSERS)})")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()
