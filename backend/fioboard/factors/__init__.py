"""Factors: what can differ between two runs and be filtered, grouped, charted or compared. Declared here, once."""

from fioboard.factors.factor import Factor
from fioboard.factors.project import FactorValue, Stated, detect, detected_of, project, state
from fioboard.factors.registry import FACTORS
from fioboard.factors.subject import Subject

__all__ = [
    "FACTORS",
    "Factor",
    "FactorValue",
    "Stated",
    "Subject",
    "detect",
    "detected_of",
    "project",
    "state",
]
