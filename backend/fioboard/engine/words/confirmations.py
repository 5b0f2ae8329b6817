"""Confirmations: runs that `fioboard-agent confirm` made to try the experiment of a finding.

The agent gives each of them three labels: the run that is asked about, its finding, and whether the change was made.
"""

from typing import Literal, get_args

RUN_LABEL = "confirm_run"
FINDING_LABEL = "confirm_finding"
SIDE_LABEL = "confirm_side"
LABEL_KEYS = frozenset(f"label.{label}" for label in (RUN_LABEL, FINDING_LABEL, SIDE_LABEL))
"""As factors. They say what a run was made for and set nothing: runs that differ in them alone are alike."""

Side = Literal["base", "changed"]
SIDES = frozenset(get_args(Side))

Outcome = Literal["confirmed", "refuted", "not_shown", "for_a_person", "not_alike", "waiting"]
"""confirmed: the change did what the finding says. refuted: it did not, or by less than MIN_EFFECT. not_shown: neither
is ruled out. for_a_person: no figure of fio's decides. not_alike: the runs differ in more than the change. waiting:
runs without the change are here, the change is still to be made."""

# What changes a figure by less is not what holds a run back, however surely it is measured.
MIN_EFFECT = 1.05
