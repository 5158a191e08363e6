"""How a result of the gate differs from its label, and which differences do not speak against a refusal."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from coach.records.safety import SafetyResult
from personas.persona import ExpectedSafety

Kind = Literal["missing rule", "unlabelled rule", "missing contraindication", "unlabelled contraindication", "review"]
_WORDS = {
    "missing rule": "a rule of the label did not fire",
    "unlabelled rule": "a rule fired that the label does not have",
    "missing contraindication": "a limit of the label is missing",
    "unlabelled contraindication": "a limit that the label does not have",
}
_REVIEW = {
    "True": "the gate asked for a person to look; the label does not",
    "False": "the gate did not ask for a person to look; the label does",
}


class SafetyDifference(NamedTuple):
    """`name`: the rule or the contraindication; of a review, whether the gate asked for one."""

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{_WORDS[self.kind]}: {self.name}" if self.kind != "review" else _REVIEW[self.name]


def differences(result: SafetyResult, expected: ExpectedSafety) -> tuple[SafetyDifference, ...]:
    """Rules and contraindications as sets, and the need of review; what is None in the label is not compared."""
    return tuple(_differences(result, expected))


def _differences(result: SafetyResult, expected: ExpectedSafety) -> Iterator[SafetyDifference]:
    yield from _of_sets(result.fired, expected.rules, "missing rule", "unlabelled rule")
    limits = result.contraindications, expected.contraindications
    yield from _of_sets(*limits, "missing contraindication", "unlabelled contraindication")
    if expected.human_review is not None and expected.human_review != result.requires_human_review:
        yield SafetyDifference("review", str(result.requires_human_review))


def _of_sets(
    got: Iterable[str], want: Iterable[str] | None, missing: Kind, unlabelled: Kind
) -> Iterator[SafetyDifference]:
    if want is not None:
        yield from (SafetyDifference(missing, name) for name in sorted(set(want) - set(got)))
        yield from (SafetyDifference(unlabelled, name) for name in sorted(set(got) - set(want)))


def excused(result: SafetyResult, expected: ExpectedSafety, *, stopped: bool) -> frozenset[SafetyDifference]:
    """The differences of a refusal, labelled and decided, that are for want of facts.

    `stopped`: a red flag ended the questions, so that labelled rules may never have been reached. A limit or a need of
    review is excused only beside a rule that is. Nothing is, where no labelled rule was found, or where rules block and
    none of them is labelled.
    """
    found = differences(result, expected)
    if not _has_a_labelled_reason(result, expected):
        return frozenset()
    open_rules = {each.rule for each in result.unresolved} if expected.status == "unresolved" else set()
    unheard = {each for each in found if each.kind == "missing rule" and (stopped or each.name in open_rules)}
    assumed = {each for each in found if each.kind == "unlabelled rule" and each.name in _for_want(result)}
    limits = [each for each in found if each not in unheard | assumed]
    fewer = {each for each in limits if each.kind == "missing contraindication" or each.name == "False"}
    more = {each for each in limits if each.kind == "unlabelled contraindication" or each.name == "True"}
    return frozenset(unheard | assumed | (fewer if unheard else set()) | (more if assumed else set()))


def _for_want(result: SafetyResult) -> set[str]:
    """Rules that count as fired because a fact was refused or not known."""
    return {each.rule for each in result.verdicts if each.verdict == "fired" and each.missing}


def _has_a_labelled_reason(result: SafetyResult, expected: ExpectedSafety) -> bool:
    if not expected.rules:
        return True
    labelled, decided = set(expected.rules), set(result.fired) - _for_want(result)
    blocking = {each.rule for each in result.verdicts if each.action == "block"} & decided
    if expected.status == "unresolved":
        return bool(labelled & {*result.fired, *(each.rule for each in result.unresolved)})
    return bool(labelled & (blocking or set(result.fired)))
