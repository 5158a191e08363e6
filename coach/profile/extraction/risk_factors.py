"""Risk factors of the heart told by numbers or in passing: cigarettes a day, a cholesterol, a body mass index.

Thresholds: total cholesterol 5.2 mmol/L (200 mg/dL), LDL 3.4 mmol/L (130 mg/dL), BMI 30 (ACSM's Guidelines for
Exercise Testing and Prescription, 11th edition, table 2.2).
"""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_FIELD = "cv_risk_factors"
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "uncertain", "wanted", "past"})
_MG_DL = 38.67
_LEAST_MG_DL = 60.0
_LIMITS = {"ldl": 3.4, "cholesterol": 5.2, "chol": 5.2}
_OBESE = 30.0
_MOST_A_DAY = 80
_BEFORE = 30
_CLAUSE = re.compile(r"[,;.!?]| (?:and|but) ")


def read_risk_factors(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """One candidate with every factor that the text tells plainly; some only where they were asked for."""
    told = dict(_told(skeleton, claims, in_question=_FIELD in asked.fields, asked=asked))
    if told:
        low, high = min(span[0] for span in told.values()), max(span[1] for span in told.values())
        yield Candidate(_FIELD, tuple(sorted(told)), skeleton.original(low, high))


def _told(skeleton: Skeleton, claims: Assertions, *, in_question: bool, asked: Asked) -> Iterator[tuple[str, Span]]:
    if match := _smokes(skeleton, claims, in_question=in_question, asked=asked):
        yield "smoker", match.span()
    if match := _high_lipids(skeleton, claims):
        yield "dyslipidaemia", match.span()
    if not in_question:
        return
    for match in saying("risks", "bmi").finditer(skeleton.text):
        told = skeleton.quantity_at(match.start("n"))
        index = told.mid if told else float(match["n"])
        if index >= _OBESE and _own(claims, match):
            yield "obesity", match.span()
    for factor, room in (("obesity", "obese"), ("hypertension", "pressure")):
        found = next((m for m in saying("risks", room).finditer(skeleton.text) if _own(claims, m)), None)
        if found is not None and not claims.denied_before(found.end() - 1):
            yield factor, found.span()


def _own(claims: Assertions, match: re.Match[str]) -> bool:
    return not claims.standings(*match.span()) & _VOID


def _smokes(skeleton: Skeleton, claims: Assertions, *, in_question: bool, asked: Asked) -> re.Match[str] | None:
    """Cigarettes by their number; a bare "ten a day" and "at parties" only where smoking was asked."""
    of_smoking = in_question and "smok" in asked.text
    rooms = ("cigarettes", "smokes_asked") if of_smoking else ("cigarettes",)
    for room in rooms:
        for match in saying("risks", room).finditer(skeleton.text):
            if of_smoking or "smok" in match[0] or "pack" in match[0] or "fag" in match[0] or "cig" in match[0]:
                number = skeleton.quantity_at(match.start("n")) if room == "cigarettes" and match["n"] else None
                few = number is None or number.mid <= _MOST_A_DAY
                if few and _own(claims, match) and not _taken_back(skeleton.text, match, claims):
                    return match
    return None


def _taken_back(text: str, match: re.Match[str], claims: Assertions) -> bool:
    low, high = claims.sentence(match.start())
    cuts = [low, *(cut.end() for cut in _CLAUSE.finditer(text, low, high)), high]
    start = max(cut for cut in cuts if cut <= match.start())
    end = min((cut for cut in cuts if cut >= match.end()), default=high)
    return saying("risks", "no_smoker").search(text, max(start, match.start() - _BEFORE), end) is not None


def _high_lipids(skeleton: Skeleton, claims: Assertions) -> re.Match[str] | None:
    for match in saying("risks", "lipids").finditer(skeleton.text):
        number = skeleton.quantity_at(match.start("n"))
        if number is not None and _own(claims, match):
            value = number.mid / _MG_DL if number.mid >= _LEAST_MG_DL else number.mid
            if _LIMITS[match["what"]] <= value:
                return match
    for match in saying("risks", "lipids_high").finditer(skeleton.text):
        if _own(claims, match) and not claims.denied_before(match.end() - 1) and " not " not in match[0]:
            return match
    return None
