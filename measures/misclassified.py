"""The interval of a share that was counted by somebody who errs, and whose errors were themselves only measured."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from measures.interval import Interval


@dataclass(frozen=True, slots=True)
class Measured:
    """`right` of `of` labelled cases were judged as they are labelled."""

    right: int
    of: int


def corrected_interval(
    accused: int, judged: int, *, recall: Measured, specificity: Measured, confidence: float = 0.95
) -> Interval:
    """The interval of the true share, of `judged` independent cases of which `accused` were accused.

    After Lang and Reiczigel (2014, Preventive Veterinary Medicine 113, 13-22): the Rogan-Gladen estimate with
    pseudo-counts, and the variances of all three shares. `ValueError` where recall and specificity are no better than
    guessing.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    n, of_recall, of_specificity = judged + z * z, recall.of + 2, specificity.of + 2
    share = (accused + z * z / 2) / n
    caught, spared = (recall.right + 1) / of_recall, (specificity.right + 1) / of_specificity
    informed = caught + spared - 1
    if informed <= 0:
        raise ValueError("recall and specificity are no better than guessing")
    true = (share + spared - 1) / informed
    missing, false = caught * (1 - caught) / of_recall, spared * (1 - spared) / of_specificity
    middle = true + 2 * z * z * (true * missing - (1 - true) * false)
    half = z * sqrt(share * (1 - share) / n + true**2 * missing + (1 - true) ** 2 * false) / informed
    return Interval(min(1.0, max(0.0, middle - half)), min(1.0, max(0.0, middle + half)))
