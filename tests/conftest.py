"""What every test may use: the servers of tests/servers, and no key and no proxy from outside."""

import os
import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
FROM_OUTSIDE = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
)
for name in FROM_OUTSIDE:
    os.environ.pop(name, None)
