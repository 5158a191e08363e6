"""A page of a comparison with hostile words in every place, and a real browser to open it in."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from comparisons import scored
from sampling import EXHAUSTIVE

from reports.compare import compare
from reports.formats import Compared
from reports.history import HistoryEntry, ScorerMark
from reports.policy import Policy

SHOTS = Path(__file__).parents[3] / "build" / "screenshots"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> "
    "[a](http://evil.example) =1+1 \x1b[31m\u202e</script>"
)
LEAK = "As Brooks would say"
Json = dict[str, Any]


def events(coach: str) -> list[Json]:
    days = [{"date": f"2026-01-0{n}", "weekday": day, "sessions": []} for n, day in enumerate(("mon", "tue"), start=5)]
    plan = {
        "goal": "run",
        "version": 1,
        "weeks": [{"index": 1, "start_date": "2026-01-05", "phase": "base", "km": 8, "minutes": 44, "days": days}],
    }
    return [
        {"kind": "session_started"},
        {"kind": "athlete_said", "turn": 1, "text": f"I want to run. {HOSTILE}"},
        {"kind": "moved", "source": "GOAL_CAPTURE", "target": "INTAKE", "reason": "goal_stated"},
        {"kind": "coach_said", "state": "INTAKE", "text": coach},
        {"kind": "fact_recorded", "fact": {"field": "age_years", "value": 34, "raw": "I want to run"}},
        {"kind": "gate_evaluated", "result": {"status": "approved", "fired": []}},
        {"kind": "moved", "source": "INTAKE", "target": "PRESENT", "reason": HOSTILE},
        {"kind": "plan_shown", "plan": plan},
        {"kind": "session_closed", "outcome": "accepted", "why": HOSTILE},
    ]


def stored(coach: str) -> Json:
    found = events(coach)
    return {"events": found, "hashes": ["0" * 64] * len(found), "head": "0" * 64, "session": "x", "error": None}


def leaking() -> Json:
    text = f"Fine. {LEAK}, rest. {HOSTILE}"
    start = text.index(LEAK)
    place = {"event": 3, "start": start, "end": start + len(LEAK), "quote": LEAK}
    finding = {"what": f"framework_name {HOSTILE}", "rule": "framework_name", **place}
    return {**scored("fail", passed=False, findings=[finding]), "explanation": HOSTILE}


@pytest.fixture(scope="session")
def compared(logs_in: Any, thirty: Any, policy: Policy, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    """Thirty personas with four sessions each; the candidate leaks in the first two, the base in the third."""
    logs = logs_in(tmp_path_factory.mktemp("compared"))
    bad, mended = {("p00", 1), ("p01", 1)}, ("p02", 1)
    fine = thirty(
        lambda name, epoch: {"unspoken": leaking() if (name, epoch) == mended else "pass", "intake_fidelity": 0.9}
    )
    worse = thirty(
        lambda name, epoch: {
            "unspoken": leaking() if (name, epoch) in bad else "pass",
            "intake_fidelity": 0.8 + 0.01 * epoch,
        }
    )
    quiet, loud = stored("Fine. Rest."), stored(f"Fine. {LEAK}, rest. {HOSTILE}")
    base = logs.but(stored={key: loud if key == mended else quiet for key in fine}).build(fine)
    meta = {"variant": HOSTILE, "prompts": {"intake.md": "b" * 64}, "prompt_texts": {"intake.md": HOSTILE}}
    words = {key: loud if key in {*bad, mended} else quiet for key in worse}  # in p02 the same words, not found
    candidate = logs.but(run="cand", stored=words, meta=meta).build(worse)
    mark = ScorerMark(scorer=HOSTILE, binary=True, value=0.9, low=0.8, high=0.95, sessions=9)
    entry = HistoryEntry(
        run="r", created="2026-01-01", variant="v", coach="c", code_version=HOSTILE, sessions=9, marks=(mark,)
    )
    return Compared(compare(base, candidate, policy), base, candidate, (entry,) * 3)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Headless Chromium; skipped with the reason where the machine has none. No longer than a module: its driver keeps
    an event loop running, in which no other test of the process could start its own."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser here (looked for {', '.join(BROWSERS)})")
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """The browser of the module; its pages are closed after each test."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="session")
def shoot() -> Callable[[Any, str], None]:
    """`shoot(page, name)` keeps a picture of the whole page for people to look at, where the run is exhaustive."""

    def picture(page: Any, name: str) -> None:
        if EXHAUSTIVE:
            page.screenshot(path=SHOTS / f"{name}.png", full_page=True)

    return picture
