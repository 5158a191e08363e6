"""Edits of a run's log, each with what `verify` and `audit` say of it."""

from collections.abc import Callable
from typing import Any

from edited_logs import Json

SAMPLE = "samples/chest_pain_hidden/1_epoch_1.json"


def scored(scorer: str, value: str) -> Callable[[Json], None]:
    def edit(parts: Json) -> None:
        score = parts[SAMPLE]["scores"][scorer]
        score["value"] = value
        score["metadata"].update(value=value, passed=value == "pass")

    return edit


def another_header(parts: Json) -> None:
    for name in ("header.json", "_journal/start.json"):
        header = parts[name]["eval"]
        header["model"] = "anthropic/claude-opus-5"
        header["metadata"].update(coach="anthropic/claude-opus-5", variant="one_question", code_version="deadbeef")


def removed_from_both(parts: Json) -> None:
    del parts[SAMPLE]
    for held in ("heads", "digests"):
        del parts["manifest"][held]["chest_pain_hidden/1"]


def copied_sample(parts: Json) -> None:
    parts["samples/chest_pain_hidden/9_epoch_1.json"] = parts[SAMPLE]


def another_prompt(parts: Json) -> None:
    parts["header.json"]["eval"]["metadata"]["prompt_texts"]["intake.md"] += "Be brief."


def expect(outcome: str) -> Callable[[Json], Any]:
    return lambda parts: parts[SAMPLE]["metadata"]["persona"]["expect"].update(outcome=outcome)


def another_word(parts: Json) -> None:
    events = parts[SAMPLE]["store"]["session"]["events"]
    next(event for event in events if event["kind"] == "athlete_said")["text"] += " Really."


def heads(**changed: str) -> Callable[[Json], Any]:
    names = {"one": "chest_pain_hidden/1", "nobody": "nobody/1"}
    return lambda parts: parts["manifest"]["heads"].update({names[name]: head for name, head in changed.items()})


EDITS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a word that was said": (another_word, "chest_pain_hidden/1: the chain is broken"),
    "another head in the manifest": (heads(one="0" * 64), "the chain is broken: the chain ends in"),
    "a session of the manifest not in the log": (heads(nobody="1" * 64), "nobody/1: is in the manifest and not in the"),
    "a session of the log not in the manifest": (
        lambda parts: parts["manifest"]["heads"].pop("chest_pain_hidden/2"),
        "chest_pain_hidden/2: is in the log and not in the manifest",
    ),
    "outcome score pass -> fail": (scored("outcome", "fail"), "the scores are not those that the run ended with"),
    "an edited care_tone": (scored("care_tone", "fail"), "the scores are not those that the run ended with"),
    "a score removed": (lambda parts: parts[SAMPLE]["scores"].pop("cost"), "the scores are not those"),
    "persona expect.outcome changed": (expect("accepted"), "persona and labels"),
    "metadata.persona is a string": (lambda parts: parts[SAMPLE]["metadata"].update(persona="x"), "persona and labels"),
    "session seed changed": (lambda parts: parts[SAMPLE]["metadata"].update(seed=5), "persona and labels, seed"),
    "acts emptied": (lambda parts: parts[SAMPLE]["store"]["session"].update(acts={}), "acts"),
    "a sample error injected": (
        lambda parts: parts[SAMPLE].update(error={"message": "x", "traceback": "", "traceback_ansi": ""}),
        "error",
    ),
    "a message changed": (lambda parts: parts[SAMPLE]["messages"][-1].update(content="HACKED"), "messages"),
    "log header changed": (another_header, "the log and the manifest differ in code_version: deadbeef and"),
    "a prompt in the log header changed": (another_prompt, "the log and the manifest differ in prompt_texts"),
    "manifest seed, coach, code_version changed": (
        lambda parts: parts["manifest"].update(seed=99, coach="anthropic/claude", code_version="zzz"),
        "the log and the manifest differ in seed: 0 and 99",
    ),
    "a session removed from the log and from heads": (
        removed_from_both,
        "the log is of a run of 2 sessions, and the manifest lists 1",
    ),
    "a sample copied under another file name": (
        copied_sample,
        "chest_pain_hidden/9: the log files the session chest_pain_hidden/1 under this name",
    ),
    "a manifest without heads": (lambda parts: parts["manifest"].pop("heads"), "there is no manifest"),
    "a manifest without digests": (lambda parts: parts["manifest"].pop("digests"), "is not what was written"),
    "a manifest without the digest of a session": (
        lambda parts: parts["manifest"]["digests"].pop("chest_pain_hidden/1"),
        "is not what was written",
    ),
}

RUN, SESSION = "what Inspect itself wrote of the run is not what was", "what Inspect itself wrote of the session is not"
PROVENANCE = {"timestamp": "2026-01-05T00:00:00+00:00", "author": "x", "metadata": {}}


def another_result(parts: Json) -> None:
    (outcome,) = (each for each in parts["header.json"]["results"]["scores"] if each["name"] == "outcome")
    outcome["metrics"]["pass_rate"]["value"] = 0.0


def another_summary(parts: Json) -> None:
    parts["summaries.json"][0]["scores"]["outcome"]["value"] = "fail"


def scored_event(parts: Json) -> None:
    """What a scoring appends, with a score that the sample does not have."""
    score = {**parts[SAMPLE]["scores"]["outcome"], "value": "fail"}
    parts[SAMPLE]["events"].append({"event": "score", "scorer": "outcome", "score": score, "target": "blocked"})


EDITS |= {
    "a metric in the results": (another_result, f"{RUN} written: results"),
    "a score in the summaries": (another_summary, f"{RUN} written: summaries.json"),
    "a score in the summaries of the journal": (
        lambda parts: parts["_journal/summaries/1.json"][0]["scores"].pop("outcome"),
        f"{RUN} written: _journal/summaries",
    ),
    "the run invalidated": (
        lambda parts: parts["header.json"].update(invalidated=True),
        f"{RUN} written: invalidated",
    ),
    "reductions added": (
        lambda parts: parts.update({"reductions.json": [{"scorer": "outcome", "samples": []}]}),
        f"{RUN} written: reductions.json",
    ),
    "a scorer taken out of the spec": (
        lambda parts: parts["header.json"]["eval"]["scorers"].pop(),
        f"{RUN} written: eval.scorers",
    ),
    "the plan": (
        lambda parts: parts["header.json"]["plan"].update(name="another"),
        f"{RUN} written: plan",
    ),
    "the start of the journal": (
        lambda parts: parts["_journal/start.json"]["eval"]["metadata"].update(seed=7),
        f"{RUN} written: _journal/start.json",
    ),
    "a file added": (lambda parts: parts.update({"notes.json": ["x"]}), f"{RUN} written: notes.json"),
    "a session invalidated": (
        lambda parts: parts[SAMPLE].update(invalidation=PROVENANCE),
        f"{SESSION} what was written: invalidation",
    ),
    "an event of Inspect": (
        lambda parts: parts[SAMPLE]["events"][1].update(data="HACKED"),
        f"{SESSION} what was written: events",
    ),
    "an event that gives another score": (scored_event, f"{SESSION} what was written: events of the scoring"),
    "the output": (
        lambda parts: parts[SAMPLE]["output"].update(completion="HACKED"),
        f"{SESSION} what was written: output",
    ),
    "a manifest without the digests of Inspect's parts": (
        lambda parts: parts["manifest"].pop("inspect"),
        f"{RUN} written: ",
    ),
    "a manifest of a version to come": (
        lambda parts: parts["manifest"].update(version=3),
        "the manifest is of version 3, and this harness reads versions 1 to 2",
    ),
}
