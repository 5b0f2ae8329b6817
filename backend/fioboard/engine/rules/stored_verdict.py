"""Verdicts as they were stored with their runs, some of them by an earlier version."""

import orjson

from fioboard.engine.answers.answer import VerdictBrief


def load_verdict(text: str | None) -> VerdictBrief | None:
    """Load a run's verdict; None where it was not judged. What an earlier version did not store is null."""
    if text is None:
        return None
    verdict: VerdictBrief = orjson.loads(text)
    verdict.setdefault("compared_with", None)
    return verdict
