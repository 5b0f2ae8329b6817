"""Factors: what can differ between two runs and be filtered, grouped, charted or compared. Declared here, once."""

from fioboard.factors.factor import Factor
from fioboard.factors.project import FactorValue, project
from fioboard.factors.registry import FACTORS
from fioboard.factors.subject import Subject

__all__ = ["FACTORS", "Factor", "FactorValue", "Subject", "project"]
