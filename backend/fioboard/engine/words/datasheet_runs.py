"""Runs that `fioboard-agent suite datasheet` made: their labels, and the steps that bring a drive into a state.

The agent names both; tests/house/test_agent_labels.py holds its names to these.
"""

CARD_LABEL = "spec_card"
FIGURE_LABEL = "spec_figure"
"""Places of figures on the card, from 1, separated by commas."""
LABEL_KEYS = frozenset({f"label.{CARD_LABEL}", f"label.{FIGURE_LABEL}"})
"""As factors. They say what a run was made for and set nothing: runs that differ in them alone are alike."""

RANDOM_STEP = "precondition-random"
"""Wrote the range once in random order: the state that random writes end in."""
FILLED_TWICE_STEP = "precondition-fill-twice"
"""Wrote the range twice in sequence: the state that writes in sequence end in."""
PAST_CACHE_STEP = "precondition-past-cache"
"""Wrote more than an SLC cache holds; it holds for the very next step alone."""
