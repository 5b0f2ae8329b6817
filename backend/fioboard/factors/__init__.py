"""A run's facts to its factor values, and what differs between two sets of runs. Declared in vocabulary/factors."""

from fioboard.factors.project import FactorValue, Stated, detect, project, restore_detected, state
from fioboard.vocabulary.factors.factor import Factor
from fioboard.vocabulary.factors.registry import FACTORS
from fioboard.vocabulary.factors.subject import Scalar, Subject

__all__ = [
    "FACTORS",
    "Factor",
    "FactorValue",
    "Scalar",
    "Stated",
    "Subject",
    "detect",
    "project",
    "restore_detected",
    "state",
]
