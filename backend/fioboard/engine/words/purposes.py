"""Labels that say what a run was made for: no setting, and no trait that tells runs apart."""

from fioboard.engine.words import confirmations, datasheet_runs

PURPOSE_KEYS = confirmations.LABEL_KEYS | datasheet_runs.LABEL_KEYS
"""As factors."""
