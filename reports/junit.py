"""A comparison as JUnit XML: a test case per persona and scorer, and one per line of the gate.

A case fails where a session newly fails, is in error where a session did not run or has no partner, and is skipped
where nothing was compared, a session was not judged or its athlete was off script, or one fails as it did in the base:
none of these is green. Its time is that of the persona's sessions, so that a suite takes as long as the run; the root
has the time of the run once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from xml.etree import ElementTree as ET

import polars as pl

from reports import wording
from reports.comparison import Comparison, GateLine, Turned
from reports.escape import clip, visible
from reports.logs import LoggedRun

Came = Literal["failure", "error", "skipped"] | None
LONGEST = 2000
_GATE: dict[str, Came] = {"pass": None, "regressed": "failure", "could not be judged": "error"}


@dataclass(frozen=True, slots=True)
class JUnitCase:
    """One test case: `suite` is the scorer, `name` the persona.

    `seconds`: how long the persona's sessions took, the same for each scorer; None where nobody knows.
    """

    suite: str
    name: str
    came: Came = None
    why: str = ""
    detail: str = ""
    seconds: float | None = None


def render(comparison: Comparison, candidate: LoggedRun) -> str:
    took = candidate.sessions["seconds"].drop_nulls()
    policy = comparison.policy
    name = "coach evaluation" + ("" if policy.is_default else f" by {_words(policy.name)}, not by the default policy")
    root = ET.Element("testsuites", {"name": name, **_time(float(took.sum()) if took.len() else None)})
    suites: dict[str, list[JUnitCase]] = {}
    for case in (*_gate_cases(comparison.gate), *_cases(comparison, candidate)):
        suites.setdefault(case.suite, []).append(case)
    for name, cases in suites.items():
        _suite(root, name, cases)
    said = ET.Element("properties")
    for key, value in {"policy": policy.name, "policy_sha256": policy.digest}.items():
        ET.SubElement(said, "property", {"name": key, "value": _words(value)})
    root[0].insert(0, said)  # the gate's suite: there is no gate without a line
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _gate_cases(gate: Sequence[GateLine]) -> Iterator[JUnitCase]:
    for line in gate:
        yield JUnitCase("gate", line.name, _GATE[line.standing], line.why, "\n".join(line.sessions))


def _cases(comparison: Comparison, candidate: LoggedRun) -> Iterator[JUnitCase]:
    """Every scorer that either run knows, on every persona of the candidate."""
    apart = (*comparison.errored, *comparison.unpaired)
    broken = {item.session: item.why for item in apart if item.run == "candidate"}
    turned: dict[tuple[str, str], list[Turned]] = {}
    for item in comparison.new_failures:
        turned.setdefault((item.scorer, item.persona), []).append(item)
    aside = {item.session for item in comparison.off_script if item.run == "candidate"}
    judged, doubts = _judged(candidate), _doubts(candidate)
    of_persona: dict[str, list[str]] = {}
    for row in candidate.sessions.iter_rows(named=True):
        of_persona.setdefault(row["persona"], []).append(row["session"])
    lines = [each for each in comparison.lines if each.of == "value"]
    timed = candidate.sessions.drop_nulls("seconds")
    took = dict(timed.group_by("persona").agg(pl.col("seconds").sum()).iter_rows())
    for line in lines:
        for persona, sessions in sorted(of_persona.items()):
            failures = turned.get((line.scorer, persona), [])
            errors = [f"{name}: {broken[name]}" for name in sessions if name in broken]
            case = _case(line.scorer, persona, failures, errors, judged=(line.scorer, persona) in judged)
            if case.came is None and line.verdict == "not compared":
                case = replace(case, came="skipped", why=f"not compared: {line.why}")
            strayed = [f"{name}: the athlete was off script" for name in sessions if name in aside]
            if case.came is None and (doubt := doubts.get((line.scorer, persona), []) + strayed):
                case = replace(
                    case, came="skipped", why="fails as in the base, or is not judged", detail="\n".join(doubt)
                )
            yield replace(case, seconds=took.get(persona))


def _judged(run: LoggedRun) -> set[tuple[str, str]]:
    """Scorer and persona wherever anything was judged."""
    judged = run.scores.filter(pl.col("passed").is_not_null() | pl.col("number").is_not_null())
    rows = judged.select("session", "scorer").join(run.sessions.select("session", "persona"), on="session")
    return set(rows.select("scorer", "persona").unique().rows())


def _doubts(run: LoggedRun) -> dict[tuple[str, str], list[str]]:
    """By scorer and persona the sessions that fail or were not judged, with the verdict."""
    open_still = ~pl.col("passed").fill_null(value=True) | (pl.col("value") == "not_judged")
    rows = run.scores.filter(open_still).join(run.sessions.select("session", "persona"), on="session")
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows.sort("session").iter_rows(named=True):
        said = "fails" if row["passed"] is False else "not judged"
        found.setdefault((row["scorer"], row["persona"]), []).append(f"{row['session']}: {said}")
    return found


def _case(scorer: str, persona: str, failures: Sequence[Turned], errors: Sequence[str], *, judged: bool) -> JUnitCase:
    if failures:
        first = failures[0]
        detail = "\n".join(_told(item) for item in failures)
        return JUnitCase(
            scorer, persona, "failure", f"{wording.value(first.base_value)} to {wording.value(first.value)}", detail
        )
    if errors:
        return JUnitCase(
            scorer, persona, "error", f"a session {wording.SET_ASIDE} or has no partner", "\n".join(errors)
        )
    if not judged:
        return JUnitCase(scorer, persona, "skipped", "not judged, or does not apply")
    return JUnitCase(scorer, persona)


def _told(item: Turned) -> str:
    quotes = "".join(f' "{quote}"' for quote in item.quotes)
    base, candidate = wording.value(item.base_value), wording.value(item.value)
    return f"{item.candidate_session}: {base} to {candidate}; {wording.plain(item.explanation)}{quotes}"


def _suite(root: ET.Element, name: str, cases: Sequence[JUnitCase]) -> None:
    came = [case.came for case in cases]
    counts: dict[str, str] = {word: str(came.count(key)) for word, key in _COUNTED.items()}
    times = [case.seconds for case in cases if case.seconds is not None]
    about = {"name": _words(name), "tests": str(len(cases)), **_time(sum(times) if times else None), **counts}
    suite = ET.SubElement(root, "testsuite", about)
    for case in cases:
        named = {"classname": f"coach.{_words(name)}", "name": _words(case.name), **_time(case.seconds)}
        element = ET.SubElement(suite, "testcase", named)
        if case.came is not None:
            told = ET.SubElement(element, case.came, message=_words(case.why))
            told.text = "\n".join(_words(line) for line in case.detail.split("\n"))


def _time(seconds: float | None) -> dict[str, str]:
    return {} if seconds is None else {"time": f"{seconds:.4f}"}


_COUNTED: dict[str, Came] = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def _words(text: str) -> str:
    """XML has no way to hold control characters, not even escaped: they become visible signs."""
    return visible(clip(text, LONGEST))
