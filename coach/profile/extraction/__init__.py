"""Facts out of an athlete's own words, by rules and a small network; what is not plainly said is not a fact."""

from coach.profile.extraction.entry import extract
from coach.profile.extraction.learned.weighing import Hearer
from coach.profile.extraction.records import Extracted, Extraction

__all__ = ["Extracted", "Extraction", "Hearer", "extract"]
