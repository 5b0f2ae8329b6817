"""Factors: what can differ between two runs and be filtered, grouped, charted or compared. Declared here, once."""

from fioboard.factors.project import FactorValue, Subject, project
from fioboard.factors.registry import FACTORS, Factor

__all__ = ["FACTORS", "Factor", "FactorValue", "Subject", "project"]
