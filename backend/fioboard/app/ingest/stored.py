"""What became of an upload, for its answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from fioboard.core.run_state import RunState
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.claim import ClaimOut, LinesOut
from fioboard.engine.answers.pasted import PastedFactOut
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.rules.stored_verdict import load_verdict
from fioboard.store.derive import outputs
from fioboard.store.queries.ingest import KnownRunRow


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of an upload: its runs' ids and states, and whether it was new."""

    run_ids: list[UUID]
    states: list[RunState]
    verdicts: list[VerdictBrief | None]
    """One per run; None where nothing was judged."""
    is_new: bool
    digest: bytes
    warnings: list[RemarkOut]
    accounts: list[outputs.RunAccount]
    """One per run, of an import."""
    claims: list[ClaimOut] = field(default_factory=list)
    lines: LinesOut | None = None
    """Of an import."""
    pasted_facts: list[PastedFactOut] = field(default_factory=list)
    """Of an import."""


def describe_new(digest: bytes, outcome: outputs.Outcome) -> Stored:
    """Describe an upload that was stored just now."""
    rows = outcome.rows
    return Stored(rows.run_ids, rows.states, rows.verdicts, True, digest, outcome.warnings, outcome.accounts)


def describe_known(known: Sequence[KnownRunRow], digest: bytes, outcome: outputs.Outcome) -> Stored:
    """Describe an upload that had been stored before: its runs as they are now."""
    return Stored(
        [row["id"] for row in known],
        [row["state"] for row in known],
        [load_verdict(row["verdict"]) for row in known],
        False,
        digest,
        outcome.warnings,
        # An older reader may have made other runs of the same bytes: then nothing is known of each.
        outcome.accounts if len(outcome.accounts) == len(known) else [outputs.NO_ACCOUNT] * len(known),
    )
