"""Factors: what can differ between two runs and be filtered, grouped, charted or compared."""

from fioboard.engine.words.factors.factor import Factor
from fioboard.engine.words.factors.registry import FACTORS, FORMER_KEYS, JOB_OPTIONS, OPTION_FACTORS
from fioboard.engine.words.factors.subject import Scalar, Subject

__all__ = ["FACTORS", "FORMER_KEYS", "JOB_OPTIONS", "OPTION_FACTORS", "Factor", "Scalar", "Subject"]
