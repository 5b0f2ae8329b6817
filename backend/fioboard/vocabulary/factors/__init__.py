"""Factors: what can differ between two runs and be filtered, grouped, charted or compared."""

from fioboard.vocabulary.factors.factor import Factor
from fioboard.vocabulary.factors.registry import FACTORS, FORMER_KEYS, JOB_OPTIONS, OPTION_FACTORS
from fioboard.vocabulary.factors.subject import Scalar, Subject

__all__ = ["FACTORS", "FORMER_KEYS", "JOB_OPTIONS", "OPTION_FACTORS", "Factor", "Scalar", "Subject"]
