"""Runs that are expected: when they are due, whether one is missing, and what the past suggests."""

from fioboard.expect.expectation_state import Standing, standing
from fioboard.expect.rule import Rule, dues
from fioboard.expect.suggest import Suggestion, suggest

__all__ = ["Rule", "Standing", "Suggestion", "dues", "standing", "suggest"]
