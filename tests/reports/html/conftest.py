"""A page of a comparison with hostile words in every place, and a real browser to open it in."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from reports.compare import compare
from reports.forms import Compared
from reports.history import Entry, Mark
from reports.policy import read_policy

POLICY = Path(__file__).parents[3] / "evals" / "gate.toml"
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
    finding = {
        "what": f"framework_name {HOSTILE}",
        "event": 3,
        "start": start,
        "end": start + len(LEAK),
        "quote": LEAK,
        "rule": "framework_name",
    }
    return {
        "value": "fail",
        "explanation": HOSTILE,
        "metadata": {"version": 1, "passed": False, "findings": [finding], "judged": {}},
    }


@pytest.fixture
def compared(logs: Any, thirty: Any) -> Compared:
    """Thirty personas with four sessions each; the candidate leaks in the first two."""

    def judge(name: str, epoch: int) -> Mapping[str, Any]:
        return {"unspoken": "pass", "intake_fidelity": 0.9}

    def worse(name: str, epoch: int) -> Mapping[str, Any]:
        bad = epoch == 1 and name in {"p00", "p01"}
        return {"unspoken": leaking() if bad else "pass", "intake_fidelity": 0.8 + 0.01 * epoch}

    sessions = thirty(judge)
    quiet = stored("Fine. Rest.")
    loud = stored(f"Fine. {LEAK}, rest. {HOSTILE}")
    base = logs.but(stored=dict.fromkeys(sessions, quiet)).build(sessions)
    words = {key: loud if key in {("p00", 1), ("p01", 1)} else quiet for key in sessions}
    meta = {"variant": HOSTILE, "prompts": {"intake.md": "b" * 64}, "prompt_texts": {"intake.md": HOSTILE}}
    candidate = logs.but(run="cand", stored=words, meta=meta).build(thirty(worse))
    mark = Mark(scorer=HOSTILE, binary=True, value=0.9, low=0.8, high=0.95, sessions=9)
    past = [
        Entry(
            run=f"r{n}",
            created=f"2026-01-0{n}",
            variant="v",
            coach="c",
            code_version=HOSTILE,
            sessions=9,
            marks=(mark,),
        )
        for n in (1, 2, 3)
    ]
    return Compared(compare(base, candidate, read_policy(POLICY)), base, candidate, tuple(past))


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
