"""Facts out of an athlete's own words, without a model. Never invents: what is not plainly said is not a fact."""

from coach.profile.extraction.reader import extract
from coach.profile.extraction.records import Extracted, Extraction

__all__ = ["Extracted", "Extraction", "extract"]
