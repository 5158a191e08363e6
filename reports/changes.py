"""What two runs differ in besides their scores, and what that means for reading the comparison."""

from collections.abc import Mapping
from itertools import chain

from reports.comparison import Change
from reports.header import Header

_PLAIN = {
    "variant": "variant",
    "variant digest": "variant_digest",
    "coach": "coach",
    "athlete": "athlete",
    "judge": "judge",
    "hearing": "hearing",
    "review": "review",
    "code version": "code_version",
    "python": "python",
}
_MAPPED = {
    "prompt": "prompts",
    "model": "models",
    "dataset": "datasets",
    "scorer version": "scorer_versions",
    "package": "packages",
}


def changes(base: Header, candidate: Header) -> tuple[Change, ...]:
    plain = (
        Change(what, str(getattr(base, key)), str(getattr(candidate, key)))
        for what, key in _PLAIN.items()
        if getattr(base, key) != getattr(candidate, key)
    )
    mapped = chain.from_iterable(
        _mapped(what, getattr(base, key), getattr(candidate, key)) for what, key in _MAPPED.items()
    )
    if base.data_files and candidate.data_files:
        mapped = chain(mapped, _mapped("file", base.data_files, candidate.data_files))
    left_out = () if _digests_compare(base, candidate) else ("dataset personas",)
    return (*plain, *(change for change in mapped if change.what not in left_out))


def cautions(base: Header, candidate: Header) -> tuple[str, ...]:
    """Sentences that a reader must know before believing a number."""
    found = []
    if set(base.personas) != set(candidate.personas):
        found.append(f"The runs hold different personas: {_differing(base, candidate)}.")
    elif not _digests_compare(base, candidate):
        found.append(
            "Whether the persona files changed is not known: the runs recorded them for different sets of personas."
        )
    elif base.datasets.get("personas") != candidate.datasets.get("personas"):
        some = (
            "" if set(base.digested_personas) == set(base.personas) else ", unless only files of other personas changed"
        )
        found.append(
            f"The persona files differ: a persona of the same name may want, tell or expect something else{some}."
        )
    found += _unrecorded_files(base, candidate)
    if base.seed != candidate.seed:
        found.append(f"The runs were seeded differently ({base.seed}, {candidate.seed}): no athlete meets both.")
    if base.athlete != candidate.athlete:
        found.append("Different athletes played: a difference may be theirs and not the coach's.")
    if base.judge != candidate.judge:
        found.append(
            f"Different models judged (base {base.judge}, candidate {candidate.judge}): a difference may be theirs and "
            "not the coach's."
        )
    if base.hearing != candidate.hearing:
        found.append(
            f"The coach's hearing differs (base {base.hearing}, candidate {candidate.hearing}): "
            "a difference may come from what was misheard and not from the coach."
        )
    if base.review != candidate.review:
        found.append(
            f"The runs do not treat profiles that a rule flags for a person alike (--review: base {base.review}, "
            f"candidate {candidate.review}): a session that is held ends there."
        )
    if any("offline" in header.coach.lower() for header in (base, candidate)):
        found.append(
            "An offline coach played. It is a simulator: the run shows that engine, gate and scorers work and says "
            "nothing about a model, and the wording of prompts has no effect on it."
        )
    return tuple(found)


def _digests_compare(base: Header, candidate: Header) -> bool:
    """Whether the digests of the persona files are of the same personas; those of different ones always differ."""
    return set(base.digested_personas) == set(candidate.digested_personas)


def _unrecorded_files(base: Header, candidate: Header) -> tuple[str, ...]:
    """That runs of different code may differ in their data files, too, where one has no digests of them."""
    sides = [side for side, header in (("base", base), ("candidate", candidate)) if not header.data_files]
    if not sides or base.code_version == candidate.code_version:
        return ()
    which = f"the {' and the '.join(sides)} did not record them"
    return (f"Which of the coach's data files (questions, notes, rules) changed is not known: {which}.",)


def _differing(base: Header, candidate: Header) -> str:
    sides = {"base only": set(base.personas) - set(candidate.personas)}
    sides["candidate only"] = set(candidate.personas) - set(base.personas)
    return "; ".join(f"{side} {', '.join(sorted(names))}" for side, names in sides.items() if names)


def _mapped(what: str, base: Mapping[str, object], candidate: Mapping[str, object]) -> list[Change]:
    return [
        Change(f"{what} {key}", _text(base.get(key)), _text(candidate.get(key)))
        for key in sorted({*base, *candidate})
        if base.get(key) != candidate.get(key)
    ]


def _text(value: object) -> str | None:
    return None if value is None else str(value)
