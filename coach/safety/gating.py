"""The gate as an event of a session: what it judged, what it decided, and by which rules. Pure."""

from dataclasses import dataclass
from functools import cache

from coach.canonical_json import digest
from coach.events import GateEvaluated
from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.records.intake import SafetyFlag
from coach.records.safety import Concern, SafetyResult
from coach.safety.derived import numbers
from coach.safety.gate import evaluate
from coach.safety.reviewer import ReviewProfile, merge
from coach.safety.rules import contraindications, referrals, rules


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that a gate evaluation reads. `flags`: the analyst's rules for this session; `concerns`: the reviewer's."""

    profile: Profile
    declined: frozenset[str]
    flags: tuple[SafetyFlag, ...] = ()
    concerns: tuple[Concern, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256, 64 hex digits."""
        beside = [each.model_dump(mode="json") for each in (*self.flags, *self.concerns)]
        profile = {name: list(value) if isinstance(value, tuple) else value for name, value in self.profile.items()}
        return digest({"profile": profile, "declined": sorted(self.declined), "beside": beside})


def result_of(inputs: Inputs, *, only_fired: bool = False) -> SafetyResult:
    """The gate's answer by the rules as they are, with the verdict of every rule, or of those that fired."""
    result = evaluate(inputs.profile, inputs.declined, proposed=inputs.flags, only_fired=only_fired)
    return merge(result, ReviewProfile(concerns=inputs.concerns), inputs.profile) if inputs.concerns else result


def evaluated(inputs: Inputs) -> GateEvaluated:
    """The event: of the verdicts, those of the rules that fired; the others follow from the inputs and the rules."""
    return GateEvaluated(
        profile=inputs.profile,
        declined=tuple(sorted(inputs.declined)),
        result=result_of(inputs, only_fired=True),
        inputs=inputs.digest,
        rules=rules_digest(),
    )


@cache
def rules_digest() -> str:
    """SHA-256 (64 hex digits) of everything in the data files that can change a verdict or its words."""
    tables = {
        "rules": [compiled.rule.model_dump(mode="json", exclude={"fires", "spares"}) for compiled in rules()],
        "contraindications": {name: each.model_dump(mode="json") for name, each in contraindications().items()},
        "referrals": referrals(),
        "derived": numbers().model_dump(mode="json", exclude={"known_disease", "acsm_symptoms"}),
        "screening": sorted(catalogue().screening),
        "diseases": sorted(numbers().known_disease),
        "symptoms": sorted(numbers().acsm_symptoms),
    }
    return digest(tables)
