"""The gate policy, as reviewed in `evals/gate.toml`: what may never get worse, and how much the rest may."""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr, ValidationError, model_validator

from reports.errors import PolicyInvalid
from reports.record import ReportRecord, first_problem

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class PolicyFile:
    """Which policy a report was made by. `name`: its file's, unless it is the default one; `digest`: SHA-256 of the
    file."""

    name: str
    digest: str
    is_default: bool


class ZeroTolerance(ReportRecord):
    """One new failure fails the gate. A failure: one of `values`, a finding of one of `rules`, else not passed."""

    scorer: str
    values: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    because: str

    @model_validator(mode="after")
    def _one_kind(self) -> "ZeroTolerance":
        if self.values and self.rules:
            raise ValueError("give `values` or `rules`, not both")
        return self

    @property
    def whole(self) -> bool:
        """Every failure of the scorer counts, so that no margin is left to speak of."""
        return not (self.values or self.rules)

    @property
    def name(self) -> str:
        kinds = self.values or self.rules
        return f"{self.scorer}: {', '.join(kinds)}" if kinds else self.scorer


class NonInferiority(ReportRecord):
    """How much worse the mean of a scorer may get, in the scorer's own unit.

    `pass_margin`: the share of passed sessions that a numeric scorer may lose. A mean hides what goes wrong once in
    many sessions: one value of thirty, in one session of twenty, is two thousandths of it. `better`: of a number; a
    pass is always better than a failure. None: as `lower_is_better` says.
    """

    scorer: str
    margin: Annotated[float, Field(gt=0)]
    better: Better | None = None
    pass_margin: Annotated[float, Field(gt=0, lt=1)] | None = None


class Policy(ReportRecord):
    """`confidence`: on identical variants all non-inferiority lines together alarm at most 1 - confidence often.

    A pass/fail scorer without a line gets `default_margin`; a numeric one is reported and not gated.
    `lower_is_better` names numeric scorers, `fractions` those whose values lie between 0 and 1.
    `report_only`: never gated. `off_script`: the scorer whose failure means that the athlete broke script.
    Beyond `most_unjudged` of a scorer's pairs left unjudged, or no longer applied to, its lines are not judged; beyond
    `most_off_script` of all pairs set aside, nothing is.
    """

    version: Literal[1]
    confidence: Annotated[float, Field(ge=0.5, lt=1)]
    when_undecided: Literal["could_not_be_judged", "pass"] = "could_not_be_judged"
    default_margin: Annotated[float, Field(gt=0, lt=1)]
    most_unjudged: Annotated[float, Field(ge=0, le=1)] = 0.1
    off_script: str = "persona_fidelity"
    most_off_script: Annotated[float, Field(ge=0, le=1)] = 0.2
    report_only: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    fractions: tuple[str, ...] = ()
    zero_tolerance: tuple[ZeroTolerance, ...] = ()
    non_inferiority: tuple[NonInferiority, ...] = ()
    _file: PolicyFile = PrivateAttr(PolicyFile("a policy without a file", "", is_default=False))

    @property
    def file(self) -> PolicyFile:
        return self._file

    def read_from(self, file: PolicyFile) -> "Policy":
        """The same policy, as read from `file`."""
        copy = self.model_copy()
        copy._file = file  # noqa: SLF001 (its own)
        return copy

    @model_validator(mode="after")
    def _one_line_each(self) -> "Policy":
        lines = [line.scorer for line in self.non_inferiority]
        whole = {line.scorer for line in self.zero_tolerance if line.whole}
        for scorer in lines:
            if lines.count(scorer) > 1:
                raise ValueError(f"{scorer} has two non-inferiority lines, of which one would be ignored")
            if scorer in (*self.report_only, self.off_script, *whole):
                elsewhere = "report_only, off_script or zero tolerance"
                raise ValueError(f"the non-inferiority line of {scorer} would be ignored: it is {elsewhere}")
        for line in self.non_inferiority:
            if line.better == "higher" and line.scorer in self.lower_is_better:
                raise ValueError(f'{line.scorer} has better = "higher" and stands in lower_is_better: remove one')
        return self

    @property
    def scorers(self) -> tuple[str, ...]:
        zero, rest = ((line.scorer for line in lines) for lines in (self.zero_tolerance, self.non_inferiority))
        return (*zero, *rest, *self.report_only, *self.lower_is_better, *self.fractions, self.off_script)

    def direction(self, scorer: str, *, binary: bool) -> Better:
        """Which way is better. No policy turns a pass/fail scorer round."""
        if binary:
            return "higher"
        said = next((line.better for line in self.non_inferiority if line.scorer == scorer), None)
        return said or ("lower" if scorer in self.lower_is_better else "higher")

    def pass_margin(self, scorer: str) -> float | None:
        """The margin that gates the share of sessions that pass a numeric scorer, or None where nothing does."""
        return next((line.pass_margin for line in self.non_inferiority if line.scorer == scorer), None)

    def margin(self, scorer: str, *, binary: bool) -> float | None:
        """The margin that gates `scorer`, or None where nothing does."""
        if scorer in self.report_only or scorer == self.off_script:
            return None
        if any(line.scorer == scorer and line.whole for line in self.zero_tolerance):
            return None
        for line in self.non_inferiority:
            if line.scorer == scorer:
                return line.margin
        return self.default_margin if binary else None


def read_policy(path: Path, default: Path | None = None) -> Policy:
    """The policy at `path`; `PolicyInvalid` where it is none. `default`: the file of the default policy."""
    try:
        content = path.read_bytes()
        data: dict[str, Any] = tomllib.loads(content.decode())
        is_default = default is not None and path.resolve() == default.resolve()
        name = "the default policy" if is_default else path.name
        file = PolicyFile(name, hashlib.sha256(content).hexdigest(), is_default)
        return Policy.model_validate(data).read_from(file)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PolicyInvalid(str(path), f"cannot be read ({error})", "mend it, or name another policy") from error
    except ValidationError as error:
        raise PolicyInvalid(str(path), first_problem(error), "see `reports/policy.py` for the keys") from error
