"""Runs that are expected: when they are due, whether one is missing, and what the past suggests."""

from fioboard.engine.expect.expectation_state import Standing, judge_schedule, standing
from fioboard.engine.expect.rule import Rule, dues
from fioboard.engine.expect.suggest import Suggestion, suggest

__all__ = ["Rule", "Standing", "Suggestion", "dues", "judge_schedule", "standing", "suggest"]
