"""A run's facts to its factor values, and what differs between two sets of runs. Declared in engine/words/factors."""

from fioboard.engine.factors.project import FactorValue, Stated, detect, project, restore_detected, state
from fioboard.engine.words.factors.factor import Factor
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.engine.words.factors.subject import Scalar, Subject

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
